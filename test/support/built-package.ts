import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** The package as `npm pack` would make it, built from the sources of this moment. */
interface BuiltPackage {
  readonly folder: string;
  remove(): Promise<void>;
}

/**
 * Builds the package into a folder of its own, so that a test runs what people get and not what `dist/` happened to hold. Its
 * dependencies are those of this checkout.
 */
export async function buildPackage(): Promise<BuiltPackage> {
  const parent = await mkdtemp(join(tmpdir(), 'hub-built-'));
  const folder = join(parent, 'vocabulary-hub');
  const { files } = JSON.parse(await readFile(`${ROOT}package.json`, 'utf8')) as { files: string[] };
  // npm packs the first three without being asked.
  for (const name of ['package.json', 'README.md', 'LICENSE', ...files.filter((name) => !/^!?dist/.test(name))])
    await cp(ROOT + name, join(folder, name), { recursive: true });
  await symlink(`${ROOT}node_modules`, join(folder, 'node_modules'));
  const compiler = `${ROOT}node_modules/typescript/bin/tsc`;
  const dist = join(folder, 'dist');
  const places = ['--outDir', dist, '--tsBuildInfoFile', join(dist, '.tsbuildinfo')];
  // The types are checked elsewhere.
  await run(process.execPath, [compiler, '-p', `${ROOT}src`, '--noCheck', ...places]);
  await run(process.execPath, [`${ROOT}src/bundle.mjs`, dist]);
  await run(process.execPath, [`${ROOT}src/web/build-assets.mjs`, join(dist, 'assets')]);
  await run(process.execPath, [join(dist, 'vocabulary/registry/build-lexicon-file.js')]);
  await run(process.execPath, [join(dist, 'sources/build-sources.js')]);
  return { folder, remove: () => rm(parent, { recursive: true, force: true }) };
}
