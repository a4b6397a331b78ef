import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from '../../src/mapping/lexicon/source-file.ts';
import { PACKAGE_OF_RUN } from './thread-modules.ts';

// Stands in for `src/sources/written-sources.ts` in tests (test/vitest.config.ts): the sources as the build of the run has read them, which takes
// a fiftieth of the time.

const FOLDER = join(PACKAGE_OF_RUN, 'dist/sources');

let sources: ReadonlyMap<string, SourceFile> | null = null;

export function readWrittenSources(): ReadonlyMap<string, SourceFile> {
  return (sources ??= new Map(
    readdirSync(FOLDER)
      .filter((file) => file.endsWith('.json'))
      .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as SourceFile)
      .map((source) => [source.name, source]),
  ));
}
