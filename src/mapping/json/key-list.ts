import { decodeUtf8 } from '../../rdf/utf8.ts';

/** The keys of a document by their ids, which are numbered from 0. */
export interface KeyNames {
  readonly count: number;
  nameOf(key: number): string;
}

/** Names from which it pays to decode all of them at once. */
const MANY = 32;

/** The distinct keys of a document without it, for what is kept longer. Names are decoded when they are asked for: keys may be as many as values. */
export class KeyList implements KeyNames {
  /** As they are written, one right behind the other. */
  readonly written: Uint8Array;
  /** By spelling: where it ends there. */
  readonly ends: Int32Array;
  /** By spelling: the id of its key; null where each is another key. */
  readonly ids: readonly number[] | null;
  private readonly names: (string | undefined)[];

  /**
   * @param names by id; undefined for those that are not decoded, which are written without escapes
   */
  constructor(written: Uint8Array, ends: Int32Array, names: (string | undefined)[], ids: readonly number[] | null) {
    this.written = written;
    this.ends = ends;
    this.names = names;
    this.ids = ids;
  }

  get count(): number {
    return this.names.length;
  }

  nameOf(key: number): string {
    return (this.names[key] ??= decodeUtf8(this.written, key === 0 ? 0 : this.ends[key - 1]!, this.ends[key]!));
  }

  /** The names of some keys: many of them are parts of one text, which they hold as long as one of them is held. */
  namesOf(keys: readonly number[]): string[] {
    const { written, ends } = this;
    const isMade = keys.length >= MANY && this.ids === null;
    const text = isMade ? decodeUtf8(written, 0, written.length) : '';
    // All of it is ASCII, where a character is a byte.
    if (!isMade || text.length !== written.length) return keys.map((key) => this.nameOf(key));
    return keys.map((key) => text.slice(key === 0 ? 0 : ends[key - 1]!, ends[key]!));
  }
}
