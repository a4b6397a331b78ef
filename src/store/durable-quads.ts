import type { FileHandle } from 'node:fs/promises';
import { setImmediate as letOthersGo } from 'node:timers/promises';
import { ClassicLevel } from 'classic-level';
import type { Triple } from '../rdf/triple.ts';
import { makeFolder, openFolder } from './durable-folder.ts';
import { NO_TRIPLE, QuadEntries, type KeyRange } from './quad-entries.ts';
import { StoreError } from './store.ts';

/** What one write does, whole or not at all. All lines are canonical N-Quads without their line ends. */
export interface QuadWrite {
  /** IRIs of graphs that are emptied, before anything is added. */
  readonly clear: readonly string[];
  readonly remove: readonly string[];
  readonly add: readonly string[];
}

interface DurableQuadsOptions {
  /** Made when it is not there. One process at a time. */
  readonly folder: string;
  /** The hub's address without a slash at its end. */
  readonly baseUrl: string;
}

/** Before all keys of quads, which begin with `<`. */
const FORMAT_KEY = '!format';
const FORMAT = '1';
/** Quads that are worked on at a time: meanwhile the thread does nothing else. */
export const PIECE = 2_000;
/** A write of more is put into a table right away: from the log, the next start would read it in half a second and more. */
const MOST_IN_LOG = 5 * PIECE;

/** Quads on the disk, in a LevelDB. A write is one batch, and is on the disk when it resolves. */
export class DurableQuads {
  readonly #folder: string;
  readonly #entries: QuadEntries;
  #database: ClassicLevel | null = null;
  /** The folder itself: LevelDB syncs what it writes to a new file, but not that the file is there. */
  #handle: FileHandle | null = null;

  constructor({ folder, baseUrl }: DurableQuadsOptions) {
    this.#folder = folder;
    this.#entries = new QuadEntries(baseUrl);
  }

  /** @throws StoreError that says what to do, when another process has the folder, or it can't be read and written */
  async open(): Promise<void> {
    const folder = this.#folder;
    let database: ClassicLevel;
    try {
      await makeFolder(folder);
      database = new ClassicLevel(folder);
      await database.open();
    } catch (cause) {
      throw new StoreError(openFailure(folder, cause), { cause });
    }
    try {
      const format = await database.get(FORMAT_KEY);
      if (format !== undefined && format !== FORMAT)
        throw new StoreError(
          `The store in ${folder} was written by another release of the hub (its format is ${format}).`,
        );
      if (format === undefined) await database.put(FORMAT_KEY, FORMAT, { sync: true });
      this.#handle = await openFolder(folder);
      await this.#handle?.sync();
    } catch (error) {
      await this.#handle?.close();
      this.#handle = null;
      await database.close().catch(() => {});
      throw error instanceof StoreError
        ? error
        : new StoreError(`The store in ${folder} cannot be read and written.`, { cause: error });
    }
    this.#database = database;
  }

  /**
   * Everything, as N-Quads, in pieces of whole lines. The quads of a graph stand together.
   *
   * @param leftOut IRIs of graphs that are not read
   */
  async *read(leftOut: readonly string[] = []): AsyncGenerator<string> {
    for (const range of this.#entries.rangesWithout(leftOut)) yield* this.#quads(range);
  }

  async *#quads(range: KeyRange): AsyncGenerator<string> {
    const iterator = this.#opened().iterator(range);
    try {
      for (;;) {
        const entries = await iterator.nextv(PIECE);
        if (entries.length === 0) return;
        yield this.#entries.writeQuads(entries);
      }
    } finally {
      await iterator.close();
    }
  }

  /**
   * The triples of a graph in pieces, as they are at the moment of the call.
   *
   * @throws StoreError while iterating, for what is no triple
   */
  readGraph(graph: string): AsyncGenerator<readonly Triple[]> {
    // Made here, and not when the first piece is asked for: it does not see what is written from now on.
    const iterator = this.#opened().values(this.#entries.rangeOf(graph));
    const readTriples = this.#entries.tripleReader();
    return (async function* () {
      try {
        for (;;) {
          const values = await iterator.nextv(PIECE);
          if (values.length === 0) return;
          yield readTriples(values);
        }
      } finally {
        await iterator.close();
      }
    })();
  }

  /** Whether this canonical N-Quad, a line without its end, is there. */
  async has(line: string): Promise<boolean> {
    return (await this.#opened().get(this.#entries.ofLine(line)[0])) !== undefined;
  }

  /**
   * Resolves when the write is on the disk, to how many quads it removed and added.
   *
   * @throws StoreError when it is not, with the outcome `unknown` when it may be: `reopen` finds all of it or nothing
   */
  async write({ clear, remove, add }: QuadWrite): Promise<number> {
    const database = this.#opened();
    const failure = (cause: unknown, outcome?: 'unknown'): StoreError =>
      new StoreError(`The folder ${this.#folder} cannot be written.`, { cause, ...(outcome && { outcome }) });
    const batch = database.batch();
    try {
      for (const graph of clear) {
        for await (const key of database.keys(this.#entries.rangeOf(graph))) batch.del(key);
      }
      for await (const line of withPauses(remove)) batch.del(this.#entries.ofLine(line)[0]);
      for await (const line of withPauses(add)) batch.put(...this.#entries.ofLine(line));
    } catch (cause) {
      await batch.close();
      throw failure(cause);
    }
    const size = batch.length;
    try {
      await batch.write({ sync: true });
      await this.#handle?.sync();
    } catch (cause) {
      throw failure(cause, 'unknown');
    }
    // What fails here fails again at the next write, or is done by the next start.
    if (size > MOST_IN_LOG) void emptyLog(database).catch(() => {});
    return size;
  }

  /**
   * Has to be called when a write failed, before anything else: a file that was cut within a record would take later records with it.
   *
   * @throws StoreError as `open`; it then is closed
   */
  async reopen(): Promise<void> {
    await this.close();
    await this.open();
  }

  async close(): Promise<void> {
    const database = this.#database;
    const entries = this.#handle;
    this.#database = null;
    this.#handle = null;
    await entries?.close();
    await database?.close();
  }

  /** Takes what was removed from a graph off the disk: until then it is only marked. */
  async forget(graph: string): Promise<void> {
    const database = this.#opened();
    const { gte: first } = this.#entries.rangeOf(graph);
    const last = `${first}~`;
    await database.compactRange(first, last);
    // A file of the deepest level is only written anew when one above it reaches over it: one with an entry before all and one behind.
    await database.batch().put(first, NO_TRIPLE).put(last, NO_TRIPLE).write({ sync: true });
    await database.compactRange(first, last);
  }

  #opened(): ClassicLevel {
    if (this.#database === null) throw new StoreError('The store is closed.');
    return this.#database;
  }
}

/** Puts what is only in the log into a table. */
async function emptyLog(database: ClassicLevel): Promise<void> {
  // LevelDB does this before it compacts a range, also one without an entry.
  await database.compactRange('~', '~');
}

function openFailure(folder: string, error: unknown): string {
  const cause = (error as { cause?: { code?: string; message?: string } }).cause ?? (error as NodeJS.ErrnoException);
  if (cause.code === 'LEVEL_LOCKED')
    return `The folder ${folder} is in use by another hub. End that one, or give this one a folder of its own (HUB_DATA).`;
  return `The folder ${folder} cannot be read and written: ${cause.message ?? String(error)}. HUB_DATA names another one.`;
}

/** The lines, letting others have the thread now and then. */
async function* withPauses(lines: readonly string[]): AsyncGenerator<string> {
  for (const [at, line] of lines.entries()) {
    if (at % PIECE === PIECE - 1) await letOthersGo();
    yield line;
  }
}
