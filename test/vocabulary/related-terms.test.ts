import { expect, test } from 'vitest';
import { describeResource } from '../../src/vocabulary/describe/descriptions.ts';
import { listRelatedTerms, type TermRelation } from '../../src/vocabulary/describe/related-terms.ts';
import { termsWhoseTemplatesCite } from '../../src/vocabulary/describe/template-users.ts';
import { findTermByIri, listTemplateRows } from '../../src/vocabulary/terms.ts';
import { NO_REST } from '../../src/vocabulary/thread-slices.ts';
import type { Term } from '../../src/vocabulary/vocabulary.ts';
import { seededVocabulary } from './seeded.ts';

const vocabulary = await seededVocabulary();
const terms = [...vocabulary.terms.values()];

/** `name relation other`, of all terms, by a walk over all of them. */
function relationsOfAll(): Set<string> {
  const found = new Set<string>();
  const relate = (from: string, relation: TermRelation, to: string | undefined): void => {
    if (to !== undefined && to !== from) found.add(`${from} ${relation} ${to}`);
  };
  for (const { name, iri } of terms) {
    const [stem, unit] = name.split(/-(.*)/);
    for (const other of terms)
      if (unit !== undefined && other.name.split('-')[0] === stem) relate(name, 'other-unit', other.name);
    const { replacedBy, links } = describeResource(vocabulary, iri);
    for (const { name: other } of replacedBy.flatMap((one) => findTermByIri(vocabulary, one) ?? [])) {
      relate(name, 'replaced-by', other);
      relate(other, 'replaces', name);
    }
    for (const link of links) relate(name, 'related', findTermByIri(vocabulary, link.iri)?.name);
    for (const { object } of listTemplateRows(vocabulary, name)) {
      if (!/^[$@]/.test(object)) continue;
      const cited = vocabulary.terms.get(object.slice(1))?.name;
      relate(name, 'cites', cited);
      if (cited !== undefined) relate(cited, 'cited-by', name);
    }
  }
  return found;
}

test('what a term is related to, asked term by term, is what a walk over all terms finds', async () => {
  const found = new Set<string>();
  for (const term of terms) {
    const related = await listRelatedTerms(vocabulary, term, NO_REST);
    for (const { relation, term: other } of related) found.add(`${term.name} ${relation} ${other.name}`);
  }
  const expected = relationsOfAll();
  expect([...found].toSorted()).toEqual([...expected].toSorted());
  for (const relation of ['replaced-by', 'replaces', 'other-unit', 'cites', 'cited-by'])
    expect(Array.from(found).some((one) => one.split(' ')[1] === relation)).toBe(true);
});

test('relations come the closest first, each in order of names', async () => {
  const related = await listRelatedTerms(vocabulary, vocabulary.terms.get('active_power-kW')!, NO_REST);
  const order = ['replaced-by', 'replaces', 'other-unit', 'related', 'cites', 'cited-by'];
  const keys = related.map(({ relation, term }) => `${order.indexOf(relation)} ${term.name}`);
  expect(keys.length).toBeGreaterThan(2);
  expect(keys).toEqual(keys.toSorted());
});

test('the terms that lead to a node are found upwards, by nodes of nodes, too', async () => {
  // Rows are made each time that they are asked for: once for each term, as there are a thousand nodes.
  const citing = new Map<string, Set<Term>>();
  for (const term of terms)
    for (const { object } of listTemplateRows(vocabulary, term.name))
      if (object.startsWith('?')) citing.set(object, (citing.get(object) ?? new Set<Term>()).add(term));
  expect(vocabulary.nodes.size).toBeGreaterThan(10);
  for (const [name] of vocabulary.nodes) {
    const iri = `${vocabulary.lexicon.vocabularyIri}node/${encodeURIComponent(name)}`;
    const users = await termsWhoseTemplatesCite(vocabulary, [iri], NO_REST);
    expect(users).toEqual(citing.get(`?${name}`) ?? new Set());
  }
});
