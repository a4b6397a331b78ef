import type { JsonDocument } from '../json/document.ts';
import type { Mapping } from '../semantic/mapping.ts';
import type { InstantTable } from './instants.ts';
import { singleElement, type Element, type RecordScope, type RecordTime } from './scopes.ts';

/** Where the instant of an element was looked up. */
export interface FoundTimestamp {
  /** The element of a time key that gives the instant; null if there is none. */
  readonly timestamp: Element | null;
  /** The axis whose item at the place's own index was read; -1 if none was. Another row reads another item of it. */
  readonly axis: number;
}

const NOT_FOUND: FoundTimestamp = { timestamp: null, axis: -1 };

/** Finds the timestamp whose instant an element has (`mapping.md §4`). */
export class TimestampFinder {
  private readonly document: JsonDocument;
  private readonly mapping: Mapping;
  private readonly instants: InstantTable;

  constructor(document: JsonDocument, mapping: Mapping, instants: InstantTable) {
    this.document = document;
    this.mapping = mapping;
    this.instants = instants;
  }

  /** Looks up the timestamp in the element's record and in the records around it. */
  find(element: Element): FoundTimestamp {
    const { document, mapping } = this;
    for (let at: Element | null = element; at !== null; at = at.scope.element) {
      const scope: RecordScope = at.scope;
      const { axis, axisKey, own, ownKey } = scope.time;
      if (scope.isAligned(at)) {
        const { index, length } = at;
        const value = document.itemAt(axis, index);
        if (!document.isScalar(value)) return { timestamp: null, axis };
        return { timestamp: { scope, plan: mapping.plans.of(axisKey), value, index, length, position: -1 }, axis };
      }
      if (own >= 0) {
        const plan = mapping.plans.of(ownKey);
        return { timestamp: singleElement(scope, plan, own), axis: -1 };
      }
      if (axis >= 0) return NOT_FOUND;
    }
    return NOT_FOUND;
  }

  /** The timestamp of an element as a value of the document; -1 if it has none. */
  valueOf(element: Element): number {
    return this.find(element).timestamp?.value ?? -1;
  }

  /** The own timestamp of a record, else that of its place; -1 if it has none. */
  valueOfRecord(element: Element, { own }: RecordTime): number {
    return own >= 0 ? own : this.valueOf(element);
  }

  /** True if a record has no timestamp but that of a record around it, if any: neither one of its own nor one of its place on an axis. */
  isOfSurroundings(element: Element, { own }: RecordTime): boolean {
    return own < 0 && !element.scope.isAligned(element);
  }

  /** The number of the instant of a timestamp; -1 for -1. */
  instantAt(timestamp: number): number {
    return timestamp < 0 ? -1 : this.instants.numberAt(timestamp);
  }
}
