import type { NameWords } from './name-words.ts';
import { editDistance } from './words.ts';

/** Words that are the opposite of how they end: `discharge`, `Entladung`, `descarga`, `reactive`; `recharge` is not. */
const OPPOSITE = /^(?:de|des|dis|ent|re(?=a[ck]tiv))/;
/** A word that begins another one or ends it, that says more closely what the end of another one is, or that is it with a letter wrong. */
const LIKENESS = { beginning: 0.8, qualifying: 0.5, ending: 0.8, knownEnding: 0.6, misspelt: 0.85 };
/** A shorter word ends others by chance. */
const ENDING_LENGTH = 6;

/** A word that no term has weighs as one that so many of the terms have: one in 32. */
const UNKNOWN_SHARE = 32;
/** A shorter word says less: its letters agree by chance. */
const TELLING_LENGTH = 3;

/** How alike the names of terms are to the words of a key. */
export class LikenessToKey {
  readonly #sought: readonly string[];
  readonly #names: NameWords;
  /** How many terms have names. */
  readonly #count: number;
  /** How alike a word of the key and one of a name are, each pair computed once, as names share most of their words. A text for each pair would be garbage. */
  readonly #ofWord = remembered((word) => remembered((other) => this.#likenessOfWords(word, other)));
  /** How much a word says. */
  readonly #weigh = remembered((word) => this.#weight(word));

  constructor(words: readonly string[], names: NameWords, count: number) {
    this.#sought = words;
    this.#names = names;
    this.#count = count;
  }

  /** How alike the likest name of a term is, from 0 to 1. @param number that the term has among the names */
  to(number: number): number {
    return Math.max(...this.#names.at(number).map((words) => this.#likeness(words)));
  }

  /** Dice's coefficient over words, each weighted by how rare it is. */
  #likeness(words: readonly string[]): number {
    const weigh = this.#weigh;
    let shared = 0;
    let total = words.reduce((sum, word) => sum + weigh(word), 0);
    const left = [...words];
    for (const word of this.#sought) {
      const compare = this.#ofWord(word);
      let best = 0;
      let at = -1;
      for (const [index, other] of left.entries()) {
        const alike = compare(other);
        if (alike > best) [best, at] = [alike, index];
      }
      total += at === -1 ? this.#weight(word, true) : weigh(word);
      if (at === -1) continue;
      shared += best * (weigh(word) + weigh(left[at]!));
      left.splice(at, 1);
    }
    return shared / total;
  }

  /** @param isLacking the name has no such word: how few other terms have it does not make that worse than if none had */
  #weight(word: string, isLacking = false): number {
    const ofUnknown = this.#count / UNKNOWN_SHARE;
    const frequency = this.#names.frequencyOf(word) ?? ofUnknown;
    const rarity = Math.log(1 + this.#count / (1 + (isLacking ? Math.max(frequency, ofUnknown) : frequency)));
    return rarity * Math.min(1, word.length / TELLING_LENGTH);
  }

  #likenessOfWords(one: string, other: string): number {
    if (one === other) return 1;
    const shorter = Math.min(one.length, other.length);
    if (shorter < 3) return 0;
    if (one.startsWith(other)) return LIKENESS.beginning;
    if (other.startsWith(one))
      return this.#names.has(one) && this.#names.compounds.isQualifiedBy(other, one)
        ? LIKENESS.qualifying
        : LIKENESS.beginning;
    if (shorter >= ENDING_LENGTH && (one.endsWith(other) || other.endsWith(one))) {
      const longer = one.length > shorter ? one : other;
      if (OPPOSITE.exec(longer)?.[0].length === longer.length - shorter) return 0;
      return this.#names.has(one) ? LIKENESS.knownEnding : LIKENESS.ending;
    }
    // A word that names have is not misspelt: `lower` does not stand for `power`. Of two short words a letter differs by chance, and the
    // first letter seldom is the wrong one: `Hasverbrauch` is no `Gasverbrauch`.
    if (shorter === 3 || (one.length === 4 && other.length === 4) || this.#names.has(one) || one[0] !== other[0])
      return 0;
    const most = shorter > 6 ? 2 : 1;
    return editDistance(one, other, most) <= most ? LIKENESS.misspelt : 0;
  }
}

/** The same function, which computes what a word gives once. */
function remembered<Value>(compute: (word: string) => Value): (word: string) => Value {
  const known = new Map<string, Value>();
  return (word) => {
    let value = known.get(word);
    if (value === undefined) known.set(word, (value = compute(word)));
    return value;
  };
}
