import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('./corpus/', import.meta.url));

/** A document worth changing. Its name says why. */
export interface CorpusFile {
  readonly name: string;
  readonly body: Uint8Array;
}

/** By name, so that a seed means the same on every machine. */
export function readCorpus(): CorpusFile[] {
  return readdirSync(FOLDER)
    .toSorted()
    .map((name) => ({ name, body: readFileSync(FOLDER + name) }));
}
