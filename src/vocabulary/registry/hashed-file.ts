import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** One read of the system takes no more than 2 GB. */
const PIECE_BYTES = 64 * 1024 * 1024;
/** What is hashed and written at a time, in a few milliseconds. */
const WRITTEN_BYTES = 1024 * 1024;
const HASH = 'sha256';
/** Of the hash with which a file begins. */
const HASH_BYTES = 32;
const NUMBER_BYTES = Uint32Array.BYTES_PER_ELEMENT;
/** Where the length of the facts stands, and behind it the facts themselves. */
export const [LENGTH_AT, FACTS_AT] = [HASH_BYTES, HASH_BYTES + NUMBER_BYTES];

/**
 * Writes pieces of any length behind their hash, which it returns in hex. Others have the thread now and then: of a large table all of them take
 * a second.
 */
export async function writeHashed(path: string, pieces: readonly Uint8Array[]): Promise<string> {
  const file = await open(path, 'w');
  try {
    const hash = createHash(HASH);
    let at = HASH_BYTES;
    for (const piece of pieces)
      for (let from = 0; from < piece.length; from += WRITTEN_BYTES) {
        const part = piece.subarray(from, from + WRITTEN_BYTES);
        hash.update(part);
        for (let done = 0; done < part.length;) {
          const { bytesWritten } = await file.write(part, done, part.length - done, at);
          done += bytesWritten;
          at += bytesWritten;
        }
      }
    const digest = hash.digest();
    await file.write(digest, 0, HASH_BYTES, 0);
    return digest.toString('hex');
  } finally {
    await file.close();
  }
}

/** The bytes of a file with its hash, in memory that threads share; null where they are others than were hashed. @throws Error of the system */
export async function readHashed(path: string): Promise<{ readonly bytes: Buffer; readonly hash: string } | null> {
  const bytes = await readShared(path);
  const hash = createHash(HASH).update(bytes.subarray(HASH_BYTES)).digest('hex');
  return bytes.toString('hex', 0, HASH_BYTES) === hash ? { bytes, hash } : null;
}

/** Facts as JSON behind their length, with spaces behind it, so that what follows may be numbers. */
export function headOf(facts: object): Buffer {
  const json = Buffer.from(JSON.stringify(facts));
  const head = Buffer.alloc(NUMBER_BYTES + Math.ceil(json.length / NUMBER_BYTES) * NUMBER_BYTES, ' ');
  head.writeUInt32LE(head.length - NUMBER_BYTES);
  json.copy(head, NUMBER_BYTES);
  return head;
}

/** The facts of a file that `readHashed` found sound, and where the rest begins. */
export function readHead<Facts>(bytes: Buffer): { readonly facts: Facts; readonly end: number } {
  const end = FACTS_AT + bytes.readUInt32LE(LENGTH_AT);
  return { facts: JSON.parse(bytes.toString('utf8', FACTS_AT, end)) as Facts, end };
}

async function readShared(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const bytes = Buffer.from(new SharedArrayBuffer(size));
    let at = 0;
    while (at < size) {
      const { bytesRead } = await file.read(bytes, at, Math.min(PIECE_BYTES, size - at), at);
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    return bytes.subarray(0, at);
  } finally {
    await file.close();
  }
}
