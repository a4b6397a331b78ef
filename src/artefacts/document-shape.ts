import { HubError } from '../errors.ts';
import type { JsonDocument } from '../mapping/json/document.ts';

/**
 * How the values of a key stand in documents: a scalar, an array of scalars (`axis` if they are times, `series` if it is as long as the axis of
 * its record, else `array`), an array inside an array, a record, or an array of records.
 */
export type ValueForm = 'scalar' | 'axis' | 'series' | 'array' | 'nested' | 'record' | 'records';

/** The keys and forms of a document, without its values. */
export interface DocumentShape {
  /** Keys of the document itself. */
  readonly root: readonly string[];
  /** Keys of the records within it, by the key that holds them; of one key all records together. */
  readonly records: ReadonlyMap<string, readonly string[]>;
  /** By key; empty for a key that holds nothing but null. */
  readonly forms: ReadonlyMap<string, ReadonlySet<ValueForm>>;
}

/** More values than this are not looked at: a sample is an example, not a dump. */
const MAX_SAMPLE_VALUES = 100_000;

/**
 * The form of a sample document.
 *
 * @param isTime tells time keys: an array of one is an axis
 * @throws HubError `invalid-option` for a sample with more than 100,000 values
 */
export function shapeOf(document: JsonDocument, isTime: (key: string) => boolean): DocumentShape {
  const root = new Set<string>();
  const records = new Map<string, Set<string>>();
  const forms = new Map<string, Set<ValueForm>>();
  const open: { record: number; keys: Set<string> }[] = [{ record: document.root, keys: root }];
  let values = 0;
  const count = (more: number): void => {
    values += more;
    if (values <= MAX_SAMPLE_VALUES) return;
    throw new HubError(
      'invalid-option',
      `The sample has more than ${MAX_SAMPLE_VALUES.toLocaleString('en')} values; shorten its arrays, their items are alike.`,
      { key: 'sample' },
    );
  };
  const keysWithin = (key: string): Set<string> => {
    const known = records.get(key) ?? new Set<string>();
    records.set(key, known);
    return known;
  };

  for (const { record, keys } of open) {
    const members = Array.from(document.membersOf(record), (member) => ({
      key: document.nameOf(document.keyOf(member)),
      value: document.valueOf(member),
    }));
    count(members.length);
    const axis = members.find(({ key, value }) => isTime(key) && document.isArray(value));
    const axisLength = axis === undefined ? null : document.lengthOf(axis.value);
    for (const { key, value } of members) {
      keys.add(key);
      const found = forms.get(key) ?? new Set<ValueForm>();
      forms.set(key, found);
      if (document.isScalar(value)) found.add('scalar');
      else if (document.isRecord(value)) {
        found.add('record');
        open.push({ record: value, keys: keysWithin(key) });
      } else if (document.isArray(value)) {
        const length = document.lengthOf(value);
        const list = isTime(key) ? 'axis' : length === axisLength ? 'series' : 'array';
        if (holdsScalars(document, value)) found.add(list);
        const arrays = [value];
        for (const array of arrays) {
          count(document.lengthOf(array));
          for (const item of document.indexesOf(array)) {
            if (document.isRecord(item)) {
              found.add('records');
              open.push({ record: item, keys: keysWithin(key) });
            } else if (document.isArray(item)) {
              found.add('nested');
              if (holdsScalars(document, item)) found.add('array');
              arrays.push(item);
            }
          }
        }
      }
    }
  }
  return { root: [...root], records: new Map(Array.from(records, ([key, keys]) => [key, [...keys]])), forms };
}

/** True for an array of scalars and others, and for one of which nothing else is known. */
function holdsScalars(document: JsonDocument, array: number): boolean {
  const items = document.indexesOf(array);
  const isContainer = (item: number): boolean => document.isRecord(item) || document.isArray(item);
  return items.some((item) => document.isScalar(item)) || !items.some(isContainer);
}
