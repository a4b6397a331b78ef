import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of what tests read, with a slash at its end. Its README says what is in it. */
export const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));

/** The sample documents' folder, with a slash at its end. */
export const SAMPLES = `${FIXTURES}samples/`;

/** The names of the sample documents, such as `11_heat_pump.json`, in order. */
export function listSamples(): string[] {
  return readdirSync(SAMPLES)
    .filter((name) => name.endsWith('.json'))
    .toSorted();
}

/** The text of a fixture, by its path in the folder. */
export function readFixture(path: string): string {
  return readFileSync(FIXTURES + path, 'utf8');
}
