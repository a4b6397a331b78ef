import { GrowingNumbers } from '../growing-numbers.ts';
import type { Rest } from '../thread-slices.ts';
import { CompoundWords } from './compound-words.ts';
import type { ColumnReader, ColumnWriter } from './kept-columns.ts';
import { WordLists } from './word-lists.ts';

/** The words that names have: lists of names for each number that counts up from 0, in how many of them a word stands, and what compounds are made of. */
export class NameWords {
  readonly #lists: WordLists;
  /** By the number of a word in the lists. */
  readonly #frequency: GrowingNumbers;
  readonly #compounds: CompoundWords;

  constructor(
    lists = new WordLists(),
    frequency = new GrowingNumbers(),
    compounds = new CompoundWords((word) => lists.words.has(word)),
  ) {
    this.#lists = lists;
    this.#frequency = frequency;
    this.#compounds = compounds;
  }

  /** What `write` wrote. @throws Error where something else is read */
  static async read(from: ColumnReader, rest: Rest): Promise<NameWords> {
    const lists = await WordLists.read(from, rest);
    const frequency = GrowingNumbers.of(from.take(Uint32Array));
    return new NameWords(lists, frequency, await CompoundWords.read((word) => lists.words.has(word), from, rest));
  }

  write(to: ColumnWriter): void {
    this.#lists.write(to);
    to.put(this.#frequency.all.slice());
    this.#compounds.write(to);
  }

  /** Adds the names of the next number, each as its words, folded. */
  add(names: ReadonlyArray<readonly string[]>): void {
    this.#lists.add(names);
    for (const word of new Set(names.flat())) {
      const number = this.#lists.words.numberOf(word)!;
      // Words get numbers in the order in which they come.
      if (number === this.#frequency.length) {
        this.#frequency.push(0);
        this.#compounds.add(word);
      }
      this.#frequency.countUp(number);
    }
  }

  /** Puts what was added in order; to be called after the last of many. */
  async arrange(rest: Rest): Promise<void> {
    await this.#lists.words.arrange(rest);
    await this.#compounds.arrange(rest);
  }

  /** The words of each name of a number. */
  at(number: number): string[][] {
    return this.#lists.at(number);
  }

  /** Whether some name has a word. */
  has(word: string): boolean {
    return this.#lists.words.has(word);
  }

  /** Of how many numbers the names have a word; undefined for one that none has. */
  frequencyOf(word: string): number | undefined {
    const number = this.#lists.words.numberOf(word);
    return number === undefined ? undefined : this.#frequency.at(number);
  }

  /** Parts of words that are written as one. */
  get compounds(): Pick<CompoundWords, 'split' | 'endingWith' | 'isQualifiedBy'> {
    return this.#compounds;
  }
}
