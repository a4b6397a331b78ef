import { readdirSync, readFileSync } from 'node:fs';
import { PACKAGE_FOLDER } from '../package-folder.ts';
import type { Sample } from './impact.ts';

/** Documents as devices and services of the energy world send them. */
const FOLDER = new URL('seeds/samples/', PACKAGE_FOLDER);

/** The documents that come with the package, in the order of their names. */
export function readShippedSamples(): Sample[] {
  return readdirSync(FOLDER)
    .toSorted()
    .map((name) => ({ name, document: readFileSync(new URL(name, FOLDER), 'utf8') }));
}
