import { hashBytes } from '../mapping/bytes/hash.ts';

/** Some entries of a map as bytes. */
export interface EntryPart {
  /** Of each entry its name and its value, as JSON in UTF-8, one behind the other. */
  readonly texts: Uint8Array;
  /** Of each entry, where its name ends and where its value ends. */
  readonly ends: Uint32Array;
}

/** A map as bytes that threads share. */
export interface SharedEntries {
  /** Entries are numbered through all parts. */
  readonly parts: readonly EntryPart[];
  /** Numbers of the entries that count, in the order of the map. */
  readonly order: Uint32Array;
}

/** Values that are kept as objects: documents have the same keys again and again. */
const MOST_KEPT = 4096;
/** Of all hashes of names. */
const SALT = 0;

/** A map whose values are made of bytes when they are asked for. */
export class SharedMap<Value> implements ReadonlyMap<string, Value> {
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

/** As JSON: names are of any characters, half ones too. */
export function nameBytes(name: string): Buffer {
  return Buffer.from(JSON.stringify(name));
}
