import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DirectWriter } from '../../src/cli/documents/direct-writer.ts';
import { createOutputOrder, OutputOrder } from '../../src/cli/documents/output-order.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const fail = (error: unknown): void => {
  throw error;
};

test('batches of several threads are written in their order, apart from each other, and told when they are written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hub-order-'));
  const path = join(folder, 'out');
  const descriptor = openSync(path, 'w');
  const order = createOutputOrder();
  const [one, other] = [new DirectWriter(descriptor, order, ',\n'), new DirectWriter(descriptor, order, ',\n')];
  const told: number[] = [];
  const write = (writer: DirectWriter, number: number, ...texts: readonly string[]): void => {
    writer.begin(number);
    for (const text of texts) writer.write(bytesOf(text));
    // Who hears of a batch may pass on the turn behind it: its own must be passed on by then.
    writer.end(false, () => told.push(new OutputOrder(order).isTurnOf(number) ? -1 : number), fail);
  };
  // Longer than what is held before it is written.
  const long = 'é'.repeat(200_000);
  write(other, 1, 'second ', long);
  write(other, 2);
  expect(readFileSync(path, 'utf8')).toBe('');
  write(one, 0, long, ' first');
  write(one, 4, 'fifth');
  await expect.poll(() => told).toEqual([0, 1, 2]);
  // A batch that has no thread.
  new OutputOrder(order).pass(3);
  await expect.poll(() => told).toEqual([0, 1, 2, 4]);
  expect(readFileSync(path, 'utf8')).toBe(`${long} first,\nsecond ${long},\nfifth`);
  rmSync(folder, { recursive: true });
});

test('nothing is written behind a batch that ends the output', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hub-order-'));
  const path = join(folder, 'out');
  const order = createOutputOrder();
  const writer = new DirectWriter(openSync(path, 'w'), order, '');
  writer.begin(0);
  writer.write(bytesOf('first'));
  writer.end(true, () => {}, fail);
  writer.begin(1);
  writer.write(bytesOf('second'));
  writer.end(false, () => {}, fail);
  await delay(20);
  expect(readFileSync(path, 'utf8')).toBe('first');
  rmSync(folder, { recursive: true });
  // Its timer would keep the process alive.
  new OutputOrder(order).pass(0);
  await expect.poll(() => new OutputOrder(order).isTurnOf(2)).toBe(true);
});
