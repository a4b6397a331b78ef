import { describeResource, findText } from '../describe/descriptions.ts';
import { quantityOfTerm } from '../describe/quantities.ts';
import { inSlices, PLACES_BETWEEN_RESTS, type Rest, type Searcher } from '../thread-slices.ts';
import type { Term, Vocabulary } from '../vocabulary.ts';
import { countTerms, type TermCounts } from './count-terms.ts';
import { didYouMean } from './find-terms.ts';
import { explainMatches, type MatchReason } from './match-reason.ts';
import { orderOf } from './order-terms.ts';
import { selectTerms, type TermCriteria, type TermOrder, type TermsSelected } from './select-terms.ts';
import { borrowZeros, giveBackZeros } from './scratch-numbers.ts';
import { sortedPart, type IsBefore } from './sorted-part.ts';

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

/** Terms of one row that are told, of any number that a quantity may have; of the shipped ones none has more than 13. */
export const MAX_ROW_TERMS = 50;

/** The terms of one quantity, or one term that has none. */
interface TermRow {
  readonly quantity: { readonly name: string; readonly iri: string; readonly label: string } | null;
  /** At most `MAX_ROW_TERMS`. */
  readonly terms: readonly FoundTerm[];
  /** How many more were found; undefined for none. */
  readonly omitted?: number;
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
  const selected = await selectTerms(vocabulary, criteria, searcher);
  return inSlices(searcher, async (rest) => {
    const isBefore = await orderOf(selected, order, rest);
    return rowsBetween(selected, await firstsOfRows(selected, isBefore, rest), 0, Infinity, isBefore, rest);
  });
}

/** By the numbers of selected terms the first one of each row, in no order. */
async function firstsOfRows(
  { columns: { rows, rowCount }, places }: TermsSelected,
  isBefore: IsBefore,
  rest: Rest,
): Promise<Uint32Array> {
  /** By row one more than the number of its first term; 0 for a row that no selected term is of. */
  const byRow = borrowZeros(rowCount);
  const met = new Uint32Array(Math.min(rowCount, places.length));
  let count = 0;
  for (let from = 0; from < places.length; from += PLACES_BETWEEN_RESTS) {
    await rest();
    count = takeFirsts(rows, places, from, byRow, met, count, isBefore);
  }
  const firsts = met.subarray(0, count);
  takeBack(firsts, byRow);
  giveBackZeros(byRow);
  return firsts;
}

/** A function of its own, which the engine compiles: one that waits is not, while it runs. @param met the rows that there are */
function takeFirsts(
  rows: Uint32Array,
  places: Uint32Array,
  from: number,
  byRow: Uint32Array,
  met: Uint32Array,
  before: number,
  isBefore: IsBefore,
): number {
  let count = before;
  const to = Math.min(from + PLACES_BETWEEN_RESTS, places.length);
  for (let number = from; number < to; number++) {
    const row = rows[places[number]!]!;
    const first = byRow[row]!;
    if (first === 0) met[count++] = row;
    if (first === 0 || isBefore(number, first - 1)) byRow[row] = number + 1;
  }
  return count;
}

/** Puts the first terms of rows in the place of the rows, and zeros in theirs. */
function takeBack(met: Uint32Array, byRow: Uint32Array): void {
  for (let at = 0; at < met.length; at++) {
    const row = met[at]!;
    met[at] = byRow[row]! - 1;
    byRow[row] = 0;
  }
}

/** The terms of the rows from one to another, in order. @param firsts as `firstsOfRows` gives them, which are put into another order */
async function rowsBetween(
  { columns: { rows, rowCount, terms }, places }: TermsSelected,
  firsts: Uint32Array,
  from: number,
  to: number,
  isBefore: IsBefore,
  rest: Rest,
): Promise<Term[][]> {
  const shown = await sortedPart(firsts, from, to, isBefore, rest);
  const members: number[][] = shown.map(() => []);
  /** By row one more than where it is shown; 0 for one that is not. */
  const byRow = borrowZeros(rowCount);
  for (const [at, first] of shown.entries()) byRow[rows[places[first]!]!] = at + 1;
  for (let at = 0; at < places.length; at += PLACES_BETWEEN_RESTS) {
    await rest();
    takeMembers(rows, places, at, byRow, members);
  }
  for (const first of shown) byRow[rows[places[first]!]!] = 0;
  giveBackZeros(byRow);
  return members.map((each) => each.sort((a, b) => (isBefore(a, b) ? -1 : 1)).map((number) => terms[places[number]!]!));
}

function takeMembers(
  rows: Uint32Array,
  places: Uint32Array,
  from: number,
  shown: Uint32Array,
  members: number[][],
): void {
  const to = Math.min(from + PLACES_BETWEEN_RESTS, places.length);
  for (let number = from; number < to; number++) {
    const at = shown[rows[places[number]!]!]!;
    if (at !== 0) members[at - 1]!.push(number);
  }
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
  const selected = await selectTerms(vocabulary, selection.criteria, searcher);
  const corrected = text === undefined ? null : await didYouMean(vocabulary, text, searcher);
  return inSlices(searcher, async (rest) => {
    const isBefore = await orderOf(selected, selection.order, rest);
    const firsts = await firstsOfRows(selected, isBefore, rest);
    const shown: TermRow[] = [];
    const explain = text === undefined ? null : explainMatches(vocabulary, text);
    for (const terms of await rowsBetween(selected, firsts, skip, skip + first, isBefore, rest)) {
      const found: FoundTerm[] = [];
      for (const term of terms.slice(0, MAX_ROW_TERMS)) {
        found.push({ ...speakTerm(vocabulary, term, language), match: explain?.(term) ?? null });
        await rest();
      }
      const omitted = terms.length - found.length;
      const quantity = speakQuantity(vocabulary, terms[0]!, language);
      shown.push({ quantity, terms: found, ...(omitted === 0 ? {} : { omitted }) });
    }
    return {
      rows: shown,
      rowCount: firsts.length,
      termCount: selected.places.length,
      didYouMean: corrected,
      counts: withCounts
        ? await countTerms(
            vocabulary,
            selected,
            language,
            shown.flatMap(({ terms }) => terms),
            rest,
          )
        : [],
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
