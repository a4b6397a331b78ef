import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeText } from './byte-sink.ts';
import type { Mapping } from './compile.ts';
import type { JsonDocument } from './document.ts';
import { NULL, STRING } from './scan.ts';
import { FLATTENED, readRecordTime, SINGLE, type Element, type RecordScope, type RecordTime } from './scopes.ts';

/** Bytes of a digest that make a name: 128 bits. */
const NAME_BYTES = 16;

/** A sequence of texts that no other sequence of texts equals. */
function join(parts: readonly string[]): string {
  let joined = '';
  for (const part of parts) {
    // JSON keeps two lone surrogates apart, which UTF-8 can't.
    const text = isWellFormed(part) ? part : JSON.stringify(part);
    joined += `${text.length}:${text}`;
  }
  return joined;
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

function digest(parts: readonly string[]): string {
  return bytesToHex(sha256(encodeText(join(parts))).subarray(0, NAME_BYTES));
}

/**
 * Stable names of anonymous nodes (`mapping.md §6`): SHA-256 over what tells a node apart, cut to 128 bits.
 *
 * A record's name holds its constant content: what a longer or shorter series of the same thing has too. So the parts of a
 * series that was cut name the records around it alike, and their graphs join (law 3).
 */
export class NodeNames {
  private readonly document: JsonDocument;
  private readonly mapping: Mapping;
  private readonly genid: string;
  /** Ids of all keys in the order of their names. */
  private readonly rank: Int32Array;

  /** @param fallbackBase gives the authority where the base has none */
  constructor(document: JsonDocument, mapping: Mapping, fallbackBase: string) {
    this.document = document;
    this.mapping = mapping;
    const authority = /^[^:/?#]+:\/\/[^/?#]+/;
    this.genid = `${(authority.exec(mapping.base) ?? authority.exec(fallbackBase))![0]}/.well-known/genid/`;
    this.rank = new Int32Array(document.keyNames.length);
    const sorted = document.keyNames.map((name, key) => ({ name, key })).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (let i = 0; i < sorted.length; i++) this.rank[sorted[i]!.key] = i;
  }

  iriOf(name: string): string {
    return this.genid + name;
  }

  instant(key: string, text: string): string {
    return digest(['instant', this.mapping.base, key, text]);
  }

  root(scope: RecordScope): string {
    return digest(['root', this.mapping.base, this.contentOf(scope.record, scope.members, scope.time, false)]);
  }

  /** @param instant the name of the record's own timestamp, else that of its place; null when it has none */
  record(scope: RecordScope, element: Element, instant: string | null): string {
    const parent = element.scope.name;
    const { name } = element.plan;
    if (element.length === SINGLE) return digest(['record', parent, name, this.contentOf(scope.record, scope.members, scope.time, false)]);
    if (instant === null) return digest(['item', parent, name, indexOf(element), this.contentOf(scope.record, scope.members, scope.time, false)]);
    return digest(['at', parent, name, instant, this.contentOf(scope.record, scope.members, scope.time, true)]);
  }

  value(element: Element, instant: string | null): string {
    return digest(['value', ...this.placeOf(element, instant), this.textOf(element.value)]);
  }

  /** A node of a row: of the record's own, of one along its axis, or of one that is an element of its own. */
  rowNode(node: string, element: Element, instant: string | null): string {
    const { scope } = element;
    if (element.length === SINGLE) return digest(['own row', node, scope.name]);
    if (!scope.isAligned(element)) return digest(['row', node, ...this.placeOf(element, instant), this.textOf(element.value)]);
    return digest(['axis row', node, scope.name, instant ?? indexOf(element), this.rowValues(scope, element.index)]);
  }

  /** A node of the row that a record is. */
  recordRowNode(node: string, record: RecordScope): string {
    return digest(['record row', node, record.name]);
  }

  private placeOf(element: Element, instant: string | null): string[] {
    return [element.scope.name, element.plan.name, instant ?? indexOf(element)];
  }

  /** The values of row i of an axis: the items of all arrays that are aligned with it. */
  private rowValues(scope: RecordScope, index: number): string {
    const parts: string[] = [];
    for (const member of this.sorted(scope.members)) {
      const value = this.document.valueOf(member);
      if (!this.document.isArray(value) || this.document.lengthOf(value) !== scope.time.axisLength) continue;
      parts.push(this.document.textOf(member), this.valueContent(this.document.itemAt(value, index), true));
    }
    return join(parts);
  }

  /** @param whole with the series too */
  private contentOf(record: number, members: Int32Array, time: RecordTime, whole: boolean): string {
    const parts: string[] = [];
    for (const member of this.sorted(members)) {
      const value = this.document.valueOf(member);
      if (this.document.kindOf(value) === NULL || (!whole && this.isSeries(value, time))) continue;
      parts.push(this.document.textOf(member), this.valueContent(value, whole));
    }
    // A digest and not the text: documents are deep, and a text would be copied at each level.
    return digest([String(record === this.document.root), ...parts]);
  }

  /** What a cut of a time series cuts: arrays along the axis, and arrays of records that each carry a timestamp. */
  private isSeries(value: number, time: RecordTime): boolean {
    const { document } = this;
    if (!document.isArray(value)) return false;
    const length = document.lengthOf(value);
    if (length === 0 || length === time.axisLength) return true;
    for (let i = 0; i < length; i++) {
      const item = document.itemAt(value, i);
      if (document.kindOf(item) === NULL) continue;
      if (!document.isRecord(item) || readRecordTime(document, this.mapping, document.membersOf(item)).own < 0) return false;
    }
    return true;
  }

  private valueContent(value: number, whole: boolean): string {
    const { document } = this;
    if (document.isRecord(value)) {
      const members = document.membersOf(value);
      return this.contentOf(value, members, readRecordTime(document, this.mapping, members), whole);
    }
    if (!document.isArray(value)) return this.textOf(value);
    const items: string[] = ['['];
    for (let i = 0; i < document.lengthOf(value); i++) items.push(this.valueContent(document.itemAt(value, i), whole));
    return digest(items);
  }

  /** A scalar's text with what tells `1` from `"1"`. */
  private textOf(value: number): string {
    return (this.document.kindOf(value) === STRING ? '"' : '=') + this.document.textOf(value);
  }

  private sorted(members: Int32Array): Int32Array {
    return members.slice().sort((a, b) => this.rank[this.document.keyOf(a)]! - this.rank[this.document.keyOf(b)]!);
  }
}

/** What tells an element apart that has no instant. */
function indexOf(element: Element): string {
  return element.length === FLATTENED ? `~${element.position}` : `#${element.index}`;
}

/** True where two elements of one array may share a name: they have an instant, and the instant does not tell them apart. */
export function mayShareName(element: Element, instant: string | null, isStampRepeated: (index: number) => boolean): boolean {
  if (instant === null || element.length === SINGLE) return false;
  return element.length === FLATTENED || !element.scope.isAligned(element) || isStampRepeated(element.index);
}
