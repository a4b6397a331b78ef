/** Reads RDF with parsers that are not the hub's, and compares graphs without blank nodes. */
import type { Writable } from 'node:stream';
import jsonld from 'jsonld';
import { Parser, Writer } from 'n3';
import type { Quad } from 'n3';
import { RdfXmlParser } from 'rdfxml-streaming-parser';

export const RDF_FORMS = ['ttl', 'nt', 'rdf', 'jsonld'] as const;
export type RdfForm = (typeof RDF_FORMS)[number];

/** The triples of a text as lines of N-Triples, each once. */
export async function readGraph(form: RdfForm, text: string): Promise<string[]> {
  return [...new Set((await parse(form, text)).map(lineOf))];
}

/** What stands in one list of lines only. */
export function differences(
  given: readonly string[],
  expected: readonly string[],
): { missing: string[]; added: string[] } {
  const [all, wanted] = [new Set(given), new Set(expected)];
  return {
    missing: expected.filter((line) => !all.has(line)),
    added: given.filter((line) => !wanted.has(line)),
  };
}

async function parse(form: RdfForm, text: string): Promise<Quad[]> {
  if (form === 'ttl') return new Parser({ format: 'Turtle' }).parse(text);
  if (form === 'nt') return new Parser({ format: 'N-Triples' }).parse(text);
  if (form === 'rdf') return parseXml(text);
  const documentLoader = (url: string) => Promise.reject(new Error(`no document is fetched: ${url}`));
  const options = { format: 'application/n-quads', documentLoader } as const;
  const quads = (await jsonld.toRDF(JSON.parse(text) as object, options)) as unknown as string;
  return new Parser({ format: 'N-Quads' }).parse(quads);
}

function parseXml(text: string): Promise<Quad[]> {
  return new Promise((resolve, reject) => {
    const quads: Quad[] = [];
    const parser = new RdfXmlParser();
    parser.on('data', (quad: unknown) => quads.push(quad as Quad));
    parser.on('error', reject);
    parser.on('end', () => resolve(quads));
    const input = parser as unknown as Writable;
    input.write(text);
    input.end();
  });
}

const writer = new Writer({ format: 'N-Triples' });

function lineOf({ subject, predicate, object }: Quad): string {
  return writer.quadToString(subject, predicate, object).trimEnd();
}
