import { open, stat, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

/** How often it is looked whether a file has grown. */
const LOOK_MS = 20;
const PIECE_BYTES = 64 * 1024;

/** Resolves true when a file has more bytes than this, false when `ended` resolves before. */
export async function grewTo(path: string, bytes: number, ended: Promise<unknown>): Promise<boolean> {
  const over = ended.then(
    () => true,
    () => true,
  );
  for (;;) {
    const size = await stat(path).then(
      (found) => found.size,
      () => 0,
    );
    if (size > bytes) return true;
    if (await Promise.race([over, wait(LOOK_MS, false)])) return false;
  }
}

/**
 * The bytes of a file that another thread writes, as they come; it ends when `written` resolves and fails when that rejects. The file may
 * get another name meanwhile. Null when there is none of this name.
 */
export async function openGrowing(path: string, written: Promise<unknown>): Promise<Readable | null> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return null;
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
