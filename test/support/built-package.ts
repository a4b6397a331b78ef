import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Where the built package has its vocabulary. */
export const BUILT_VOCABULARY = 'dist/vocabulary.nt.gz';
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** The package as `npm pack` would make it of the sources of this moment. */
interface BuiltPackage {
  readonly folder: string;
  remove(): Promise<void>;
}

/**
 * Packs what is built of the sources, now if something changed, into a folder of its own, so that a test runs what people get, whatever
 * happens to `dist/` meanwhile. Its dependencies are those of this checkout.
 */
export async function buildPackage(): Promise<BuiltPackage> {
  await run(process.execPath, [`${ROOT}src/build.mjs`, '--if-changed']);
  const parent = await mkdtemp(join(tmpdir(), 'hub-built-'));
  const folder = join(parent, 'vocabulary-hub');
  const { files } = JSON.parse(await readFile(`${ROOT}package.json`, 'utf8')) as { files: string[] };
  const [left, packed] = [true, false].map((isLeft) => files.filter((name) => name.startsWith('!') === isLeft));
  const isPacked = (path: string): boolean => !left!.includes(`!${relative(ROOT, path)}`);
  // npm packs the first three without being asked.
  for (const name of ['package.json', 'README.md', 'LICENSE', ...packed!])
    await cp(ROOT + name, join(folder, name), { recursive: true, filter: isPacked });
  await symlink(`${ROOT}node_modules`, join(folder, 'node_modules'));
  return { folder, remove: () => rm(parent, { recursive: true, force: true }) };
}
