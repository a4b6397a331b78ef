import type { SeenValues } from '../vocabulary/search/fits-values.ts';

/** A longer document is not read once more for what its keys may mean. */
const MAX_BYTES = 64 * 1024;

interface Seen {
  smallest: number | null;
  sample: string | null;
}

/**
 * By the names of members what values they have, wherever they stand.
 *
 * @param body of a document that was read as JSON
 */
export function valuesOfKeys(body: Uint8Array): ReadonlyMap<string, SeenValues> {
  const seen = new Map<string, Seen>();
  if (body.length > MAX_BYTES) return new Map();
  const open: unknown[] = [JSON.parse(new TextDecoder().decode(body))];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    if (Array.isArray(node)) open.push(...node);
    else
      for (const [key, value] of Object.entries(node)) {
        note(seen, key, value);
        open.push(value);
      }
  }
  return new Map(
    Array.from(seen, ([key, { smallest, sample }]) => [
      key,
      { smallest: smallest === null ? null : String(smallest), sample },
    ]),
  );
}

/** Items of arrays are values of their key. */
function note(seen: Map<string, Seen>, key: string, value: unknown): void {
  for (const each of Array.isArray(value) ? value : [value]) {
    if (each === null || typeof each === 'object') continue;
    const known = seen.get(key) ?? { smallest: null, sample: null };
    if (typeof each === 'number') known.smallest = Math.min(each, known.smallest ?? each);
    else known.sample ??= String(each);
    seen.set(key, known);
  }
}
