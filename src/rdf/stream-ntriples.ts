import n3 from 'n3';
import { RdfSyntaxError, tripleOf } from './read-rdf.ts';
import type { Triple } from './triple.ts';

/** Characters that one line may have. */
const MAX_LINE = 4 * 1024 * 1024;

/**
 * The triples of an N-Triples document that comes in pieces, wherever they are cut. It holds one piece and what is not yet a line.
 *
 * @throws RdfSyntaxError for what is no N-Triples, and for a line of more than 4 Mi characters
 */
export async function* streamNTriples(pieces: AsyncIterable<string>): AsyncGenerator<Triple> {
  let rest = '';
  for await (const piece of pieces) {
    const end = piece.lastIndexOf('\n') + 1;
    const lines = end === 0 ? '' : rest + piece.slice(0, end);
    rest = end === 0 ? rest + piece : piece.slice(end);
    if (rest.length > MAX_LINE) throw new RdfSyntaxError('A line of the document is too long');
    yield* triplesOf(lines);
  }
  yield* triplesOf(rest);
}

function* triplesOf(lines: string): Generator<Triple> {
  // Each piece has a parser of its own, so the labels of blank nodes are kept as they are.
  const parser = new n3.Parser({ format: 'application/n-triples', blankNodePrefix: '_:' });
  let quads;
  try {
    quads = parser.parse(lines);
  } catch (cause) {
    throw new RdfSyntaxError('The document is no N-Triples', { cause });
  }
  for (const quad of quads) yield tripleOf(quad);
}
