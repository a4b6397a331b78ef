import type { JsonDocument } from '../json/document.ts';
import { SEMANTIC_KEY } from '../json/tape.ts';
import { ARRAY, KEY, nextValue, OBJECT, STRIDE } from '../json/tape-entry.ts';

/**
 * Shows each value of a document in order, records and arrays too, with the id of the key that it belongs to: the key before it, or that of
 * the array around it. The root's `@semantic` is left out; of equal keys all are shown.
 *
 * @param visitKey is shown each key of a record before its value
 */
export function forEachValue(
  document: JsonDocument,
  visit: (value: number, key: number) => void,
  visitKey?: (member: number, key: number) => void,
): void {
  const { entries, root, keyNames } = document;
  const end = entries[root + 3]!;
  const around: { readonly end: number; readonly key: number }[] = [{ end, key: -1 }];
  let key = -1;
  for (let entry = root + STRIDE; entry < end; entry += STRIDE) {
    while (around.at(-1)!.end <= entry) around.pop();
    const kind = entries[entry]!;
    if (kind === KEY) {
      key = entries[entry + 3]!;
      // A member of the root: `@semantic` within another record is data.
      if (around.length === 1 && keyNames[key] === SEMANTIC_KEY) entry = nextValue(entries, entry + STRIDE) - STRIDE;
      else visitKey?.(entry, key);
      continue;
    }
    const owner = entries[entry - STRIDE] === KEY ? key : around.at(-1)!.key;
    visit(entry, owner);
    if (kind === ARRAY || kind === OBJECT) around.push({ end: entries[entry + 3]!, key: kind === ARRAY ? owner : -1 });
  }
}
