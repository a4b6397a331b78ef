import type { Rest } from '../thread-slices.ts';
import type { ColumnReader, ColumnWriter } from './kept-columns.ts';
import { SortedWords } from './sorted-words.ts';

/** A shorter part of a compound is one by chance. */
const PART_LENGTH = 5;
/** A shorter last part is an ending, as in `temperature`. */
const LAST_LENGTH = 4;
/** What German puts between the parts of a compound. */
const JOINTS = ['', 's', 'n', 'en', 'es'];
/** Words that a key's word may end, in the order of the alphabet of their endings. */
const MAX_LONGER = 8;

/** Parts of words that are written as one, as German writes them: `Batterieladezustand` is `Batterie` and `Ladezustand`. */
export class CompoundWords {
  readonly #isKnown: (word: string) => boolean;
  /** The known words, each from its end to its beginning. */
  readonly #reversed: SortedWords;

  /** @param isKnown whether names have a word, folded: all that they have are to be added */
  constructor(isKnown: (word: string) => boolean, reversed = new SortedWords()) {
    this.#isKnown = isKnown;
    this.#reversed = reversed;
  }

  /** What `write` wrote. @throws Error where something else is read */
  static async read(isKnown: (word: string) => boolean, from: ColumnReader, rest: Rest): Promise<CompoundWords> {
    return new CompoundWords(isKnown, await SortedWords.read(from, rest));
  }

  /** Writes all but which words are known. */
  write(to: ColumnWriter): void {
    this.#reversed.write(to);
  }

  /** Adds a known word. */
  add(word: string): void {
    this.#reversed.add(reversed(word));
  }

  /** Puts the words in order; to be called after the last of many. */
  arrange(rest: Rest): Promise<void> {
    return this.#reversed.arrange(rest);
  }

  /** The two known words that an unknown one is made of; the word itself when it is not. The longest last part counts. */
  split(word: string): readonly string[] {
    if (this.#isKnown(word)) return [word];
    for (let at = PART_LENGTH; at <= word.length - PART_LENGTH; at++) {
      const last = word.slice(at);
      if (!this.#isKnown(last)) continue;
      const before = word.slice(0, at);
      for (const joint of JOINTS) {
        const first = before.slice(0, before.length - joint.length);
        if (before.endsWith(joint) && this.#isKnown(first)) return [first, last];
      }
    }
    return [word];
  }

  /** Whether behind a word that it begins with, which says more closely what it is, a longer word ends with a known one: `Preisniveau` is no `Preis`. */
  isQualifiedBy(longer: string, word: string): boolean {
    const rest = longer.slice(word.length);
    return JOINTS.some(
      (joint) =>
        rest.startsWith(joint) && rest.length - joint.length >= LAST_LENGTH && this.#isKnown(rest.slice(joint.length)),
    );
  }

  /** Longer known words that end with this word, some of them if there are many. */
  endingWith(word: string): readonly string[] {
    if (word.length < PART_LENGTH) return [];
    const longer = this.#reversed.beginningWith(reversed(word)).subarray(0, MAX_LONGER);
    return Array.from(longer, (number) => reversed(this.#reversed.word(number))).filter((known) => known !== word);
  }
}

function reversed(word: string): string {
  return [...word].toReversed().join('');
}
