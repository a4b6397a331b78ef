import { percentEncode } from '../mapping/iri.ts';
import type { Warning } from '../mapping/warnings.ts';

/** Clients die of longer headers (`decisions.md §1.7`). */
const MAX_LIST_BYTES = 4096;

/** A list of keys as headers: percent-encoded, comma-separated, whole keys in order, and `…-Truncated` when not all fit. */
export function keyListHeaders(name: string, keys: readonly string[]): Record<string, string> {
  const fitting: string[] = [];
  let bytes = 0;
  for (const key of keys) {
    // A key longer than the limit would be encoded for nothing.
    const encoded = key.length > MAX_LIST_BYTES ? null : percentEncode(key);
    if (encoded === null || bytes + encoded.length > MAX_LIST_BYTES)
      return { [name]: fitting.join(','), [`${name}-Truncated`]: 'true' };
    fitting.push(encoded);
    bytes += encoded.length + 1;
  }
  return { [name]: fitting.join(',') };
}

/** How many warnings, and how many of each kind: `datatype-mismatch=3,axis-length-mismatch=1`. */
export function warningHeaders(warnings: readonly Warning[]): Record<string, string> {
  const counts = new Map<string, number>();
  for (const { code, count } of warnings) counts.set(code, (counts.get(code) ?? 0) + count);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const codes = [...counts].map(([code, count]) => `${code}=${count}`).join(',');
  return { 'X-Semantic-Warnings': String(total), ...(codes === '' ? {} : { 'X-Semantic-Warning-Codes': codes }) };
}
