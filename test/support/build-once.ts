import type { TestProject } from 'vitest/node';
import { buildPackage } from './built-package.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the package that was built for this run. */
    packageFolder: string;
  }
}

/** Builds the package once for all files of a project, and removes it when they are done. */
export default async function buildOnce({ provide }: TestProject): Promise<() => Promise<void>> {
  const { folder, remove } = await buildPackage();
  provide('packageFolder', folder);
  return remove;
}
