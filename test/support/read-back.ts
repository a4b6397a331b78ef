/** Readers that are not the writers: each turns an answer into triples and leaves every lexical form as it stands. */
import type { Writable } from 'node:stream';
import jsonld from 'jsonld';
import { JsonLdParser } from 'jsonld-streaming-parser';
import { Parser } from 'n3';
import type { Quad } from 'n3';
import * as oxigraph from 'oxigraph';
import { RdfXmlParser } from 'rdfxml-streaming-parser';
import type { RdfFormat } from '../../src/rdf/write/format.ts';
import { iriOf, literalOf, termOf } from './graph.ts';
import type { Triple } from './graph.ts';

const BASE = 'http://reader.example/document';

/** The triples of an answer, by the first reader of its format. */
export async function readBack(format: RdfFormat, text: string): Promise<Triple[]> {
  switch (format) {
    case 'nt':
      return readN3(text, 'N-Triples');
    case 'ttl':
      return readN3(text, 'Turtle');
    case 'rdf':
      return readStream(text, new RdfXmlParser({ baseIRI: BASE }));
    case 'jsonld':
      return readFlattened(text);
  }
}

/** The triples of an answer, by a second reader that shares no code with the first. */
export async function readBackAgain(format: RdfFormat, text: string): Promise<Triple[]> {
  const media = {
    nt: 'application/n-triples',
    ttl: 'text/turtle',
    rdf: 'application/rdf+xml',
    jsonld: 'application/ld+json',
  }[format];
  return oxigraph.parse(text, { format: media, base_iri: BASE }).map((quad) => tripleOf(quad as unknown as Quad));
}

/**
 * The triples of a JSON-LD answer by a third reader. jsonld-streaming-parser 5.0.1 gives the types of some nested nodes without `@id` to another node, so it
 * reads the golden cases only.
 */
export async function readStreaming(text: string): Promise<Triple[]> {
  return readStream(text, new JsonLdParser({ baseIRI: BASE }));
}

function readN3(text: string, format: string): Triple[] {
  return new Parser({ format, baseIRI: BASE }).parse(text).map((quad) => tripleOf(quad));
}

/**
 * Flattens with the toolkit and reads the flat nodes here: its own `toRDF` rewrites every `xsd:double` (`"1"` becomes `"1.0E0"`), even one that is
 * written as a string.
 */
async function readFlattened(text: string): Promise<Triple[]> {
  const documentLoader = (url: string) => Promise.reject(new Error(`no document is fetched: ${url}`));
  const nodes = (await jsonld.flatten(JSON.parse(text) as object, undefined, {
    base: BASE,
    documentLoader,
  })) as unknown as FlatNode[];
  const term = (id: string) => (id.startsWith('_:') ? id : iriOf(id));
  return nodes.flatMap((node) => [
    ...(node['@type'] ?? []).map((type): Triple => [term(node['@id']), iriOf(RDF_TYPE), term(type)]),
    ...Object.entries(node)
      .filter(([key]) => !key.startsWith('@'))
      .flatMap(([predicate, values]) =>
        (values as FlatValue[]).map((value): Triple => {
          if ('@id' in value) return [term(node['@id']), iriOf(predicate), term(value['@id'])];
          if (typeof value['@value'] !== 'string')
            throw new Error(`a value that is no string: ${String(value['@value'])}`);
          const literal = literalOf(value['@value'], value['@type'] ?? XSD_STRING, value['@language']);
          return [term(node['@id']), iriOf(predicate), literal];
        }),
      ),
  ]);
}

const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const XSD_STRING = 'http://www.w3.org/2001/XMLSchema#string';

interface FlatNode {
  readonly '@id': string;
  readonly '@type'?: readonly string[];
  readonly [predicate: string]: unknown;
}

type FlatValue =
  | { readonly '@id': string }
  | { readonly '@value': unknown; readonly '@type'?: string; readonly '@language'?: string };

function readStream(text: string, parser: NodeJS.ReadWriteStream): Promise<Triple[]> {
  return new Promise((resolve, reject) => {
    const triples: Triple[] = [];
    parser.on('data', (quad: unknown) => triples.push(tripleOf(quad as Quad)));
    parser.on('error', reject);
    parser.on('end', () => resolve(triples));
    const input = parser as unknown as Writable;
    input.write(text);
    input.end();
  });
}

function tripleOf(quad: Quad): Triple {
  return [termOf(quad.subject), termOf(quad.predicate), termOf(quad.object)];
}
