import { Readable } from 'node:stream';
import type { RdfFormat } from '../rdf/write/format.ts';
import type { GraphText } from '../rdf/write/graph-text.ts';
import { startText } from '../rdf/write/serialize.ts';
import { speakTerm } from '../vocabulary/search/list-terms.ts';
import { inOwnSlices, inSlices, type Searcher } from '../vocabulary/thread-slices.ts';
import type { Term, Vocabulary } from '../vocabulary/vocabulary.ts';
import { CSV_HEAD, writeCsvLine } from './terms-csv.ts';

/** Terms that are written before somebody has to take them. */
const BATCH_TERMS = 50;

/** What a file is written with. */
export interface TermFile {
  readonly terms: readonly Term[];
  readonly vocabulary: Vocabulary;
  /** A language tag: that of labels and descriptions in CSV. */
  readonly language: string;
  /** Namespace in which Turtle has relative IRIs. It ends in `/`. */
  readonly base: string;
}

/**
 * The terms as a file in UTF-8. A piece of it is made when the one before has been taken, in slices of the thread, which it shares with
 * searches: so neither the thread nor the memory is taken for long, however many terms there are and however slow their reader is.
 *
 * @throws HubError as `GraphText` does; what was opened cannot fail
 */
export async function openTermFile(file: TermFile, format: 'csv' | RdfFormat, searcher: Searcher): Promise<Readable> {
  const pieces = format === 'csv' ? csvPieces(file, searcher) : await openRdf(file, format, searcher);
  return Readable.from(pieces, { objectMode: false });
}

async function* csvPieces({ terms, vocabulary, language }: TermFile, { client }: Searcher): AsyncGenerator<Buffer> {
  yield Buffer.from(CSV_HEAD);
  for (const batch of batchesOf(terms)) {
    let lines = '';
    await inOwnSlices({ client }, async (rest) => {
      for (const term of batch) {
        lines += writeCsvLine(speakTerm(vocabulary, term, language));
        await rest();
      }
    });
    yield Buffer.from(lines);
  }
}

/** Notes the graph, and gives what writes it. */
async function openRdf(file: TermFile, format: RdfFormat, searcher: Searcher): Promise<AsyncGenerator<Uint8Array>> {
  const { terms, vocabulary, base } = file;
  const written: Uint8Array[] = [];
  const names = { prefixes: vocabulary.lexicon.prefixes, base };
  const text = startText(format, names, (piece) => void written.push(piece));
  await inSlices(searcher, async (rest) => {
    for (const { iri } of terms) {
      for (const triple of vocabulary.triples.of(iri)) text.note(triple);
      await rest();
    }
  });
  text.begin();
  return rdfPieces(file, text, written, searcher);
}

/** @param written what the text has handed over, which is taken out of it */
async function* rdfPieces(
  { terms, vocabulary }: TermFile,
  text: GraphText,
  written: Uint8Array[],
  { client }: Searcher,
): AsyncGenerator<Uint8Array> {
  for (const batch of batchesOf(terms)) {
    await inOwnSlices({ client }, async (rest) => {
      for (const { iri } of batch) {
        for (const triple of vocabulary.triples.of(iri)) text.write(triple);
        await rest();
      }
    });
    yield* written.splice(0);
  }
  text.end();
  yield* written.splice(0);
}

function* batchesOf(terms: readonly Term[]): Generator<readonly Term[]> {
  for (let from = 0; from < terms.length; from += BATCH_TERMS) yield terms.slice(from, from + BATCH_TERMS);
}
