import { describeResource, findText } from '../describe/descriptions.ts';
import { quantityOfTerm } from '../describe/quantities.ts';
import { inSlices, PLACES_BETWEEN_RESTS, type Rest, type Searcher } from '../thread-slices.ts';
import type { Term, Vocabulary } from '../vocabulary.ts';
import { countTerms, type TermCounts } from './count-terms.ts';
import { didYouMean } from './find-terms.ts';
import { explainMatches, type MatchReason } from './match-reason.ts';
import { orderOf } from './order-terms.ts';
import { selectTerms, type TermCriteria, type TermOrder, type TermsSelected } from './select-terms.ts';
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
    return rowsBetween(selected, await rowsOf(selected, isBefore, rest), 0, Infinity, isBefore, rest);
  });
}

/** The rows of selected terms. */
interface SelectedRows {
  /** By the number of a row the place of its first term, -1 for a row that no selected term is of. */
  readonly byNumber: Int32Array;
  /** The same of those that there are, in no order. */
  readonly firsts: Uint32Array;
}

async function rowsOf(
  { columns: { rows, rowCount }, places }: TermsSelected,
  isBefore: IsBefore,
  rest: Rest,
): Promise<SelectedRows> {
  const byNumber = new Int32Array(rowCount).fill(-1);
  for (let from = 0; from < places.length; from += PLACES_BETWEEN_RESTS) {
    await rest();
    takeFirsts(rows, places.subarray(from, from + PLACES_BETWEEN_RESTS), byNumber, isBefore);
  }
  return { byNumber, firsts: takenOf(byNumber, places.length) };
}

/** A function of its own, which the engine compiles: one that waits is not, while it runs. */
function takeFirsts(rows: Uint32Array, places: Uint32Array, byNumber: Int32Array, isBefore: IsBefore): void {
  for (let at = 0; at < places.length; at++) {
    const place = places[at]!;
    const first = byNumber[rows[place]!]!;
    if (first === -1 || isBefore(place, first)) byNumber[rows[place]!] = place;
  }
}

function takenOf(byNumber: Int32Array, most: number): Uint32Array {
  const taken = new Uint32Array(Math.min(byNumber.length, most));
  let count = 0;
  for (let row = 0; row < byNumber.length; row++) if (byNumber[row] !== -1) taken[count++] = byNumber[row]!;
  return taken.subarray(0, count);
}

/** The terms of the rows from one to another, in order. @param found of which both arrays are overwritten */
async function rowsBetween(
  { columns: { rows, terms }, places }: TermsSelected,
  { byNumber, firsts }: SelectedRows,
  from: number,
  to: number,
  isBefore: IsBefore,
  rest: Rest,
): Promise<Term[][]> {
  const shown = await sortedPart(firsts, from, to, isBefore, rest);
  const members: number[][] = shown.map(() => []);
  byNumber.fill(-1);
  for (const [number, first] of shown.entries()) byNumber[rows[first]!] = number;
  for (let at = 0; at < places.length; at += PLACES_BETWEEN_RESTS) {
    await rest();
    takeMembers(rows, places.subarray(at, at + PLACES_BETWEEN_RESTS), byNumber, members);
  }
  return members.map((each) => each.sort((a, b) => (isBefore(a, b) ? -1 : 1)).map((place) => terms[place]!));
}

function takeMembers(rows: Uint32Array, places: Uint32Array, shown: Int32Array, members: number[][]): void {
  for (let at = 0; at < places.length; at++) {
    const number = shown[rows[places[at]!]!]!;
    if (number !== -1) members[number]!.push(places[at]!);
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
    const rows = await rowsOf(selected, isBefore, rest);
    const shown: TermRow[] = [];
    const explain = text === undefined ? null : explainMatches(vocabulary, text);
    for (const terms of await rowsBetween(selected, rows, skip, skip + first, isBefore, rest)) {
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
      rowCount: rows.firsts.length,
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
