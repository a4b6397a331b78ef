import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { PACKAGE_FOLDER } from '../package-folder.ts';

/** What a thread or a process has to be started with to run a module of the project. */
export interface StartableModule {
  /** Path of the file. */
  readonly filename: string;
  /** Options of Node; empty when the module is JavaScript. */
  readonly execArgv: readonly string[];
}

const IS_SOURCE = import.meta.url.endsWith('.ts');

/**
 * A module that threads or processes run. Built, it is JavaScript; run from source, it is TypeScript and needs the loader.
 *
 * @param path from `src/`, without the ending; `src/bundle.mjs` lists it
 */
export function startableModule(path: string): StartableModule {
  const file = IS_SOURCE ? `src/${path}.ts` : `dist/${path}.js`;
  return {
    filename: fileURLToPath(new URL(file, PACKAGE_FOLDER)),
    execArgv: IS_SOURCE ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] : [],
  };
}
