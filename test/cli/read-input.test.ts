import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkStandardInput, readInput } from '../../src/cli/shared/read-input.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-input-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const stdin = (...pieces: Uint8Array[]): Readable => Readable.from(pieces);

test('an archive is read decompressed, from a file whatever its name, and from standard input', async () => {
  const archive = gzipSync('{"active_power-kW":1}');
  for (const name of ['reading.json.gz', 'reading.json']) {
    await writeFile(join(folder, name), archive);
    expect((await readInput(join(folder, name), { stdin: stdin() })).toString()).toBe('{"active_power-kW":1}');
  }
  const piped = await readInput('-', { stdin: stdin(archive.subarray(0, 1), archive.subarray(1)) });
  expect(piped.toString()).toBe('{"active_power-kW":1}');
});

test('an archive that is cut off, or none as its name says, cannot be read', async () => {
  const cut = gzipSync('{"active_power-kW":1}').subarray(0, 20);
  await expect(readInput('-', { stdin: stdin(cut) })).rejects.toMatchObject({
    exitCode: 3,
    message: 'Standard input cannot be read: the archive of gzip is cut off',
  });
  const path = join(folder, 'plain.json.gz');
  await writeFile(path, '{}');
  await expect(readInput(path, { stdin: stdin() })).rejects.toMatchObject({
    exitCode: 3,
    message: `${path} cannot be read: it is no archive of gzip, as its name says`,
  });
});

test('standard input has one use, and both are named otherwise', () => {
  const words = (first: string, second: string): string =>
    `Standard input can be read once: ${first} and ${second} both name it; name a file for one of them.`;
  expect(() => checkStandardInput(['-', 'a.json', '-'])).toThrow(words('an input', 'another input'));
  expect(() => checkStandardInput(['-'], { '--semantic': '-' })).toThrow(words('--semantic', 'an input'));
  expect(() => checkStandardInput(['a.nt'], { '--semantic': '-' })).not.toThrow();
  expect(() => checkStandardInput(['-'], { '--semantic': undefined })).not.toThrow();
});
