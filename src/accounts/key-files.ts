import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const ENDING = '.json';
/** Of a write that did not come to its end. */
const UNFINISHED = '.part';
const OWNER_ONLY = 0o600;
const OTHERS = 0o007;

/** A file of the folder of keys. */
export interface KeyFile {
  readonly name: string;
  readonly text: string;
  /** Whether everybody on the machine may read it. */
  readonly isOpen: boolean;
}

/** The files that hold keys; empty when the folder does not exist yet. */
export async function readKeyFiles(folder: string): Promise<KeyFile[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = await Promise.all(names.filter((name) => name.endsWith(ENDING)).map((name) => read(folder, name)));
  return files.filter((file) => file !== null);
}

/** Null when another process has removed it in between. */
async function read(folder: string, name: string): Promise<KeyFile | null> {
  const path = join(folder, name);
  try {
    const [text, { mode }] = [await readFile(path, 'utf8'), await stat(path)];
    return { name, text, isOpen: (mode & OTHERS) !== 0 };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    // A folder of such a name holds no key, and must not keep those beside it from being read.
    if (code === 'EISDIR') return { name, text: '', isOpen: false };
    throw error;
  }
}

/** Writes a file that only its owner may read. It has its name when it is whole and on the disk, never before. @throws errors of the system, before it has its name */
export async function writeKeyFile(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, `${name}.${randomUUID()}${UNFINISHED}`);
  try {
    const file = await open(unfinished, 'wx', OWNER_ONLY);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, join(folder, name + ENDING));
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw error;
  }
  await syncFolder(folder);
}

/** Removes the file of a key; no error when it does not exist. @throws errors of the system */
export async function removeKeyFile(folder: string, name: string): Promise<void> {
  await rm(join(folder, name), { force: true });
  await syncFolder(folder);
}

async function syncFolder(folder: string): Promise<void> {
  // Windows has no such thing as a folder that is opened.
  const opened = await open(folder).catch(() => null);
  await opened?.sync().catch(() => {});
  await opened?.close();
}
