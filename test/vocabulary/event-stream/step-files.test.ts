import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StepFiles } from '../../../src/vocabulary/event-stream/step-files.ts';
import { writeMember, type StepMember } from '../../../src/vocabulary/event-stream/step-text.ts';

const [A, B, C] = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [string, string, string];

/** So many members, of which a hundred have room in a file. */
const members = (count: number, name: string): StepMember[] =>
  Array.from({ length: count }, (_, at) => {
    const iri = `https://hub.invalid/vocabulary/${name}-${at}`;
    return { kind: 'create', iri, lines: [`<${iri}> <http://p.example/> "${at}" .\n`] };
  });

let folder: string;
let files: StepFiles;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'step-files-'));
  files = new StepFiles(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const nameOf = (from: string, to: string, part = ''): string =>
  join(folder, `${from.slice(0, 32)}-${to.slice(0, 32)}${part}.gz`);

test('a step is read as it was written', async () => {
  const all = members(150, 'term');
  const parts = await files.write({ from: A, to: B }, all);
  expect(await readdir(folder)).toHaveLength(2);
  expect(await files.find({ from: A, to: B })).toEqual(parts);
  expect([await files.read({ from: A, to: B }, 0), await files.read({ from: A, to: B }, 1)]).toEqual([
    all.slice(0, 100),
    all.slice(100),
  ]);
  expect(await files.find({ from: A, to: C })).toBeNull();
});

test('the files of another step are none of it', async () => {
  await files.write({ from: A, to: B }, members(150, 'term'));
  await files.write({ from: B, to: C }, members(180, 'other'));
  await copyFile(nameOf(B, C, '.1'), nameOf(A, B, '.1'));
  expect(await files.read({ from: A, to: B }, 1)).toBeNull();
  expect(await files.read({ from: A, to: B }, 0)).not.toBeNull();
  await copyFile(nameOf(B, C), nameOf(A, B));
  expect(await files.find({ from: A, to: B })).toBeNull();
  expect(await files.read({ from: A, to: B }, 0)).toBeNull();
});

test('what earlier releases wrote, without the versions, is read', async () => {
  const [member] = members(1, 'term') as [StepMember];
  const text = writeMember(member);
  const parts = [{ members: 1, bytes: Buffer.byteLength(text) }];
  await writeFile(nameOf(A, B), gzipSync(`${JSON.stringify({ format: 1, parts })}\n${text}`));
  expect(await files.find({ from: A, to: B })).toEqual(parts);
  expect(await files.read({ from: A, to: B }, 0)).toEqual([member]);
});
