import { append } from '../../append.ts';
import { describeResource } from './descriptions.ts';
import { findTermByIri, listTemplateRows, unitOfName } from '../terms.ts';
import type { Term, Vocabulary } from '../vocabulary.ts';

/** How a term stands to another one, the closest first. */
const TERM_RELATIONS = ['replaced-by', 'replaces', 'other-unit', 'related', 'cites', 'cited-by'] as const;
export type TermRelation = (typeof TERM_RELATIONS)[number];

export interface RelatedTerm {
  readonly relation: TermRelation;
  readonly term: Term;
}

const related = new WeakMap<Vocabulary, ReadonlyMap<string, readonly RelatedTerm[]>>();

/** The terms that a term is related to, the closest relation first, each kind in order of names. */
export function listRelatedTerms(vocabulary: Vocabulary, term: Term): readonly RelatedTerm[] {
  let all = related.get(vocabulary);
  if (all === undefined) related.set(vocabulary, (all = relateTerms(vocabulary)));
  return all.get(term.name) ?? [];
}

function relateTerms(vocabulary: Vocabulary): Map<string, RelatedTerm[]> {
  const { terms } = vocabulary;
  const found = new Map<string, RelatedTerm[]>(Array.from(terms.keys(), (name) => [name, []]));
  const relate = (from: Term, relation: TermRelation, to: Term | null): void => {
    if (to !== null && to !== from) found.get(from.name)!.push({ relation, term: to });
  };
  const byStem = new Map<string, Term[]>();
  for (const term of terms.values()) append(byStem, stemOf(term.name), term);
  for (const term of terms.values()) {
    if (unitOfName(term.name) !== null)
      for (const other of byStem.get(stemOf(term.name)) ?? []) relate(term, 'other-unit', other);
    const { replacedBy, links } = describeResource(vocabulary, term.iri);
    for (const iri of replacedBy) {
      const replacement = findTermByIri(vocabulary, iri);
      relate(term, 'replaced-by', replacement);
      if (replacement !== null) relate(replacement, 'replaces', term);
    }
    for (const { iri } of links) relate(term, 'related', findTermByIri(vocabulary, iri));
    const objects = listTemplateRows(vocabulary, term.name).map(({ object }) => object);
    const cited = new Set(objects.filter((object) => /^[$@]/.test(object)).map((object) => object.slice(1)));
    for (const name of cited) {
      const other = terms.get(name);
      if (other === undefined || other === term) continue;
      relate(term, 'cites', other);
      relate(other, 'cited-by', term);
    }
  }
  const rank = (relation: TermRelation): number => TERM_RELATIONS.indexOf(relation);
  for (const list of found.values())
    list.sort((a, b) => rank(a.relation) - rank(b.relation) || (a.term.name < b.term.name ? -1 : 1));
  return found;
}

function stemOf(name: string): string {
  return name.split('-', 1)[0]!;
}
