import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listShippedNames } from '../../src/sources/source-files.ts';
import { installPackage, type InstalledPackage } from '../support/installed-package.ts';
import { compileConsumer, RESOLUTIONS } from '../support/consumer.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** TypeScript of somebody who uses the library. */
const CONSUMER = `
import { convert, convertInChunks, embed, HubError, readLexicon, validate } from 'vocabulary-hub/mapping';
import type { ConversionOptions, Lexicon, Warning } from 'vocabulary-hub/mapping';
import file from 'vocabulary-hub/vocabulary.json' with { type: 'json' };

const vocabulary: Lexicon = readLexicon(file);
const options: ConversionOptions = { vocabulary, format: 'ttl', base: undefined };
export const warnings: readonly Warning[] = convert('{}', options).warnings;
export const notTerms: readonly string[] = embed('{}', { vocabulary }).report.notTerms;
convertInChunks(new Uint8Array(2), { vocabulary, format: 'nt' }, (chunk: Uint8Array) => chunk.length);
// @ts-expect-error there is no such format
convert('{}', { format: 'xml' });
// @ts-expect-error the keys of a document are described by a vocabulary
embed('{}', {});
try {
  validate('{');
} catch (error) {
  if (error instanceof HubError) error.details.line?.toFixed();
}
`;

let installed: InstalledPackage;
beforeAll(async () => {
  installed = await installPackage();
}, 120_000);
afterAll(() => installed?.remove());

test.each(RESOLUTIONS)('the library has types that hold under strict rules, resolved as %s', async (resolution) => {
  expect(await compileConsumer(installed, CONSUMER, resolution, 'es2023,dom')).toBe('');
});

/** The files below a folder of the project, from the top of the project. */
const filesBelow = (folder: string): string[] =>
  readdirSync(`${ROOT}${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));

test('the package holds declarations of each source, what is built, the schema, the seeds, the queries of the store, what browsers load, and nothing else', async () => {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: installed.folder });
  const [{ files }] = JSON.parse(stdout) as [{ files: ReadonlyArray<{ path: string }> }];
  // What runs in browsers alone is among their assets. The hub knows the queries of its own page.
  const isOfBrowsersAlone = (path: string): boolean =>
    path.startsWith('src/web/browser/') && !/admin\/(?:queries|view)\.ts$/.test(path);
  const sources = filesBelow('src').filter((path) => /(?<!\.d)\.tsx?$/.test(path) && !isOfBrowsersAlone(path));
  const modules = sources.map((path) => path.replace(/^src(.*)\.tsx?$/, 'dist$1'));
  expect(modules.length).toBeGreaterThan(300);
  const isCode = (path: string): boolean => path.endsWith('.js');
  const all = files.map(({ path }) => path).toSorted();
  const isAsset = (path: string): boolean => path.startsWith('dist/assets/');
  const paths = all.filter((path) => !isAsset(path));
  expect(paths.filter((path) => !isCode(path))).toEqual(
    [
      'LICENSE',
      'README.md',
      'package.json',
      'dist/vocabulary.json',
      ...modules.map((path) => `${path}.d.ts`),
      'dist/vocabulary.nt.gz',
      'dist/vocabulary.table',
      'dist/vocabulary.index',
      'dist/licences/pages.txt',
      'dist/licences/programs.txt',
      ...listShippedNames().map((name) => `dist/sources/${name}.json`),
      ...['schema', 'seeds', 'store'].flatMap(filesBelow),
    ].toSorted(),
  );
  const assets = JSON.parse(readFileSync(join(installed.folder, 'dist/assets/assets.json'), 'utf8')) as {
    files: Record<string, string>;
  };
  expect(all.filter(isAsset)).toEqual(
    [
      'dist/assets/assets.json',
      ...Object.keys(assets.files).flatMap((name) => ['', '.br', '.gz'].map((end) => `dist/assets/${name}${end}`)),
    ].toSorted(),
  );
  // What modules share is in files of its own.
  const built = paths.filter((path) => isCode(path) && !/^dist\/(?:\w+\/)?chunks\/[\w.-]+\.js$/.test(path));
  expect(built).toContain('dist/cli/main.js');
  expect(built.filter((path) => !modules.includes(path.slice(0, -'.js'.length)))).toEqual([]);
});

test.each([
  ['programs', ['graphql', 'koa', 'n3', 'zod', 'type-graphql']],
  ['pages', ['graphiql', 'oxigraph', 'preact', '@codemirror/state', 'monaco-editor']],
])('what is bundled for %s brings its licences', (file, expected) => {
  const text = readFileSync(join(installed.folder, `dist/licences/${file}.txt`), 'utf8');
  const packages = text.split(`\n\n${'='.repeat(80)}\n\n`).map((each) => each.trim());
  const names = packages.map((each) => /^(\S+) [\w.+-]+ \(.+\)\n/.exec(each)?.[1]);
  expect(names).toEqual(expect.arrayContaining(expected));
  expect(names).not.toContain(undefined);
  expect(packages.filter((each) => each.length < 60)).toEqual([]);
});

test('what the package points at is in it', () => {
  const { bin, exports } = JSON.parse(readFileSync(join(installed.folder, 'package.json'), 'utf8')) as {
    bin: Record<string, string>;
    exports: Record<string, string | Record<string, string>>;
  };
  const targets = [
    ...Object.values(bin),
    ...Object.values(exports).flatMap((to) => (typeof to === 'string' ? to : Object.values(to))),
  ];
  const paths = targets.map((target) => target.replace('*', 'fronius'));
  expect(paths.filter((path) => !existsSync(join(installed.folder, path)))).toEqual([]);
});

test('what is not exported stays inside', async () => {
  const script = `import('vocabulary-hub/dist/mapping/convert.js').catch(({ code }) => console.log(code))`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: installed.project });
  expect(stdout).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED\n');
});
