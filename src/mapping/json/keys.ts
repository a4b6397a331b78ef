import { hasLoneSurrogate } from '../../rdf/characters.ts';
import { encodeText } from '../../rdf/utf8.ts';
import { QUOTE } from '../bytes/ascii.ts';
import { ByteTable } from '../bytes/byte-table.ts';
import { dataViewOf } from '../bytes/data-view.ts';
import { ESCAPED } from './tape-entry.ts';
import { decodeString } from './text.ts';

/** The distinct keys of a document, numbered in the order in which the scanner met them. */
export class KeyTable {
  /** By id. */
  names: string[];
  /** Those that `noteData` got, in order. */
  readonly data: number[];
  private readonly isData: boolean[];
  /** Null until it is needed: keys are distinguished by their bytes, except those with escapes. */
  private byName: Map<string, number> | null;
  /** Keys as they are written: an escaped and a plain spelling have two numbers and one id. */
  private readonly spellings: ByteTable;
  /** By spelling. */
  private ids: number[];
  /** By spelling, the one that followed it last: records repeat their keys in order. */
  private followers: number[];
  /** The spelling that was met last. */
  private last: number;
  /** Bytes of the key that was expected last, as it is written. */
  lastLength = 0;
  private readonly bytes: Uint8Array;
  /** Of the document's bytes. */
  readonly view: DataView;
  /** Another table has the same names, ids and followers: they are copied before a key is added. */
  private isShared: boolean;

  /** @param known of a document that begins with the same bytes: its keys are known from the beginning */
  constructor(bytes: Uint8Array, known: KeyTable | null = null) {
    this.bytes = bytes;
    this.view = dataViewOf(bytes);
    this.names = known?.names ?? [];
    this.data = known?.data.slice() ?? [];
    this.isData = known?.isData.slice() ?? [];
    this.byName = known?.byName ?? null;
    this.spellings = new ByteTable(bytes, known?.spellings);
    this.ids = known?.ids ?? [];
    this.followers = known?.followers ?? [];
    this.last = known?.last ?? 0;
    this.isShared = known !== null;
    if (known !== null) known.isShared = true;
  }

  /** The id of the key that stands at `start` when it is the one that followed the last key before; else -1. */
  expect(start: number): number {
    const { spellings, bytes, view } = this;
    const spelling = this.followers[this.last] ?? -1;
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
    if (spelling === this.ids.length) this.add(decodeString(this.bytes, start, end, flags), flags);
    this.followers[this.last] = spelling;
    this.last = spelling;
    return this.ids[spelling]!;
  }

  /** Notes that a key stands outside the block. */
  noteData(key: number): void {
    if (this.isData[key] === true) return;
    this.isData[key] = true;
    this.data.push(key);
  }

  /** The id of a key; -1 when the document has no such key. */
  find(name: string): number {
    if (this.byName !== null || hasLoneSurrogate(name)) return this.index().get(name) ?? -1;
    const spelling = this.spellings.find(0, encodeText(name));
    return spelling < 0 ? -1 : this.ids[spelling]!;
  }

  private index(): Map<string, number> {
    return (this.byName ??= new Map(this.names.map((name, id) => [name, id])));
  }

  /** Gives a new spelling its id: that of its name, if the name was spelled otherwise before. */
  private add(name: string, flags: number): void {
    if (this.isShared) this.unshare();
    let id = flags & ESCAPED || this.byName !== null ? this.index().get(name) : undefined;
    if (id === undefined) {
      id = this.names.length;
      this.names.push(name);
      this.byName?.set(name, id);
    }
    this.ids.push(id);
  }

  private unshare(): void {
    this.names = this.names.slice();
    this.byName = this.byName === null ? null : new Map(this.byName);
    this.ids = this.ids.slice();
    this.followers = this.followers.slice();
    this.isShared = false;
  }
}
