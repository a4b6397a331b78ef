/** Words of which scores are remembered at a time: those of one take 800 KB with a hundred thousand documents. */
const MOST_REMEMBERED = 8;

/** What words found, for texts that are searched one after another and have some words in common. */
export class RememberedScores {
  readonly #met = new Set<string>();
  readonly #scores = new Map<string, Float64Array>();

  /** What a word found in so many documents; undefined where nothing is remembered. */
  of(word: string, count: number): Float64Array | undefined {
    const known = this.#scores.get(word);
    return known?.length === count ? known : undefined;
  }

  /** Remembers what a word found when it is met again: most words are those of one text. */
  note(word: string, scores: Float64Array): void {
    const isAgain = this.#met.has(word);
    this.#met.add(word);
    if (isAgain && (this.#scores.has(word) || this.#scores.size < MOST_REMEMBERED))
      this.#scores.set(word, scores.slice());
  }
}

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
  add(word: string, score: (scores: Float64Array) => void, remembered?: RememberedScores): void {
    const isNew = !this.#words.includes(word);
    this.#words.push(word);
    let scores = remembered?.of(word, this.#scores.length);
    if (scores === undefined) {
      scores = this.#scores.fill(0);
      score(scores);
      remembered?.note(word, scores);
    }
    addTo(this.#sums, this.#times, isNew ? this.#different : null, scores);
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
    const [combined, sums, times, different] = [this.#scores, this.#sums, this.#times, this.#different];
    for (let document = 0; document < combined.length; document++)
      combined[document] = times[document]! >= leastTimes ? sums[document]! * different[document]! : 0;
    return combined;
  }
}

/** A function of its own, in which the engine holds what it reads. */
function addTo(sums: Float64Array, times: Uint8Array, different: Uint8Array | null, scores: Float64Array): void {
  for (let document = 0; document < scores.length; document++) {
    const score = scores[document]!;
    if (score === 0) continue;
    sums[document] = sums[document]! + score;
    times[document]!++;
    if (different !== null) different[document]!++;
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
  let least = 0;
  for (let number = 0; number < scores.length; number++) {
    const score = scores[number]!;
    if (score === 0 || score < least || (last !== null && !isBefore(number, last))) continue;
    best.push(number);
    if (best.length < 2 * most) continue;
    // Twice as many are put in order at a time, so that each is compared with few.
    best = best.sort(inOrder).slice(0, most);
    last = best[most - 1] ?? null;
    least = last === null ? 0 : scores[last]!;
  }
  return best.sort(inOrder).slice(0, most);
}
