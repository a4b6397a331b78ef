import { UNIT_KEYS } from '../mapping/units/unit-keys.ts';

/** A longer document is not read once more for a hint. */
const MAX_BYTES = 64 * 1024;

type Members = Readonly<Record<string, unknown>>;

/**
 * For each key the unit that stands beside its value: `{"power": 4.2, "unit": "kW"}` or `{"power": {"value": 4.2, "unit": "kW"}}`; null for
 * none, and in a record of several numbers, of which the unit may be another one's.
 *
 * @param body of a document that was read as JSON
 */
export function unitsBeside(body: Uint8Array, keys: readonly string[]): (string | null)[] {
  const units = new Map<string, string>();
  // What a worker took over is empty here.
  if (body.length > 0 && body.length <= MAX_BYTES) {
    const open: unknown[] = [JSON.parse(new TextDecoder().decode(body))];
    for (let node = open.pop(); node !== undefined && units.size < keys.length; node = open.pop()) {
      if (typeof node !== 'object' || node === null) continue;
      if (!Array.isArray(node)) noteUnits(node as Members, keys, units);
      // The last one is taken first: so they come in the order of the document.
      open.push(...Object.values(node).toReversed());
    }
  }
  return keys.map((key) => units.get(key) ?? null);
}

function noteUnits(record: Members, keys: readonly string[], units: Map<string, string>): void {
  const ofRecord = Object.values(record).filter(isNumeric).length === 1 ? unitOf(record) : null;
  for (const key of keys) {
    if (units.has(key) || !Object.hasOwn(record, key)) continue;
    const value = record[key];
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
    const unit = isRecord ? unitOf(value as Members) : isNumeric(value) ? ofRecord : null;
    if (unit !== null) units.set(key, unit);
  }
}

function unitOf(record: Members): string | null {
  for (const key of UNIT_KEYS) {
    const unit = Object.hasOwn(record, key) ? record[key] : null;
    if (typeof unit === 'string') return unit;
  }
  return null;
}

function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || (Array.isArray(value) && typeof value[0] === 'number');
}
