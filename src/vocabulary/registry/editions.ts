import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { VocabularyArchive } from '../versions/archive.ts';
import { versionOfBytes } from '../versions/version.ts';

const decompress = promisify(gunzip);
const ENDING = '.nt.gz';

/**
 * Puts the editions of the shipped vocabulary before this one into the archive of a new hub: documents that other hubs described with
 * them convert here as they did there.
 *
 * @param folder has a file `{date}.nt.gz` for each, the canonical text of the version
 */
export async function keepEditions(archive: Pick<VocabularyArchive, 'keep'>, folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ENDING));
  for (const name of names.toSorted()) {
    const text = await decompress(await readFile(join(folder, name)));
    const since = new Date(name.slice(0, -ENDING.length));
    await archive.keep(await versionOfBytes(text), () => text.toString(), since);
  }
}
