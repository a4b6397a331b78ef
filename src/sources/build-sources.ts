import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { PACKAGE_FOLDER } from '../package-folder.ts';
import { readSourceYaml } from './read-source-yaml.ts';

// A step of `npm run build`: dist/sources/, a file for each source of seeds/sources/.

const SEEDS = new URL('seeds/sources/', PACKAGE_FOLDER);
const FOLDER = new URL('dist/sources/', PACKAGE_FOLDER);

await mkdir(FOLDER, { recursive: true });
// Modules of the build are there, too.
for (const entry of await readdir(FOLDER)) if (entry.endsWith('.json')) await rm(new URL(entry, FOLDER));
for (const entry of await readdir(SEEDS)) {
  const text = await readFile(new URL(entry, SEEDS), 'utf8');
  for (const file of readSourceYaml(entry.replace(/\.yaml$/, ''), `seeds/sources/${entry}`, text))
    await writeFile(new URL(`${file.name}.json`, FOLDER), JSON.stringify(file));
}
