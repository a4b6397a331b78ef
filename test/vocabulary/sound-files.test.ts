import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TextNames } from '../../src/vocabulary/versions/version-blocks.ts';
import { VersionFiles } from '../../src/vocabulary/versions/version-files.ts';

/** A text that is long enough to be worth a note. */
const LINE = '<https://hub.example/vocabulary/x> <http://www.w3.org/2000/01/rdf-schema#label> "A label" .\n';
const TEXT = Buffer.from(Array.from({ length: 20_000 }, (_, at) => LINE.replace('x', `x${at}`)).join(''));
const nameOf = (text: Buffer): string => {
  const names = new TextNames();
  names.add(text);
  return names.names()[0]!;
};
const VERSION = nameOf(TEXT);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-sound-'));
  await new VersionFiles(folder).write(VERSION, 'whole', gzipSync(TEXT));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** How many bytes of the text the hub looks at that has just started. */
const looked = (version = VERSION): Promise<number> => new VersionFiles(folder).checkWhole(version);
const path = (): string => new VersionFiles(folder).pathOf(VERSION, 'whole');

test('a long text that was found to be what its name says is not looked at again', async () => {
  expect(await looked()).toBe(TEXT.length);
  expect(await looked()).toBe(0);
});

test('so is one that was read for something else', async () => {
  await new VersionFiles(folder).readWhole(VERSION, () => {});
  expect(await looked()).toBe(0);
});

test('a file that was damaged since is found, and one that was written anew is looked at', async () => {
  await looked();
  const sound = await readFile(path());
  const damaged = Buffer.from(sound);
  damaged[damaged.length >> 1]! ^= 1;
  await writeFile(path(), damaged);
  await expect(looked()).rejects.toThrow();
  await writeFile(path(), gzipSync(TEXT, { level: 1 }));
  expect(await looked()).toBe(TEXT.length);
  expect(await looked()).toBe(0);
  await rm(path());
  await expect(looked()).rejects.toThrow('ENOENT');
});

test('the file of another version is damaged, whatever was noted before', async () => {
  await looked();
  await writeFile(path(), gzipSync(TEXT.subarray(LINE.length + 1)));
  await expect(looked()).rejects.toThrow('it holds something else than its name says');
});

test.each(['', '[]', '{"', `{"${VERSION}":1}`, `{"${VERSION}":"${'0'.repeat(64)}"}`])(
  'where the notes say %j, the text is looked at, and noted',
  async (notes) => {
    await writeFile(join(folder, 'sound.json'), notes);
    expect(await looked()).toBe(TEXT.length);
    expect(await looked()).toBe(0);
  },
);

test('where nothing can be noted, the text is looked at each time', async () => {
  await mkdir(join(folder, 'sound.json.part'));
  expect(await looked()).toBe(TEXT.length);
  expect(await looked()).toBe(TEXT.length);
});

test('a short text is looked at each time, and the notes are bounded', async () => {
  const short = TEXT.subarray(0, LINE.length + 1);
  const files = new VersionFiles(folder);
  await files.write(nameOf(short), 'whole', gzipSync(short));
  expect(await looked(nameOf(short))).toBe(short.length);
  expect(await looked(nameOf(short))).toBe(short.length);
  expect(await readdir(folder)).not.toContain('sound.json');
  const many = Object.fromEntries(Array.from({ length: 64 }, (_, at) => [`v${at}`, 'hash']));
  await writeFile(join(folder, 'sound.json'), JSON.stringify(many));
  await looked();
  const noted = Object.keys(JSON.parse(await readFile(join(folder, 'sound.json'), 'utf8')) as object);
  expect([noted.length, noted[0], noted.at(-1)]).toEqual([64, 'v1', VERSION]);
});
