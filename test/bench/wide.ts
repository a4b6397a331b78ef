import { gzipSync } from 'node:zlib';
import { allocateChunk, reuseChunk } from './byte-writer.ts';
import type { Section } from './measure.ts';
import { baselines, checkBaseline, convert, convertWhole, writeByHeart } from './hub.ts';
import { compare, measure, type Reach } from './measure.ts';

const ROWS = 35_040;

const REACHES: readonly Reach[] = [
  { of: 'N-Triples', to: 'byte writer, N-Triples', as: 'time', atMost: 2 },
  { of: 'Turtle', to: 'N-Triples', as: 'time', atMost: 1.6 },
  { of: 'RDF/XML', to: 'N-Triples', as: 'rate', atLeast: 1 / 3 },
  { of: 'JSON-LD', to: 'N-Triples', as: 'rate', atLeast: 1 / 3 },
  { of: 'N-Triples, by the vocabulary', to: 'byte writer, by the vocabulary', as: 'time', atMost: 2 },
];

/** A wide series, from the bytes of the body to the bytes of the answer. */
export async function measureWideSeries(rounds: number): Promise<Section> {
  const { seriesInNTriples, seriesInTurtle, termSeriesInNTriples } = baselines;
  for (const baseline of [seriesInNTriples, seriesInTurtle, termSeriesInNTriples]) await checkBaseline(baseline);
  const body = Buffer.from(seriesInNTriples.documentOf(ROWS));
  const bodyOfTerms = Buffer.from(termSeriesInNTriples.documentOf(ROWS));
  const { triples } = convert(body);
  const { triples: triplesOfTerms } = convert(bodyOfTerms, { semantics: 'registry' });
  const output = convertWhole(body);

  const measured = await measure(
    [
      { name: 'JSON.parse', run: () => parse(body) },
      { name: 'byte writer, N-Triples', run: () => writeByHeart(seriesInNTriples, body, triples, allocateChunk) },
      { name: 'the same into one chunk', run: () => writeByHeart(seriesInNTriples, body, triples, reuseChunk()) },
      { name: 'byte writer, Turtle', run: () => writeByHeart(seriesInTurtle, body, triples, allocateChunk) },
      { name: 'N-Triples', run: () => convert(body) },
      { name: 'Turtle', run: () => convert(body, { format: 'ttl' }) },
      { name: 'RDF/XML', run: () => convert(body, { format: 'rdf' }) },
      { name: 'JSON-LD', run: () => convert(body, { format: 'jsonld' }) },
      {
        name: 'byte writer, by the vocabulary',
        run: () => writeByHeart(termSeriesInNTriples, bodyOfTerms, triplesOfTerms, allocateChunk),
      },
      { name: 'N-Triples, by the vocabulary', run: () => convert(bodyOfTerms, { semantics: 'registry' }) },
      {
        name: 'gzip, level 1, of the N-Triples',
        run: () => ({ triples: 0, bytes: gzipSync(output, { level: 1 }).length }),
      },
    ],
    rounds,
  );
  return {
    title: `A wide series: ${ROWS} rows, ${megabytes(body.length)} in, ${triples} triples, ${megabytes(output.length)} of N-Triples`,
    lines: compare(measured, 'byte writer, N-Triples', REACHES),
  };
}

function parse(body: Buffer) {
  JSON.parse(body.toString());
  return { triples: 0, bytes: body.length };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
