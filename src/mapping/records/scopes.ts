import type { KeyPlan, Mapping } from '../semantic/mapping.ts';
import type { JsonDocument } from '../json/document.ts';
import { NULL } from '../json/tape-entry.ts';
import { MAX_POINTER_CHARACTERS, pointerToken } from '../json/text.ts';
import type { GraphNode } from '../rdf-terms/graph-terms.ts';

/** The length of what is in no array. */
export const SINGLE = -1;
/** The length of what was in an array within an array: it is aligned with nothing. */
export const FLATTENED = -2;

/** Where a value stands: at an index of an array with so many items, or at none. */
export interface Place {
  /** -1 outside arrays and in flattened ones. */
  readonly index: number;
  /** Items of the array, or `SINGLE`, or `FLATTENED`. */
  readonly length: number;
}

/** A value of a member of a record: a scalar or a record, never null and never an array. */
export interface Element extends Place {
  readonly scope: RecordScope;
  readonly plan: KeyPlan;
  readonly value: number;
  /** Number among the flattened elements of its member, from 0; -1 for the others. */
  readonly position: number;
}

/** The element that stands in no array. */
export function singleElement(scope: RecordScope, plan: KeyPlan, value: number): Element {
  return { scope, plan, value, index: -1, length: SINGLE, position: -1 };
}

/** What a record says of time (`mapping.md §4`); -1 where it says nothing. */
export interface RecordTime {
  readonly axis: number;
  readonly axisKey: number;
  readonly axisLength: number;
  readonly own: number;
  readonly ownKey: number;
}

const NO_TIME: RecordTime = { axis: -1, axisKey: -1, axisLength: -1, own: -1, ownKey: -1 };

/** The nodes `?name` of one row: most rows have none. */
export class Row {
  private nodes: Map<string, GraphNode> | null = null;

  find(name: string): GraphNode | undefined {
    return this.nodes?.get(name);
  }

  add(name: string, node: GraphNode): void {
    (this.nodes ??= new Map()).set(name, node);
  }
}

const NO_NAME = new Int32Array(4);

/** Members up to which a search beats an index. */
const FEW = 12;

/** A record of the document with its surroundings. */
export class RecordScope {
  readonly record: number;
  readonly members: readonly number[];
  readonly time: RecordTime;
  /** The element that the record is; null for the root. */
  readonly element: Element | null;
  readonly ownRow = new Row();
  /** N(r), once it is named. */
  node!: GraphNode;
  /** The stable name of N(r), where nodes are named: a state of `name-hash.ts`. */
  name: Int32Array = NO_NAME;
  private readonly document: JsonDocument;
  private rows: Row[] | null = null;
  private index: Map<number, number> | null = null;

  constructor(
    document: JsonDocument,
    record: number,
    members: readonly number[],
    time: RecordTime,
    element: Element | null,
  ) {
    this.document = document;
    this.record = record;
    this.members = members;
    this.time = time;
    this.element = element;
  }

  /** The value of a member; -1 when the record has none of that key. */
  find(key: number): number {
    const { members, document } = this;
    if (members.length <= FEW) {
      for (let i = 0; i < members.length; i++)
        if (document.keyOf(members[i]!) === key) return document.valueOf(members[i]!);
      return -1;
    }
    if (this.index === null) {
      this.index = new Map();
      for (const member of members) this.index.set(document.keyOf(member), document.valueOf(member));
    }
    return this.index.get(key) ?? -1;
  }

  /** True for the items of an array as long as the record's axis. */
  isAligned(place: Place): boolean {
    return place.length >= 0 && place.length === this.time.axisLength;
  }

  alignedRow(index: number): Row {
    this.rows ??= [];
    return (this.rows[index] ??= new Row());
  }

  /** JSON Pointer to the record. */
  pointer(): string {
    return pointerToValue(this.document, this.record);
  }
}

/** What a record says of time: the first time key with an array, and the first with a scalar. */
export function readRecordTime(
  document: JsonDocument,
  mapping: Mapping,
  members: readonly number[],
  onLost?: (plan: KeyPlan, value: number) => void,
): RecordTime {
  const { isTime, plans } = mapping;
  if (isTime === null) return NO_TIME;
  let axis = -1;
  let axisKey = -1;
  let own = -1;
  let ownKey = -1;
  for (let i = 0; i < members.length; i++) {
    const key = document.keyOf(members[i]!);
    if (isTime[key] === 0) continue;
    const plan = plans.of(key);
    const value = document.valueOf(members[i]!);
    if (document.isArray(value)) {
      if (axis >= 0) onLost?.(plan, value);
      else {
        axis = value;
        axisKey = plan.id;
      }
    } else if (document.isScalar(value)) {
      if (own >= 0) onLost?.(plan, value);
      else {
        own = value;
        ownKey = plan.id;
      }
    }
  }
  if (axis < 0 && own < 0) return NO_TIME;
  return { axis, axisKey, axisLength: axis < 0 ? -1 : document.lengthOf(axis), own, ownKey };
}

/**
 * Calls `visit` with each element of a member, arrays within arrays flattened.
 *
 * @param skip is asked before an element is made of an item of the array itself: how many items, from that index on, are done
 */
export function forEachElement(
  document: JsonDocument,
  scope: RecordScope,
  plan: KeyPlan,
  value: number,
  visit: (element: Element) => void,
  onNested?: () => void,
  skip?: (index: number) => number,
): void {
  if (!document.isArray(value)) {
    if (document.kindOf(value) !== NULL) visit(singleElement(scope, plan, value));
    return;
  }
  const length = document.lengthOf(value);
  let position = 0;
  for (let index = 0; index < length; index++) {
    if (skip !== undefined) {
      index += skip(index);
      if (index === length) break;
    }
    const item = document.itemAt(value, index);
    if (document.isArray(item)) {
      onNested?.();
      position = visitFlattened(document, scope, plan, item, position, visit);
    } else if (document.kindOf(item) !== NULL) visit({ scope, plan, value: item, index, length, position: -1 });
  }
}

function visitFlattened(
  document: JsonDocument,
  scope: RecordScope,
  plan: KeyPlan,
  array: number,
  from: number,
  visit: (element: Element) => void,
): number {
  let position = from;
  const length = document.lengthOf(array);
  for (let i = 0; i < length; i++) {
    const item = document.itemAt(array, i);
    if (document.isArray(item)) position = visitFlattened(document, scope, plan, item, position, visit);
    else if (document.kindOf(item) === NULL) position++;
    else visit({ scope, plan, value: item, index: -1, length: FLATTENED, position: position++ });
  }
  return position;
}

/** JSON Pointer to a value of the document; of one that does not count, or is far down behind long names, to what is around it. */
export function pointerToValue(document: JsonDocument, value: number): string {
  let pointer = '';
  let at = document.root;
  while (at !== value && pointer.length <= MAX_POINTER_CHARACTERS) {
    if (document.isRecord(at)) {
      const member = document.memberIndex.around(at, value);
      if (member < 0) return pointer;
      pointer += pointerToken(document.textOf(member));
      at = document.valueOf(member);
    } else {
      const index = document.indexOf(at, value);
      if (index < 0) return pointer;
      pointer += `/${index}`;
      at = document.itemAt(at, index);
    }
  }
  return pointer;
}
