import { Readable } from 'node:stream';
import type * as RestoreModule from '../../src/restore/library.ts';
import { smallDocumentOfTerms, WIDE_ROWS, wideSeriesOfTerms } from './documents.ts';
import { convertWhole, lexicon } from './hub.ts';
import { compare, measure, runTimes, type Made, type Section, type Subject } from './measure.ts';

const DIST = process.env['BENCH_DIST'] ?? new URL('../../dist/', import.meta.url).href;
const { restore, restoreStream } = (await import(new URL('restore/library.js', DIST).href)) as typeof RestoreModule;

const DOCUMENTS = 10_000;
const PIECE_BYTES = 64 * 1024;

/** Graphs of the hub back to their documents, on one thread. */
export async function measureRestore(rounds: number): Promise<Section> {
  const small = smallDocumentOfTerms();
  const oneByOne = Buffer.concat(
    Array.from({ length: DOCUMENTS }, (_, i) =>
      Buffer.from(
        convertWhole(small, { semantics: 'registry' }).toString('latin1').replaceAll('_:b', `_:d${i}b`),
        'latin1',
      ),
    ),
  );
  const subjects = [
    whole('small documents', oneByOne),
    stream('small documents, as a stream', oneByOne),
    whole('a wide series', convertWhole(wideSeriesOfTerms(WIDE_ROWS), { semantics: 'registry' })),
  ];
  return {
    title: 'From N-Triples back to JSON',
    lines: compare(await measure(subjects, rounds), 'small documents', []),
  };
}

function whole(name: string, graph: Buffer): Subject {
  const triples = linesOf(graph);
  const run = async (): Promise<Made> => {
    await restore(graph, { vocabulary: lexicon, maxTriples: triples });
    return { triples, bytes: graph.length };
  };
  return { name, run: (repeats) => runTimes(run, repeats) };
}

function stream(name: string, graph: Buffer): Subject {
  const made = { triples: linesOf(graph), bytes: graph.length };
  const pieces = Array.from({ length: Math.ceil(graph.length / PIECE_BYTES) }, (_, i) =>
    graph.subarray(i * PIECE_BYTES, (i + 1) * PIECE_BYTES),
  );
  const run = async (): Promise<Made> => {
    for await (const document of restoreStream(Readable.from(pieces), { vocabulary: lexicon }))
      if (document.text === '') throw new Error('A document is empty.');
    return made;
  };
  return { name, run: (repeats) => runTimes(run, repeats) };
}

function linesOf(graph: Buffer): number {
  let lines = 0;
  for (const byte of graph) if (byte === 0x0a) lines++;
  return lines;
}
