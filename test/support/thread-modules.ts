import { execFile } from 'node:child_process';
import { copyFile, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { inject } from 'vitest';
import type { StartableModule } from '../../src/workers/module.ts';
import { onceARun } from './once-a-run.ts';

// Stands in for `src/workers/module.ts` in tests (test/vitest.config.ts): threads and processes run modules that are built of the sources once
// a run, as the threads of users do. Each would translate and load some hundred sources again, which takes more than a second of the processor.

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const STUB = 'stub-worker';
const run = promisify(execFile);

/** The folder of a package that was built of the sources of this moment: it has modules and files of sources at least. */
export const PACKAGE_OF_RUN =
  (inject('packageFolder') as string | undefined) ?? (await onceARun('package', makePackage));

/** A package that has modules and the files of sources, and nothing else of what a build makes. */
async function makePackage(path: string): Promise<void> {
  await mkdir(path);
  await copyFile(`${ROOT}package.json`, join(path, 'package.json'));
  for (const name of ['node_modules', 'schema', 'seeds']) await symlink(ROOT + name, join(path, name));
  await run(process.execPath, [`${ROOT}src/bundle.mjs`, join(path, 'dist')]);
  await run(process.execPath, [join(path, 'dist/sources/build-sources.js')]);
}

export function startableModule(path: string): StartableModule {
  return { filename: join(PACKAGE_OF_RUN, 'dist', `${path}.js`), execArgv: [] };
}

export function threadEntry(path: string): URL {
  return pathToFileURL(startableModule(path).filename);
}

/** The stub of the mapping, `test/workers/stub-worker.ts`, as a thread runs it. */
export async function stubWorker(): Promise<URL> {
  const file = await onceARun(`${STUB}.mjs`, async (path) => {
    const bundle = await rolldown({ input: `${ROOT}test/workers/${STUB}.ts`, platform: 'node' });
    await bundle.write({ file: path, format: 'esm' });
    await bundle.close();
  });
  return pathToFileURL(file);
}
