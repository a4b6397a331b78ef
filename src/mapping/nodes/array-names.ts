import type { KeyPlan, Mapping } from '../semantic/mapping.ts';
import type { JsonDocument } from '../json/document.ts';
import { ItemNames, ValueNames } from './item-names.ts';
import { absorbState, copyState } from './name-hash.ts';
import type { NamedRecord, NodeNames } from './names.ts';
import { forEachElement, readRecordTime, type Element, type RecordScope, type RecordTime } from '../records/scopes.ts';
import type { TimestampFinder } from '../records/timestamp-finder.ts';

/** The names of what stands in arrays: those of records all at once, because two of them may share one. */
export class ArrayNames {
  private readonly document: JsonDocument;
  private readonly mapping: Mapping;
  private readonly names: NodeNames;
  private readonly timestamps: TimestampFinder;
  /** By array. */
  private readonly records = new Map<number, ItemNames>();
  /** By array: of values that are described later, and named again then. */
  private readonly values = new Map<number, ValueNames>();
  /** By array: of values whose instants are those of others, too. */
  private readonly timedValues = new Map<number, ItemNames>();

  constructor(document: JsonDocument, mapping: Mapping, names: NodeNames, timestamps: TimestampFinder) {
    this.document = document;
    this.mapping = mapping;
    this.names = names;
    this.timestamps = timestamps;
  }

  /** The names of the records of an array. */
  ofRecords(scope: RecordScope, plan: KeyPlan): ItemNames {
    const array = scope.find(plan.id);
    let items = this.records.get(array);
    if (items === undefined) this.records.set(array, (items = this.nameRecords(scope, plan, array)));
    return items;
  }

  /**
   * The names of the values of an array, if they are needed more than once; else null.
   *
   * @param isDeferred they are needed again
   */
  ofValues(array: number, isDeferred: boolean): ValueNames | null {
    let names = this.values.get(array) ?? null;
    if (names === null && isDeferred) this.values.set(array, (names = new ValueNames(this.document.lengthOf(array))));
    return names;
  }

  /** The names of the values of an array that have an instant: those of two are one if the instants and the values are equal. */
  ofTimedValues(scope: RecordScope, plan: KeyPlan): ItemNames {
    const array = scope.find(plan.id);
    let items = this.timedValues.get(array);
    if (items === undefined) this.timedValues.set(array, (items = this.nameTimedValues(scope, plan, array)));
    return items;
  }

  private nameTimedValues(scope: RecordScope, plan: KeyPlan, array: number): ItemNames {
    const { document, names, timestamps } = this;
    const name = new Int32Array(4);
    const start = names.valueStart('', plan, true);
    absorbState(start, 0, scope.name, 0);
    const items = new ItemNames(document, array);
    forEachElement(document, scope, plan, array, (element) => {
      const instant = document.isRecord(element.value) ? -1 : timestamps.instantAt(timestamps.valueOf(element));
      if (instant < 0) return;
      copyState(name, 0, start, 0);
      names.absorbValueAt(name, 0, instant, element.value);
      items.add(element.value, name);
    });
    return items;
  }

  private nameRecords(scope: RecordScope, plan: KeyPlan, array: number): ItemNames {
    const { document, mapping, names, timestamps } = this;
    const name = new Int32Array(4);
    const start = names.itemStart(scope.name, plan, false);
    const startAt = names.itemStart(scope.name, plan, true);
    const items = new ItemNames(document, array);
    forEachElement(document, scope, plan, array, (element) => {
      if (!document.isRecord(element.value)) return;
      const members = document.membersOf(element.value);
      const record = namedRecord(timestamps, element, members, readRecordTime(document, mapping, members));
      const isAt = names.isToldApartByInstant(record);
      copyState(name, 0, isAt ? startAt : start, 0);
      names.absorbRecord(name, 0, record, isAt);
      items.add(element.value, name);
    });
    return items;
  }
}

/** What a record is named after. */
export function namedRecord(
  timestamps: TimestampFinder,
  element: Element,
  members: readonly number[],
  time: RecordTime,
): NamedRecord {
  const { plan, length, index, position } = element;
  const instant = timestamps.instantAt(timestamps.valueOfRecord(element, time));
  const isOfSurroundings = timestamps.isOfSurroundings(element, time);
  return { plan, length, index, position, instant, isOfSurroundings, members, time };
}
