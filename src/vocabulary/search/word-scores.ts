import { DocumentScores, type FoundDocuments } from './document-scores.ts';

/** Words of which is remembered what they found, at a time: 1.2 MB for one that all of a hundred thousand documents have. */
const MOST_REMEMBERED = 8;

/** What words found, for texts that are searched one after another and have some words in common. */
export class RememberedScores {
  readonly #met = new Set<string>();
  readonly #found = new Map<string, { readonly count: number; readonly found: FoundDocuments }>();

  /** What a word found in so many documents; undefined where nothing is remembered. */
  of(word: string, count: number): FoundDocuments | undefined {
    const known = this.#found.get(word);
    return known?.count === count ? known.found : undefined;
  }

  /** Remembers what a word found when it is met again: most words are those of one text. */
  note(word: string, { scores }: DocumentScores, found: () => FoundDocuments): void {
    const isAgain = this.#met.has(word);
    this.#met.add(word);
    if (isAgain && (this.#found.has(word) || this.#found.size < MOST_REMEMBERED))
      this.#found.set(word, { count: scores.length, found: found() });
  }
}

/** How many words found a document is in the low half of a byte, how many different ones in the high half. */
const [TIMES, DIFFERENT_BITS] = [0xf, 4];
/** As many as the halves have room for. */
export const MOST_WORDS = 15;

/** What several words find, each by itself, in documents that are numbers. It takes 17 bytes for each document, and is used again and again. */
export class WordScores {
  /** Of one word. */
  readonly #word: DocumentScores;
  readonly #sums: DocumentScores;
  readonly #words: Uint8Array;
  #added: string[] = [];

  /** @param count how many documents there are */
  constructor(count: number) {
    this.#word = new DocumentScores(count);
    this.#sums = new DocumentScores(count);
    this.#words = new Uint8Array(count);
  }

  /** How many documents there are. */
  get count(): number {
    return this.#words.length;
  }

  /** Adds a word, at most `MOST_WORDS`. @param score adds to the score of each document that it finds, all of which are 0 */
  add(word: string, score: (scores: DocumentScores) => void, remembered?: RememberedScores): void {
    const one = (1 << DIFFERENT_BITS) * Number(!this.#added.includes(word)) + 1;
    this.#added.push(word);
    const known = remembered?.of(word, this.count);
    if (known !== undefined) {
      addFound(known, this.#sums, this.#words, one);
      return;
    }
    score(this.#word);
    remembered?.note(word, this.#word, () => this.#word.found());
    this.#word.forEachRun((from, to) => addRun(this.#word.scores, from, to, this.#sums, this.#words, one));
    this.#word.clear();
  }

  /** Whether some document has all words. */
  hasAll(): boolean {
    const [words, all] = [this.#words, this.#added.length];
    let has = false;
    this.#sums.forEachRun((from, to) => (has ||= hasTimes(words, from, to, all)));
    return all > 0 && has;
  }

  /**
   * The documents that all words find, or any of them where none has all. What was added is gone afterwards.
   *
   * The score is the sum of a document times the number of different words that find it: who has more of them comes first.
   *
   * @param isAny whether those that any word finds are asked for in any case
   * @param finish adds to scores
   */
  take(isAny = false, finish?: (scores: DocumentScores) => void): FoundDocuments {
    const least = isAny || !this.hasAll() ? 1 : this.#added.length;
    this.#sums.forEachRun((from, to) => weighRun(this.#sums.scores, from, to, this.#words, least));
    finish?.(this.#sums);
    const found = this.#sums.found();
    this.clear();
    return found;
  }

  /** Takes away what was added. */
  clear(): void {
    this.#sums.forEachRun((from, to) => this.#words.fill(0, from, to));
    this.#sums.clear();
    this.#word.clear();
    this.#added = [];
  }
}

/** Functions of their own, in which the engine holds what it reads. */
function addRun(
  scores: Float64Array,
  from: number,
  to: number,
  sums: DocumentScores,
  words: Uint8Array,
  one: number,
): void {
  for (let document = from; document < to; document++) {
    const score = scores[document]!;
    if (score === 0) continue;
    sums.add(document, score);
    words[document] = words[document]! + one;
  }
}

function addFound({ documents, scores }: FoundDocuments, sums: DocumentScores, words: Uint8Array, one: number): void {
  for (let at = 0; at < documents.length; at++) {
    const document = documents[at]!;
    sums.add(document, scores[at]!);
    words[document] = words[document]! + one;
  }
}

function hasTimes(words: Uint8Array, from: number, to: number, times: number): boolean {
  for (let document = from; document < to; document++) if ((words[document]! & TIMES) === times) return true;
  return false;
}

function weighRun(sums: Float64Array, from: number, to: number, words: Uint8Array, least: number): void {
  for (let document = from; document < to; document++) {
    const found = words[document]!;
    sums[document] = (found & TIMES) >= least ? sums[document]! * (found >>> DIFFERENT_BITS) : 0;
  }
}

/**
 * The places with the best scores, the best first.
 *
 * @param scores more than 0
 * @param isBefore a total order of the places, in which a higher score comes before a lower one
 */
export function bestOf(scores: Float64Array, most: number, isBefore: (a: number, b: number) => boolean): number[] {
  const inOrder = (a: number, b: number): number => (isBefore(a, b) ? -1 : 1);
  let best: number[] = [];
  /** Nothing behind it is among the best. */
  let last: number | null = null;
  let least = 0;
  for (let place = 0; place < scores.length; place++) {
    const score = scores[place]!;
    if (score === 0 || score < least || (last !== null && !isBefore(place, last))) continue;
    best.push(place);
    if (best.length < 2 * most) continue;
    // Twice as many are put in order at a time, so that each is compared with few.
    best = best.sort(inOrder).slice(0, most);
    last = best[most - 1] ?? null;
    least = last === null ? 0 : scores[last]!;
  }
  return best.sort(inOrder).slice(0, most);
}
