/** The polynomial of Castagnoli, its bits reversed (RFC 3720 §12.1). */
const POLYNOMIAL = 0x82f63b78;
/** Bytes that are looked up at a time, each in a table of its own. */
const SLICES = 8;
const BYTE = 256;

const TABLE = makeTable();

function makeTable(): Int32Array {
  const table = new Int32Array(SLICES * BYTE);
  for (let byte = 0; byte < BYTE; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
    table[byte] = value;
  }
  for (let at = BYTE; at < table.length; at++) {
    const before = table[at - BYTE]!;
    table[at] = (before >>> 8) ^ table[before & 0xff]!;
  }
  return table;
}

/** The CRC-32C of bytes from one place to another, as an unsigned number. */
function crc32c(bytes: Uint8Array, from: number, end: number): number {
  let crc = ~0;
  let at = from;
  for (const last = end - SLICES; at <= last; at += SLICES) {
    crc ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    crc =
      TABLE[0x700 | (crc & 0xff)]! ^
      TABLE[0x600 | ((crc >>> 8) & 0xff)]! ^
      TABLE[0x500 | ((crc >>> 16) & 0xff)]! ^
      TABLE[0x400 | (crc >>> 24)]! ^
      TABLE[0x300 | bytes[at + 4]!]! ^
      TABLE[0x200 | bytes[at + 5]!]! ^
      TABLE[0x100 | bytes[at + 6]!]! ^
      TABLE[bytes[at + 7]!]!;
  }
  for (; at < end; at++) crc = (crc >>> 8) ^ TABLE[(crc ^ bytes[at]!) & 0xff]!;
  return ~crc >>> 0;
}

/** The checksum that LevelDB writes: CRC-32C, turned and shifted, since what it covers may hold such sums itself (LevelDB, util/crc32c.h). */
export function checksumOf(bytes: Uint8Array, from: number, end: number): number {
  const crc = crc32c(bytes, from, end);
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
}
