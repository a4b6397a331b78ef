import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE_FOLDER } from '../../package-folder.ts';

/** A file of the vocabulary's source. */
export interface SeedFile {
  /** How messages name it. */
  readonly name: string;
  readonly text: string;
}

/** What the short form of terms is expanded with. */
export interface SeedSources {
  /** The terms, a file per category: `power.yaml`. */
  readonly terms: readonly SeedFile[];
  /** The patterns of templates and the symbols of units, YAML. */
  readonly patterns: SeedFile;
  /** The facets with their values, YAML. */
  readonly facets: SeedFile;
  /** The registered prefixes, Turtle. */
  readonly prefixes: SeedFile;
  /** The table of units, Turtle. */
  readonly units: SeedFile;
  /** How values of units are converted, Turtle of QUDT's units and of our own. */
  readonly scales: readonly SeedFile[];
}

/** The vocabulary as people write it. */
export const SEED_SOURCES = fileURLToPath(new URL('seeds/', PACKAGE_FOLDER));
const SCALES = ['unit-codes.ttl', 'units.ttl'];
/** The table of units that names spell. */
const UNITS = fileURLToPath(new URL('schema/units.ttl', PACKAGE_FOLDER));

/** The short form of a folder's terms and what it is expanded with; null for a folder that holds whole terms alone. */
export async function readSeedSources(folder: string): Promise<SeedSources | null> {
  const names = await readdir(join(folder, 'terms')).catch(() => []);
  if (names.length === 0) return null;
  const scales = await Promise.all(SCALES.map((name) => readSeedFile(join(folder, name))));
  const [patterns, facets, prefixes, units, ...terms] = await Promise.all([
    readSeedFile(join(folder, 'patterns.yaml')),
    readSeedFile(join(folder, 'facets.yaml')),
    readSeedFile(join(folder, 'prefixes.ttl')),
    readSeedFile(UNITS),
    ...names
      .filter((name) => name.endsWith('.yaml'))
      .toSorted()
      .map((name) => readSeedFile(join(folder, 'terms', name))),
  ]);
  return { patterns, facets, prefixes, units, scales, terms };
}

/** A file by its path. */
export async function readSeedFile(path: string): Promise<SeedFile> {
  return { name: path, text: await readFile(path, 'utf8') };
}
