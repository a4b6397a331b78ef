import { checksumOf } from './leveldb-checksum.ts';

/** A log is a row of blocks, and a record stands in one or more of them, in fragments (LevelDB, doc/log_format). */
const BLOCK_BYTES = 32 * 1024;
/** Of a fragment: its checksum, its length and its kind, which the checksum covers, too. */
const HEAD_BYTES = 7;
const LENGTH_AT = 4;
const KIND_AT = 6;

/** How a fragment stands in its record. */
const FULL = 1;
const FIRST = 2;
const LAST = 4;

/** How a log ends: with a record, with one that is left out as it was not written to its end, or not as it was written. */
type LogState = 'whole' | 'cut' | 'damaged';

/**
 * Reads a log, or a list of files, which LevelDB writes in the same way. A write that did not come to its end leaves something
 * unreadable at the end of the file alone, which is too short there or has zeros; all other is damage.
 */
export function readLog(bytes: Buffer, take: ((record: Buffer) => void) | null = null): LogState {
  let open: Buffer[] = [];
  let unreadableAt: number | null = null;
  for (let start = 0; start < bytes.length; start += BLOCK_BYTES) {
    const blockEnd = Math.min(start + BLOCK_BYTES, bytes.length);
    for (let at = start; blockEnd - at >= HEAD_BYTES;) {
      const end = endOfFragment(bytes, at, blockEnd);
      if (end === null) {
        unreadableAt ??= at;
        if (hasFragment(bytes, at + 1, blockEnd)) return 'damaged';
        break;
      }
      if (unreadableAt !== null) return 'damaged';
      if (take !== null) {
        const kind = bytes[at + KIND_AT]!;
        if (kind === FULL || kind === FIRST) open = [];
        open.push(bytes.subarray(at + HEAD_BYTES, end));
        if (kind === FULL || kind === LAST) take(Buffer.concat(open));
      }
      at = end;
    }
  }
  if (unreadableAt === null) return 'whole';
  return isCutAt(bytes, unreadableAt) ? 'cut' : 'damaged';
}

/** Where a fragment ends that begins here and is whole; null where there is none. */
function endOfFragment(bytes: Buffer, at: number, blockEnd: number): number | null {
  const kind = bytes[at + KIND_AT]!;
  const end = at + HEAD_BYTES + bytes.readUInt16LE(at + LENGTH_AT);
  if (kind < FULL || kind > LAST || end > blockEnd) return null;
  return checksumOf(bytes, at + KIND_AT, end) === bytes.readUInt32LE(at) ? end : null;
}

function hasFragment(bytes: Buffer, from: number, blockEnd: number): boolean {
  for (let at = from; blockEnd - at >= HEAD_BYTES; at++) if (endOfFragment(bytes, at, blockEnd) !== null) return true;
  return false;
}

/** Whether what cannot be read there goes on behind the end of the file, or the file ends with a zero, as no entry with a value does. */
function isCutAt(bytes: Buffer, at: number): boolean {
  if (bytes.at(-1) === 0) return true;
  // Of a fragment that is whole, its length alone may be damaged.
  const isWhole = checksumOf(bytes, at + KIND_AT, bytes.length) === bytes.readUInt32LE(at);
  return !isWhole && at + HEAD_BYTES + bytes.readUInt16LE(at + LENGTH_AT) > bytes.length;
}
