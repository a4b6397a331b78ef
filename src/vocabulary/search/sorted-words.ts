import { sortWithRests } from '../sort-with-rests.ts';
import type { ColumnReader, ColumnWriter } from './kept-columns.ts';
import type { Rest } from '../thread-slices.ts';

/** A word and how many of its letters have to be added, dropped or changed to be another one. */
export interface NearWord {
  readonly number: number;
  readonly distance: number;
}

/** Texts of which the near words are kept, as people search for some words often, and how many words each may have. */
const [MAX_KEPT, MAX_NEAR_KEPT] = [256, 64];
/** More letters that two words have in common are not counted: no search has as many. */
const MOST_SHARED = 255;
/** Of a longer word the letters are counted when it is met. */
export const MOST_LETTERS = 255;

/** Words, each once, by numbers that count up from 0, and in order. */
export class SortedWords {
  /** By number. */
  #words: string[] = [];
  /** Numbers of the words that are not in order yet. */
  readonly #unsorted = new Map<string, number>();
  /** Numbers of the words that are in order, and how many letters each has in common with the one before it. */
  #sorted = new Uint32Array(0);
  #shared = new Uint8Array(0);
  /** By place the next one whose word has fewer letters in common with the one before it. Of others than there are words until it is asked for. */
  #nextShorter = new Uint32Array(0);
  /** How many letters each of them has, up to `MOST_LETTERS`; others than there are words until it is asked for. */
  #letters = new Uint8Array(0);
  /** What was near, by how far it may be, and the text. It holds as long as no word comes. */
  readonly #near = new Map<string, readonly NearWord[]>();

  /** What `write` wrote. @throws Error where something else is read */
  static async read(from: ColumnReader, rest: Rest): Promise<SortedWords> {
    const words = new SortedWords();
    words.#words = await from.takeTexts(rest);
    words.#sorted = from.take(Uint32Array);
    words.#shared = from.take(Uint8Array);
    for (const number of words.#added()) words.#unsorted.set(words.#words[number]!, number);
    return words;
  }

  write(to: ColumnWriter): void {
    to.putTexts(this.#words);
    to.put(this.#sorted);
    to.put(this.#shared);
  }

  get count(): number {
    return this.#words.length;
  }

  /** The number of a word, which is added if it is new. */
  add(word: string): number {
    let number = this.numberOf(word);
    if (number === undefined) {
      this.#unsorted.set(word, (number = this.#words.length));
      this.#words.push(word);
    }
    return number;
  }

  /** Puts the words in order, which else the first who looks for one waits for; to be called after the last of many. */
  async arrange(rest: Rest): Promise<void> {
    const known = this.#sorted;
    const added = await sortWithRests(this.#added(), this.#compare, rest);
    // Whoever looked for a word meanwhile has put them in order.
    if (added.length > 0 && this.#sorted === known) this.#merge(added);
    this.#countLetters();
  }

  /** The numbers of all words, in order of the words. */
  get inOrder(): Uint32Array {
    this.#sort();
    return this.#sorted;
  }

  /** Undefined for a word that was never added. */
  numberOf(word: string): number | undefined {
    return this.#unsorted.get(word) ?? this.#numberOfSorted(word);
  }

  /** Whether a word was added. */
  has(word: string): boolean {
    return this.numberOf(word) !== undefined;
  }

  /** The word of a number that `add` gave. */
  word(number: number): string {
    return this.#words[number]!;
  }

  /** Numbers of the words that begin with this, in order; a word begins with itself. */
  beginningWith(prefix: string): Uint32Array {
    const { from, to } = this.#placesOf(prefix);
    return this.#sorted.subarray(from, to);
  }

  /** The same with the length of each, up to `MOST_LETTERS`: thousands are not looked at as texts. */
  lengthsOfBeginningWith(prefix: string): { readonly numbers: Uint32Array; readonly lengths: Uint8Array } {
    const { from, to } = this.#placesOf(prefix);
    return { numbers: this.#sorted.subarray(from, to), lengths: this.#countLetters().subarray(from, to) };
  }

  /** The words that are at most so far from a text, in order. Words that begin alike are compared once as far as they do. */
  near(text: string, most: number): readonly NearWord[] {
    this.#sort();
    const key = `${most} ${text}`;
    let found = this.#near.get(key);
    if (found === undefined) {
      found = this.#findNear(text, most);
      if (this.#near.size === MAX_KEPT) this.#near.clear();
      if (found.length <= MAX_NEAR_KEPT) this.#near.set(key, found);
    }
    return found;
  }

  #findNear(text: string, most: number): NearWord[] {
    const found: NearWord[] = [];
    const distances = new Distances(text, most);
    const [sorted, shared, nextShorter] = [this.#sorted, this.#shared, this.#findShorter()];
    for (let place = 0; place < sorted.length;) {
      const number = sorted[place]!;
      const hopeless = distances.take(this.#words[number]!, shared[place]!);
      const distance = hopeless === Infinity ? distances.distance : Infinity;
      if (distance <= most) found.push({ number, distance });
      place++;
      // What begins with the letters that are too far away is too far away.
      while (place < sorted.length && shared[place]! >= hopeless) place = nextShorter[place]!;
    }
    return found;
  }

  #findShorter(): Uint32Array {
    const shared = this.#shared;
    if (this.#nextShorter.length !== shared.length) {
      const next = new Uint32Array(shared.length);
      for (let place = shared.length - 1; place >= 0; place--) {
        let at = place + 1;
        while (at < shared.length && shared[at]! >= shared[place]!) at = next[at]!;
        next[place] = at;
      }
      this.#nextShorter = next;
    }
    return this.#nextShorter;
  }

  /** Where the words that begin with this stand among those in order. */
  #placesOf(prefix: string): { readonly from: number; readonly to: number } {
    this.#sort();
    const from = this.#placeOf((word) => word < prefix);
    return { from, to: this.#placeOf((word) => word < prefix || word.startsWith(prefix)) };
  }

  #countLetters(): Uint8Array {
    const [words, sorted] = [this.#words, this.#sorted];
    if (this.#letters.length !== sorted.length) {
      const letters = new Uint8Array(sorted.length);
      for (let place = 0; place < sorted.length; place++)
        letters[place] = Math.min(words[sorted[place]!]!.length, MOST_LETTERS);
      this.#letters = letters;
    }
    return this.#letters;
  }

  /** How many words come first for which this holds, which holds for the first ones alone. */
  #placeOf(isBefore: (word: string) => boolean): number {
    let [from, end] = [0, this.#sorted.length];
    while (from < end) {
      const middle = (from + end) >>> 1;
      if (isBefore(this.#words[this.#sorted[middle]!]!)) from = middle + 1;
      else end = middle;
    }
    return from;
  }

  #numberOfSorted(word: string): number | undefined {
    const number = this.#sorted[this.#placeOf((known) => known < word)];
    return number !== undefined && this.#words[number] === word ? number : undefined;
  }

  readonly #compare = (one: number, other: number): number => (this.#words[one]! < this.#words[other]! ? -1 : 1);

  /** Numbers of the words that are not in order yet. */
  #added(): number[] {
    const known = this.#sorted.length;
    return Array.from({ length: this.#words.length - known }, (_, i) => known + i);
  }

  #sort(): void {
    if (this.#sorted.length < this.#words.length) this.#merge(this.#added().sort(this.#compare));
  }

  /** Puts new words, which are in order, among the others in one pass. */
  #merge(added: readonly number[]): void {
    const [words, known] = [this.#words, this.#sorted];
    const count = known.length + added.length;
    const sorted = new Uint32Array(count);
    const shared = new Uint8Array(count);
    let [ofKnown, ofAdded] = [0, 0];
    for (let place = 0; place < count; place++) {
      const takesKnown =
        ofAdded === added.length || (ofKnown < known.length && words[known[ofKnown]!]! < words[added[ofAdded]!]!);
      const number = takesKnown ? known[ofKnown++]! : added[ofAdded++]!;
      shared[place] = place === 0 ? 0 : lettersInCommon(words[sorted[place - 1]!]!, words[number]!);
      sorted[place] = number;
    }
    this.#sorted = sorted;
    this.#shared = shared;
    this.#near.clear();
    // Others may have come while these were put in order.
    if (count === words.length) this.#unsorted.clear();
    else for (const number of added) this.#unsorted.delete(words[number]!);
  }
}

/**
 * Levenshtein's matrix of a text and of words one after another, which begin as the one before does: a row for each letter of a word.
 * Of a row only the cells are computed that can be near: a cell is at least as far away as it is from the diagonal.
 */
class Distances {
  readonly #codes: Uint16Array;
  readonly #most: number;
  /** Cells beside the computed ones are further away than `most`. */
  readonly #rows: Uint8Array;
  /** Letters of the word that was taken last. */
  #length = 0;

  constructor(text: string, most: number) {
    this.#codes = Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
    this.#most = most;
    const width = text.length + 1;
    // A word that is longer is too far away before it ends.
    this.#rows = new Uint8Array((width + most + 1) * width).fill(most + 1);
    for (let column = 0; column < width; column++) this.#rows[column] = column;
  }

  /**
   * Takes the next word.
   *
   * @param filled how many first letters it has in common with the one before it
   * @returns how many first letters are further away than `most`; Infinity when the word may be near
   */
  take(word: string, filled: number): number {
    const [rows, codes, most] = [this.#rows, this.#codes, this.#most];
    const columns = codes.length;
    const width = columns + 1;
    this.#length = word.length;
    for (let letter = filled; letter < word.length; letter++) {
      const row = (letter + 1) * width;
      const above = row - width;
      let least = most + 1;
      if (letter < most) least = rows[row] = letter + 1;
      const code = word.charCodeAt(letter);
      const [from, to] = [Math.max(1, letter + 1 - most), Math.min(columns, letter + 1 + most)];
      for (let column = from; column <= to; column++) {
        let distance = rows[above + column - 1]! + (codes[column - 1] === code ? 0 : 1);
        const [dropped, added] = [rows[above + column]! + 1, rows[row + column - 1]! + 1];
        if (dropped < distance) distance = dropped;
        if (added < distance) distance = added;
        rows[row + column] = distance;
        if (distance < least) least = distance;
      }
      if (least > most) return letter + 1;
    }
    return Infinity;
  }

  /** Of the word that was taken last, if it may be near; otherwise more than `most`. */
  get distance(): number {
    const columns = this.#codes.length;
    return Math.abs(this.#length - columns) > this.#most
      ? Infinity
      : this.#rows[this.#length * (columns + 1) + columns]!;
  }
}

function lettersInCommon(one: string, other: string): number {
  const most = Math.min(one.length, other.length, MOST_SHARED);
  let count = 0;
  while (count < most && one.charCodeAt(count) === other.charCodeAt(count)) count++;
  return count;
}
