import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

/** How often it is looked whether a file has grown. */
const LOOK_MS = 5;
const PIECE_BYTES = 64 * 1024;

/**
 * The bytes of a file that is being written, as they come, once there are some; it ends when `written` resolves and fails when that rejects.
 * The file may get another name meanwhile. Null when `written` settles before there are any.
 */
export async function openGrowing(path: string, written: Promise<unknown>): Promise<Readable | null> {
  const over = written.then(
    () => true,
    () => true,
  );
  let file: FileHandle | null = null;
  for (;;) {
    file ??= await open(path, 'r').catch(() => null);
    if (file !== null && (await file.stat()).size > 0) return readGrowing(file, written);
    if (await Promise.race([over, wait(LOOK_MS, false)])) break;
  }
  await file?.close();
  return null;
}

function readGrowing(file: FileHandle, written: Promise<unknown>): Readable {
  const bytes = Readable.from(pieces(file, written), { objectMode: false, highWaterMark: PIECE_BYTES });
  // Also of one that nobody has begun to read, because the client is gone.
  return bytes.once('close', () => void file.close().catch(() => {}));
}

async function* pieces(file: FileHandle, written: Promise<unknown>): AsyncGenerator<Buffer> {
  let isWhole = false;
  const ended = written.then(() => (isWhole = true));
  // Who waits for the next piece gets the error.
  ended.catch(() => {});
  for (let at = 0; ;) {
    // Whatever is read after it was whole is all.
    const isLast = isWhole;
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, at);
    at += bytesRead;
    if (bytesRead > 0) yield piece.subarray(0, bytesRead);
    else if (isLast) return;
    else await Promise.race([wait(LOOK_MS), ended]);
  }
}
