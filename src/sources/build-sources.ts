import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { PACKAGE_FOLDER } from '../package-folder.ts';
import { readWrittenSources } from './written-sources.ts';

// A step of `npm run build`: dist/sources/, a file for each source of seeds/sources/.

const FOLDER = new URL('dist/sources/', PACKAGE_FOLDER);

await mkdir(FOLDER, { recursive: true });
// Modules of the build are there, too.
for (const entry of await readdir(FOLDER)) if (entry.endsWith('.json')) await rm(new URL(entry, FOLDER));
for (const file of readWrittenSources().values())
  await writeFile(new URL(`${file.name}.json`, FOLDER), JSON.stringify(file));
