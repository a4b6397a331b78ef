import type { Mapping } from '../semantic/mapping.ts';
import type { JsonDocument } from '../json/document.ts';
import { singleElement, type Element, type RecordScope } from './scopes.ts';
import { NULL } from '../json/tape-entry.ts';
import type { WarningLog } from './warnings.ts';

/**
 * What `$key` and `@key` stand for at an element; null when they stand for nothing (`mapping.md §3`).
 *
 * @param recorder is told of an array whose item at the place's own index is taken, or would be were it not null
 */
export function resolveToken(
  document: JsonDocument,
  mapping: Mapping,
  warnings: WarningLog,
  element: Element,
  key: number,
  recorder: { noteArray(array: number): void },
): Element | null {
  for (let at: Element | null = element; at !== null; at = at.scope.element) {
    // `$k` at an element of k is the element itself, also where that is a record and the search comes from within it.
    if (at.plan.id === key) return at;
    const scope: RecordScope = at.scope;
    const value = scope.find(key);
    if (value < 0) continue;
    if (document.kindOf(value) === NULL) return null;
    const plan = mapping.plans.of(key);
    if (!document.isArray(value)) return singleElement(scope, plan, value);
    const length = document.lengthOf(value);
    const item = at.length === length ? document.itemAt(value, at.index) : value;
    if (item !== value) recorder.noteArray(value);
    if (document.kindOf(item) === NULL) return null;
    if (!document.isArray(item)) return { scope, plan, value: item, index: at.index, length, position: -1 };
    warnings.addOnce('unresolved-token', plan.name, value);
    return null;
  }
  return null;
}
