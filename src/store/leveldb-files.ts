import { readLog } from './leveldb-log.ts';
import { VarintReader } from './varints.ts';

/** The file that says which list of files counts. */
export const CURRENT = 'CURRENT';
const TABLE_ENDINGS = ['.ldb', '.sst'] as const;
const LOG_ENDING = '.log';

export function isTable(name: string): boolean {
  return TABLE_ENDINGS.some((ending) => isNumbered(name, ending));
}

export function isLog(name: string): boolean {
  return isNumbered(name, LOG_ENDING);
}

/** The number that a file has for a name. */
export function numberOf(name: string): number {
  return Number.parseInt(name, 10);
}

/** The name of the log with this number. */
export function logName(number: number): string {
  return nameOf(number, LOG_ENDING);
}

/** The name of the table with this number, as it is written now. */
export function tableName(number: number): string {
  return nameOf(number, TABLE_ENDINGS[0]);
}

function nameOf(number: number, ending: string): string {
  return String(number).padStart(6, '0') + ending;
}

function isNumbered(name: string, ending: string): boolean {
  return name.endsWith(ending) && /^\d+$/.test(name.slice(0, -ending.length));
}

/** What a change of the files of a LevelDB says (LevelDB, db/version_edit.cc). */
const COMPARATOR = 1;
const LOG_NUMBER = 2;
const NEXT_FILE = 3;
const LAST_SEQUENCE = 4;
const COMPACTED_TO = 5;
const REMOVED_TABLE = 6;
const ADDED_TABLE = 7;
const LOG_BEFORE = 9;

/** The length of a table, and its keys, each with a number behind it. */
interface LiveTable {
  readonly bytes: number;
  readonly first: Buffer;
  readonly last: Buffer;
}

/** The files that make up a LevelDB, by their numbers. */
export interface LiveFiles {
  /** The first log that counts; null before there is one. */
  readonly log: number | null;
  readonly tables: ReadonlyMap<number, LiveTable>;
  /** The last change that the list says may be left out. */
  readonly isCut: boolean;
}

/** What a list of files (`MANIFEST-…`) says; null for one that is damaged. */
export function readLiveFiles(manifest: Buffer): LiveFiles | null {
  const records: Buffer[] = [];
  const state = readLog(manifest, (record) => records.push(record));
  if (state === 'damaged' || records.length === 0) return null;
  let log = 0;
  const tables = new Map<number, LiveTable>();
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
          const [number, bytes] = [reader.number(), reader.number()];
          tables.set(number, { bytes, first: reader.take(reader.number()), last: reader.take(reader.number()) });
        } else return null;
      }
    }
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
  return { log: log === 0 ? null : log, tables, isCut: state === 'cut' };
}
