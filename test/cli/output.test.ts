import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { outputToFile } from '../../src/cli/documents/output.ts';

const folder = mkdtempSync(join(tmpdir(), 'hub-output-'));
afterAll(() => rmSync(folder, { recursive: true }));

const BYTES = new TextEncoder().encode('a graph\n');

test('a file is there when it is complete, and what was there stays until then', async () => {
  const path = join(folder, 'graph.nt');
  writeFileSync(path, 'before');
  const output = await outputToFile(path, new Set());
  await output.write(BYTES);
  expect(readFileSync(path, 'utf8')).toBe('before');
  await output.finish();
  expect(readFileSync(path, 'utf8')).toBe('a graph\n');
});

test('a link to a file stays one, and the file is written', async () => {
  mkdirSync(join(folder, 'elsewhere'));
  const path = join(folder, 'elsewhere', 'linked.nt');
  const link = join(folder, 'link.nt');
  writeFileSync(path, 'before');
  symlinkSync(path, link);
  const output = await outputToFile(link, new Set());
  await output.write(BYTES);
  expect(readFileSync(link, 'utf8')).toBe('before');
  await output.finish();
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(path, 'utf8')).toBe('a graph\n');
  expect(readdirSync(join(folder, 'elsewhere'))).toEqual(['linked.nt']);
});

test('a named pipe stays one, also behind a link, and its reader gets the bytes', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  symlinkSync(pipe, join(folder, 'link'));
  for (const path of [pipe, join(folder, 'link')]) {
    const cleanUps = new Set<() => void>();
    const read = readFile(pipe, 'utf8');
    const output = await outputToFile(path, cleanUps);
    await output.write(BYTES);
    await output.finish();
    expect(await read).toBe('a graph\n');
    expect(statSync(path).isFIFO()).toBe(true);
    expect(cleanUps.size).toBe(0);
  }
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  expect(existsSync(pipe)).toBe(true);
});
