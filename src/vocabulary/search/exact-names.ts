import { GrowingNumbers } from '../growing-numbers.ts';
import { HashChains } from '../hash-chains.ts';
import { hashOf, otherHashOf } from '../text-hash.ts';
import type { ColumnReader, ColumnWriter } from './kept-columns.ts';
import { spellingOf } from './words.ts';

/** How a term is called what a text says; the larger the closer, 0 when it is not. */
export const NAMED = {
  not: 0,
  /** By another name without its unit. */
  otherStem: 1,
  /** By its name or label without the unit. */
  stem: 2,
  /** In another spelling: case, accents and signs do not count. */
  spelling: 3,
  /** By its label or another name, letter for letter. */
  otherName: 4,
  name: 5,
} as const;

/** Where the kind of a name stands, behind the number of its owner. */
const KIND_BITS = 3;
const KINDS = (1 << KIND_BITS) - 1;

/** One of the names of an owner. */
export interface OwnName {
  readonly text: string;
  /** As `spellingOf` writes it. */
  readonly spelling: string;
  /** What it is named by this text, letter for letter: one of `NAMED`. */
  readonly kind: number;
}

/** What a text names exactly. */
export interface Named {
  /** By the number of an owner one of `NAMED`. */
  readonly kinds: Uint8Array;
  /** The owners that it names, each once. */
  readonly owners: readonly number[];
}

/**
 * Who is called what, in which spelling and letter for letter, without the names: hashes stand for them, so that an entry takes some 26 bytes
 * however long the name is, and nothing is read again where a hundred thousand owners share a name.
 */
export class ExactNames {
  /** By a hash of the spelling. */
  #chains = new HashChains();
  /** Of each entry, side by side as they are read, another hash of the spelling, one of the text, and the owner with the kind. */
  #entries = new GrowingNumbers();
  #count = 0;

  /** What `write` wrote of so many owners. @throws Error where something else is read */
  static read(from: ColumnReader, count: number): ExactNames {
    const names = new ExactNames();
    names.#chains = HashChains.of(from.take(Uint32Array), from.take(Uint32Array), from.take(Uint32Array));
    names.#entries = GrowingNumbers.of(from.take(Uint32Array));
    names.#count = count;
    return names;
  }

  write(to: ColumnWriter): void {
    for (const column of this.#chains.columns) to.put(column);
    to.put(this.#entries.all);
  }

  /** Notes what the next owner is called, whose number counts up from 0. A spelling that says nothing new is left out. */
  add(names: readonly OwnName[]): void {
    const owner = this.#count++;
    const noted = new Map<string, number>([['', NAMED.name]]);
    for (const { text, spelling, kind } of names) {
      const known = noted.get(spelling) ?? NAMED.not;
      if (kind <= NAMED.spelling ? kind <= known : spelling === '') continue;
      noted.set(spelling, Math.max(kind, known));
      this.#chains.add(hashOf(spelling));
      this.#entries.push(otherHashOf(spelling));
      this.#entries.push(hashOf(text));
      this.#entries.push(((owner << KIND_BITS) | kind) >>> 0);
    }
  }

  find(text: string): Named {
    const kinds = new Uint8Array(this.#count);
    const owners: number[] = [];
    const spelling = spellingOf(text);
    if (spelling === '') return { kinds, owners };
    const [hash, other, ofText] = [hashOf(spelling), otherHashOf(spelling), hashOf(text)];
    const [chains, entries] = [this.#chains, this.#entries.all];
    for (let entry = chains.lastOf(hash); entry !== 0; entry = chains.before(entry)) {
      const at = (entry - 1) * 3;
      if (entries[at] !== other || chains.hashOf(entry) !== hash) continue;
      const noted = entries[at + 2]!;
      const owner = noted >>> KIND_BITS;
      const kind = kindOf(noted & KINDS, entries[at + 1] === ofText);
      if (kinds[owner] === NAMED.not) owners.push(owner);
      if (kind > kinds[owner]!) kinds[owner] = kind;
    }
    return { kinds, owners };
  }
}

/** @param isText the name is the text, letter for letter */
function kindOf(noted: number, isText: boolean): number {
  return noted > NAMED.spelling && !isText ? NAMED.spelling : noted;
}
