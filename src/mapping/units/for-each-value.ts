import type { JsonDocument } from '../json/document.ts';

/**
 * Shows each value of a document that counts, in order, records and arrays too, with the id of the key that it belongs to: that of its
 * member, or of the array around it. The root's `@semantic` is left out.
 */
export function forEachValue(document: JsonDocument, visit: (value: number, key: number) => void): void {
  const visitMembers = (record: number): void => {
    for (const member of document.membersOf(record)) visitValue(document.valueOf(member), document.keyOf(member));
  };
  const visitValue = (value: number, key: number): void => {
    visit(value, key);
    if (document.isRecord(value)) visitMembers(value);
    else if (document.isArray(value))
      for (let i = 0; i < document.lengthOf(value); i++) visitValue(document.itemAt(value, i), key);
  };
  visitMembers(document.root);
}
