import { isUtf8 } from 'node:buffer';
import n3 from 'n3';
import type { Term } from 'n3';
import { HubError } from '../errors.ts';
import { excerpt } from '../mapping/json/text.ts';
import { RDF, RDF_LANG_STRING, RDF_TYPE, XSD, XSD_BOOLEAN, XSD_INTEGER, XSD_STRING } from '../rdf/namespaces.ts';
import { decodeUtf8 } from '../rdf/utf8.ts';
import type { RdfFormat } from '../rdf/write/format.ts';
import { GraphBuilder, type Graph } from './graph.ts';
import { canonicalLiteral, scanNTriples } from './scan-ntriples.ts';

/** Relative IRIs are resolved against it: the hub writes none. */
const BASE_IRI = 'urn:hub:restored:';

/** What an IRI begins with that is not relative. */
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

const NO_BYTES = new Uint8Array(0);

/**
 * The graph of a text of RDF. Lexical forms stay as they are written; numbers of JSON in JSON-LD of others become what JSON-LD makes of them.
 *
 * @param bytes UTF-8
 * @throws HubError `malformed-rdf`, `not-utf8`, `too-many-triples`
 */
export async function parseRdf(bytes: Uint8Array, format: RdfFormat, maxTriples: number): Promise<Graph> {
  if (!isUtf8(bytes)) throw notUtf8();
  if (format === 'nt') return scanNTriples(bytes, maxTriples);
  const text = decodeUtf8(bytes, 0, bytes.length).replace(/^\uFEFF/, '');
  const graph = new TermGraph(maxTriples);
  try {
    if (format === 'ttl') readTurtle(text, graph);
    else if (format === 'rdf') await readRdfXml(text, graph);
    else await readJsonLd(text, graph);
  } catch (cause) {
    throw malformed(format, cause);
  }
  return graph.builder.build();
}

export function notUtf8(): HubError {
  return new HubError('not-utf8', 'The graph is not UTF-8; send it in UTF-8.');
}

/** What a parser has thrown as an error of the hub. */
export function malformed(format: RdfFormat, cause: unknown): HubError {
  if (cause instanceof HubError) return cause;
  const why = excerpt(cause instanceof Error ? cause.message : String(cause));
  return new HubError('malformed-rdf', `The graph is no ${NAMES[format]}: ${why}`, {}, cause);
}

const NAMES: Readonly<Record<RdfFormat, string>> = {
  nt: 'N-Triples',
  ttl: 'Turtle',
  rdf: 'RDF/XML',
  jsonld: 'JSON-LD',
};

/** Adds triples of RDF/JS terms. */
class TermGraph {
  readonly builder: GraphBuilder;

  constructor(maxTriples: number) {
    this.builder = new GraphBuilder(NO_BYTES, maxTriples);
  }

  /** Terms in canonical N-Triples. */
  add(subject: string, predicate: string, object: string): void {
    const { builder } = this;
    builder.addTriple(builder.addText(subject), builder.addText(predicate), builder.addText(object));
  }

  addQuad(quad: QuadTerms): void {
    this.add(...termsOfQuad(quad));
  }
}

interface QuadTerms {
  readonly subject: Term;
  readonly predicate: Term;
  readonly object: Term;
  readonly graph: Term;
}

/** The terms of a quad in canonical N-Triples. @throws HubError `malformed-rdf` for one of a named graph */
export function termsOfQuad({ subject, predicate, object, graph }: QuadTerms): [string, string, string] {
  if (graph.termType !== 'DefaultGraph') throw namedGraphs();
  return [textOf(subject), textOf(predicate), textOf(object)];
}

function textOf(term: Term): string {
  if (term.termType === 'NamedNode') return `<${term.value}>`;
  if (term.termType === 'BlankNode') return `_:${term.value}`;
  if (term.termType !== 'Literal') throw new HubError('malformed-rdf', `A ${term.termType} is no term of RDF 1.1.`);
  return literalText(term.value, term.datatype.value, term.language);
}

function literalText(lexical: string, datatype: string, language: string): string {
  const isText = datatype === RDF_LANG_STRING && language !== '';
  return canonicalLiteral(lexical, isText ? `@${language}` : `^^<${datatype}>`);
}

function namedGraphs(): HubError {
  return new HubError('malformed-rdf', 'The text has named graphs; send each of them as a graph of its own.');
}

function readTurtle(text: string, graph: TermGraph): void {
  // Labels stay what they are: those of blank nodes without one never meet them.
  for (const quad of new n3.Parser({ format: 'text/turtle', baseIRI: BASE_IRI }).parse(text)) graph.addQuad(quad);
}

async function readRdfXml(text: string, graph: TermGraph): Promise<void> {
  // Entities of a document type make a long text of a short one.
  if (/<!DOCTYPE/i.test(text))
    throw new HubError('malformed-rdf', 'The RDF/XML has a document type; send it without one.');
  if (!isWhole(text)) throw new HubError('malformed-rdf', 'The graph is no RDF/XML: its root element does not end.');
  // Loaded when one is needed: it takes a thread a tenth of a second, and memory.
  const { RdfXmlParser } = await import('rdfxml-streaming-parser');
  const parser = new RdfXmlParser({ baseIRI: BASE_IRI });
  const resolved = parser.valueToUri.bind(parser);
  // The parser takes dot segments out of absolute IRIs, too.
  parser.valueToUri = (value, tag) => (SCHEME.test(value) ? parser.uriToNamedNode(value) : resolved(value, tag));
  await new Promise<void>((resolve, reject) => {
    parser.on('data', (quad: unknown) => {
      try {
        graph.addQuad(quad as QuadTerms);
      } catch (error) {
        parser.destroy(error as Error);
      }
    });
    parser.on('error', reject);
    parser.on('end', resolve);
    parser.end(text);
  });
}

/** Whether the root element ends: the parser takes a text that was cut for a whole one. */
function isWhole(text: string): boolean {
  const withoutComments = without(text, '<!--', '-->');
  const root = /<([^\s<>/!?]+)/.exec(without(withoutComments, '<?', '?>'))?.[1];
  const end = withoutComments.trimEnd();
  return root !== undefined && (end.endsWith(`</${root}>`) || end.endsWith('/>'));
}

/** The text without what stands between two marks, and without these; one that does not end stays. */
function without(text: string, open: string, close: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = text.indexOf(open); at !== -1; at = text.indexOf(open, from)) {
    const end = text.indexOf(close, at + open.length);
    if (end === -1) break;
    kept.push(text.slice(from, at));
    from = end + close.length;
  }
  return kept.join('') + text.slice(from);
}

/** A node of flattened JSON-LD: its properties are lists. */
interface FlatNode {
  readonly '@id': string;
  readonly '@type'?: readonly string[];
  readonly [predicate: string]: unknown;
}

type FlatValue =
  | { readonly '@id': string }
  | { readonly '@list': unknown }
  | { readonly '@value': unknown; readonly '@type'?: string; readonly '@language'?: string };

/** Flattens and reads the flat nodes here: the toolkit's own conversion rewrites every `xsd:double`. */
async function readJsonLd(text: string, graph: TermGraph): Promise<void> {
  const { default: jsonld } = await import('jsonld');
  const documentLoader = (url: string): Promise<never> =>
    Promise.reject(
      new HubError('malformed-rdf', `The context ${excerpt(url)} is not fetched; write it into the text.`),
    );
  const options = { base: BASE_IRI, documentLoader };
  const nodes = (await jsonld.flatten(JSON.parse(text) as object, undefined, options)) as unknown as FlatNode[];
  const node = (id: string): string => (id.startsWith('_:') ? id : `<${id}>`);
  for (const { '@id': id, '@type': types = [], ...properties } of nodes) {
    for (const type of types) graph.add(node(id), `<${RDF_TYPE}>`, node(type));
    for (const [predicate, values] of Object.entries(properties)) {
      if (predicate === '@graph') throw namedGraphs();
      if (predicate.startsWith('@')) continue;
      for (const value of values as FlatValue[])
        graph.add(node(id), `<${predicate}>`, '@id' in value ? node(value['@id']) : valueText(value));
    }
  }
}

function valueText(value: Exclude<FlatValue, { readonly '@id': string }>): string {
  if ('@list' in value) throw new HubError('malformed-rdf', 'The JSON-LD has a list; the hub writes none.');
  const { '@value': json, '@type': type, '@language': language = '' } = value;
  if (type === '@json') return literalText(JSON.stringify(json), `${RDF}JSON`, '');
  if (typeof json === 'string')
    return literalText(json, language === '' ? (type ?? XSD_STRING) : RDF_LANG_STRING, language);
  if (typeof json === 'boolean') return literalText(String(json), type ?? XSD_BOOLEAN, '');
  const number = Number(json);
  if (Number.isInteger(number) && Math.abs(number) < 1e21 && type !== `${XSD}double`)
    return literalText(String(number), type ?? XSD_INTEGER, '');
  // The canonical form of a double (JSON-LD 1.1 API §8.6).
  const [digits, exponent] = number.toExponential(15).split('e') as [string, string];
  let end = digits.length;
  while (digits[end - 1] === '0' && digits[end - 2] !== '.') end--;
  return literalText(`${digits.slice(0, end)}E${exponent.replace('+', '')}`, type ?? `${XSD}double`, '');
}
