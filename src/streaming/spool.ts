import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, readdir, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { HubError } from '../errors.ts';
import type { Output } from './output.ts';
import type { SpoolPlace, SpoolShare, Written } from './spool-place.ts';
import { release, totalBytes } from './spool-writer.ts';
import { SpooledOutput } from './spooled-output.ts';

/** Large answers held at a time; smaller ones need a slot only while they are written. */
const SLOTS = 1024;
const NAME = /^[0-9a-f-]{36}\.part$/;

interface SpoolOptions {
  readonly folder: string;
  /** Of all answers together, and of one. */
  readonly maxBytes: number;
  readonly maxAnswerBytes: number;
  /** `killedMs`: a killed thread may still be in the middle of a write; by then it is over. */
  readonly timing: { readonly killedMs: number };
}

/** The folder of answers that are too large for memory. Its files have a name only while a worker writes them. */
export class Spool {
  readonly folder: string;
  readonly share: SpoolShare;
  private readonly freeSlots = Array.from({ length: SLOTS }, (_, slot) => slot);
  private readonly sweeps = new Set<NodeJS.Timeout>();

  private readonly killedMs: number;

  constructor({ folder, maxBytes, maxAnswerBytes, timing }: SpoolOptions) {
    this.folder = folder;
    this.killedMs = timing.killedMs;
    this.share = { takenKib: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * SLOTS), maxBytes, maxAnswerBytes };
  }

  /** What all answers have on disk. */
  get takenBytes(): number {
    return totalBytes(this.share);
  }

  /** Makes the folder and clears it of what a crash left. @throws Error that names the folder when it can't be written */
  async start(): Promise<void> {
    try {
      await mkdir(this.folder, { recursive: true });
      await access(this.folder, constants.W_OK);
      for (const name of await readdir(this.folder)) {
        if (NAME.test(name)) await unlink(join(this.folder, name));
      }
    } catch (error) {
      throw new Error(
        `The folder ${this.folder} cannot be written (${(error as Error).message}). HUB_DATA names the folder it is in.`,
        { cause: error },
      );
    }
  }

  stop(): void {
    for (const sweep of this.sweeps) clearTimeout(sweep);
    this.sweeps.clear();
  }

  /** A place for one answer, which has to be collected, released or abandoned. @throws HubError `converter-busy` when all are taken */
  newPlace(): SpoolPlace {
    const slot = this.freeSlots.pop();
    if (slot === undefined) {
      throw new HubError('converter-busy', 'The hub holds as many large answers as it can. Try again in a moment.', {
        retryAfterSeconds: 10,
      });
    }
    return { path: join(this.folder, `${randomUUID()}.part`), slot };
  }

  /**
   * Counts what a process of its own wrote to a place, which knows nothing of the others.
   *
   * @throws HubError `converter-busy` when it is more than there is room for; the place is abandoned then
   */
  count(place: SpoolPlace, { tail, tailBytes }: Written): void {
    if (tail !== null) return;
    Atomics.store(new Int32Array(this.share.takenKib), place.slot, Math.ceil(tailBytes / 1024));
    if (totalBytes(this.share) <= this.share.maxBytes) return;
    this.abandon(place);
    throw new HubError('converter-busy', 'The hub holds as many large answers as it can. Try again in a moment.', {
      retryAfterSeconds: 10,
    });
  }

  /** What a worker wrote, to be read once. The file loses its name at once, so that nothing is left of it after a crash. */
  async collect(place: SpoolPlace, written: Written): Promise<Output> {
    if (written.tail !== null) {
      this.release(place);
      return new SpooledOutput(written.head, { bytes: written.tail }, written.tailBytes, () => {});
    }
    try {
      const file = await open(place.path, 'r');
      await unlink(place.path);
      return new SpooledOutput(written.head, { file }, written.tailBytes, () => this.release(place));
    } catch (error) {
      this.abandon(place);
      throw error;
    }
  }

  /** Frees a place whose file is gone or never was. Once. */
  release(place: SpoolPlace): void {
    release(place, this.share);
    this.freeSlots.push(place.slot);
  }

  /** Clears up after a worker that may have been ended in the middle of its work. */
  abandon(place: SpoolPlace): void {
    release(place, this.share);
    // The folder itself may be gone with the hub.
    const remove = (): void => void rm(place.path, { force: true }).catch(() => {});
    remove();
    const sweep = setTimeout(() => {
      this.sweeps.delete(sweep);
      remove();
      this.release(place);
    }, this.killedMs).unref();
    this.sweeps.add(sweep);
  }
}
