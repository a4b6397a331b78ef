import { GrowingNumbers } from '../growing-numbers.ts';
import { SortedWords } from './sorted-words.ts';

/** Lists of words, several for each number that counts up from 0. Each word is held once, and stands in lists as a number of four bytes. */
export class WordLists {
  readonly #words = new SortedWords();
  /** Of one list after another its length, and then its words. */
  readonly #lists = new GrowingNumbers();
  /** Where the lists of each number begin. */
  readonly #starts = new GrowingNumbers();

  /** Adds the lists of the next number. */
  add(lists: ReadonlyArray<readonly string[]>): void {
    this.#starts.push(this.#lists.length);
    for (const words of lists) {
      this.#lists.push(words.length);
      for (const word of words) this.#lists.push(this.#words.add(word));
    }
  }

  /** The lists of a number. */
  at(number: number): string[][] {
    const end = number + 1 < this.#starts.length ? this.#starts.at(number + 1) : this.#lists.length;
    const found: string[][] = [];
    for (let at = this.#starts.at(number); at < end;) {
      const next = at + 1 + this.#lists.at(at);
      const words: string[] = [];
      for (at++; at < next; at++) words.push(this.#words.word(this.#lists.at(at)));
      found.push(words);
    }
    return found;
  }
}
