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
 *
 * @param take gets the records; without `lose`, those before the damage alone
 * @param lose gets the number of bytes of what cannot be read, before the records behind it
 */
export function readLog(
  bytes: Buffer,
  take: ((record: Buffer) => void) | null = null,
  lose: ((lost: number) => void) | null = null,
): LogState {
  let open: Buffer[] = [];
  let unreadableAt: number | null = null;
  let isDamaged = false;
  for (const { at, end, isWhole } of piecesOf(bytes)) {
    const kind = bytes[at + KIND_AT]!;
    if (!isWhole) {
      unreadableAt ??= at;
      open = [];
    } else if (unreadableAt !== null) {
      if (lose === null) return 'damaged';
      isDamaged = true;
    }
    const isBegun = open.length > 0 || kind === FULL || kind === FIRST;
    if (!isWhole || !isBegun) lose?.(end - at);
    else if (take !== null) {
      if (kind === FULL || kind === FIRST) open = [];
      open.push(bytes.subarray(at + HEAD_BYTES, end));
      if (kind === FULL || kind === LAST) {
        take(Buffer.concat(open));
        open = [];
      }
    }
  }
  if (unreadableAt === null) return 'whole';
  return !isDamaged && isCutAt(bytes, unreadableAt) ? 'cut' : 'damaged';
}

/** A fragment that is whole, or bytes before the next one of the same block. */
interface Piece {
  readonly at: number;
  readonly end: number;
  readonly isWhole: boolean;
}

function* piecesOf(bytes: Buffer): Generator<Piece> {
  for (let start = 0; start < bytes.length; start += BLOCK_BYTES) {
    const blockEnd = Math.min(start + BLOCK_BYTES, bytes.length);
    for (let at = start; blockEnd - at >= HEAD_BYTES;) {
      let next = at;
      let end: number | null = null;
      while (blockEnd - next >= HEAD_BYTES && (end = endOfFragment(bytes, next, blockEnd)) === null) next++;
      if (next > at) yield { at, end: end === null ? blockEnd : next, isWhole: false };
      if (end === null) break;
      yield { at: next, end, isWhole: true };
      at = end;
    }
  }
}

/** Where a fragment ends that begins here and is whole; null where there is none. */
function endOfFragment(bytes: Buffer, at: number, blockEnd: number): number | null {
  const kind = bytes[at + KIND_AT]!;
  const end = at + HEAD_BYTES + bytes.readUInt16LE(at + LENGTH_AT);
  if (kind < FULL || kind > LAST || end > blockEnd) return null;
  return checksumOf(bytes, at + KIND_AT, end) === bytes.readUInt32LE(at) ? end : null;
}

/** Whether what cannot be read there goes on behind the end of the file, or the file ends with a zero, as no entry with a value does. */
function isCutAt(bytes: Buffer, at: number): boolean {
  if (bytes.at(-1) === 0) return true;
  // Of a fragment that is whole, its length alone may be damaged.
  const isWhole = checksumOf(bytes, at + KIND_AT, bytes.length) === bytes.readUInt32LE(at);
  return !isWhole && at + HEAD_BYTES + bytes.readUInt16LE(at + LENGTH_AT) > bytes.length;
}
