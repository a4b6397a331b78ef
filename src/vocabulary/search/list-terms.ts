import { describeResource, findText } from '../describe/descriptions.ts';
import { facetsOfTerm, listFacets, pathOf, quantityOfTerm } from '../describe/quantities.ts';
import { unitOfName } from '../terms.ts';
import type { Term, Vocabulary } from '../vocabulary.ts';
import { didYouMean } from './find-terms.ts';
import { explainMatch, type MatchReason } from './match-reason.ts';
import { selectTerms, sortKeyOf, type SelectedTerm, type TermCriteria, type TermOrder } from './select-terms.ts';
import type { Searcher } from './thread-slices.ts';

/** What is to be listed, and how. */
export interface TermQuery {
  readonly criteria: TermCriteria;
  readonly order: TermOrder;
  /** A language tag; labels and descriptions are English where there are none. */
  readonly language: string;
  /** Rows to leave out at the beginning. */
  readonly skip: number;
  /** At most so many rows. */
  readonly first: number;
  /** Whether the terms are to be counted by what they have. */
  readonly withCounts: boolean;
  /** Whether it is to be told why each term was found, and what the text may have meant. Default true. */
  readonly withReasons?: boolean;
}

/** A term of a listing, as it is told. */
export interface FoundTerm extends Pick<
  Term,
  'name' | 'iri' | 'datatype' | 'category' | 'unit' | 'deprecated' | 'replacedBy'
> {
  readonly label: string;
  readonly description: string;
  /** Why the text found it; null without a text, or where only related words are in it. */
  readonly match: MatchReason | null;
}

/** The terms of one quantity, or one term that has none. */
interface TermRow {
  readonly quantity: { readonly name: string; readonly iri: string; readonly label: string } | null;
  readonly terms: readonly FoundTerm[];
}

/** A part of the terms that were found. */
export interface TermListing {
  readonly rows: readonly TermRow[];
  /** How many rows there are in all. */
  readonly rowCount: number;
  /** How many terms there are in all. */
  readonly termCount: number;
  /** The corrected spelling of the text; null when nothing needs a correction. */
  readonly didYouMean: string | null;
  /** Ways to narrow the terms that were found; none where nobody asked for them. */
  readonly counts: readonly TermCounts[];
}

/** The terms that a query finds. Those of one quantity make one row, which stands where the first of them would. */
export async function listFoundTerms(
  vocabulary: Vocabulary,
  { criteria, order, language, skip, first, withCounts, withReasons = true }: TermQuery,
  searcher: Searcher,
): Promise<TermListing> {
  const selected = (await selectTerms(vocabulary, criteria, searcher))
    .map((found) => ({ term: found.term, key: sortKeyOf(found, order) }))
    .toSorted((a, b) => compare(a.key, b.key) || compare(a.term.name, b.term.name));
  const rows = rowsOf(vocabulary, selected);
  const shown = rows.slice(skip, skip + first);
  const text = withReasons ? criteria.text : undefined;
  const spoken = (term: Term): FoundTerm => {
    const { labels, definitions } = describeResource(vocabulary, term.iri);
    const { name, iri, datatype, category, unit, deprecated, replacedBy } = term;
    return {
      name,
      iri,
      datatype,
      category,
      unit,
      deprecated,
      replacedBy,
      label: findText(labels, [language])?.text ?? term.label,
      description: findText(definitions, [language])?.text ?? term.description,
      match: text === undefined ? null : explainMatch(vocabulary, term, text),
    };
  };
  return {
    rows: shown.map((terms) => {
      const quantity = quantityOfTerm(vocabulary, terms[0]!);
      const label =
        quantity === null
          ? null
          : (findText(describeResource(vocabulary, quantity.iri).labels, [language])?.text ?? quantity.label);
      return {
        quantity: quantity === null ? null : { name: quantity.name, iri: quantity.iri, label: label! },
        terms: terms.map(spoken),
      };
    }),
    rowCount: rows.length,
    termCount: selected.length,
    didYouMean: text === undefined ? null : await didYouMean(vocabulary, text, searcher),
    counts: withCounts
      ? countTerms(
          vocabulary,
          selected.map(({ term }) => term),
          language,
        )
      : [],
  };
}

function rowsOf(vocabulary: Vocabulary, selected: ReadonlyArray<Pick<SelectedTerm, 'term'>>): Term[][] {
  const rows = new Map<string, Term[]>();
  for (const { term } of selected) {
    const key = quantityOfTerm(vocabulary, term)?.iri ?? term.iri;
    const row = rows.get(key);
    if (row === undefined) rows.set(key, [term]);
    else row.push(term);
  }
  return [...rows.values()];
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A way to narrow a listing: how many of its terms each value would leave. */
interface TermCounts {
  /** The criterion: `category`, `unit`, `datatype`, `deprecated`, or `facet`. */
  readonly by: string;
  /** What people call it. */
  readonly label: string;
  readonly values: ReadonlyArray<{ readonly value: string; readonly label: string; readonly count: number }>;
}

/** The ways to narrow these terms, the most frequent values first. Values that none of them has are left out. */
function countTerms(vocabulary: Vocabulary, terms: readonly Term[], language: string): TermCounts[] {
  const labelOf = (iri: string, otherwise: string): string =>
    findText(describeResource(vocabulary, iri).labels, [language])?.text ?? otherwise;
  const categories = new Map(vocabulary.categories.map(({ name, iri, label }) => [name, labelOf(iri, label)]));
  const count = (by: string, label: string, valuesOf: (term: Term) => ReadonlyArray<readonly [string, string]>) => {
    const counts = new Map<string, { value: string; label: string; count: number }>();
    for (const term of terms)
      for (const [value, named] of valuesOf(term)) {
        const known = counts.get(value);
        if (known === undefined) counts.set(value, { value, label: named, count: 1 });
        else known.count++;
      }
    return {
      by,
      label,
      values: [...counts.values()].toSorted((a, b) => b.count - a.count || compare(a.label, b.label)),
    };
  };
  return [
    count('category', 'Category', ({ category }) => [[category, categories.get(category) ?? category]]),
    count('unit', 'Unit', (term) => {
      const name = term.unit === null ? null : unitOfName(term.name);
      return name === null ? [] : [[name, name]];
    }),
    ...listFacets(vocabulary).map((facet) =>
      count('facet', labelOf(facet.iri, facet.label), (term) =>
        facetsOfTerm(vocabulary, term)
          .filter((value) => value.facet === facet)
          .map((value) => [pathOf(value), labelOf(value.iri, value.label)]),
      ),
    ),
    count('datatype', 'Datatype', ({ datatype }) => [[datatype, datatype]]),
    count('deprecated', 'Deprecated', ({ deprecated }) => [deprecated ? ['true', 'yes'] : ['false', 'no']]),
  ].filter(({ values }) => values.length > 0);
}
