import { hasLoneSurrogate } from '../../rdf/characters.ts';
import { decodeUtf8, encodeText } from '../../rdf/utf8.ts';
import { AT, BACKSLASH, QUOTE } from '../bytes/ascii.ts';
import { ByteTable } from '../bytes/byte-table.ts';
import { dataViewOf } from '../bytes/data-view.ts';
import { sameBytes } from '../bytes/hash.ts';
import { KeyList, type KeyNames } from './key-list.ts';
import { SEMANTIC_KEY } from './semantic-key.ts';
import { ESCAPED } from './tape-entry.ts';
import { decodeString } from './text.ts';

/** The distinct keys of a document, numbered in the order in which the scanner met them. */
export class KeyTable implements KeyNames {
  /** By id, of those that were asked for. */
  private names: (string | undefined)[];
  /** The id of `@semantic`; -1 before it was met. */
  semanticKey: number;
  /** Those that `noteData` got, in order. */
  readonly data: number[];
  private readonly isData: boolean[];
  /** Null until it is needed: keys are distinguished by their bytes, except those with escapes. */
  private byName: Map<string, number> | null;
  /** Keys as they are written: an escaped and a plain spelling have two numbers and one id. */
  private readonly spellings: ByteTable;
  /** By spelling. */
  private ids: number[];
  /** By spelling, the one that followed it last, -1 for none: records repeat their keys in order. */
  private followers: number[];
  /** The spelling that was met last. */
  private last: number;
  /** Bytes of the key that was expected last, as it is written. */
  lastLength = 0;
  private readonly bytes: Uint8Array;
  /** Of the document's bytes. */
  readonly view: DataView;
  /** How many bytes the keys are, as they are written. */
  writtenBytes: number;
  /** Another table has the same names, ids and followers: they are copied before a key is added. */
  private isShared: boolean;

  /** @param known of a document that begins with the same bytes: its keys are known from the beginning */
  constructor(bytes: Uint8Array, known: KeyTable | null = null) {
    this.bytes = bytes;
    this.view = dataViewOf(bytes);
    this.names = known?.names ?? [];
    this.semanticKey = known?.semanticKey ?? -1;
    this.data = known?.data.slice() ?? [];
    this.isData = known?.isData.slice() ?? [];
    this.byName = known?.byName ?? null;
    this.spellings = new ByteTable(bytes, known?.spellings);
    this.ids = known?.ids ?? [];
    this.followers = known?.followers ?? [];
    this.last = known?.last ?? 0;
    this.writtenBytes = known?.writtenBytes ?? 0;
    this.isShared = known !== null;
    if (known !== null) known.isShared = true;
  }

  /** The id of the key that stands at `start` when it is the one that followed the last key before; else -1. */
  expect(start: number): number {
    const { spellings, bytes, view } = this;
    const { followers, last } = this;
    // Reading behind the end of an array is slow.
    const spelling = last < followers.length ? followers[last]! : -1;
    if (spelling < 0) return -1;
    const from = spellings.startOf(spelling);
    const length = spellings.endOf(spelling) - from;
    if (start + length >= bytes.length || bytes[start + length] !== QUOTE) return -1;
    let at = 0;
    for (; at + 4 <= length; at += 4) if (view.getInt32(start + at) !== view.getInt32(from + at)) return -1;
    for (; at < length; at++) if (bytes[start + at] !== bytes[from + at]) return -1;
    this.last = spelling;
    this.lastLength = length;
    return this.ids[spelling]!;
  }

  /** The id of the key whose string stands between `start` and `end`. */
  intern(start: number, end: number, flags: number): number {
    const spelling = this.spellings.add(0, start, end);
    if (spelling === this.ids.length) this.add(start, end, flags);
    this.followers[this.last] = spelling;
    this.last = spelling;
    return this.ids[spelling]!;
  }

  /** Notes that a key stands outside the block. */
  noteData(key: number): void {
    if (this.isData[key]!) return;
    this.isData[key] = true;
    this.data.push(key);
  }

  /** How many keys there are. */
  get count(): number {
    return this.names.length;
  }

  nameOf(key: number): string {
    return (this.names[key] ??= this.decode(key));
  }

  /** The id of a key; -1 when the document has no such key. */
  find(name: string): number {
    if (this.byName !== null || hasLoneSurrogate(name)) return this.index().get(name) ?? -1;
    const spelling = this.spellings.find(0, encodeText(name));
    return spelling < 0 ? -1 : this.ids[spelling]!;
  }

  /** A hash of the keys as they are written, in their order. */
  hash(): number {
    return this.spellings.hash();
  }

  /** The keys without the document. */
  copy(): KeyList {
    const { spellings, names, ids } = this;
    const written = new Uint8Array(this.writtenBytes);
    const ends = new Int32Array(ids.length);
    let to = 0;
    for (let spelling = 0; spelling < ends.length; spelling++) {
      const end = spellings.endOf(spelling);
      for (let at = spellings.startOf(spelling); at < end; at++) written[to++] = this.bytes[at]!;
      ends[spelling] = to;
    }
    return new KeyList(written, ends, names, this.byName === null ? null : ids);
  }

  /** True where a list is what `copy` makes. */
  isListed({ written, ends, ids }: KeyList): boolean {
    const { spellings, bytes } = this;
    if (ends.length !== this.ids.length || (this.byName === null) !== (ids === null)) return false;
    let start = 0;
    for (let spelling = 0; spelling < ends.length; spelling++) {
      const end = ends[spelling]!;
      if (ids !== null && ids[spelling] !== this.ids[spelling]) return false;
      if (!sameBytes(bytes, spellings.startOf(spelling), spellings.endOf(spelling), written, start, end)) return false;
      start = end;
    }
    return true;
  }

  private index(): Map<string, number> {
    if (this.byName === null) {
      this.byName = new Map();
      for (let id = 0; id < this.count; id++) this.byName.set(this.nameOf(id), id);
    }
    return this.byName;
  }

  /** The name of a key that was added before names were needed: until then, each spelling is a key. */
  private decode(key: number): string {
    return decodeUtf8(this.bytes, this.spellings.startOf(key), this.spellings.endOf(key));
  }

  /** Gives a new spelling its id: that of its name, if the name was spelled otherwise before. */
  private add(start: number, end: number, flags: number): void {
    if (this.isShared) this.unshare();
    const byName = flags & ESCAPED ? this.index() : this.byName;
    const name = byName === null ? undefined : decodeString(this.bytes, start, end, flags);
    let id = name === undefined ? undefined : byName!.get(name);
    if (id === undefined) {
      id = this.names.length;
      this.names.push(name);
      this.isData.push(false);
      if (name !== undefined) byName!.set(name, id);
      const first = this.bytes[start];
      if ((first === AT || first === BACKSLASH) && this.nameOf(id) === SEMANTIC_KEY) this.semanticKey = id;
    }
    this.ids.push(id);
    this.followers.push(-1);
    this.writtenBytes += end - start;
  }

  private unshare(): void {
    this.names = this.names.slice();
    this.byName = this.byName === null ? null : new Map(this.byName);
    this.ids = this.ids.slice();
    this.followers = this.followers.slice();
    this.isShared = false;
  }
}
