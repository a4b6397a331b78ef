import { existsSync, readFileSync } from 'node:fs';

/**
 * The folder of the package, which holds `package.json`, `schema/`, `seeds/` and `dist/`. It is looked for, because the modules of `src/`
 * are in files elsewhere once they are built.
 */
export const PACKAGE_FOLDER = folderWith('package.json', new URL('.', import.meta.url));

function folderWith(file: string, folder: URL): URL {
  return existsSync(new URL(file, folder)) ? folder : folderWith(file, new URL('..', folder));
}

/** The version of the package. */
export function readRelease(): string {
  const { version } = JSON.parse(readFileSync(new URL('package.json', PACKAGE_FOLDER), 'utf8')) as { version: string };
  return version;
}
