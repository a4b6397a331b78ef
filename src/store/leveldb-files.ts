import { readLog } from './leveldb-log.ts';
import { VarintReader } from './varints.ts';

/** What a change of the files of a LevelDB says (LevelDB, db/version_edit.cc). */
const COMPARATOR = 1;
const LOG_NUMBER = 2;
const NEXT_FILE = 3;
const LAST_SEQUENCE = 4;
const COMPACTED_TO = 5;
const REMOVED_TABLE = 6;
const ADDED_TABLE = 7;
const LOG_BEFORE = 9;

/** The files that make up a LevelDB, by their numbers. */
export interface LiveFiles {
  /** The first log that counts; null before there is one. */
  readonly log: number | null;
  /** The bytes of each table. */
  readonly tables: ReadonlyMap<number, number>;
  /** The last change that the list says may be left out. */
  readonly isCut: boolean;
}

/** What a list of files (`MANIFEST-…`) says; null for one that is damaged. */
export function readLiveFiles(manifest: Buffer): LiveFiles | null {
  const records: Buffer[] = [];
  const state = readLog(manifest, (record) => records.push(record));
  if (state === 'damaged' || records.length === 0) return null;
  let log = 0;
  const tables = new Map<number, number>();
  try {
    for (const record of records) {
      const reader = new VarintReader(record);
      while (!reader.isAtEnd) {
        const what = reader.number();
        if (what === LOG_NUMBER) log = reader.number();
        else if (what === NEXT_FILE || what === LAST_SEQUENCE || what === LOG_BEFORE) reader.number();
        else if (what === COMPARATOR) reader.take(reader.number());
        else if (what === COMPACTED_TO) {
          reader.number();
          reader.take(reader.number());
        } else if (what === REMOVED_TABLE) {
          reader.number();
          tables.delete(reader.number());
        } else if (what === ADDED_TABLE) {
          reader.number();
          tables.set(reader.number(), reader.number());
          // The first and the last key.
          reader.take(reader.number());
          reader.take(reader.number());
        } else return null;
      }
    }
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
  return { log: log === 0 ? null : log, tables, isCut: state === 'cut' };
}
