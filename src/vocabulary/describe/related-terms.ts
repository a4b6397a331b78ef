import { DCTERMS, hubNamespaces } from '../../rdf/namespaces.ts';
import { describeResource } from './descriptions.ts';
import { termsWhoseTemplatesCite } from './template-users.ts';
import { findTermByIri, listTemplateRows, termsOfStem, unitOfName } from '../terms.ts';
import type { Rest } from '../thread-slices.ts';
import type { Term, Vocabulary } from '../vocabulary.ts';

/** How a term stands to another one, the closest first. */
const TERM_RELATIONS = ['replaced-by', 'replaces', 'other-unit', 'related', 'cites', 'cited-by'] as const;
export type TermRelation = (typeof TERM_RELATIONS)[number];

export interface RelatedTerm {
  readonly relation: TermRelation;
  readonly term: Term;
}

/** The terms that a term is related to, the closest relation first, each kind in order of names. They cost what they are, whatever else there is. */
export async function listRelatedTerms(
  vocabulary: Vocabulary,
  term: Term,
  rest: Rest,
): Promise<readonly RelatedTerm[]> {
  const found = {
    'replaced-by': listReplacements(vocabulary, term),
    replaces: termsReplacedBy(vocabulary, term),
    'other-unit': unitOfName(term.name) === null ? [] : termsOfStem(vocabulary, stemOf(term.name)),
    related: describeResource(vocabulary, term.iri).links.map(({ iri }) => findTermByIri(vocabulary, iri)),
    cites: termsCitedBy(vocabulary, term),
    'cited-by': await termsWhoseTemplatesCite(vocabulary, tokensOf(vocabulary, term), rest),
  } satisfies Record<TermRelation, Iterable<Term | null>>;
  return TERM_RELATIONS.flatMap((relation) =>
    Array.from(found[relation])
      .filter((other) => other !== null && other !== term)
      .toSorted((a, b) => (a!.name < b!.name ? -1 : 1))
      .map((other): RelatedTerm => ({ relation, term: other! })),
  );
}

/** The terms that take the place of a term. */
export function listReplacements(vocabulary: Vocabulary, { iri }: Term): Term[] {
  const { replacedBy } = describeResource(vocabulary, iri);
  return replacedBy.map((replacement) => findTermByIri(vocabulary, replacement)).filter((term) => term !== null);
}

function termsReplacedBy(vocabulary: Vocabulary, { iri }: Term): Array<Term | null> {
  const { triples } = vocabulary;
  const places = triples.placesCitingBy(`${DCTERMS}isReplacedBy`, [{ type: 'uri', value: iri }]);
  return Array.from(places, (place) => findTermByIri(vocabulary, triples.subjectAt(place).value));
}

/** The terms whose tokens stand in the template of a term. */
function termsCitedBy(vocabulary: Vocabulary, { name }: Term): Set<Term | null> {
  const objects = listTemplateRows(vocabulary, name).map(({ object }) => object);
  const tokens = objects.filter((object) => /^[$@]/.test(object));
  return new Set(tokens.map((token) => vocabulary.terms.get(token.slice(1)) ?? null));
}

/** IRIs of the tokens `$key` and `@key` of a term. */
function tokensOf(vocabulary: Vocabulary, { iri }: Term): string[] {
  const { triples } = vocabulary;
  const { ontology } = hubNamespaces(vocabulary.lexicon.vocabularyIri.replace(/vocabulary\/$/, ''));
  const places = triples.placesCitingBy(`${ontology}key`, [{ type: 'uri', value: iri }]);
  return Array.from(places, (place) => triples.subjectAt(place).value);
}

function stemOf(name: string): string {
  return name.split('-', 1)[0]!;
}
