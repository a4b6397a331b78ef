import type * as LibraryModule from '../../src/mapping/library.ts';
import { convert, lexicon } from './hub.ts';

const DIST = process.env['BENCH_DIST'] ?? new URL('../../dist/', import.meta.url).href;
const { convert: convertByTerms, embed } = (await import(
  new URL('mapping/library.js', DIST).href
)) as typeof LibraryModule;

const ROUNDS = 7;

/** What the library makes of records that stand in one array. */
export interface LibraryRate {
  /** In CPU time, of the quickest run. */
  readonly triplesPerSecond: number;
  /** Of a record that is a document of its own. */
  readonly triplesOfRecord: number;
}

/** Converts records as one document, to N-Triples that are let go. @param records JSON objects whose keys are terms */
export function measureLibrary(records: readonly string[]): LibraryRate {
  const body = embed(`{"records":[${records.join()}]}`, { vocabulary: lexicon }).bytes();
  let triplesPerSecond = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    const { triples } = convert(body, { format: 'nt' });
    const { user, system } = process.cpuUsage(before);
    triplesPerSecond = Math.max(triplesPerSecond, (triples / (user + system)) * 1e6);
  }
  return { triplesPerSecond, triplesOfRecord: convertByTerms(records[0]!, { vocabulary: lexicon }).triples };
}
