import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/** What a dump is made in: RDF, as it is or compressed. */
export const CODINGS = { br: '.br', gzip: '.gz' } as const;
export type DumpCoding = keyof typeof CODINGS;

/** A file that was seen to hold what its name says. */
export interface SoundFile {
  readonly path: string;
  readonly size: number;
  /** SHA-256 of its bytes, in hex. */
  readonly digest: string;
}

/** Opens a file if it is the one that was seen to be sound. Null when it is gone, or was touched since. */
export async function openSound(file: SoundFile, touched: string): Promise<FileHandle | null> {
  const handle = await open(file.path, 'r').catch(() => null);
  if (handle === null) return null;
  if ((await traceOf(handle)) === touched) return handle;
  await handle.close();
  return null;
}

/** What differs when a file was written to, cut or replaced since; null when there is none. */
export async function traceOfFile(path: string): Promise<string | null> {
  const handle = await open(path, 'r').catch(() => null);
  if (handle === null) return null;
  try {
    return await traceOf(handle);
  } finally {
    await handle.close();
  }
}

/** SHA-256 of a file's bytes, in hex, read in pieces. @throws Error of the file system */
export async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path, { highWaterMark: 256 * 1024 })) hash.update(piece as Buffer);
  return hash.digest('hex');
}

async function traceOf(handle: FileHandle): Promise<string> {
  const { dev, ino, size, mtimeMs, ctimeMs } = await handle.stat();
  return `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}
