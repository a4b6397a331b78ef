import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { BUILT_VOCABULARY } from './built-package.ts';

/** The folder of somebody who installed the package: it holds nothing but `node_modules`. */
export interface InstalledPackage {
  readonly project: string;
  /** The package in it. All tests of a run share it, so that nobody may change it. */
  readonly folder: string;
  remove(): Promise<void>;
}

/** Installs the package that was built for this run into a new folder. For tests of the project `system`. */
export async function installPackage(): Promise<InstalledPackage> {
  const project = await mkdtemp(join(tmpdir(), 'hub-package-'));
  const modules = join(project, 'node_modules');
  await mkdir(modules);
  await symlink(packageFolder(), join(modules, 'vocabulary-hub'));
  return {
    project,
    folder: join(modules, 'vocabulary-hub'),
    remove: () => rm(project, { recursive: true, force: true }),
  };
}

/** The folder of the package that was built for this run. */
export function packageFolder(): string {
  return inject('packageFolder');
}

/** The vocabulary that this package ships; undefined where no package was built for the run. */
export function builtVocabulary(): string | undefined {
  const folder = inject('packageFolder') as string | undefined;
  return folder === undefined ? undefined : join(folder, BUILT_VOCABULARY);
}

/** A module of the package that was built for this run, such as `main.js`. */
export function builtModule(path: string): string {
  return join(packageFolder(), 'dist', path);
}
