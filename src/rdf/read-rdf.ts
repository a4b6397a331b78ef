import n3 from 'n3';
import type { Quad as ParsedQuad, Term } from 'n3';
import { RDF_LANG_STRING, XSD_STRING } from './namespaces.ts';
import type { BoundTerm } from './rows.ts';
import { inGraph, type Quad, type Triple } from './triple.ts';

/** Turtle text and the IRI that its relative IRIs are resolved against. */
export interface TurtleDocument {
  /** How messages name it, e.g. the name of its file. */
  readonly name: string;
  readonly text: string;
  readonly baseIri: string;
  /** Of what was made of another file: the line of that file, for each line of the text. */
  readonly lines?: readonly number[];
}

/** The same in UTF-8. */
export interface TurtleBytes extends Pick<TurtleDocument, 'name' | 'baseIri'> {
  readonly bytes: Uint8Array;
}

/** A text is no RDF of its format. The message names the document and the line. */
export class RdfSyntaxError extends Error {
  override readonly name = 'RdfSyntaxError';
}

/** The triples of a Turtle document, in its order. @throws RdfSyntaxError */
export function readTurtle({ name, text, baseIri }: TurtleDocument): Triple[] {
  try {
    return new n3.Parser({ format: 'text/turtle', baseIRI: baseIri }).parse(text).map(tripleOf);
  } catch (cause) {
    throw unreadable(name, cause);
  }
}

/** Bytes that are parsed at a time. */
const PIECE_BYTES = 64 * 1024;

/**
 * The triples of a Turtle document in UTF-8, in its order. It is parsed as far as triples are asked for, so that neither its text nor its
 * triples are held.
 *
 * @throws RdfSyntaxError while iterating
 */
export function* turtleTriples({ name, bytes, baseIri }: TurtleBytes): Generator<Triple> {
  const source = new PieceSource();
  let parsed: Triple[] = [];
  let fault: unknown = null;
  new n3.Parser({ format: 'text/turtle', baseIRI: baseIri }).parse(source as never, (error, quad) => {
    try {
      if (error !== null) fault ??= error;
      else if (quad !== null) parsed.push(tripleOf(quad));
    } catch (cause) {
      fault ??= cause;
    }
  });
  for (let at = 0; at <= bytes.length; at += PIECE_BYTES) {
    if (at < bytes.length) source.give(bytes.subarray(at, at + PIECE_BYTES));
    if (at + PIECE_BYTES >= bytes.length) source.end();
    if (fault !== null) throw unreadable(name, fault);
    const read = parsed;
    parsed = [];
    yield* read;
    if (at + PIECE_BYTES >= bytes.length) return;
  }
}

/** What the parser takes for a stream, which is given to it piece by piece. */
class PieceSource {
  readonly #listeners = new Map<string, (piece?: Uint8Array) => void>();

  on(event: string, listener: (piece?: Uint8Array) => void): this {
    this.#listeners.set(event, listener);
    return this;
  }

  give(piece: Uint8Array): void {
    this.#listeners.get('data')?.(piece);
  }

  end(): void {
    this.#listeners.get('end')?.();
  }
}

/** The error for a text that the parser refused. */
export function unreadable(name: string, cause: unknown, linesBefore = 0): RdfSyntaxError {
  const why = (cause instanceof Error ? cause.message : String(cause))
    .replace(/on line (\d+)/, (_, line) => `on line ${linesBefore + Number(line)}`)
    // Who tells it ends the sentence.
    .replace(/\.$/, '');
  return new RdfSyntaxError(`${name} cannot be read: ${why}`, { cause });
}

/** What Turtle documents say, as quads of one graph. @throws RdfSyntaxError when one is not Turtle */
export function readTurtleInto(graph: string, documents: readonly TurtleDocument[]): Quad[] {
  return documents.flatMap((document) => inGraph(graph, readTurtle(document)));
}

/** A triple of the parser's. @throws RdfSyntaxError for what RDF 1.1 does not know */
export function tripleOf({ subject, predicate, object }: ParsedQuad): Triple {
  return { s: boundTerm(subject), p: predicate.value, o: boundTerm(object) };
}

function boundTerm(term: Term): BoundTerm {
  if (term.termType === 'NamedNode') return { type: 'uri', value: term.value };
  if (term.termType === 'BlankNode') return { type: 'bnode', value: term.value };
  if (term.termType !== 'Literal') throw new RdfSyntaxError(`A ${term.termType} is no term of RDF 1.1`);
  const datatype = term.datatype.value;
  if (datatype === RDF_LANG_STRING) return { type: 'literal', value: term.value, 'xml:lang': term.language };
  return datatype === XSD_STRING
    ? { type: 'literal', value: term.value }
    : { type: 'literal', value: term.value, datatype };
}
