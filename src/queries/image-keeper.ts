import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { TripleTable } from '../vocabulary/triple-table.ts';
import { writeTable } from '../vocabulary/versions/table-bytes.ts';
import { draftOf, engineKey, hasImage, readEngine } from './engine-image.ts';
import { forkQueryProcess, lowerPriority } from './fork-query-process.ts';
import type { ToQueryProcess } from './messages.ts';
import type { PublicDataset } from './public-dataset.ts';

/** An image of the shipped vocabulary has 51 MiB, one of the largest that an engine holds 256. */
const LEAST_FREE_BYTES = 512 * 1024 * 1024;
/** What nobody waits for comes after all else, and may take as many times as long as what somebody waits for. */
const NICENESS = 15;
const PATIENCE = 10;
/** Of the engine as the package has it. */
let ownKey: number | undefined;

interface ImageTiming {
  /** How long a version is in use before its image is made: others may follow it. */
  readonly keepMs: number;
  /** More than the making should take. */
  readonly queryStartMs: number;
}

/** Has a process of its own make the image of an engine with the vocabulary in use, from which processes for queries begin. */
export class ImageKeeper {
  readonly #path: string;
  readonly #timing: ImageTiming;
  readonly #leastFreeBytes: number;
  #waiting: NodeJS.Timeout | undefined;
  #child: ChildProcess | null = null;
  /** What an image is wanted of. */
  #wanted: PublicDataset | null = null;
  /** One comes after the other. */
  #done = Promise.resolve();
  #isStopped = false;

  /** @param leastFreeBytes a disk with less than this free gets no image, and keeps none */
  constructor(path: string, timing: ImageTiming, leastFreeBytes = LEAST_FREE_BYTES) {
    this.#path = path;
    this.#timing = timing;
    this.#leastFreeBytes = leastFreeBytes;
  }

  /** Has the image of this version made after a while, unless it is there or another version follows. */
  note(dataset: PublicDataset): void {
    clearTimeout(this.#waiting);
    if (this.#isStopped) return;
    this.#wanted = dataset;
    this.#waiting = setTimeout(() => void this.#inTurn(() => this.#keep(dataset)), this.#timing.keepMs).unref();
  }

  /** Removes the image of a version that no engine holds. */
  async remove(): Promise<void> {
    clearTimeout(this.#waiting);
    this.#wanted = null;
    await this.#inTurn(() => this.#clear());
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#waiting);
    this.#child?.kill('SIGKILL');
  }

  /** Ends what is being made for another. Without an image the graph is read, so that nothing is said of what fails. */
  #inTurn(act: () => Promise<void>): Promise<void> {
    this.#child?.kill('SIGKILL');
    return (this.#done = this.#done.then(act).catch(() => {}));
  }

  async #clear(): Promise<void> {
    await Promise.all([this.#path, draftOf(this.#path)].map((file) => rm(file, { force: true })));
  }

  async #keep(dataset: PublicDataset): Promise<void> {
    const { version, defaultGraph: graph, graphs } = dataset;
    const path = this.#path;
    const triples = graph === null ? undefined : graphs.get(graph);
    if (graph === null || !(triples instanceof TripleTable)) return;
    const hasRoom = await this.#hasRoom();
    ownKey ??= engineKey(readEngine());
    if (hasRoom && hasImage(path, ownKey, { graph, version })) return;
    await this.#clear();
    if (!hasRoom || this.#isStopped || this.#wanted !== dataset) return;
    const child = forkQueryProcess();
    this.#child = child;
    lowerPriority(child, NICENESS);
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE * this.#timing.queryStartMs).unref();
    for (const message of [
      { kind: 'table', graph, bytes: writeTable(triples.columns, null) },
      { kind: 'keep', graph, version, path },
    ] satisfies ToQueryProcess[])
      child.send(message, () => {});
    await once(child, 'exit');
    clearTimeout(timer);
    if (this.#child === child) this.#child = null;
  }

  async #hasRoom(): Promise<boolean> {
    const folder = dirname(this.#path);
    await mkdir(folder, { recursive: true });
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize >= this.#leastFreeBytes;
  }
}
