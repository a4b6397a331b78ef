/** A longer document is not read once more for what its keys may mean. */
const MAX_BYTES = 64 * 1024;

/**
 * The names of members that have `true` or `false` and nothing else, wherever they stand.
 *
 * @param body of a document that was read as JSON
 */
export function booleanKeys(body: Uint8Array): ReadonlySet<string> {
  const [booleans, others] = [new Set<string>(), new Set<string>()];
  if (body.length > MAX_BYTES) return booleans;
  const open: unknown[] = [JSON.parse(new TextDecoder().decode(body))];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    for (const [key, value] of Object.entries(node)) {
      if (!Array.isArray(node)) (typeof value === 'boolean' ? booleans : others).add(key);
      open.push(value);
    }
  }
  return new Set([...booleans].filter((key) => !others.has(key)));
}
