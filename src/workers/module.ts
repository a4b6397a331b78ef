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

/**
 * What `new Worker` of Node runs to run such a module. In a thread the loader does not register itself: from source, a line of JavaScript
 * does that first.
 */
export function threadEntry(path: string): URL {
  const { filename } = startableModule(path);
  const file = pathToFileURL(filename);
  if (!IS_SOURCE) return file;
  const loader = import.meta.resolve('tsx/esm/api');
  const script = `import { register } from ${JSON.stringify(loader)}; register(); await import(${JSON.stringify(file.href)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(script)}`);
}
