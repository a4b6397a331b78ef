import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrameReader, FrameWriter } from '../../../src/cli/documents/message-frames.ts';

test('results are read as they were written, in pieces of any size, and what failed is null', () => {
  const result = fc.record({
    pieces: fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 4 }),
    isFailed: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(result), fc.integer({ min: 1, max: 30 }), (results, pieceBytes) => {
      const written: number[] = [];
      const writer = new FrameWriter((bytes) => written.push(...bytes));
      for (const { pieces, isFailed } of results) {
        for (const piece of pieces) writer.write(piece);
        writer.end(isFailed);
      }
      const reader = new FrameReader();
      const read: (number[] | null)[] = [];
      for (let at = 0; at < written.length; at += pieceBytes) {
        const taken = Uint8Array.from(written.slice(at, at + pieceBytes));
        for (const found of reader.read(taken)) read.push(found === null ? null : [...found]);
        // Another piece may be written over it.
        taken.fill(0xee);
      }
      expect(read).toEqual(
        results.map(({ pieces, isFailed }) => (isFailed ? null : pieces.flatMap((piece) => [...piece]))),
      );
    }),
  );
});
