import { append } from '../../append.ts';
import { placesOfPrefix, prefixesOfTerm } from '../describe/prefix-uses.ts';
import { findQuantity, listFacets, pathOf, quantityOfTerm, type Quantity } from '../describe/quantities.ts';
import { unitOfName } from '../terms.ts';
import { inSlices, PLACES_BETWEEN_RESTS, TERMS_BETWEEN_RESTS, type Searcher } from '../thread-slices.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { scoreTerms } from './find-terms.ts';
import { columnsOf, type ListColumns } from './list-columns.ts';
import type { FoundPlaces } from './place-scores.ts';
import { placesWith } from './places-by-number.ts';

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

/** Terms that were selected; a term is known by its number among them, which counts up from 0. */
export interface TermsSelected {
  readonly columns: ListColumns;
  /** By number their places in the columns, ascending. */
  readonly places: Uint32Array;
  /** By number how well each of them matches the text; null without a text. */
  readonly scores: Float64Array | null;
}

export type TermOrder = 'name' | 'label' | 'category' | 'unit' | 'relevance';

/** Whether the term at a place meets a criterion. */
type Meets = (place: number) => boolean;

/** The terms that meet the criteria. */
export async function selectTerms(
  vocabulary: Vocabulary,
  criteria: TermCriteria,
  searcher: Searcher,
): Promise<TermsSelected> {
  const { text } = criteria;
  const columns = await columnsOf(vocabulary);
  const found = text === undefined ? null : await scoreTerms(vocabulary, text, searcher);
  const wanted = testsOf(vocabulary, columns, criteria);
  const candidates = await candidatesOf(vocabulary, columns, criteria);
  if (found !== null && wanted.length === 0) return { columns, ...found };
  return inSlices(searcher, async (rest) => {
    const among = candidates ?? found?.places ?? null;
    const most = among?.length ?? columns.terms.length;
    const selected = {
      places: new Uint32Array(most),
      scores: found === null ? null : new Float64Array(most),
    };
    let progress: Progress = { count: 0, found: 0 };
    for (let from = 0; from < most; from += PLACES_BETWEEN_RESTS) {
      await rest();
      const to = Math.min(from + PLACES_BETWEEN_RESTS, most);
      progress = select(from, to, among, found, wanted, selected, progress);
    }
    const places = selected.places.subarray(0, progress.count);
    return { columns, places, scores: selected.scores?.subarray(0, progress.count) ?? null };
  });
}

/** How many terms were selected, and how many of those that a text found come before the next one. */
interface Progress {
  readonly count: number;
  readonly found: number;
}

/** Places among which all are that meet the criteria, ascending; null for all places. */
async function candidatesOf(
  vocabulary: Vocabulary,
  columns: ListColumns,
  { quantity, category, prefix }: TermCriteria,
): Promise<ArrayLike<number> | null> {
  if (quantity !== undefined) return placesWith(columns.rows, rowOfQuantity(vocabulary, columns, quantity));
  if (category !== undefined) return placesWith(columns.category.numbers, columns.category.numberOf(category));
  return prefix === undefined ? null : placesOfPrefix(vocabulary, prefix);
}

/** A function of its own, which the engine compiles: one that waits is not, while it runs. */
function select(
  from: number,
  to: number,
  candidates: ArrayLike<number> | null,
  found: FoundPlaces | null,
  wanted: readonly Meets[],
  selected: Pick<TermsSelected, 'places' | 'scores'>,
  before: Progress,
): Progress {
  let [count, next] = [before.count, before.found];
  for (let at = from; at < to; at++) {
    const place = candidates?.[at] ?? at;
    if (found !== null) {
      while (next < found.places.length && found.places[next]! < place) next++;
      if (found.places[next] !== place) continue;
    }
    if (!meetsAll(place, wanted)) continue;
    selected.places[count] = place;
    if (selected.scores !== null) selected.scores[count] = found!.scores[next]!;
    count++;
  }
  return { count, found: next };
}

function meetsAll(place: number, wanted: readonly Meets[]): boolean {
  // Without a function for each of a hundred thousand places.
  for (let at = 0; at < wanted.length; at++) if (!wanted[at]!(place)) return false;
  return true;
}

/** What is asked of each place, what is told by numbers first. */
function testsOf(vocabulary: Vocabulary, columns: ListColumns, criteria: TermCriteria): Meets[] {
  const { datatype, unit, quantityKind, quantity, facets, category, prefix, isDeprecated, hasSemantics } = criteria;
  const [datatypeIri, unitIri, kindIri] = [datatype, unit, quantityKind].map((name) => expand(vocabulary, name));
  const { terms } = columns;
  const tests: Meets[] = [];
  const ask = (isAsked: boolean, meets: () => Meets): void => void (isAsked && tests.push(meets()));
  ask(category !== undefined, () => {
    const number = columns.category.numberOf(category!);
    return (place) => columns.category.numbers[place] === number;
  });
  ask(quantity !== undefined, () => {
    const row = rowOfQuantity(vocabulary, columns, quantity!);
    return (place) => columns.rows[place] === row;
  });
  ask(facets !== undefined, () => {
    const haveAll = facetTest(vocabulary, columns, facets!);
    return (place) => haveAll[columns.facets.numbers[place]!] === 1;
  });
  ask(datatype !== undefined, () => (place) => terms[place]!.datatypeIri === datatypeIri);
  ask(unit !== undefined, () => (place) => {
    const term = terms[place]!;
    return term.unit === unitIri || unitOfName(term.name) === unit;
  });
  ask(quantityKind !== undefined, () => (place) => terms[place]!.quantityKind === kindIri);
  ask(isDeprecated !== undefined, () => (place) => terms[place]!.deprecated === isDeprecated);
  ask(hasSemantics !== undefined, () => (place) => terms[place]!.hasTemplate === hasSemantics);
  ask(
    prefix !== undefined,
    () => (place) => prefixesOfTerm(vocabulary, terms[place]!).some((used) => used.prefix === prefix),
  );
  return tests;
}

/** -1 where no term has a quantity of this name. */
function rowOfQuantity(vocabulary: Vocabulary, columns: ListColumns, name: string): number {
  const quantity = findQuantity(vocabulary, name);
  const number = quantity === null ? undefined : vocabulary.triples.numberOf({ type: 'uri', value: quantity.iri });
  return (number === undefined ? undefined : columns.rowOfQuantity.get(number)) ?? -1;
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
  const { columns, places, scores } = await selectTerms(vocabulary, criteria, searcher);
  return inSlices(searcher, async (rest) => {
    const found = new Map<string, SelectedQuantity>();
    for (const [at, place] of places.entries()) {
      if (at % TERMS_BETWEEN_RESTS === 0) await rest();
      const quantity = quantityOfTerm(vocabulary, columns.terms[place]!);
      if (quantity === null) continue;
      const score = scores?.[at] ?? null;
      const known = found.get(quantity.name);
      if (known === undefined || (score ?? 0) > (known.score ?? 0)) found.set(quantity.name, { quantity, score });
    }
    return [...found.values()].toSorted((a, b) => (a.quantity.name < b.quantity.name ? -1 : 1));
  });
}

/** By the number of a list of values of facets 1 where all that are wanted are in it. The values of the vocabulary are walked once for all. */
function facetTest(vocabulary: Vocabulary, { facets }: ListColumns, wanted: readonly string[]): Uint8Array {
  const named = new Map<string, string[]>();
  for (const { values } of listFacets(vocabulary))
    for (const value of values) {
      append(named, pathOf(value), value.iri);
      append(named, value.iri, value.iri);
    }
  const meant = [...new Set(wanted)].map((name) => {
    const byIri = named.get(expand(vocabulary, name)) ?? [];
    return new Set([...byIri, ...(named.get(name) ?? [])].map((iri) => facets.numberOf(iri)));
  });
  const { items, ends } = facets.lists;
  const haveAll = new Uint8Array(ends.length);
  for (let list = 0; list < ends.length; list++) {
    const own = items.subarray(list === 0 ? 0 : ends[list - 1], ends[list]);
    haveAll[list] = Number(meant.every((meanings) => own.some((item) => meanings.has(item))));
  }
  return haveAll;
}

/** The IRI of a prefixed name whose prefix is registered; anything else is taken for an IRI. */
function expand(vocabulary: Vocabulary, name: string): string;
function expand(vocabulary: Vocabulary, name: string | undefined): string | undefined;
function expand(vocabulary: Vocabulary, name: string | undefined): string | undefined {
  const colon = name?.indexOf(':') ?? -1;
  if (name === undefined || colon === -1) return name;
  const prefix = vocabulary.prefixes.find((known) => known.prefix === name.slice(0, colon));
  return prefix === undefined ? name : prefix.namespace + name.slice(colon + 1);
}
