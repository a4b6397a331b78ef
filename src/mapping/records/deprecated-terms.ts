import type { Mapping } from '../semantic/mapping.ts';
import type { JsonDocument } from '../json/document.ts';
import { pointerToken } from '../json/text.ts';
import type { WarningLog } from './warnings.ts';

/** Notes `deprecated-term` for each key that is a deprecated term, in order of first appearance, at its first place. */
export function warnOfDeprecatedTerms(document: JsonDocument, { deprecated }: Mapping, warnings: WarningLog): void {
  if (deprecated.size === 0) return;
  const sought = new Set(deprecated.keys());

  function search(value: number, pointer: string): void {
    if (document.isRecord(value)) {
      for (const member of document.membersOf(value)) {
        const key = document.keyOf(member);
        const name = document.nameOf(key);
        const place = pointer + pointerToken(name);
        if (sought.delete(key)) warnings.addDeprecated(name, deprecated.get(key) ?? null, place);
        if (sought.size === 0) return;
        search(document.valueOf(member), place);
      }
    } else if (document.isArray(value)) {
      const length = document.lengthOf(value);
      for (let index = 0; index < length && sought.size > 0; index++)
        search(document.itemAt(value, index), `${pointer}/${index}`);
    }
  }
  search(document.root, '');
}
