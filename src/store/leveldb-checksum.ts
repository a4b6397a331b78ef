import { crc32c } from '@node-rs/crc32';

/** The checksum that LevelDB writes: CRC-32C, turned and shifted, since what it covers may hold such sums itself (LevelDB, util/crc32c.h). */
export function checksumOf(bytes: Buffer, from: number, end: number): number {
  const crc = crc32c(bytes.subarray(from, end));
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
}
