import { append } from '../../append.ts';

/** Of Okapi's BM25+ (Lv, Zhai 2011): how soon repetition says nothing more, how much the length counts, and what one occurrence is worth. */
const BM25 = { k: 1.2, b: 0.7, d: 0.5 };
/** What one field may tell of one word is known for so many occurrences in so many words; rarer is computed each time. */
const [KNOWN_OCCURRENCES, KNOWN_LENGTHS] = [8, 256];

/** Documents that have a word in a field, and how often each has it. */
export interface Postings {
  readonly documents: Uint32Array;
  readonly occurrences: Uint16Array;
}

/** Postings of which those of each slot stand together. */
export interface SlotPostings {
  readonly postings: Postings;
  readonly ranges: ReadonlyMap<number, { readonly from: number; readonly to: number }>;
}

/** What a field says of its postings. */
export interface Field {
  readonly boost: number;
  readonly frequencies: Frequencies;
  /** By document. */
  readonly lengths: Uint32Array;
}

/** @param added slot, document and occurrences, one posting after another */
export function groupBySlot(added: Uint32Array): SlotPostings {
  const bySlot = new Map<number, number[]>();
  for (let at = 0; at < added.length; at += 3) append(bySlot, added[at]!, at);
  const count = added.length / 3;
  const postings = { documents: new Uint32Array(count), occurrences: new Uint16Array(count) };
  const ranges = new Map<number, { from: number; to: number }>();
  let to = 0;
  for (const [slot, places] of bySlot) {
    const from = to;
    for (const at of places) {
      postings.documents[to] = added[at + 1]!;
      postings.occurrences[to++] = added[at + 2]!;
    }
    ranges.set(slot, { from, to });
  }
  return { postings, ranges };
}

/** A function of its own, in which the engine holds what it reads: a word that all documents have has as many postings in each field. */
export function addScores(
  { documents, occurrences }: Postings,
  from: number,
  to: number,
  { boost, frequencies, lengths }: Field,
  weight: number,
  rarity: number,
  scores: Float64Array,
): void {
  const weightOfField = weight * boost;
  for (let at = from; at < to; at++) {
    const document = documents[at]!;
    const frequency = frequencies.of(occurrences[at]!, lengths[document]!);
    scores[document] = scores[document]! + weightOfField * (rarity * (BM25.d + frequency));
  }
}

/** What occurrences in a field of some length are worth, by how long the field is in the mean. */
export class Frequencies {
  readonly average: number;
  /** NaN until it is asked for. */
  readonly #known = new Float64Array(KNOWN_OCCURRENCES * KNOWN_LENGTHS).fill(NaN);

  constructor(average: number) {
    this.average = average;
  }

  of(occurrences: number, length: number): number {
    if (occurrences >= KNOWN_OCCURRENCES || length >= KNOWN_LENGTHS) return this.#compute(occurrences, length);
    const place = occurrences * KNOWN_LENGTHS + length;
    const known = this.#known[place]!;
    return Number.isNaN(known) ? (this.#known[place] = this.#compute(occurrences, length)) : known;
  }

  #compute(occurrences: number, length: number): number {
    const { k, b } = BM25;
    return (occurrences * (k + 1)) / (occurrences + k * (1 - b + (b * length) / this.average));
  }
}
