import { gzipSync } from 'node:zlib';
import { allocateChunk, reuseChunk } from './byte-writer.ts';
import { WIDE_ROWS } from './documents.ts';
import { baselines, checkBaseline, convert, convertWhole, writeByHeart } from './hub.ts';
import { compare, inProcess, measure, SLOW_ROUNDS, type Made, type Reach, type Section } from './measure.ts';
import { startParty } from './party.ts';

const REACHES: readonly Reach[] = [
  { of: 'N-Triples', to: 'byte writer, N-Triples', as: 'time', atMost: 2 },
  { of: 'N-Triples', to: 'N3 Writer, N-Triples, ready quads', as: 'speed', atLeast: 9 },
  { of: 'N-Triples', to: 'jsonld.js, toRDF', as: 'speed', atLeast: 50 },
  { of: 'Turtle', to: 'N-Triples', as: 'time', atMost: 1.6 },
  { of: 'Turtle', to: 'N3 Writer, Turtle, ready quads', as: 'speed', atLeast: 8 },
  { of: 'RDF/XML', to: 'N-Triples', as: 'rate', atLeast: 1 / 3 },
  { of: 'JSON-LD', to: 'N-Triples', as: 'rate', atLeast: 1 / 3 },
  { of: 'N-Triples, by the vocabulary', to: 'byte writer, by the vocabulary', as: 'time', atMost: 2 },
];

/** A wide series, from the bytes of the body to the bytes of the answer. */
export async function measureWideSeries(rounds: number): Promise<Section> {
  const { seriesInNTriples, seriesInTurtle, termSeriesInNTriples } = baselines;
  for (const baseline of [seriesInNTriples, seriesInTurtle, termSeriesInNTriples]) await checkBaseline(baseline);
  const body = Buffer.from(seriesInNTriples.documentOf(WIDE_ROWS));
  const bodyOfTerms = Buffer.from(termSeriesInNTriples.documentOf(WIDE_ROWS));
  const { triples } = convert(body);
  const { triples: triplesOfTerms } = convert(bodyOfTerms, { semantics: 'registry' });
  const output = convertWhole(body);

  const text = await startParty('text', 'wide');
  const n3 = await startParty('n3', 'wide');
  const jsonld = await startParty('jsonld', 'wide');
  const oxigraph = await startParty('oxigraph', 'wide');
  const streaming = await startParty('streaming', 'wide');
  const measured = await measure(
    [
      inProcess('JSON.parse', () => parse(body)),
      inProcess('byte writer, N-Triples', () => writeByHeart(seriesInNTriples, body, triples, allocateChunk)),
      inProcess('the same into one chunk', () => writeByHeart(seriesInNTriples, body, triples, reuseChunk())),
      inProcess('byte writer, Turtle', () => writeByHeart(seriesInTurtle, body, triples, allocateChunk)),
      inProcess('N-Triples', () => convert(body)),
      inProcess('Turtle', () => convert(body, { format: 'ttl' })),
      inProcess('RDF/XML', () => convert(body, { format: 'rdf' })),
      inProcess('JSON-LD', () => convert(body, { format: 'jsonld' })),
      inProcess('byte writer, by the vocabulary', () =>
        writeByHeart(termSeriesInNTriples, bodyOfTerms, triplesOfTerms, allocateChunk),
      ),
      inProcess('N-Triples, by the vocabulary', () => convert(bodyOfTerms, { semantics: 'registry' })),
      text.subject('string concatenation'),
      inProcess('gzip, level 1, of the N-Triples', () => compress(output)),
      n3.subject('N3 Writer, N-Triples, ready quads'),
      n3.subject('N3 Writer, Turtle, ready quads'),
      oxigraph.subject('Oxigraph, JSON-LD to N-Triples', SLOW_ROUNDS),
      jsonld.subject('jsonld.js, toRDF', SLOW_ROUNDS),
      streaming.subject('jsonld-streaming-parser, N3 StreamWriter, a tenth of it', 1),
    ],
    rounds,
  );
  for (const party of [text, n3, jsonld, oxigraph, streaming]) party.stop();
  return {
    title: `A wide series: ${WIDE_ROWS} rows, ${megabytes(body.length)} in, ${triples} triples, ${megabytes(output.length)} of N-Triples`,
    lines: compare(measured, 'byte writer, N-Triples', REACHES),
  };
}

function parse(body: Buffer): Made {
  JSON.parse(body.toString());
  return { triples: 0, bytes: body.length };
}

function compress(output: Buffer): Made {
  return { triples: 0, bytes: gzipSync(output, { level: 1 }).length };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
