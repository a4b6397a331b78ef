import { GrowingNumbers } from '../growing-numbers.ts';
import type { Rest } from '../thread-slices.ts';
import type { ColumnReader, ColumnWriter } from './kept-columns.ts';
import { SortedWords } from './sorted-words.ts';

/** Lists of words, several for each number that counts up from 0. Each word is held once, and stands in lists as a number of four bytes. */
export class WordLists {
  /** All that stand in lists. */
  readonly words: SortedWords;
  /** Of one list after another its length, and then its words. */
  #lists = new GrowingNumbers();
  /** Where the lists of each number begin. */
  #starts = new GrowingNumbers();

  constructor(words = new SortedWords()) {
    this.words = words;
  }

  /** What `write` wrote. @throws Error where something else is read */
  static async read(from: ColumnReader, rest: Rest): Promise<WordLists> {
    const lists = new WordLists(await SortedWords.read(from, rest));
    lists.#lists = GrowingNumbers.of(from.take(Uint32Array));
    lists.#starts = GrowingNumbers.of(from.take(Uint32Array));
    return lists;
  }

  write(to: ColumnWriter): void {
    this.words.write(to);
    to.put(this.#lists.all);
    to.put(this.#starts.all);
  }

  /** Adds the lists of the next number. */
  add(lists: ReadonlyArray<readonly string[]>): void {
    this.#starts.push(this.#lists.length);
    for (const words of lists) {
      this.#lists.push(words.length);
      for (const word of words) this.#lists.push(this.words.add(word));
    }
  }

  /** The lists of a number. */
  at(number: number): string[][] {
    const end = number + 1 < this.#starts.length ? this.#starts.at(number + 1) : this.#lists.length;
    const found: string[][] = [];
    for (let at = this.#starts.at(number); at < end;) {
      const next = at + 1 + this.#lists.at(at);
      const words: string[] = [];
      for (at++; at < next; at++) words.push(this.words.word(this.#lists.at(at)));
      found.push(words);
    }
    return found;
  }
}
