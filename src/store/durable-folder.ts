import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Makes a folder that survives a crash and that only its owner can read, because it holds e-mail addresses. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const top = dirname(resolve(first));
  for (let made = dirname(resolve(folder)); made.length >= top.length; made = dirname(made)) {
    await syncFolder(made);
    if (made === top) return;
  }
}

/** The folder itself, so that it can be synced; null where folders can't be opened: these are synced with their files. */
export async function openFolder(folder: string): Promise<FileHandle | null> {
  try {
    return await open(folder, 'r');
  } catch (error) {
    if (['EISDIR', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/** Has the names in a folder, which is a file of its own, survive a crash. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await openFolder(folder);
  await handle?.sync().finally(() => handle.close());
}

/** The name that a file has until it is whole. */
export const UNFINISHED = '.part';

/** Writes a file that is there whole, after a crash too, or not at all. */
export async function writeDurably(folder: string, name: string, content: Buffer | string): Promise<void> {
  const path = join(folder, name);
  const unfinished = path + UNFINISHED;
  try {
    const file = await open(unfinished, 'w');
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw error;
  }
  await syncFolder(folder);
}
