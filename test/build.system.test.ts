import { execFile } from 'node:child_process';
import { appendFile, chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** Stands for the compiler: notes that it ran. */
const COMPILER = `#!/bin/sh
echo built >> builds
`;

/** Stands for the last step: notes that it ran, and writes the vocabulary. */
const VOCABULARY_BUILDER = `
const { appendFileSync, writeFileSync } = require('node:fs');
appendFileSync('vocabularies', 'built ');
writeFileSync('dist/vocabulary.json', '{}');
writeFileSync('dist/vocabulary.nt.gz', '');
writeFileSync('dist/vocabulary.table', '');
writeFileSync('dist/vocabulary.index', '');
`;

/** Stands for the step behind it: writes a source. */
const SOURCES_BUILDER = `require('node:fs').writeFileSync('dist/sources/acme.json', '{}');`;

/** Stands for the bundler: writes what is run, and the last step. */
const BUNDLER = `
import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('dist/vocabulary/registry', { recursive: true });
mkdirSync('dist/sources', { recursive: true });
writeFileSync('dist/sources/build-sources.js', ${JSON.stringify(SOURCES_BUILDER)});
writeFileSync('dist/vocabulary/registry/build-lexicon-file.js', ${JSON.stringify(VOCABULARY_BUILDER)});
writeFileSync('dist/main.js', '');
`;

/** Stands for the builder of what browsers load: writes its list. */
const ASSETS_BUILDER = `
import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('dist/assets', { recursive: true });
writeFileSync('dist/assets/assets.json', '{}');
`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-build-'));
  const files = [
    'src/main.ts',
    'src/room/deep.ts',
    'src/vocabulary/registry/deep.ts',
    'schema/shapes.ttl',
    'schema/checked-vocabulary.json',
    'seeds/a.ttl',
  ];
  for (const path of [...files, 'package-lock.json', 'tsconfig.json']) await write(path, path);
  await write('package.json', '{}');
  await write('node_modules/.bin/tsc', COMPILER);
  await chmod(join(folder, 'node_modules/.bin/tsc'), 0o755);
  await write('src/bundle.mjs', BUNDLER);
  await write('src/web/build-assets.mjs', ASSETS_BUILDER);
  await cp(new URL('../src/build.mjs', import.meta.url), join(folder, 'src/build.mjs'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

/** How often it was built so far. */
async function buildsAfter(...options: string[]): Promise<number> {
  await promisify(execFile)(process.execPath, [join(folder, 'src/build.mjs'), ...options]);
  return (await readFile(join(folder, 'builds'), 'utf8')).trim().split('\n').length;
}

test('npm start builds in a fresh clone, and not again while nothing changed', async () => {
  expect(await buildsAfter('--if-changed')).toBe(1);
  expect(await buildsAfter('--if-changed')).toBe(1);
  expect(await buildsAfter()).toBe(2);
  expect(await buildsAfter('--if-changed')).toBe(2);
});

test.each([
  'src/main.ts',
  'src/room/deep.ts',
  'src/room/new.ts',
  'schema/shapes.ttl',
  'seeds/a.ttl',
  'seeds/new.ttl',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'node_modules/.package-lock.json',
  'dist/main.js',
])('npm start builds when %s changed', async (path) => {
  await buildsAfter('--if-changed');
  await appendFile(join(folder, path), '\n');
  expect(await buildsAfter('--if-changed')).toBe(2);
  expect(await buildsAfter('--if-changed')).toBe(2);
});

test.each(['src/room/deep.ts', 'dist/main.js', 'dist'])('npm start builds when %s was removed', async (path) => {
  await buildsAfter('--if-changed');
  await rm(join(folder, path), { recursive: true });
  expect(await buildsAfter('--if-changed')).toBe(2);
});

test('npm start does not build because a hub or the build noted what was found sound', async () => {
  await buildsAfter('--if-changed');
  await write('schema/checked-vocabulary.json', 'other');
  await write('dist/checked-vocabulary.json', 'other');
  expect(await buildsAfter('--if-changed')).toBe(1);
});

test.each([
  ['seeds/a.ttl', 2],
  ['seeds/new.ttl', 2],
  ['schema/shapes.ttl', 2],
  ['src/vocabulary/registry/deep.ts', 2],
  ['src/room/deep.ts', 1],
])('when %s changed, the vocabulary was built %i times in two builds', async (path, times) => {
  const vocabularies = async () => (await readFile(join(folder, 'vocabularies'), 'utf8')).trim().split(' ').length;
  await buildsAfter();
  await appendFile(join(folder, path), '\n');
  await buildsAfter();
  expect(await vocabularies()).toBe(times);
});

test.each([
  'dist/vocabulary.json',
  'dist/vocabulary.nt.gz',
  'dist/vocabulary.table',
  'dist/vocabulary.index',
  'dist/sources/acme.json',
])('the vocabulary is built again when %s was changed or removed, and not otherwise', async (path) => {
  const vocabularies = async () => (await readFile(join(folder, 'vocabularies'), 'utf8')).trim().split(' ').length;
  await buildsAfter();
  await buildsAfter();
  expect(await vocabularies()).toBe(1);
  await appendFile(join(folder, path), '\n');
  await buildsAfter();
  expect(await vocabularies()).toBe(2);
  await rm(join(folder, path));
  await buildsAfter();
  expect(await vocabularies()).toBe(3);
  expect(await readFile(join(folder, path), 'utf8')).not.toContain('\n');
});

test('npm start fails with the compiler, and tries again', async () => {
  await write('node_modules/.bin/tsc', '#!/bin/sh\nexit 2\n');
  await expect(buildsAfter('--if-changed')).rejects.toMatchObject({ code: 2 });
  await write('node_modules/.bin/tsc', COMPILER);
  expect(await buildsAfter('--if-changed')).toBe(1);
});

test('npm start says what to install where what builds was left out', async () => {
  await rm(join(folder, 'node_modules/.bin/tsc'));
  await expect(buildsAfter('--if-changed')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^dist\/ has to be built[^]*npm ci --include=dev[^]*node dist\/main\.js\.\n$/),
  });
});
