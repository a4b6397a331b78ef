import type { RdfFormat } from '../../src/rdf/write/format.ts';
import type { Lexicon } from '../../src/mapping/lexicon/lexicon.ts';
import { type Allocate, writeRecords, writeSeries } from './byte-writer.ts';
import { BASE, records, wideSeries, wideSeriesOfTerms } from './documents.ts';
import { recordsInNTriples, seriesInNTriples, seriesInTurtle, termSeriesInNTriples } from './segments.ts';

/** The day on which blocks are assembled. */
export const BENCH_DAY = new Date('2026-11-21T12:00:00Z');

/** A document of the bench with the byte writer that knows it. */
export interface Baseline {
  readonly format: RdfFormat;
  readonly semantics: 'block' | 'registry';
  /** The document with so many rows. */
  readonly documentOf: (rows: number) => Uint8Array;
  /** Writes what the conversion of such a document is. */
  readonly write: (body: Buffer, allocate: Allocate, write: (chunk: Uint8Array) => void) => void;
}

/** All of them, by name. */
export function createBaselines(lexicon: Lexicon) {
  const { vocabularyIri } = lexicon;
  const series = (format: 'nt' | 'ttl', segments = seriesInNTriples(vocabularyIri)): Baseline => ({
    format,
    semantics: 'block',
    documentOf: wideSeries,
    write: (body, allocate, write) => writeSeries(body, segments, allocate, write),
  });
  const ofTerms = termSeriesInNTriples(lexicon, BENCH_DAY.toISOString().slice(0, 10));
  const ofRecords = recordsInNTriples(vocabularyIri, BASE);
  return {
    seriesInNTriples: series('nt'),
    seriesInTurtle: series('ttl', seriesInTurtle(vocabularyIri)),
    termSeriesInNTriples: {
      format: 'nt',
      semantics: 'registry',
      documentOf: wideSeriesOfTerms,
      write: (body, allocate, write) => writeSeries(body, ofTerms, allocate, write),
    },
    recordsInNTriples: {
      format: 'nt',
      semantics: 'block',
      documentOf: records,
      write: (body, allocate, write) => writeRecords(body, ofRecords, allocate, write),
    },
  } satisfies Record<string, Baseline>;
}
