import type { ChainedBatch, ClassicLevel } from 'classic-level';
import { emptyLog } from './empty-log.ts';
import { EntryRun } from './entry-run.ts';
import { rangeBelow, type QuadEntries } from './quad-entries.ts';

/** Before all keys of quads. Its value is the place of a graph, as it stands in keys: what is there was not written to its end, or is not removed to its end. */
const FILLED_KEY = '!filled';

/** Lines that go into one graph, in pieces that are made while they are walked. */
export interface Filling {
  readonly graph: string;
  readonly lines: Iterable<readonly string[]>;
}

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
    const run = new EntryRun();
    let size = 0;
    for (const piece of lines) {
      for (const line of piece) run.add(...this.#entries.hashed(line));
      size += piece.length;
      if (run.isFull) await this.#write(place, run);
      await pause();
    }
    await this.#write(place, run);
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

  /** In the order of the keys, batch by batch, so that no two tables of a run overlap: LevelDB merges those of one run with those of others. */
  async #write(place: string, run: EntryRun): Promise<void> {
    for (const entries of run.take()) {
      const batch = this.#database.batch();
      for (const [hash, value] of entries) batch.put(`${place} ${hash}`, value);
      await batch.write();
    }
  }
}
