import { describeResource } from '../describe/descriptions.ts';
import { searchAllTerms } from './find-terms.ts';
import { inSlices, TERMS_BETWEEN_RESTS, type Searcher } from '../thread-slices.ts';
import { prefixesOfTerm } from '../describe/prefix-uses.ts';
import { facetsOfTerm, pathOf, quantityOfTerm, type Quantity } from '../describe/quantities.ts';
import { sortWithRests } from '../sort-with-rests.ts';
import { unitOfName } from '../terms.ts';
import type { Term, Vocabulary } from '../vocabulary.ts';

/** What terms have to be to be listed; all that is given has to hold. IRIs may be written as prefixed names. */
export interface TermCriteria {
  /** The name of a category. */
  readonly category?: string;
  readonly datatype?: string;
  /** An IRI, or the unit as names of terms have it, e.g. `kW`. */
  readonly unit?: string;
  readonly quantityKind?: string;
  /** The name of a quantity. */
  readonly quantity?: string;
  /** Values of facets, each as `direction/import` or as an IRI; the term has all of them. */
  readonly facets?: readonly string[];
  /** A prefix that its template cites. */
  readonly prefix?: string;
  readonly isDeprecated?: boolean;
  readonly hasSemantics?: boolean;
  /** What it is to be found by. */
  readonly text?: string;
}

/** A term with how well it matches the text; null without a text. */
export interface SelectedTerm {
  readonly term: Term;
  readonly score: number | null;
}

export type TermOrder = 'name' | 'label' | 'category' | 'relevance';

/** The terms that meet the criteria, in order of their names. */
export async function selectTerms(
  vocabulary: Vocabulary,
  criteria: TermCriteria,
  searcher: Searcher,
): Promise<SelectedTerm[]> {
  const { text, datatype, unit, quantityKind, quantity, facets, category, prefix, isDeprecated, hasSemantics } =
    criteria;
  const [datatypeIri, unitIri, kindIri] = [datatype, unit, quantityKind].map((name) => expand(vocabulary, name));
  const meets = (term: Term): boolean =>
    (category === undefined || term.category === category) &&
    (datatypeIri === undefined || term.datatypeIri === datatypeIri) &&
    (unitIri === undefined || term.unit === unitIri || unitOfName(term.name) === unit) &&
    (kindIri === undefined || term.quantityKind === kindIri) &&
    (quantity === undefined || quantityOfTerm(vocabulary, term)?.name === quantity) &&
    (facets === undefined || hasFacets(vocabulary, term, facets)) &&
    (prefix === undefined || prefixesOfTerm(vocabulary, term).some((used) => used.prefix === prefix)) &&
    (isDeprecated === undefined || describeResource(vocabulary, term.iri).isDeprecated === isDeprecated) &&
    (hasSemantics === undefined || term.rows.length > 0 === hasSemantics);
  const candidates =
    text === undefined
      ? Array.from(vocabulary.terms.values(), unscored)
      : await searchAllTerms(vocabulary, text, searcher);
  return inSlices(searcher, async (rest) => {
    const selected: SelectedTerm[] = [];
    for (const [at, candidate] of candidates.entries()) {
      if (at % TERMS_BETWEEN_RESTS === 0) await rest();
      if (meets(candidate.term)) selected.push(candidate);
    }
    // Without a text they are in this order.
    return text === undefined
      ? selected
      : sortWithRests(selected, (a, b) => (a.term.name < b.term.name ? -1 : 1), rest);
  });
}

/** A quantity with how well the best of its terms matches the text; null without a text. */
export interface SelectedQuantity {
  readonly quantity: Quantity;
  readonly score: number | null;
}

/** The quantities of the terms that meet the criteria, in order of their names. */
export async function selectQuantities(
  vocabulary: Vocabulary,
  criteria: TermCriteria,
  searcher: Searcher,
): Promise<SelectedQuantity[]> {
  const found = new Map<string, SelectedQuantity>();
  for (const { term, score } of await selectTerms(vocabulary, criteria, searcher)) {
    const quantity = quantityOfTerm(vocabulary, term);
    if (quantity === null) continue;
    const known = found.get(quantity.name);
    if (known === undefined || (score ?? 0) > (known.score ?? 0)) found.set(quantity.name, { quantity, score });
  }
  return [...found.values()].toSorted((a, b) => (a.quantity.name < b.quantity.name ? -1 : 1));
}

/** By what a term stands in an order: the smaller the earlier, equal ones by name. */
export function sortKeyOf({ term, score }: SelectedTerm, order: TermOrder): string | number {
  switch (order) {
    case 'name':
      return term.name;
    case 'label':
      return term.label.toLowerCase();
    case 'category':
      return term.category;
    case 'relevance':
      // The best come first.
      return -(score ?? 0);
  }
}

/** Whether a term has each of these values of facets, `direction/import` or an IRI, which may be written as a prefixed name. */
export function hasFacets(vocabulary: Vocabulary, term: Term, wanted: readonly string[]): boolean {
  const values = facetsOfTerm(vocabulary, term);
  return wanted.every((facet) => {
    const iri = expand(vocabulary, facet);
    return values.some((value) => pathOf(value) === facet || value.iri === iri);
  });
}

function unscored(term: Term): SelectedTerm {
  return { term, score: null };
}

/** The IRI of a prefixed name whose prefix is registered; anything else is taken for an IRI. */
function expand(vocabulary: Vocabulary, name: string | undefined): string | undefined {
  const colon = name?.indexOf(':') ?? -1;
  if (name === undefined || colon === -1) return name;
  const prefix = vocabulary.prefixes.find((known) => known.prefix === name.slice(0, colon));
  return prefix === undefined ? name : prefix.namespace + name.slice(colon + 1);
}
