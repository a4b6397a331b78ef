import { Readable } from 'node:stream';
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
}

/** A text is no RDF of its format. The message names the document and the line. */
export class RdfSyntaxError extends Error {
  override readonly name = 'RdfSyntaxError';
}

/** The triples of a Turtle document, in its order. @throws RdfSyntaxError */
export function readTurtle({ name, text, baseIri }: TurtleDocument): Triple[] {
  return parse(name, text, new n3.Parser({ format: 'text/turtle', baseIRI: baseIri })).map(tripleOf);
}

/** What Turtle documents say, as quads of one graph. @throws RdfSyntaxError when one is not Turtle */
export function readTurtleInto(graph: string, documents: readonly TurtleDocument[]): Quad[] {
  return documents.flatMap((document) => inGraph(graph, readTurtle(document)));
}

/**
 * The quads of N-Quads that come in pieces, in their order.
 *
 * @throws RdfSyntaxError while iterating, also for a triple outside of named graphs
 */
export async function* streamQuads(name: string, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Quad> {
  const parser = new n3.StreamParser({ format: 'application/n-quads' });
  const text = Readable.from(pieces, { objectMode: false });
  text.once('error', (error) => parser.destroy(error));
  try {
    for await (const quad of text.pipe(parser) as AsyncIterable<ParsedQuad>) yield namedQuad(name, quad);
  } catch (cause) {
    if (cause instanceof RdfSyntaxError || text.errored !== null) throw cause;
    throw unreadable(name, cause);
  }
}

function parse(name: string, text: string, parser: n3.Parser): ParsedQuad[] {
  try {
    return parser.parse(text);
  } catch (cause) {
    throw unreadable(name, cause);
  }
}

function unreadable(name: string, cause: unknown): RdfSyntaxError {
  return new RdfSyntaxError(`${name} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
    cause,
  });
}

function namedQuad(name: string, quad: ParsedQuad): Quad {
  if (quad.graph.termType !== 'NamedNode')
    throw new RdfSyntaxError(`${name} holds a triple outside of named graphs, of ${quad.subject.value}`);
  return { ...tripleOf(quad), graph: quad.graph.value };
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
