import n3 from 'n3';
import type { Quad as ParsedQuad } from 'n3';
import { RdfSyntaxError, tripleOf, unreadable } from './read-rdf.ts';
import { QuadLines, TripleLines } from './triple-lines.ts';
import type { Quad, Triple } from './triple.ts';

/** Characters that one line may have. */
const MAX_LINE = 4 * 1024 * 1024;

/** The triples of an N-Triples text, in its order. @throws RdfSyntaxError */
export function readNTriples(text: string): Triple[] {
  return parse('application/n-triples', 'the document', text, 0).map(tripleOf);
}

/**
 * The triples of an N-Triples document that comes in pieces, wherever they are cut. It holds one piece and what is not yet a line.
 *
 * @throws RdfSyntaxError for what is no N-Triples, and for a line of more than 4 Mi characters
 */
export function streamNTriples(pieces: AsyncIterable<string>): AsyncGenerator<Triple> {
  const reader = new TripleLines();
  return streamLines('application/n-triples', 'the document', pieces, (line) => reader.read(line), tripleOf);
}

/**
 * The same of N-Quads, as bytes.
 *
 * @param name how messages name the document
 * @param readOther what a line is that is no quad for the caller; null for a quad. None is unless given
 * @throws RdfSyntaxError also for a triple outside of named graphs
 */
export function streamNQuads<Other = never>(
  name: string,
  pieces: AsyncIterable<Uint8Array>,
  readOther: (line: string) => Other | null = () => null,
): AsyncGenerator<Quad | Other> {
  const reader = new QuadLines();
  const read = (line: string): Quad | Other | null => readOther(line) ?? reader.read(line);
  return streamLines('application/n-quads', name, decoded(pieces), read, quadOf);

  function quadOf(quad: ParsedQuad): Quad {
    if (quad.graph.termType !== 'NamedNode')
      throw new RdfSyntaxError(`${name} holds a triple outside of named graphs, of ${quad.subject.value}`);
    return { ...tripleOf(quad), graph: quad.graph.value };
  }
}

async function* decoded(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/**
 * What stands in lines that come in pieces.
 *
 * @param read what a canonical line says; null for any other, which a parser of all of the format reads
 * @param readParsed the same of what the parser found
 */
async function* streamLines<Read>(
  format: string,
  name: string,
  pieces: AsyncIterable<string>,
  read: (line: string) => Read | null,
  readParsed: (quad: ParsedQuad) => Read,
): AsyncGenerator<Read> {
  for await (const { text, linesBefore } of wholeLines(name, pieces)) {
    /** Lines that are not canonical, which follow one another. */
    let others: string[] = [];
    let line = linesBefore;
    const readOthers = (): Read[] => {
      const found = parse(format, name, others.join('\n'), line - others.length).map(readParsed);
      others = [];
      return found;
    };
    for (const written of text.split('\n')) {
      const found = read(written);
      if (found === null) others.push(written);
      else {
        if (others.length > 0) yield* readOthers();
        yield found;
      }
      line++;
    }
    yield* readOthers();
  }
}

/** The pieces cut where lines end. */
async function* wholeLines(
  name: string,
  pieces: AsyncIterable<string>,
): AsyncGenerator<{ readonly text: string; readonly linesBefore: number }> {
  let rest = '';
  let lines = 0;
  for await (const piece of pieces) {
    const end = piece.lastIndexOf('\n') + 1;
    const whole = end === 0 ? '' : rest + piece.slice(0, end);
    rest = end === 0 ? rest + piece : piece.slice(end);
    if (rest.length > MAX_LINE)
      throw new RdfSyntaxError(
        `A line of ${name} has ${rest.length.toLocaleString('en')} characters or more; at most ${MAX_LINE.toLocaleString('en')} are read. Is it N-Triples?`,
      );
    yield { text: whole, linesBefore: lines };
    for (let at = whole.indexOf('\n'); at !== -1; at = whole.indexOf('\n', at + 1)) lines++;
  }
  yield { text: rest, linesBefore: lines };
}

function parse(format: string, name: string, text: string, linesBefore: number): ParsedQuad[] {
  // Each piece has a parser of its own, so the labels of blank nodes are kept as they are.
  const parser = new n3.Parser({ format, blankNodePrefix: '_:' });
  try {
    return parser.parse(text);
  } catch (cause) {
    throw unreadable(name, cause, linesBefore);
  }
}
