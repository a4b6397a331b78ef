import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackage, type BuiltPackage } from '../support/built-package.ts';
import { compileConsumer, RESOLUTIONS } from '../support/consumer.ts';

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

let built: BuiltPackage;
beforeAll(async () => {
  built = await buildPackage();
}, 120_000);
afterAll(() => built?.remove());

test.each(RESOLUTIONS)('the library has types that hold under strict rules, resolved as %s', async (resolution) => {
  expect(await compileConsumer(built, CONSUMER, resolution, 'es2023,dom')).toBe('');
});

test('the package holds what it points at, and nothing of its making', async () => {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: built.folder });
  const [{ files }] = JSON.parse(stdout) as [{ files: ReadonlyArray<{ path: string }> }];
  const paths = files.map(({ path }) => path);
  const { bin, exports } = JSON.parse(readFileSync(join(built.folder, 'package.json'), 'utf8')) as {
    bin: Record<string, string>;
    exports: Record<string, string | Record<string, string>>;
  };
  const targets = [
    ...Object.values(bin),
    ...Object.values(exports).flatMap((to) => (typeof to === 'string' ? to : Object.values(to))),
  ];
  for (const target of targets) {
    expect(existsSync(join(built.folder, target)), target).toBe(true);
    expect(paths).toContain(target.replace('./', ''));
  }
  expect(paths.filter((path) => /^(?:src|test|node_modules)\/|tsbuildinfo|^\.[a-z]/.test(path))).toEqual([]);
});

test('what is not exported stays inside', async () => {
  const script = `import('vocabulary-hub/dist/mapping/convert.js').catch(({ code }) => console.log(code))`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: built.project });
  expect(stdout).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED\n');
});
