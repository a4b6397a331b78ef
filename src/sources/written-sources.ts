import { readdirSync, readFileSync } from 'node:fs';
import type { SourceFile } from '../mapping/lexicon/source-file.ts';
import { PACKAGE_FOLDER } from '../package-folder.ts';
import { readSourceYaml } from './read-source-yaml.ts';

const SEEDS = new URL('seeds/sources/', PACKAGE_FOLDER);
const ENDING = '.yaml';

let sources: ReadonlyMap<string, SourceFile> | null = null;

/** The sources of the files that people write, by name; read when they are asked for first. */
export function readWrittenSources(): ReadonlyMap<string, SourceFile> {
  return (sources ??= new Map(
    readdirSync(SEEDS)
      .filter((file) => file.endsWith(ENDING))
      .flatMap((file) => readSourceYaml(file.slice(0, -ENDING.length), `seeds/sources/${file}`, textOf(file)))
      .map((source) => [source.name, source]),
  ));
}

function textOf(file: string): string {
  return readFileSync(new URL(file, SEEDS), 'utf8');
}
