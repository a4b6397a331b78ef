import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { isMadeOfRecords } from './durable-records.ts';
import {
  CURRENT,
  isLog,
  isTable,
  logName,
  numberOf,
  readLiveFiles,
  tableName,
  type LiveFiles,
} from './leveldb-files.ts';
import { readLog } from './leveldb-log.ts';
import { blocksOf } from './leveldb-table.ts';
import { QuadEntries } from './quad-entries.ts';
import { VarintReader } from './varints.ts';

/** What of a damaged store cannot be read. */
export interface Loss {
  readonly file: string;
  /** With its verb. */
  readonly what: string;
  /** Between which keys the entries stood, null for everywhere: they may be lacking, or be as they were before. */
  readonly keys: { readonly behind: string; readonly upTo: string } | null;
}

/** Which of these graphs may lack something, or have it as it was before. @param baseUrl the hub's address without a slash at its end */
export function graphsOf({ keys }: Loss, graphs: readonly string[], baseUrl: string): string[] {
  const entries = new QuadEntries(baseUrl);
  return graphs.filter((graph) => {
    const { gte, lt } = entries.bothRangesOf(graph);
    // Before all quads stands where they are.
    return keys === null || keys.behind < FIRST_QUAD || (keys.behind < lt && keys.upTo >= gte);
  });
}

/** Keys of quads come behind it. */
const FIRST_QUAD = '<';
/** Of a change in a log: the number of its first entry, and that of its entries. */
const CHANGE_HEAD_BYTES = 12;
const COUNT_AT = 8;
/** Behind a key of a table: what the entry does, and its number, of which the highest two bytes are never used. */
const TAIL_BYTES = 8;
const NUMBER_BYTES = 6;
const [REMOVED, SET] = [0, 1];
/** The number of a change, and what it does. */
const CHANGE_BYTES = NUMBER_BYTES + 1;
/** Entries that are written at a time, and how much of them is read ahead. */
const [BATCH, READ_AHEAD_BYTES] = [1_000, 2 ** 18];
/** In the folder that is written: what was found, until the last of it is. */
const FOUND = 'found';
const NOTHING = Buffer.alloc(0);

/**
 * Writes what is as it was written in the files of a LevelDB into another folder, each entry as its last change left it. The files themselves are only read.
 * LevelDB's own repair would take what a checksum does not fit for good, lose a whole table for its last bytes, and end the process over others.
 *
 * @param into a folder that is not there yet, in one that is
 * @returns what could not be read: none of a store that is sound
 * @throws errors of the system
 */
export async function salvage(folder: string, into: string): Promise<readonly Loss[]> {
  const names = (await readdir(folder)).toSorted();
  // It holds e-mail addresses.
  await mkdir(into, { mode: 0o700 });
  const found = await openDatabase(join(into, FOUND));
  const database = await openDatabase(into);
  try {
    const losses = await new Salvage(folder, found).run(names);
    await repeat(found, database);
    return losses;
  } finally {
    await database.close();
    await found.close();
    await rm(join(into, FOUND), { recursive: true });
  }
}

type Database = ClassicLevel<Buffer, Buffer>;

async function openDatabase(folder: string): Promise<Database> {
  const database: Database = new ClassicLevel(folder, { keyEncoding: 'buffer', valueEncoding: 'buffer' });
  await database.open();
  return database;
}

/** Makes the changes that were found once more, in the order in which they were made, so that the last one of each key stays. */
async function repeat(found: Database, database: Database): Promise<void> {
  const changes = found.iterator({ highWaterMarkBytes: READ_AHEAD_BYTES });
  for (let some = await changes.nextv(BATCH); some.length > 0; some = await changes.nextv(BATCH)) {
    await database.batch(
      some.map(([change, value]) => {
        const key = change.subarray(CHANGE_BYTES);
        return change.readUInt8(NUMBER_BYTES) === SET ? { type: 'put', key, value } : { type: 'del', key };
      }),
    );
  }
  await changes.close();
}

class Salvage {
  readonly #folder: string;
  /** The changes by their numbers, so that what is held of millions is their files: what they do and their keys stand behind the numbers. */
  readonly #found: Database;
  readonly #losses: Loss[] = [];
  /** What is to be written: a list, of which nothing stays behind, as of batches that wait for a collection. */
  #batch: { readonly type: 'put'; readonly key: Buffer; readonly value: Buffer }[] = [];

  constructor(folder: string, found: Database) {
    this.#folder = folder;
    this.#found = found;
  }

  async run(names: readonly string[]): Promise<readonly Loss[]> {
    const files = await this.#liveFiles(names);
    const [tables, logs] = [names.filter(isTable), names.filter(isLog)];
    if (files !== null) this.#noteMissing(files, new Set(names.map(numberOf)));
    for (const name of tables)
      if (files === null || files.tables.has(numberOf(name))) await this.#takeTable(name, files);
    for (const name of logs) if (numberOf(name) >= (files?.log ?? 0)) await this.#takeLog(name);
    await this.#found.batch(this.#batch);
    return this.#losses;
  }

  /** The files that count; null where that cannot be told. */
  async #liveFiles(names: readonly string[]): Promise<LiveFiles | null> {
    const current = names.includes(CURRENT) ? (await readFile(join(this.#folder, CURRENT), 'utf8')).trimEnd() : '';
    const files = names.includes(current) ? readLiveFiles(await readFile(join(this.#folder, current))) : null;
    if (files !== null && !(files.isCut && files.log !== null && !names.includes(logName(files.log)))) return files;
    const file = names.includes(current) ? current : CURRENT;
    this.#lose(file, 'does not tell which of the other files count, so all were read');
    return null;
  }

  #noteMissing({ log, tables }: LiveFiles, numbers: ReadonlySet<number>): void {
    for (const [number, { first, last }] of tables)
      if (!numbers.has(number)) this.#lose(tableName(number), 'is missing', first, last);
    if (log !== null && !numbers.has(log)) this.#lose(logName(log), 'is missing: it had the last changes');
  }

  async #takeTable(name: string, files: LiveFiles | null): Promise<void> {
    const table = await readFile(join(this.#folder, name));
    const known = files?.tables.get(numberOf(name));
    try {
      for (const block of blocksOf(table, known?.first)) {
        if (block.entries === null)
          this.#lose(name, 'has blocks that are not as they were written', block.behind, block.upTo);
        else
          for (const { key, value } of block.entries) {
            const tail = key.length - TAIL_BYTES;
            const isSet = key.readUInt8(tail) === SET;
            await this.#take(key.subarray(0, tail), key.readUIntLE(tail + 1, NUMBER_BYTES), isSet ? value : null);
          }
      }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#lose(name, 'has an index that is not as it was written', known?.first, known?.last);
    }
  }

  async #takeLog(name: string): Promise<void> {
    const bytes = await readFile(join(this.#folder, name));
    const changes: Buffer[] = [];
    let lost = 0;
    const state = readLog(
      bytes,
      (change) => changes.push(change),
      (more) => (lost += more),
    );
    // What a write that was not acknowledged has left is no loss.
    if (state === 'damaged')
      this.#lose(name, `has ${lost} bytes of the last changes that are not as they were written`);
    for (const change of changes) {
      let number = change.readUIntLE(0, NUMBER_BYTES);
      const entries = new VarintReader(change.subarray(CHANGE_HEAD_BYTES));
      for (let left = change.readUInt32LE(COUNT_AT); left > 0; left--) {
        const isSet = entries.number() === SET;
        const key = entries.take(entries.number());
        await this.#take(key, number++, isSet ? entries.take(entries.number()) : null);
      }
    }
  }

  /** @param value null for an entry that was removed */
  async #take(key: Buffer, number: number, value: Buffer | null): Promise<void> {
    // They are made anew of the records that are there.
    if (isMadeOfRecords(key.toString())) return;
    const head = Buffer.alloc(CHANGE_BYTES);
    head.writeUIntBE(number, 0, NUMBER_BYTES);
    head.writeUInt8(value === null ? REMOVED : SET, NUMBER_BYTES);
    this.#batch.push({ type: 'put', key: Buffer.concat([head, key]), value: value ?? NOTHING });
    if (this.#batch.length < BATCH) return;
    await this.#found.batch(this.#batch);
    this.#batch = [];
  }

  #lose(file: string, what: string, behind?: Buffer, upTo?: Buffer): void {
    const text = (key: Buffer): string => key.toString('utf8', 0, Math.max(0, key.length - TAIL_BYTES));
    const keys = behind === undefined || upTo === undefined ? null : { behind: text(behind), upTo: text(upTo) };
    this.#losses.push({ file, what, keys });
  }
}
