import { access, constants, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CURRENT } from './leveldb-files.ts';
import { StoreError } from './store.ts';

/** Written to see whether there is room for what LevelDB writes when it is opened. */
const ROOM_FILE = 'room.part';
const ROOM_BYTES = 64 * 1024;

/** The folder of a LevelDB that is open: whether it is still there, and can be written. Files that are open can be written when nobody can find them any more. */
export class StoreFolder {
  readonly #path: string;
  /** Tells the folder that was opened from any other that may stand in its place; null before one was. */
  #identity: string | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** Notes which folder was opened, each time that LevelDB did so. */
  async note(): Promise<void> {
    this.#identity = await identityOf(this.#path);
  }

  /** @throws StoreError with this outcome when the folder that was opened is not there */
  async requireThere(outcome?: 'unknown'): Promise<void> {
    if (!(await this.#isThere())) throw new StoreError(goneFolder(this.#path), outcome && { outcome });
  }

  /** @throws StoreError when nothing can be written there */
  async requireRoom(): Promise<void> {
    const path = join(this.#path, ROOM_FILE);
    try {
      await writeFile(path, new Uint8Array(ROOM_BYTES), { flush: true });
    } catch (cause) {
      throw new StoreError(`The folder ${this.#path} cannot be written.`, { cause });
    } finally {
      await rm(path, { force: true }).catch(() => {});
    }
  }

  /** Why nothing can be changed for now, as far as it shows without a change; null when nothing is known of. */
  async findFault(): Promise<string | null> {
    if (!(await this.#isThere())) return goneFolder(this.#path);
    return access(this.#path, constants.W_OK).then(
      () => null,
      (error: Error) => `The folder ${this.#path} cannot be written: ${error.message}.`,
    );
  }

  async #isThere(): Promise<boolean> {
    if (this.#identity === null) return true;
    try {
      return (await identityOf(this.#path)) === this.#identity;
    } catch {
      // It cannot be told, and a write says by itself what is wrong.
      return true;
    }
  }
}

/** Of the file that LevelDB writes anew when it opens a folder; null where there is none. @throws errors of the system */
async function identityOf(folder: string): Promise<string | null> {
  try {
    const { dev, ino } = await stat(join(folder, CURRENT));
    return `${dev} ${ino}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

function goneFolder(folder: string): string {
  return `The folder ${folder} is gone, or another one is in its place: what is changed would be lost. Put back the one that was there, or start the hub anew.`;
}
