import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { TestProject } from 'vitest/node';
import { BUILT_VOCABULARY, buildPackage } from './built-package.ts';
import { onceARun, SHIPPED_TEXT } from './once-a-run.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the package that was built for this run. */
    packageFolder: string;
  }
}

const decompress = promisify(gunzip);

/** Builds the package once for all files of a project, and removes it when they are done. Its vocabulary is that of the run. */
export default async function buildOnce({ provide }: TestProject): Promise<() => Promise<void>> {
  const { folder, remove } = await buildPackage();
  provide('packageFolder', folder);
  await onceARun(SHIPPED_TEXT, async (path) =>
    writeFile(path, await decompress(await readFile(join(folder, BUILT_VOCABULARY)))),
  );
  return remove;
}
