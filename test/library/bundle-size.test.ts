import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

/**
 * What a page loads for the mapping library, minified and compressed, in bytes: decision 0151 says what it is made of and what has to be
 * done to raise it.
 */
const BUDGET = 69_600;

test('the library for browsers is no larger than its budget', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: ['src/mapping/library.ts'],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    metafile: true,
    write: false,
    outdir: 'bundle',
    logLevel: 'error',
  });
  const size = gzipSync(outputFiles[0]!.contents, { level: 9 }).length;
  const files = Object.entries(Object.values(metafile.outputs)[0]!.inputs)
    .sort(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput)
    .slice(0, 10)
    .map(([name, { bytesInOutput }]) => `${name} ${bytesInOutput}`);
  expect(size, `${size} bytes; the largest files, minified: ${files.join(', ')}`).toBeLessThanOrEqual(BUDGET);
});
