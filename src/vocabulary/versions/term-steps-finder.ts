import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Piscina } from 'piscina';
import type { Log } from '../../log.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { startableModule } from '../../workers/module.ts';
import { startThread } from '../../workers/thread-pool.ts';
import type { VocabularyArchive } from './archive.ts';
import {
  readTermSteps,
  termStepsOfLines,
  type KeptTermSteps,
  type TermSteps,
  type WrittenTermSteps,
} from './term-steps.ts';
import type { TermStepsOutcome, TermStepsTask } from './term-steps-worker.ts';
import type { StoredVersion } from './version-content.ts';

const WORKER = startableModule('vocabulary/versions/term-steps-worker');
/** No two texts take so long; a thread that hangs must not be waited for. */
const TIMEOUT_MS = 15 * 60_000;
const MEMORY_MB = 512;

const decompress = promisify(gunzip);

interface TermStepsFinderOptions {
  /** Where what was found in texts is kept; made when it is first written to. */
  readonly folder: string;
  readonly hub: HubNamespaces;
  readonly archive: Pick<VocabularyArchive, 'compareLines'>;
  /** Null for a version that cannot be read. */
  readonly findVersion: (version: string) => Promise<StoredVersion | null>;
  readonly log: Pick<Log, 'warn'>;
  readonly timing: { readonly comparisonIdleMs: number };
}

/**
 * What versions did to terms: by the lines that were added, where one came of the other so; else from both texts, in a thread, and once, for
 * that is kept as a file that never changes.
 */
export class TermStepsFinder {
  readonly #options: TermStepsFinderOptions;
  readonly #thread: Piscina<TermStepsTask, TermStepsOutcome>;
  readonly #closing = new AbortController();

  constructor(options: TermStepsFinderOptions) {
    this.#options = options;
    this.#thread = startThread(WORKER, { idleMs: options.timing.comparisonIdleMs, memoryMb: MEMORY_MB });
  }

  /** Null when one of the versions cannot be read. */
  async find(before: string, after: string): Promise<TermSteps | null> {
    const { archive, hub } = this.#options;
    const lines = (await archive.compareLines?.(before, after)) ?? null;
    if (lines !== null) return readTermSteps(termStepsOfLines(lines), hub.baseUrl);
    const kept = await this.#readKept(before, after);
    if (kept !== null) return kept;
    const found = await this.#findInTexts(before, after);
    return found === null ? null : readTermSteps(found, hub.baseUrl);
  }

  /** Ends what is being found. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#thread.destroy();
  }

  /** Null when it is not there, damaged or of other versions. */
  async #readKept(before: string, after: string): Promise<TermSteps | null> {
    const { folder, hub } = this.#options;
    try {
      const text = (await decompress(await readFile(join(folder, nameOf(before, after))))).toString();
      const { from = before, to = after, ...steps } = JSON.parse(text) as KeptTermSteps;
      return from === before && to === after ? readTermSteps(steps, hub.baseUrl) : null;
    } catch {
      return null;
    }
  }

  async #findInTexts(from: string, to: string): Promise<WrittenTermSteps | null> {
    const { hub, folder, log, findVersion } = this.#options;
    const name = nameOf(from, to);
    const [before, after] = [await findVersion(from), await findVersion(to)];
    if (before === null || after === null) return null;
    const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), this.#closing.signal]);
    const outcome = await this.#thread.run({ hub, folder, name, before, after }, { signal });
    if (outcome === null) return null;
    const { steps, writeError } = outcome;
    if (writeError !== null)
      log.warn({ from, to, reason: writeError }, 'what a version did to terms is not kept; it will be found anew');
    return steps;
  }
}

function nameOf(before: string, after: string): string {
  // Half of a hash is enough to tell versions apart, and keeps names short.
  return `${before.slice(0, 32)}-${after.slice(0, 32)}.terms.gz`;
}
