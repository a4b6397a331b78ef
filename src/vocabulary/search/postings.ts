import { append } from '../../append.ts';
import type { DocumentScores } from './document-scores.ts';

/** Of Okapi's BM25+ (Lv, Zhai 2011): how soon repetition says nothing more, how much the length counts, and what one occurrence is worth. */
const BM25 = { k: 1.2, b: 0.7, d: 0.5 };
/** What one field may tell of one word is known for so many occurrences in so many words; rarer is computed each time. */
const [KNOWN_OCCURRENCES, KNOWN_LENGTHS] = [8, 256];
/** The same of how rare something is, by how many documents have it. */
const KNOWN_MATCHING = 1024;

/** Documents that have a word in a field, and how often each has it. */
export interface Postings {
  readonly documents: Uint32Array;
  readonly occurrences: Uint16Array;
}

/** Postings of which those of each slot stand together. */
export interface SlotPostings {
  /** By the number of a word 1 where it has some; null where none has. */
  readonly words: Uint8Array | null;
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

/**
 * @param added slot, document and occurrences, one posting after another
 * @param wordCount how many words there are
 * @param width slots of one word
 */
export function groupBySlot(added: Uint32Array, wordCount: number, width: number): SlotPostings {
  const bySlot = new Map<number, number[]>();
  for (let at = 0; at < added.length; at += 3) append(bySlot, added[at]!, at);
  const count = added.length / 3;
  const postings = { documents: new Uint32Array(count), occurrences: new Uint16Array(count) };
  const ranges = new Map<number, { from: number; to: number }>();
  const words = count === 0 ? null : new Uint8Array(wordCount);
  let to = 0;
  for (const [slot, places] of bySlot) {
    const from = to;
    words![Math.floor(slot / width)] = 1;
    for (const at of places) {
      postings.documents[to] = added[at + 1]!;
      postings.occurrences[to++] = added[at + 2]!;
    }
    ranges.set(slot, { from, to });
  }
  return { words, postings, ranges };
}

/** A function of its own, in which the engine holds what it reads: a word that all documents have has as many postings in each field. */
export function addScores(
  { documents, occurrences }: Postings,
  from: number,
  to: number,
  { boost, frequencies, lengths }: Field,
  weight: number,
  rarity: number,
  scores: DocumentScores,
): void {
  const weightOfField = weight * boost;
  for (let at = from; at < to; at++) {
    const document = documents[at]!;
    const frequency = frequencies.of(occurrences[at]!, lengths[document]!);
    scores.add(document, weightOfField * (rarity * (BM25.d + frequency)));
  }
}

/** The best score of the documents of some postings; 0 where none has one. */
export function bestOfDocuments(scores: Float64Array, documents: Uint32Array, from: number, to: number): number {
  let best = 0;
  for (let at = from; at < to; at++) if (scores[documents[at]!]! > best) best = scores[documents[at]!]!;
  return best;
}

/** How rare what so many of all documents have is. */
export class Rarities {
  readonly count: number;
  /** NaN until it is asked for: most words are those of few documents. */
  readonly #known = new Float64Array(KNOWN_MATCHING).fill(NaN);

  /** @param count of all documents */
  constructor(count: number) {
    this.count = count;
  }

  of(matching: number): number {
    if (matching >= KNOWN_MATCHING) return this.#compute(matching);
    const known = this.#known[matching]!;
    return Number.isNaN(known) ? (this.#known[matching] = this.#compute(matching)) : known;
  }

  #compute(matching: number): number {
    return Math.log(1 + (this.count - matching + 0.5) / (matching + 0.5));
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
