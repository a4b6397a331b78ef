// One thing, though long: the quads of a store in a LevelDB, and what makes a write whole and durable.
import type { FileHandle } from 'node:fs/promises';
import { setImmediate as letOthersGo } from 'node:timers/promises';
import { ClassicLevel, type ChainedBatch, type Snapshot } from 'classic-level';
import type { Triple } from '../rdf/triple.ts';
import { makeFolder, openFolder } from './durable-folder.ts';
import { DurableRecords } from './durable-records.ts';
import { emptyLog } from './empty-log.ts';
import { GraphFiller, type Filling } from './graph-filler.ts';
import { NO_TRIPLE, QuadEntries, type KeyRange } from './quad-entries.ts';
import type { RecordGraph, RecordPart } from './records.ts';
import { damagedStore, requireSound } from './require-sound.ts';
import type { ReadEntries } from './sorted-list.ts';
import { StoreFolder } from './store-folder.ts';
import { StoreError } from './store.ts';

/** What one write does, whole or not at all. All lines are canonical N-Quads without their line ends. */
export interface QuadWrite {
  /** IRIs of graphs that are emptied, before anything is added. */
  readonly clear: readonly string[];
  readonly remove: readonly string[];
  readonly add: readonly string[];
  /** A graph, none of records, that gets more. */
  readonly filling?: Filling;
}

interface DurableQuadsOptions {
  /** Made when it is not there. One process at a time. */
  readonly folder: string;
  /** The hub's address without a slash at its end. */
  readonly baseUrl: string;
  /** Graphs whose quads are records here. */
  readonly recordGraphs?: readonly RecordGraph[];
}

/** Before all keys of quads, which begin with `<`. */
const FORMAT_KEY = '!format';
/** Of a folder without records, of one with them, and of one in which a graph stood in its other place. */
const FORMATS = ['1', '2', '3'];
/** Graphs that stand in their other place. */
const OTHERS_KEY = '!others';
/** Quads that are worked on at a time: meanwhile the thread does nothing else. */
export const PIECE = 2_000;
/** The same of records, which have some ten quads each. */
const RECORDS = 200;
/** A write of more is put into a table right away: from the log, the next start would read it in half a second and more. */
const MOST_IN_LOG = 5 * PIECE;

/** Quads on the disk, in a LevelDB. A write is one batch, and is on the disk when it resolves. */
export class DurableQuads {
  readonly #folder: string;
  readonly #place: StoreFolder;
  readonly #entries: QuadEntries;
  readonly #records: DurableRecords;
  #database: ClassicLevel | null = null;
  /** Resolves when what was replaced is removed. */
  #removing: Promise<void> = Promise.resolve();
  /** The folder itself: LevelDB syncs what it writes to a new file, but not that the file is there. */
  #handle: FileHandle | null = null;

  constructor({ folder, baseUrl, recordGraphs = [] }: DurableQuadsOptions) {
    this.#folder = folder;
    this.#place = new StoreFolder(folder);
    this.#entries = new QuadEntries(baseUrl);
    this.#records = new DurableRecords(recordGraphs, this.#entries);
  }

  /** @throws StoreError that says what to do, when another process has the folder, or it can't be read and written */
  async open(): Promise<void> {
    const folder = this.#folder;
    let database: ClassicLevel;
    try {
      await makeFolder(folder);
      await requireSound(folder);
      database = new ClassicLevel(folder);
      await database.open();
      // The file that it is told by is a new one from here on, whatever fails later.
      await this.#place.note();
    } catch (cause) {
      throw cause instanceof StoreError ? cause : openFailure(folder, cause);
    }
    try {
      const format = await database.get(FORMAT_KEY);
      if (format !== undefined && !FORMATS.includes(format))
        throw new StoreError(
          `The store in ${folder} was written by another release of the hub (its format is ${format}).`,
        );
      // The first layout, of format 1 as well, had whole quads as keys: read as this one it would be an empty store.
      const [first = ''] = await database.keys({ gte: '<', limit: 1 }).all();
      if (first.includes('> <'))
        throw new StoreError(
          `The store in ${folder} has a layout of the first builds of the hub, which this release does not read. Nothing was changed. Have the build that wrote it make a backup (vocabulary-hub store backup), and restore that into another HUB_DATA.`,
        );
      this.#entries.others = (await database.get(OTHERS_KEY)) ?? '';
      const isKept = this.#records.isEmpty || format === FORMATS[2];
      const wanted = isKept ? (format ?? FORMATS[0]!) : FORMATS[1]!;
      if (format !== wanted) await database.put(FORMAT_KEY, wanted, { sync: true });
      if (await this.#records.prepare(database)) await emptyLog(database);
      await new GraphFiller(database, this.#entries).mend();
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
    const most = this.#records.has(graph) ? RECORDS : PIECE;
    return (async function* () {
      try {
        for (;;) {
          const values = await iterator.nextv(most);
          if (values.length === 0) return;
          yield readTriples(values);
        }
      } finally {
        await iterator.close();
      }
    })();
  }

  /** The quads of a graph as N-Quads, in pieces of whole lines. */
  readQuads(graph: string): AsyncGenerator<string> {
    return this.#quads(this.#entries.rangeOf(graph));
  }

  /** Whether this canonical N-Quad, a line without its end, is there. @throws StoreError */
  async has(line: string): Promise<boolean> {
    const database = this.#opened();
    try {
      if (this.#records.hasLineOf(line)) return await this.#records.hasLine(line, this.#reader());
      return (await database.get(this.#entries.ofLine(line)[0])) !== undefined;
    } catch (cause) {
      throw cause instanceof StoreError
        ? cause
        : new StoreError(`The folder ${this.#folder} cannot be read.`, { cause });
    }
  }

  /** Records as N-Quads, as they are at the moment of the call. */
  async readRecords(parts: readonly RecordPart[]): Promise<string> {
    const snapshot = this.#opened().snapshot();
    try {
      return await this.#records.read(parts, this.#reader(snapshot));
    } finally {
      await snapshot.close();
    }
  }

  /** How many records lists of a graph have, at the moment of the call. */
  async lengthsOfLists(graph: string, lists: readonly string[]): Promise<number[]> {
    const snapshot = this.#opened().snapshot();
    try {
      return await this.#records.lengthsOfLists(graph, lists, this.#reader(snapshot));
    } finally {
      await snapshot.close();
    }
  }

  /**
   * Resolves when the write is on the disk, to how many quads it removed and added, those of records not counted.
   *
   * @throws StoreError what the filling throws; when it is not, with the outcome `unknown` when it may be: `reopen` finds all of it or nothing
   */
  async write({ clear, remove, add, filling }: QuadWrite): Promise<number> {
    const database = this.#opened();
    const failure = (cause: unknown, outcome?: 'unknown'): StoreError =>
      new StoreError(`The folder ${this.#folder} cannot be written.`, { cause, ...(outcome && { outcome }) });
    const batch = database.batch();
    let size = 0;
    let place: string | null = null;
    /** The graph that stands in its other place from then on. */
    let replaced: string | null = null;
    try {
      if (filling !== undefined) place = await this.#placeToFill({ clear, remove, add, filling });
      if (filling !== undefined && place === this.#entries.otherPlaceOf(filling.graph)) replaced = filling.graph;
      for (const graph of clear) {
        // What is there goes with the place.
        if (graph === replaced) continue;
        const isOfRecords = this.#records.has(graph);
        const beside = isOfRecords ? this.#records.rangesBeside(graph) : [];
        for (const range of [this.#entries.rangeOf(graph), ...beside])
          for await (const key of database.keys(range)) {
            batch.del(key);
            if (!isOfRecords) size += 1;
          }
      }
      const records = { clear, remove: [] as string[], add: [] as string[] };
      for await (const line of withPauses(remove)) {
        if (this.#records.hasLineOf(line)) records.remove.push(line);
        else batch.del(this.#entries.ofLine(line)[0]);
      }
      for await (const line of withPauses(add)) {
        if (this.#records.hasLineOf(line)) records.add.push(line);
        else batch.put(...this.#entries.ofLine(line));
      }
      size += remove.length - records.remove.length + add.length - records.add.length;
      if (filling !== undefined) size += await this.#fill(filling, batch, place);
      for (const [key, value] of await this.#records.writesOf(records, this.#reader())) {
        if (value === undefined) batch.del(key);
        else batch.put(key, value);
      }
      await this.#place.requireThere();
    } catch (cause) {
      await batch.close();
      // What a piece says of itself is no fault of the folder.
      throw cause instanceof StoreError ? cause : failure(cause);
    }
    const entries = batch.length;
    try {
      await batch.write({ sync: true });
      await this.#handle?.sync();
    } catch (cause) {
      throw failure(cause, 'unknown');
    }
    // It may have gone meanwhile, and may come back.
    await this.#place.requireThere('unknown');
    if (replaced !== null) {
      this.#entries.others = this.#entries.othersWith(replaced);
      // What fails is done by the next start.
      this.#removing = new GraphFiller(database, this.#entries).mend().catch(() => {});
    }
    // What fails here fails again at the next write, or is done by the next start.
    if (entries > MOST_IN_LOG) void emptyLog(database).catch(() => {});
    return size;
  }

  /** Where a graph can be filled in many batches: where it is, if it holds nothing, or in its other place, if what it holds goes; null for nowhere. */
  async #placeToFill({
    clear,
    remove,
    add,
    filling,
  }: QuadWrite & { readonly filling: Filling }): Promise<string | null> {
    const { graph } = filling;
    const name = this.#entries.writtenIri(graph);
    // These would be looked for where it was.
    for await (const line of withPauses([...remove, ...add]))
      if (this.#entries.written(line).graph === name) return null;
    await this.#removing;
    const filler = new GraphFiller(this.#opened(), this.#entries);
    // What could not be removed when it was replaced.
    await filler.mend();
    if (await filler.canFill(this.#entries.placeOf(graph))) return this.#entries.placeOf(graph);
    return clear.includes(graph) ? this.#entries.otherPlaceOf(graph) : null;
  }

  /** Writes what fills a graph, or, without a place for it, puts it into the batch; answers how many quads that are. */
  async #fill(
    filling: Filling,
    batch: ChainedBatch<ClassicLevel, string, string>,
    place: string | null,
  ): Promise<number> {
    if (place !== null) {
      const filler = new GraphFiller(this.#opened(), this.#entries);
      const size = await filler.fill(filling, place, letOthersGo);
      const before = this.#entries.placeOf(filling.graph);
      filler.end(batch, place === before ? null : before);
      if (place !== before) batch.put(OTHERS_KEY, this.#entries.othersWith(filling.graph)).put(FORMAT_KEY, FORMATS[2]!);
      return size;
    }
    let size = 0;
    for (const lines of filling.lines) {
      for (const line of lines) batch.put(...this.#entries.ofLine(line));
      size += lines.length;
      await letOthersGo();
    }
    return size;
  }

  /**
   * Has to be called when a write failed, before anything else: a file that was cut within a record would take later records with it.
   *
   * @throws StoreError as `open`; it then is closed
   */
  async reopen(): Promise<void> {
    // It could not be opened again where nothing can be written; until that is mended, what is there can be read.
    await this.#place.requireThere();
    await this.#place.requireRoom();
    await this.close();
    await this.open();
  }

  /** Why nothing can be changed for now, as far as it shows without a change; null when nothing is known of. */
  findFault(): Promise<string | null> {
    return this.#place.findFault();
  }

  async close(): Promise<void> {
    const database = this.#database;
    const entries = this.#handle;
    this.#database = null;
    this.#handle = null;
    await this.#removing;
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

  /** Reads entries, of one moment if there is a snapshot of it. */
  #reader(snapshot?: Snapshot): ReadEntries {
    const database = this.#opened();
    return async (keys) => {
      if (keys.length === 0) return [];
      return database.getMany([...keys], snapshot === undefined ? {} : { snapshot });
    };
  }

  #opened(): ClassicLevel {
    if (this.#database === null) throw new StoreError('The store is closed.');
    return this.#database;
  }
}

function openFailure(folder: string, error: unknown): StoreError {
  const cause = (error as { cause?: { code?: string; message?: string } }).cause ?? (error as NodeJS.ErrnoException);
  const said = cause.message ?? String(error);
  if (cause.code === 'LEVEL_LOCKED')
    return new StoreError(
      `The folder ${folder} is in use by another hub. End that one, or give this one a folder of its own (HUB_DATA).`,
      { cause: error },
    );
  if (cause.code === 'LEVEL_CORRUPTION') return damagedStore(folder, `LevelDB says ${JSON.stringify(said)}`, error);
  return new StoreError(`The folder ${folder} cannot be read and written: ${said}. HUB_DATA names another one.`, {
    cause: error,
  });
}

/** The lines, letting others have the thread now and then. */
async function* withPauses(lines: readonly string[]): AsyncGenerator<string> {
  for (const [at, line] of lines.entries()) {
    if (at % PIECE === PIECE - 1) await letOthersGo();
    yield line;
  }
}
