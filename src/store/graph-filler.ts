import type { ChainedBatch, ClassicLevel } from 'classic-level';
import { emptyLog } from './empty-log.ts';
import { rangeBelow, type QuadEntries } from './quad-entries.ts';

/** Before all keys of quads. Its value is the place of a graph, as it stands in keys: what is there was not written to its end, or is not removed to its end. */
const FILLED_KEY = '!filled';
/** Entries that are put in order before they are written: all of the shipped vocabulary. */
const RUN = 250_000;
/** Entries of a batch: some 2 MiB, since the binding to LevelDB gives the memory of a batch back when JavaScript collects its garbage. */
const BATCH = 8_000;

/** Lines that go into one graph, in pieces that are made while they are walked. */
export interface Filling {
  readonly graph: string;
  readonly lines: Iterable<readonly string[]>;
}

/** Keys and values of entries in turn, by the first character of the hash in the key. */
type Run = string[][];

/**
 * Fills a graph that holds nothing, in many batches. One batch with a vocabulary takes three times its size in memory, most of it in pieces
 * that the C library never gives back.
 *
 * A mark tells that the graph is not whole. It is there before the first batch, and goes with a batch of the caller's, which makes the change.
 * What has a mark when the folder is opened is removed. A graph that holds something is filled in its other place: the caller's batch has it stand there, and the mark then tells
 * that what is in the place before is to be removed.
 */
export class GraphFiller {
  readonly #database: ClassicLevel;
  readonly #entries: QuadEntries;

  constructor(database: ClassicLevel, entries: QuadEntries) {
    this.#database = database;
    this.#entries = entries;
  }

  /** Whether a place may be filled: it holds nothing. */
  async canFill(place: string): Promise<boolean> {
    return (await this.#database.keys({ ...rangeBelow(place), limit: 1 }).all()).length === 0;
  }

  /**
   * Writes all lines; answers how many. They are on the disk then, and gone at the next start if no batch removes the mark before.
   *
   * @param place of the graph; what is there goes, as a salvage may have found there what had been removed
   * @param pause is called between pieces
   */
  async fill({ lines }: Filling, place: string, pause: () => Promise<void>): Promise<number> {
    await this.#database.put(FILLED_KEY, place, { sync: true });
    await this.#database.clear(rangeBelow(place));
    const hashAt = rangeBelow(place).gte.length;
    let run: Run = [];
    let waiting = 0;
    let size = 0;
    for (const piece of lines) {
      for (const line of piece) {
        const [key, value] = this.#entries.inPlace(place, line);
        (run[key.charCodeAt(hashAt)] ??= []).push(key, value);
      }
      size += piece.length;
      waiting += piece.length;
      if (waiting >= RUN) {
        await this.#write(run);
        run = [];
        waiting = 0;
      }
      await pause();
    }
    await this.#write(run);
    // What other logs hold is synced by no later write.
    await emptyLog(this.#database);
    return size;
  }

  /** Puts into a batch what makes that count which was filled. @param before the place where the graph stood, whose entries `mend` removes; null when there were none */
  end(batch: ChainedBatch<ClassicLevel, string, string>, before: string | null): void {
    if (before === null) batch.del(FILLED_KEY);
    else batch.put(FILLED_KEY, before);
  }

  /** Removes what was not filled to its end, or stood where it counts no more. */
  async mend(): Promise<void> {
    const written = await this.#database.get(FILLED_KEY);
    if (written === undefined) return;
    await this.#database.clear(rangeBelow(written));
    await emptyLog(this.#database);
    await this.#database.del(FILLED_KEY, { sync: true });
  }

  /** In the order of the keys, batch by batch, so that no two tables overlap and LevelDB need not merge them. */
  async #write(run: Run): Promise<void> {
    let batch = this.#database.batch();
    for (const entries of run) {
      if (entries === undefined) continue;
      for (let at = 0; at < entries.length; at += 2) batch.put(entries[at]!, entries[at + 1]!);
      entries.length = 0;
      if (batch.length < BATCH) continue;
      await batch.write();
      batch = this.#database.batch();
    }
    await batch.write();
  }
}
