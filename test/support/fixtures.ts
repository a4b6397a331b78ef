import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of what tests read, with a slash at its end. Its README says what is in it. */
export const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));

/** The folder of the documents that come with the package, with a slash at its end. */
export const SAMPLES = fileURLToPath(new URL('../../seeds/samples/', import.meta.url));

/** The names of the sample documents, such as `11_heat_pump.json`, in order. */
export function listSamples(): string[] {
  return readdirSync(SAMPLES).toSorted();
}

/** The text of a sample document, by its name. */
export function readSample(name: string): string {
  return readFileSync(SAMPLES + name, 'utf8');
}

/** The text of a fixture, by its path in the folder. */
export function readFixture(path: string): string {
  return readFileSync(FIXTURES + path, 'utf8');
}
