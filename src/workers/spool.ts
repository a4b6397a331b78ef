import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, readdir, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Output } from './output.ts';
import type { SpoolPlace, SpoolShare, Written } from './mapping-task.ts';
import { giveBack } from './spool-writer.ts';
import { SpooledOutput } from './spooled-output.ts';

/** A killed thread may still be in the middle of a write; by then it is over. */
const KILLED_MS = 2_000;
const NAME = /^[0-9a-f-]{36}\.part$/;

/** The folder of answers that are too large for memory. Its files have a name only while a worker writes them. */
export class Spool {
  readonly folder: string;
  readonly share: SpoolShare;
  private readonly sweeps = new Set<NodeJS.Timeout>();

  constructor(folder: string, maxBytes: number, maxAnswerBytes: number) {
    this.folder = folder;
    this.share = { takenBytes: new SharedArrayBuffer(8), maxBytes, maxAnswerBytes };
  }

  /** What all answers have on disk. */
  get takenBytes(): number {
    return Number(Atomics.load(new BigInt64Array(this.share.takenBytes), 0));
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

  newPlace(): SpoolPlace {
    return { path: join(this.folder, `${randomUUID()}.part`), ownBytes: new SharedArrayBuffer(8) };
  }

  /** What a worker wrote, to be read once. The file loses its name at once, so that nothing is left of it after a crash. */
  async collect(place: SpoolPlace, written: Written): Promise<Output> {
    if (written.tail !== null)
      return new SpooledOutput(written.head, { bytes: written.tail }, written.tailBytes, () => {});
    try {
      const file = await open(place.path, 'r');
      await unlink(place.path);
      return new SpooledOutput(written.head, { file }, written.tailBytes, () => giveBack(place, this.share));
    } catch (error) {
      giveBack(place, this.share);
      throw error;
    }
  }

  /** Clears up after a worker that was ended in the middle of its work. */
  abandon(place: SpoolPlace): void {
    const clear = async (): Promise<void> => {
      await rm(place.path, { force: true });
      giveBack(place, this.share);
    };
    // The folder itself may be gone with the hub.
    void clear().catch(() => {});
    const sweep = setTimeout(() => {
      this.sweeps.delete(sweep);
      void clear().catch(() => {});
    }, KILLED_MS).unref();
    this.sweeps.add(sweep);
  }
}
