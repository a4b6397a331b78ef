import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { arch, versions } from 'node:process';
import { fileURLToPath } from 'node:url';
import { PACKAGE_FOLDER, readRelease } from '../package-folder.ts';

/**
 * What tells apart texts of one version: they have the address of the hub in them, another release may write them in another way, and
 * another Node.js, zlib, brotli or processor compress them so. The files of the program are told by their sizes and times, as the build tells them. 16 hexadecimal
 * digits, found once; what fails is tried again.
 */
export function editionOf(baseUrl: string): () => Promise<string> {
  let edition: Promise<string> | null = null;
  return () =>
    (edition ??= findEdition(baseUrl).catch((error: unknown) => {
      edition = null;
      throw error;
    }));
}

async function findEdition(baseUrl: string): Promise<string> {
  const { node, zlib, brotli } = versions;
  const folder = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? 'src/' : 'dist/', PACKAGE_FOLDER));
  const hash = createHash('sha256').update(`${baseUrl}\n${readRelease()}\n${arch} ${node} ${zlib} ${brotli}\n`);
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(?:js|ts)$/.test(name));
  const traces = await Promise.all(
    names.sort().map(async (name) => {
      const { size, mtimeMs } = await stat(join(folder, name));
      return `${name} ${size} ${mtimeMs}\n`;
    }),
  );
  return hash.update(traces.join('')).digest('hex').slice(0, 16);
}
