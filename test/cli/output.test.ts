import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { outputToFile } from '../../src/cli/shared/output.ts';

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

test('a link stays one also where the file that it leads to is not there yet, over folders that are links', async () => {
  mkdirSync(join(folder, 'deep', 'inside'), { recursive: true });
  symlinkSync(join(folder, 'deep', 'inside'), join(folder, 'shortcut'));
  symlinkSync('../coming.nt', join(folder, 'deep', 'inside', 'first'));
  symlinkSync('shortcut/first', join(folder, 'second'));
  const output = await outputToFile(join(folder, 'second'), new Set());
  await output.write(BYTES);
  await output.finish();
  for (const link of ['second', 'deep/inside/first']) expect(lstatSync(join(folder, link)).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, 'deep', 'coming.nt'), 'utf8')).toBe('a graph\n');
});

test('links that lead nowhere cannot be written, and stay', async () => {
  symlinkSync('round', join(folder, 'about'));
  symlinkSync('about', join(folder, 'round'));
  symlinkSync('gone/graph.nt', join(folder, 'lost'));
  for (const name of ['about', 'lost']) {
    await expect(outputToFile(join(folder, name), new Set())).rejects.toThrow(`${name} cannot be written`);
    expect(lstatSync(join(folder, name)).isSymbolicLink()).toBe(true);
  }
});

test('a file that is replaced keeps who may read it, and its name may be as long as names can be', async () => {
  const path = join(folder, `${'ü'.repeat(126)}.nt`);
  writeFileSync(path, 'before', { mode: 0o640 });
  const output = await outputToFile(path, new Set());
  await output.write(BYTES);
  await output.finish();
  expect(readFileSync(path, 'utf8')).toBe('a graph\n');
  expect(statSync(path).mode & 0o777).toBe(0o640);
});

test('a descriptor that is a file gets the bytes behind what it has', async () => {
  const path = join(folder, 'all.nt');
  writeFileSync(path, 'before\n');
  const descriptor = openSync(path, 'a');
  const before = readdirSync(folder);
  for (const name of [`/dev/fd/${descriptor}`, `/proc/self/fd/${descriptor}`]) {
    const output = await outputToFile(name, new Set());
    await output.write(BYTES);
    await output.finish();
  }
  closeSync(descriptor);
  expect(readFileSync(path, 'utf8')).toBe('before\na graph\na graph\n');
  expect(readdirSync(folder)).toEqual(before);
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

test('a file that is being written is touched each hour, however long its command waits', async () => {
  const place = mkdtempSync(join(folder, 'waiting-'));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const output = await outputToFile(join(place, 'graph.nt'), new Set());
    const unfinished = join(place, readdirSync(place)[0]!);
    const before = new Date(Date.now() - 25 * 60 * 60_000);
    utimesSync(unfinished, before, before);
    vi.advanceTimersByTime(60 * 60_000);
    await expect.poll(() => statSync(unfinished).mtimeMs).toBeGreaterThan(before.getTime() + 1000);
    await output.finish();
  } finally {
    vi.useRealTimers();
  }
});

test('what a command that was killed left in the folder goes with the next file, and what is being written stays', async () => {
  const place = mkdtempSync(join(folder, 'abandoned-'));
  const [abandoned, running] = ['old', 'new'].map((name) => join(place, `.${name}.nq.gz.k3j9x0ab.vocabulary-hub.part`));
  const strange = join(place, '.download.part');
  for (const path of [abandoned!, running!, strange]) writeFileSync(path, 'half');
  const before = new Date(Date.now() - 25 * 60 * 60_000);
  for (const path of [abandoned!, strange]) utimesSync(path, before, before);
  const output = await outputToFile(join(place, 'graph.nt'), new Set());
  const [unfinished] = readdirSync(place).filter((name) => name.startsWith('.graph.nt.'));
  expect(unfinished).toMatch(/^\.graph\.nt\.\w{1,8}\.vocabulary-hub\.part$/);
  await output.finish();
  expect(
    readdirSync(place)
      .map((name) => join(place, name))
      .toSorted(),
  ).toEqual([running!, strange, join(place, 'graph.nt')].toSorted());
});

test.each([
  ['the folder where the command runs', ''],
  ['a folder', folder],
])('%s is refused at once', async (_, path) => {
  await expect(outputToFile(path, new Set())).rejects.toThrow('cannot be written: it is a folder.');
});
