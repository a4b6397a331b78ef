import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { findInputs, readBatches, type InputKind } from '../../src/cli/documents/inputs.ts';

const KIBIBYTE = 1024;
const HEADER = 'device,power-W\n';
const ROWS = Array.from({ length: 100_000 }, (_, at) => `m${at},${at}\n`).join('');
const LINES = Array.from({ length: 100_000 }, (_, at) => `{"device":"m${at}"}\n`).join('');

/** The batches of standard input that comes in one piece. */
async function batchesOf(kind: InputKind, text: string): Promise<{ readonly bytes: number; readonly text: string }[]> {
  const inputs = await findInputs([], Readable.from([Buffer.from(text)], { objectMode: true }), kind);
  const batches = [];
  for await (const piece of readBatches(
    inputs,
    { marks: { delimiter: ',', decimal: '.' }, keepsGoing: false },
    () => {},
  )) {
    if ('failure' in piece) throw new Error(piece.failure.message);
    batches.push({ bytes: piece.batch.bytes.length, text: Buffer.from(piece.batch.bytes).toString() });
  }
  return batches;
}

test.each([
  ['ndjson', LINES, LINES],
  ['csv', HEADER + ROWS, ROWS],
] as const)('batches of %s are small, whatever comes at a time', async (kind, text, records) => {
  const batches = await batchesOf(kind, text);
  expect(batches.map((batch) => batch.text).join('')).toBe(records);
  expect(Math.max(...batches.map(({ bytes }) => bytes))).toBeLessThan(129 * KIBIBYTE);
  expect(batches.length).toBeLessThan(30);
});
