import { describe, expect, test } from 'vitest';
import { hashBytes } from '../../src/mapping/bytes/hash.ts';

const COUNT = 100;
const SLOTS = 256;

/** How many slots of a small table so many texts of one length fall into: `prefix`, and three digits that count. */
function slotsOf(prefix: string): number {
  const slots = new Set<number>();
  for (let i = 0; i < COUNT; i++) {
    const bytes = Buffer.from(`${prefix}${100 + i}`);
    slots.add(hashBytes(bytes, 0, bytes.length, 0) & (SLOTS - 1));
  }
  return slots.size;
}

describe('a hash of bytes', () => {
  // By chance 100 texts fall into 83 of 256 slots. If the last digit counted for nothing, it would be 10.
  test.each(Array.from({ length: 22 }, (_, length) => length))(
    'spreads texts that differ in their last digits, behind %i other characters',
    (length) => {
      expect(slotsOf('x'.repeat(length))).toBeGreaterThan(60);
    },
  );

  test('tells texts apart that differ in zeros at their end', () => {
    const hashes = Array.from({ length: 8 }, (_, length) => hashBytes(new Uint8Array(length), 0, length, 0));
    expect(new Set(hashes).size).toBe(8);
  });

  test('is another one for another salt', () => {
    const bytes = Buffer.from('1234');
    expect(hashBytes(bytes, 0, 4, 1)).not.toBe(hashBytes(bytes, 0, 4, 2));
  });
});
