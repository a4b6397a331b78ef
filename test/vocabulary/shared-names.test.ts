import { expect, test, vi } from 'vitest';
import { mapKeys } from '../../src/documents/map-keys.ts';
import { readTurtle } from '../../src/rdf/read-rdf.ts';
import { makeVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import { findSimilar, prepareFinding, scoreTerms, searchTerms } from '../../src/vocabulary/search/find-terms.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { versionOf } from '../../src/vocabulary/versions/version.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { HUB } from './seeded.ts';
import { SHAPED } from './shaped-vocabulary.ts';

const SEARCHER = { client: 'somebody' };
const MOST = 20;
/** What a search and a suggestion may read of the vocabulary, whatever its size. */
const MOST_LOOKS = 100;

/** A term of two names, by default those that most have. */
const called = (name: string, created = '2026-03-01', label = 'Value', otherName = 'Reading'): string => `
<${name}> a hub:Term ; skos:prefLabel "${label} (signal ${name})"@en ; skos:altLabel "${otherName}"@en ; skos:definition "Signal."@en ;
  skos:notation "${name}" ; skos:broader <category/power> ; hub:datatype xsd:double ; qudt:hasUnit unit:V ; dcterms:created "${created}"^^xsd:date .
<${name}#value> a hub:ValueToken ; hub:key <${name}> .
<${name}#row-1> a hub:TemplateRow ; hub:subject <${name}> ; hub:position 1 ; hub:predicate rdf:value ; hub:object <${name}#value> .
`;

/** Terms that all have the same two names, most of them in volts, and others that have the same quantity. */
async function sharingNames(count: number): Promise<Vocabulary> {
  const terms = Array.from({ length: count }, (_, at) => called(`signal_${at}-V`)).join('');
  const inUnits = Array.from({ length: count }, (_, at) =>
    called(`voltage-u${at}`, '2026-03-01', 'Height', `Level ${at}`),
  ).join('');
  const text = `${SHAPED}${terms}${inUnits}${called('plant-kW', '2026-03-02')}${called('first-V', '2020-01-01')}`;
  const triples = tableOf(readTurtle({ name: 'shared', text, baseIri: HUB.vocabulary }), HUB);
  return makeVocabulary({ triples, ontology: tableOf([], HUB), version: versionOf(triples, HUB) }, HUB);
}

const vocabulary = await sharingNames(2000);
await prepareFinding(vocabulary);
const suggest = async (key: string, unit: string | null = null): Promise<string[]> => {
  const [found] = await findSimilar(vocabulary, [key], MOST, SEARCHER, [unit]);
  return found!.suggestions.map(({ term }) => term.name);
};

test.each(['value', 'reading', 'Reading', 'valeu', 'va re', 'reading (kW)'])(
  'of terms that share a name, no more are read than are found by it: %j',
  async (text) => {
    const looks = vi.spyOn(vocabulary.triples, 'of');
    await searchTerms(vocabulary, text, MOST, SEARCHER);
    await scoreTerms(vocabulary, text, SEARCHER);
    await suggest(text);
    expect(looks.mock.calls.length).toBeLessThan(MOST_LOOKS);
    looks.mockRestore();
  },
);

test('the oldest of them is found first', async () => {
  const [first] = await searchTerms(vocabulary, 'value', 1, SEARCHER);
  expect(first!.term.name).toBe('first-V');
  expect((await suggest('Reading'))[0]).toBe('first-V');
});

test('of terms that share a name, one in the unit of the key is suggested, whether the unit stands in the key or beside the value', async () => {
  expect((await suggest('reading (kW)'))[0]).toBe('plant-kW');
  expect((await suggest('Reading', 'kW'))[0]).toBe('plant-kW');
});

test('a search finds all of them, and suggestions are as many as were asked for', async () => {
  const { places, scores } = await scoreTerms(vocabulary, 'reading', SEARCHER);
  expect(places).toHaveLength(2002);
  expect(scores.every((score) => score > 0)).toBe(true);
  expect(await suggest('reading')).toHaveLength(MOST);
});

test('of a quantity with a thousand units, some are named that a key may mean, and the others are not read', async () => {
  const looks = vi.spyOn(vocabulary.triples, 'of');
  const { keys } = await mapKeys(['voltage'], vocabulary, { most: 3, maxKeys: 10 }, { client: 'somebody' });
  expect(keys[0]!.candidates[0]!.why).toContain('it may be u1, u10, u100, u1000, u1001 or one of many more');
  expect(looks.mock.calls.length).toBeLessThan(3 * MOST_LOOKS);
  looks.mockRestore();
});
