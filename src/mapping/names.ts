import type { Mapping } from './compile.ts';
import { digest } from './digest.ts';
import type { JsonDocument } from './document.ts';
import { NULL, STRING } from './tape.ts';
import { FLATTENED, readRecordTime, SINGLE, type Element, type RecordScope, type RecordTime } from './scopes.ts';
import { hasLoneSurrogate } from './text.ts';

/** Contents up to this length stand for themselves; longer ones for their digest: documents are deep, and a text would be copied at each level. */
const SHORT = 64;

/** A sequence of texts that no other sequence of texts equals. */
function join(parts: readonly string[]): string {
  let joined = '';
  for (const part of parts) {
    // JSON keeps two lone surrogates apart, which UTF-8 can't.
    const text = hasLoneSurrogate(part) ? `!${JSON.stringify(part)}` : `:${part}`;
    joined += text.length + text;
  }
  return joined;
}

function nameOf(...parts: readonly string[]): string {
  return digest(join(parts));
}

function contentOf(parts: readonly string[]): string {
  const content = join(parts);
  return content.length <= SHORT ? content : digest(content);
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
  /** The values of rows: a row with many nodes asks for them often. */
  private readonly rows = new WeakMap<RecordScope, string[]>();

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
    return nameOf('instant', this.mapping.base, key, text);
  }

  root(scope: RecordScope): string {
    return nameOf('root', this.mapping.base, this.recordContent(scope.members, scope.time, false));
  }

  /** @param instant the name of the record's own timestamp, else that of its place; null when it has none */
  record(scope: RecordScope, element: Element, instant: string | null): string {
    const parent = element.scope.name;
    const { name } = element.plan;
    if (element.length === SINGLE)
      return nameOf('record', parent, name, this.recordContent(scope.members, scope.time, false));
    if (instant === null)
      return nameOf('item', parent, name, indexOf(element), this.recordContent(scope.members, scope.time, false));
    return nameOf('at', parent, name, instant, this.recordContent(scope.members, scope.time, true));
  }

  value(element: Element, instant: string | null): string {
    return nameOf('value', ...this.placeOf(element, instant), this.textOf(element.value));
  }

  /** A node of a row: of the record's own, of one along its axis, or of one that is an element of its own. */
  rowNode(node: string, element: Element, instant: string | null): string {
    const { scope } = element;
    if (element.length === SINGLE) return nameOf('own row', node, scope.name);
    if (!scope.isAligned(element))
      return nameOf('row', node, ...this.placeOf(element, instant), this.textOf(element.value));
    return nameOf('axis row', node, scope.name, instant ?? indexOf(element), this.rowValues(scope, element.index));
  }

  /** A node of the row that a record is. */
  recordRowNode(node: string, record: RecordScope): string {
    return nameOf('record row', node, record.name);
  }

  private placeOf(element: Element, instant: string | null): string[] {
    return [element.scope.name, element.plan.name, instant ?? indexOf(element)];
  }

  /** The values of row i of an axis: the items of all arrays that are aligned with it. */
  private rowValues(scope: RecordScope, index: number): string {
    let rows = this.rows.get(scope);
    if (rows === undefined) this.rows.set(scope, (rows = []));
    return (rows[index] ??= this.readRowValues(scope, index));
  }

  private readRowValues(scope: RecordScope, index: number): string {
    const parts: string[] = [];
    for (const member of this.sorted(scope.members)) {
      const value = this.document.valueOf(member);
      if (!this.document.isArray(value) || this.document.lengthOf(value) !== scope.time.axisLength) continue;
      parts.push(this.document.textOf(member), this.valueContent(this.document.itemAt(value, index), true));
    }
    return contentOf(parts);
  }

  /** @param whole with the series too */
  private recordContent(members: Int32Array, time: RecordTime, whole: boolean): string {
    const parts: string[] = ['{'];
    for (const member of this.sorted(members)) {
      const value = this.document.valueOf(member);
      if (this.document.kindOf(value) === NULL || (!whole && this.isSeries(value, time))) continue;
      parts.push(this.document.textOf(member), this.valueContent(value, whole));
    }
    return contentOf(parts);
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
      if (!document.isRecord(item) || readRecordTime(document, this.mapping, document.membersOf(item)).own < 0)
        return false;
    }
    return true;
  }

  private valueContent(value: number, whole: boolean): string {
    const { document } = this;
    if (document.isRecord(value)) {
      const members = document.membersOf(value);
      return this.recordContent(members, readRecordTime(document, this.mapping, members), whole);
    }
    if (!document.isArray(value)) return this.textOf(value);
    const items: string[] = ['['];
    for (let i = 0; i < document.lengthOf(value); i++) items.push(this.valueContent(document.itemAt(value, i), whole));
    return contentOf(items);
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
export function mayShareName(
  element: Element,
  instant: string | null,
  isStampRepeated: (index: number) => boolean,
): boolean {
  if (instant === null || element.length === SINGLE) return false;
  return element.length === FLATTENED || !element.scope.isAligned(element) || isStampRepeated(element.index);
}
