/** What several words find, each by itself, in documents that are numbers. */
export class WordScores {
  /** Of one word. */
  readonly #scores: Float64Array;
  readonly #sums: Float64Array;
  /** How many words found a document, and how many different ones. */
  readonly #times: Uint8Array;
  readonly #different: Uint8Array;
  readonly #words: string[] = [];

  /** @param count how many documents there are */
  constructor(count: number) {
    this.#scores = new Float64Array(count);
    this.#sums = new Float64Array(count);
    this.#times = new Uint8Array(count);
    this.#different = new Uint8Array(count);
  }

  /** Adds a word. @param score adds to the score of each document that it finds, all of which are 0 */
  add(word: string, score: (scores: Float64Array) => void): void {
    const isNew = !this.#words.includes(word);
    this.#words.push(word);
    const scores = this.#scores.fill(0);
    score(scores);
    for (let document = 0; document < scores.length; document++) {
      if (scores[document] === 0) continue;
      this.#sums[document] = this.#sums[document]! + scores[document]!;
      this.#times[document]!++;
      if (isNew) this.#different[document]!++;
    }
  }

  /** Whether some document has all words. */
  hasAll(): boolean {
    return this.#words.length > 0 && this.#times.includes(this.#words.length);
  }

  /** The scores of the documents that all words find, and 0 for the others. It holds until another word is added, or others are asked for. */
  ofAll(): Float64Array {
    return this.#combine(this.#words.length);
  }

  /** The same of the documents that any word finds. */
  ofAny(): Float64Array {
    return this.#combine(1);
  }

  /** The sum of a document times the number of different words that find it: who has more of them comes first. */
  #combine(leastTimes: number): Float64Array {
    // In memory that is there: a large array is garbage that the collector runs for.
    const combined = this.#scores;
    for (let document = 0; document < combined.length; document++)
      combined[document] =
        this.#times[document]! >= leastTimes ? this.#sums[document]! * this.#different[document]! : 0;
    return combined;
  }
}

/**
 * The numbers with the best scores, the best first. Those with a score of 0 are none.
 *
 * @param scores by number
 * @param isBefore a total order of the numbers, in which a higher score comes before a lower one
 */
export function bestOf(scores: Float64Array, most: number, isBefore: (a: number, b: number) => boolean): number[] {
  const inOrder = (a: number, b: number): number => (isBefore(a, b) ? -1 : 1);
  let best: number[] = [];
  /** Nothing behind it is among the best. */
  let last: number | null = null;
  for (let number = 0; number < scores.length; number++) {
    if (scores[number] === 0 || (last !== null && !isBefore(number, last))) continue;
    best.push(number);
    if (best.length < 2 * most) continue;
    // Twice as many are put in order at a time, so that each is compared with few.
    best = best.sort(inOrder).slice(0, most);
    last = best[most - 1] ?? null;
  }
  return best.sort(inOrder).slice(0, most);
}
