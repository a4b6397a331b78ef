import { setImmediate as turn } from 'node:timers/promises';
import { joinBytes } from '../join-bytes.ts';
import { hashBytes } from '../mapping/bytes/hash.ts';
import type { Lexicon } from '../mapping/lexicon/lexicon.ts';

/** Some entries of a map as bytes. */
interface EntryPart {
  /** Of each entry its name and its value, as JSON in UTF-8, one behind the other. */
  readonly texts: Uint8Array;
  /** Of each entry, where its name ends and where its value ends. */
  readonly ends: Uint32Array;
}

/** A map as bytes that threads share. */
interface SharedEntries {
  /** Entries are numbered through all parts. */
  readonly parts: readonly EntryPart[];
  /** Numbers of the entries that count, in the order of the map. */
  readonly order: Uint32Array;
}

/** A lexicon as a thread gets it: what grows with the vocabulary is not copied. */
export interface SharedLexicon extends Omit<Lexicon, 'terms' | 'nodes'> {
  readonly terms: SharedEntries;
  readonly nodes: SharedEntries;
}

interface Shared {
  readonly lexicon: Lexicon;
  readonly shared: SharedLexicon;
}

/** Some of them take a millisecond or two. */
const ENTRIES_A_TURN = 256;
/** More become two: the first, which is large, and the others. */
const MOST_PARTS = 16;

/** Writes lexicons for threads, one after another: of one that came of the last one, what is new alone. */
export class LexiconSharer {
  #last: Promise<Shared | null> = Promise.resolve(null);
  #lastOf: Lexicon | null = null;

  /** The same for the same lexicon, until another one is shared. Others have the thread meanwhile. */
  async share(lexicon: Lexicon): Promise<SharedLexicon> {
    if (this.#lastOf !== lexicon) {
      this.#lastOf = lexicon;
      this.#last = this.#last
        .catch(() => null)
        .then(async (last) => ({ lexicon, shared: await shareLexicon(lexicon, last) }));
    }
    return (await this.#last)!.shared;
  }
}

async function shareLexicon(lexicon: Lexicon, last: Shared | null): Promise<SharedLexicon> {
  const { terms, nodes } = lexicon;
  return {
    ...lexicon,
    terms: await shareEntries(terms, last && { map: last.lexicon.terms, entries: last.shared.terms }),
    nodes: await shareEntries(nodes, last && { map: last.lexicon.nodes, entries: last.shared.nodes }),
  };
}

type Before<Value> = { readonly map: ReadonlyMap<string, Value>; readonly entries: SharedEntries };

async function shareEntries<Value>(
  map: ReadonlyMap<string, Value>,
  before: Before<Value> | null,
): Promise<SharedEntries> {
  return (before && (await extendEntries(map, before))) ?? writeEntries(map, null);
}

/** Entries of a map that has all of another one, in their order, and some more; null for one that has not. */
async function extendEntries<Value>(
  map: ReadonlyMap<string, Value>,
  before: Before<Value>,
): Promise<SharedEntries | null> {
  const known = before.map.entries();
  let next = known.next();
  const isKnown = (name: string, value: Value): boolean => {
    if (next.done === true || next.value[0] !== name || next.value[1] !== value) return false;
    next = known.next();
    return true;
  };
  const entries = await writeEntries(map, { isKnown, entries: before.entries });
  return next.done === true ? entries : null;
}

/** @param base entries that need not be written, which are asked for in their order */
async function writeEntries<Value>(
  map: ReadonlyMap<string, Value>,
  base: { readonly isKnown: (name: string, value: Value) => boolean; readonly entries: SharedEntries } | null,
): Promise<SharedEntries> {
  const parts = base?.entries.parts ?? [];
  const first = parts.reduce((sum, { ends }) => sum + ends.length / 2, 0);
  const [pieces, ends]: [Uint8Array[], number[]] = [[], []];
  const order = sharedNumbers(map.size);
  let [at, length, places] = [0, 0, 0];
  for (const [name, value] of map) {
    if (at % ENTRIES_A_TURN === 0) await turn();
    if (base?.isKnown(name, value) === true) order[at++] = base.entries.order[places++]!;
    else {
      order[at++] = first + ends.length / 2;
      const [key, text] = [nameBytes(name), Buffer.from(JSON.stringify(value))];
      pieces.push(key, text);
      ends.push((length += key.length), (length += text.length));
    }
  }
  if (ends.length === 0) return { parts, order };
  const all = [...parts, { texts: shared(joinBytes(pieces)), ends: numbersOf(ends) }];
  return { parts: all.length <= MOST_PARTS ? all : [all[0]!, joined(all.slice(1))], order };
}

function joined(parts: readonly EntryPart[]): EntryPart {
  let length = 0;
  const ends = parts.flatMap(({ texts, ends: endsOfPart }) => {
    const start = length;
    length += texts.length;
    return Array.from(endsOfPart, (end) => start + end);
  });
  return { texts: shared(joinBytes(parts.map(({ texts }) => texts))), ends: numbersOf(ends) };
}

function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}

function sharedNumbers(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
}

function numbersOf(list: readonly number[]): Uint32Array {
  const numbers = sharedNumbers(list.length);
  numbers.set(list);
  return numbers;
}

/** As JSON: names are of any characters, half ones too. */
function nameBytes(name: string): Buffer {
  return Buffer.from(JSON.stringify(name));
}

/** The lexicon that another thread shares. */
export function readSharedLexicon(lexicon: SharedLexicon): Lexicon {
  return { ...lexicon, terms: new SharedMap(lexicon.terms), nodes: new SharedMap(lexicon.nodes) };
}

/** Values that are kept as objects: documents have the same keys again and again. */
const MOST_KEPT = 4096;
/** Of all hashes of names. */
const SALT = 0;

/** A map whose values are made of bytes when they are asked for. */
class SharedMap<Value> implements ReadonlyMap<string, Value> {
  readonly #texts: readonly Buffer[];
  readonly #ends: readonly Uint32Array[];
  readonly #order: Uint32Array;
  /** Places in the order, counted from 1, by the hashes of names: open addressing, at most half full; 0 for an empty place. */
  #index: Uint32Array | null = null;
  readonly #kept = new Map<string, Value>();

  constructor({ parts, order }: SharedEntries) {
    this.#texts = parts.map(({ texts }) => Buffer.from(texts.buffer, texts.byteOffset, texts.byteLength));
    this.#ends = parts.map(({ ends }) => ends);
    this.#order = order;
  }

  get size(): number {
    return this.#order.length;
  }

  has(name: string): boolean {
    return this.#kept.has(name) || this.#find(name) !== null;
  }

  get(name: string): Value | undefined {
    const kept = this.#kept.get(name);
    if (kept !== undefined) return kept;
    const entry = this.#find(name);
    if (entry === null) return undefined;
    const value = valueOf<Value>(entry);
    if (this.#kept.size === MOST_KEPT) this.#kept.clear();
    this.#kept.set(name, value);
    return value;
  }

  *entries(): MapIterator<[string, Value]> {
    for (const number of this.#order) {
      const entry = this.#entry(number);
      yield [nameOf(entry), valueOf<Value>(entry)];
    }
  }

  *keys(): MapIterator<string> {
    for (const number of this.#order) yield nameOf(this.#entry(number));
  }

  *values(): MapIterator<Value> {
    for (const number of this.#order) yield valueOf<Value>(this.#entry(number));
  }

  forEach(take: (value: Value, name: string, map: ReadonlyMap<string, Value>) => void): void {
    for (const [name, value] of this) take(value, name, this);
  }

  [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries();
  }

  #find(name: string): Entry | null {
    const index = (this.#index ??= this.#makeIndex());
    const sought = nameBytes(name);
    for (
      let place = hashBytes(sought, 0, sought.length, SALT) & (index.length - 1);
      ;
      place = (place + 1) & (index.length - 1)
    ) {
      const counted = index[place]!;
      if (counted === 0) return null;
      const entry = this.#entry(this.#order[counted - 1]!);
      const { texts, start, middle } = entry;
      if (sought.length === middle - start && sought.compare(texts, start, middle) === 0) return entry;
    }
  }

  #makeIndex(): Uint32Array {
    const index = new Uint32Array(2 ** Math.ceil(Math.log2(2 * this.size + 2)));
    this.#order.forEach((number, at) => {
      const { texts, start, middle } = this.#entry(number);
      let place = hashBytes(texts, start, middle, SALT) & (index.length - 1);
      while (index[place] !== 0) place = (place + 1) & (index.length - 1);
      index[place] = at + 1;
    });
    return index;
  }

  #entry(number: number): Entry {
    let [part, place] = [0, number];
    while (place >= this.#ends[part]!.length / 2) place -= this.#ends[part++]!.length / 2;
    const ends = this.#ends[part]!;
    return {
      texts: this.#texts[part]!,
      start: place === 0 ? 0 : ends[2 * place - 1]!,
      middle: ends[2 * place]!,
      end: ends[2 * place + 1]!,
    };
  }
}

/** Where the name and the value of an entry stand. */
interface Entry {
  readonly texts: Buffer;
  readonly start: number;
  readonly middle: number;
  readonly end: number;
}

function nameOf({ texts, start, middle }: Entry): string {
  return JSON.parse(texts.toString('utf8', start, middle)) as string;
}

function valueOf<Value>({ texts, middle, end }: Entry): Value {
  return JSON.parse(texts.toString('utf8', middle, end)) as Value;
}
