import { HubError } from '../errors.ts';
import { writeQuads } from '../rdf/write-quads.ts';
import { baseQuad, historyQuads, inUseQuad } from '../vocabulary/versions/history-quads.ts';
import type { StoreParts } from './store-contents.ts';
import { inVersionGraph } from './version-lines.ts';

/**
 * Writes versions into a backup, each once: as its canonical text, or as the lines that it has more than another one, as the archive keeps
 * them. None is put together for that, and no triple is read.
 */
export class VersionWriter {
  readonly #parts: Pick<StoreParts, 'archive' | 'hub'>;
  /** Those that are there whole. */
  readonly #whole = new Set<string>();
  /** Those that need not be written any more: they are there, or damaged. */
  readonly #done = new Set<string>();

  constructor(parts: Pick<StoreParts, 'archive' | 'hub'>) {
    this.#parts = parts;
  }

  /** Writes the version that is the vocabulary, and says so. False where the archive has none that is sound, so that the graph itself has to be written. */
  async *writeInUse(version: string): AsyncGenerator<string | Uint8Array, boolean> {
    const { archive, hub } = this.#parts;
    if (!archive.history().some((entry) => entry.version === version)) return false;
    // What is added to another one is not put together by those who read it from the backup, unless it is the vocabulary.
    if ((await this.#baseOf(version)) !== version && !(await this.#isSound(version))) return false;
    yield* this.#write(version);
    if (!this.#whole.has((await this.#baseOf(version)) ?? version)) return false;
    yield writeQuads([inUseQuad(version, hub)]);
    return true;
  }

  /** Writes when versions came into use, and all of them that can be read. */
  async *writeAll(): AsyncGenerator<string | Uint8Array> {
    const { archive, hub } = this.#parts;
    const history = archive.history();
    yield writeQuads(historyQuads(history, hub));
    for (const { version } of history) yield* this.#write(version);
  }

  async *#write(version: string): AsyncGenerator<string | Uint8Array> {
    if (this.#done.has(version)) return;
    this.#done.add(version);
    const { archive, hub } = this.#parts;
    const made = (await archive.madeOf?.(version)) ?? null;
    if (made !== null && made.base !== version) {
      yield* this.#write(made.base);
      if (this.#whole.has(made.base)) {
        yield writeQuads([baseQuad(version, made.base, hub)]);
        yield inVersionGraph(Buffer.from(made.lines.join('')), version);
        return;
      }
    }
    try {
      for await (const text of archive.pieces(version)) yield inVersionGraph(text, version);
      this.#whole.add(version);
    } catch (error) {
      // It is named in the log; the backup goes on, and who reads it leaves out what is not what its name says.
      if (!isDamage(error)) throw error;
    }
  }

  async #baseOf(version: string): Promise<string | null> {
    return (await this.#parts.archive.madeOf?.(version))?.base ?? version;
  }

  async #isSound(version: string): Promise<boolean> {
    try {
      for await (const _ of this.#parts.archive.pieces(version)) continue;
      return true;
    } catch (error) {
      if (!isDamage(error)) throw error;
      return false;
    }
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof HubError && error.code === 'not-found';
}
