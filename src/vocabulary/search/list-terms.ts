import { describeResource, findText } from '../describe/descriptions.ts';
import { facetsOfTerm, listFacets, pathOf, quantityOfTerm } from '../describe/quantities.ts';
import { sortWithRests } from '../sort-with-rests.ts';
import { unitOfName } from '../terms.ts';
import type { Term, Vocabulary } from '../vocabulary.ts';
import { didYouMean } from './find-terms.ts';
import { explainMatch, type MatchReason } from './match-reason.ts';
import { selectTerms, sortKeyOf, type TermCriteria, type TermOrder } from './select-terms.ts';
import { inSlices, TERMS_BETWEEN_RESTS, type Rest, type Searcher } from '../thread-slices.ts';

/** Which terms are found, in which order. */
export interface TermSelection {
  readonly criteria: TermCriteria;
  readonly order: TermOrder;
}

/** What is to be listed, and how. */
export interface TermQuery extends TermSelection {
  /** A language tag; labels and descriptions are English where there are none. */
  readonly language: string;
  /** Rows to leave out at the beginning. */
  readonly skip: number;
  /** At most so many rows. */
  readonly first: number;
  /** Whether the terms are to be counted by what they have. */
  readonly withCounts: boolean;
}

/** A term as it is told in a language. */
export interface SpokenTerm extends Pick<
  Term,
  'name' | 'iri' | 'datatype' | 'category' | 'unit' | 'deprecated' | 'replacedBy'
> {
  readonly label: string;
  readonly description: string;
}

/** A term of a listing. */
export interface FoundTerm extends SpokenTerm {
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

/** All terms that are found, in rows: those of one quantity make one, which stands where the first of them would. */
export async function findTermRows(
  vocabulary: Vocabulary,
  { criteria, order }: TermSelection,
  searcher: Searcher,
): Promise<readonly (readonly Term[])[]> {
  const found = await selectTerms(vocabulary, criteria, searcher);
  return inSlices(searcher, async (rest) => {
    const keyed: { readonly term: Term; readonly key: string | number }[] = [];
    for (const [at, selected] of found.entries()) {
      if (at % TERMS_BETWEEN_RESTS === 0) await rest();
      keyed.push({ term: selected.term, key: sortKeyOf(selected, order) });
    }
    const sorted = await sortWithRests(
      keyed,
      (a, b) => compare(a.key, b.key) || compare(a.term.name, b.term.name),
      rest,
    );
    const rows = new Map<string, Term[]>();
    for (const [at, { term }] of sorted.entries()) {
      if (at % TERMS_BETWEEN_RESTS === 0) await rest();
      const key = quantityOfTerm(vocabulary, term)?.iri ?? term.iri;
      const row = rows.get(key);
      if (row === undefined) rows.set(key, [term]);
      else row.push(term);
    }
    return [...rows.values()];
  });
}

/** The term as it is told in a language; labels and descriptions are English where there are none in it. */
export function speakTerm(vocabulary: Vocabulary, term: Term, language: string): SpokenTerm {
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
  };
}

/** The part of the terms that a query asks for. */
export async function listFoundTerms(
  vocabulary: Vocabulary,
  { language, skip, first, withCounts, ...selection }: TermQuery,
  searcher: Searcher,
): Promise<TermListing> {
  const { text } = selection.criteria;
  const rows = await findTermRows(vocabulary, selection, searcher);
  const corrected = text === undefined ? null : await didYouMean(vocabulary, text, searcher);
  return inSlices(searcher, async (rest) => {
    const shown: TermRow[] = [];
    for (const terms of rows.slice(skip, skip + first)) {
      const found: FoundTerm[] = [];
      for (const term of terms) {
        const match = text === undefined ? null : explainMatch(vocabulary, term, text);
        found.push({ ...speakTerm(vocabulary, term, language), match });
        await rest();
      }
      shown.push({ quantity: speakQuantity(vocabulary, terms[0]!, language), terms: found });
    }
    const terms = rows.flat();
    return {
      rows: shown,
      rowCount: rows.length,
      termCount: terms.length,
      didYouMean: corrected,
      counts: withCounts ? await countTerms(vocabulary, terms, language, rest) : [],
    };
  });
}

function speakQuantity(vocabulary: Vocabulary, term: Term, language: string): TermRow['quantity'] {
  const quantity = quantityOfTerm(vocabulary, term);
  if (quantity === null) return null;
  const { name, iri } = quantity;
  const label = findText(describeResource(vocabulary, iri).labels, [language])?.text ?? quantity.label;
  return { name, iri, label };
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

/** What terms are counted by: the criterion, what people call it, and the values of a term with what people call them. */
type Counted = readonly [by: string, label: string, valuesOf: (term: Term) => ReadonlyArray<readonly [string, string]>];

/** The ways to narrow these terms, the most frequent values first. Values that none of them has are left out. */
async function countTerms(
  vocabulary: Vocabulary,
  terms: readonly Term[],
  language: string,
  rest: Rest,
): Promise<TermCounts[]> {
  const labelOf = (iri: string, otherwise: string): string =>
    findText(describeResource(vocabulary, iri).labels, [language])?.text ?? otherwise;
  const categories = new Map(vocabulary.categories.map(({ name, iri, label }) => [name, labelOf(iri, label)]));
  const counted: Counted[] = [
    ['category', 'Category', ({ category }) => [[category, categories.get(category) ?? category]]],
    [
      'unit',
      'Unit',
      (term) => {
        const name = term.unit === null ? null : unitOfName(term.name);
        return name === null ? [] : [[name, name]];
      },
    ],
    ...listFacets(vocabulary).map((facet): Counted => [
      'facet',
      labelOf(facet.iri, facet.label),
      (term) =>
        facetsOfTerm(vocabulary, term)
          .filter((value) => value.facet === facet)
          .map((value) => [pathOf(value), labelOf(value.iri, value.label)]),
    ]),
    ['datatype', 'Datatype', ({ datatype }) => [[datatype, datatype]]],
    ['deprecated', 'Deprecated', ({ deprecated }) => [deprecated ? ['true', 'yes'] : ['false', 'no']]],
  ];
  const found: TermCounts[] = [];
  for (const [by, label, valuesOf] of counted) {
    const counts = new Map<string, { value: string; label: string; count: number }>();
    for (const [at, term] of terms.entries()) {
      if (at % TERMS_BETWEEN_RESTS === 0) await rest();
      for (const [value, named] of valuesOf(term)) {
        const known = counts.get(value);
        if (known === undefined) counts.set(value, { value, label: named, count: 1 });
        else known.count++;
      }
    }
    const values = [...counts.values()].toSorted((a, b) => b.count - a.count || compare(a.label, b.label));
    if (values.length > 0) found.push({ by, label, values });
  }
  return found;
}
