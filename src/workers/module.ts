import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** What a thread or a process has to be started with to run a module of the project. */
export interface StartableModule {
  /** Path of the file. */
  readonly filename: string;
  /** Options of Node; empty when the module is JavaScript. */
  readonly execArgv: readonly string[];
}

/**
 * The module of this name beside the one that asks. Built, it is JavaScript; run from source, it is TypeScript and needs the loader.
 *
 * @param asking `import.meta.url` of the module that asks
 */
export function moduleBeside(name: string, asking: string): StartableModule {
  const isSource = asking.endsWith('.ts');
  return {
    filename: fileURLToPath(new URL(`./${name}.${isSource ? 'ts' : 'js'}`, asking)),
    execArgv: isSource ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] : [],
  };
}
