import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { VocabularyArchive } from '../versions/archive.ts';
import { formerVersionOfText, versionOfText } from '../versions/version.ts';

const decompress = promisify(gunzip);
const ENDING = '.nt.gz';
/** Those of releases that named versions by their text as a whole: documents cite them so. */
const NAMED_BY_TEXT: ReadonlySet<string> = new Set(['2026-11-21.nt.gz']);

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
    const version = NAMED_BY_TEXT.has(name) ? formerVersionOfText(text) : versionOfText(text);
    await archive.keep(version, () => text.toString(), since);
  }
}
