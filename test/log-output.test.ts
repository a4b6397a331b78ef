import { execFileSync } from 'node:child_process';
import { closeSync, createReadStream, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LogOutput } from '../src/log-output.ts';

let folder: string;
const opened: number[] = [];
const lost: number[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'log-'));
  lost.length = 0;
});
afterEach(async () => {
  for (const fd of opened.splice(0)) closeSync(fd);
  await rm(folder, { recursive: true });
});

function outputTo(path: string, flags: string, maxWaiting = 1024 * 1024): LogOutput {
  const fd = openSync(path, flags);
  opened.push(fd);
  return new LogOutput({ fd, maxWaiting, onLost: (lines) => lost.push(lines) });
}

/** A pipe that is open for both sides, so that nothing waits for the other one. */
function pipe(maxWaiting?: number): { readonly path: string; readonly output: LogOutput } {
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  return { path, output: outputTo(path, 'r+', maxWaiting) };
}

test('lines are written whole and in their order', async () => {
  const path = join(folder, 'log');
  const output = outputTo(path, 'w');
  const lines = Array.from({ length: 5000 }, (_, i) => `line ${i} Größe 😀\n`);
  for (const [i, line] of lines.entries()) {
    output.write(line);
    if (i % 100 === 0) await new Promise(setImmediate);
  }
  await output.end(10_000);
  expect(readFileSync(path, 'utf8')).toBe(lines.join(''));
});

test('a process that fails writes what waits', async () => {
  const path = join(folder, 'log');
  const output = outputTo(path, 'a');
  for (let i = 0; i < 100; i++) output.write(`line ${i}\n`);
  expect(output.endNow()).toBe(true);
  await expect.poll(() => readFileSync(path, 'utf8').split('\n').length).toBe(101);
});

test.skipIf(process.platform !== 'linux')('a full disk is tried again, and its end is not waited for', async () => {
  const output = outputTo('/dev/full', 'w');
  output.write('first\n');
  output.write('second\n');
  await output.end(300);
  expect(output.endNow()).toBe(true);
});

describe('a pipe that nobody reads', () => {
  const LINE = `${'x'.repeat(1023)}\n`;

  test('has so many lines wait as may; the others are lost, which is told when there is a reader again', async () => {
    const { path, output } = pipe(100 * LINE.length);
    // More than the pipe holds; the first of them is being written, and counts as those that wait.
    for (let i = 0; i < 150; i++) output.write(LINE);
    expect(lost).toEqual([]);
    let read = 0;
    createReadStream(path).on('data', ({ length }) => (read += length));
    await expect.poll(() => read).toBe(100 * LINE.length);
    await expect.poll(() => lost).toEqual([50]);
  });

  test('is not waited for by a process that fails', async () => {
    const { path, output } = pipe();
    for (let i = 0; i < 200; i++) output.write(LINE);
    expect(await output.end(500)).toBe(false);
    expect(output.endNow()).toBe(false);
    createReadStream(path).resume();
    expect(await output.end(30_000)).toBe(true);
    expect(output.endNow()).toBe(true);
  });
});
