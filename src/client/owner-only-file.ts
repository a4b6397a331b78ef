import { constants } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
// What a library asks of its process: whose it is, and on which system.
import self from 'node:process';
import { ClientError } from './client-error.ts';

/** Nothing that is kept in such a file is longer. */
const MAX_BYTES = 64 * 1024;
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const ANYTHING_FOR_OTHERS = 0o077;
const WRITING_FOR_OTHERS = 0o022;

/**
 * The JSON in a file that nobody but its owner can read. Windows has no such modes; there the folder's own protection counts.
 *
 * @returns null when there is no such file
 * @throws ClientError `unsafe-file` when it is another's or others may read it, `malformed-file` when it is not JSON or too long; errors of the system
 */
export function readOwnerOnlyFile(path: string): Promise<unknown> {
  return readFile(path, ANYTHING_FOR_OTHERS, 'chmod 600');
}

/** The JSON in a file that others may read but not write. @returns and throws as `readOwnerOnlyFile` */
export function readOwnersFile(path: string): Promise<unknown> {
  return readFile(path, WRITING_FOR_OTHERS, 'chmod go-w');
}

async function readFile(path: string, forbidden: number, remedy: string): Promise<unknown> {
  // Without O_NONBLOCK a named pipe would hold this up for ever; Windows does not know it.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return null;
  try {
    // The mode of the opened file is checked, so that the file cannot be replaced in between.
    const stats = await file.stat();
    if (!stats.isFile()) throw new ClientError('unsafe-file', `${path} is no file.`);
    checkOwner(path, stats.uid);
    checkMode(path, stats.mode, forbidden, remedy);
    if (stats.size > MAX_BYTES) throw new ClientError('malformed-file', `${path} has more than ${MAX_BYTES} bytes.`);
    return parse(path, await file.readFile('utf8'));
  } finally {
    await file.close();
  }
}

/**
 * Writes JSON to a file that nobody but its owner can read (mode 0600). It is there whole or not at all. A folder that is missing is made
 * (mode 0700).
 *
 * @throws ClientError `unsafe-file` when others may write into the folder; errors of the system
 */
export async function writeOwnerOnlyFile(path: string, value: unknown): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  const { uid, mode } = await stat(folder);
  checkOwner(folder, uid);
  checkMode(folder, mode, WRITING_FOR_OTHERS, 'chmod 700');
  const beside = `${path}.${globalThis.crypto.randomUUID()}.tmp`;
  try {
    const file = await open(beside, 'wx', FILE_MODE);
    try {
      await file.writeFile(`${JSON.stringify(value, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

function checkOwner(path: string, uid: number): void {
  const own = self.geteuid?.();
  if (own !== undefined && uid !== own) throw new ClientError('unsafe-file', `${path} belongs to another user.`);
}

function checkMode(path: string, mode: number, forbidden: number, remedy: string): void {
  if (self.platform === 'win32' || (mode & forbidden) === 0) return;
  const octal = (mode & 0o777).toString(8).padStart(4, '0');
  throw new ClientError('unsafe-file', `${path} is open to other users (mode ${octal}). Run: ${remedy} '${path}'`);
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    // The error of the parser would repeat a piece of the file.
    throw new ClientError('malformed-file', `${path} is no JSON.`);
  }
}
