import { isUtf8 } from 'node:buffer';
import { HubError } from '../errors.ts';
import { excerpt } from '../mapping/json/text.ts';
import { notTextIs } from '../not-text.ts';
import { streamNTriples } from '../rdf/read-ntriples.ts';
import type { BoundTerm } from '../rdf/rows.ts';
import { RdfSyntaxError, turtleTriples } from '../rdf/read-rdf.ts';
import { TripleLines } from '../rdf/triple-lines.ts';
import type { Triple } from '../rdf/triple.ts';
import { parseRdf } from '../restore/parse-rdf.ts';
import type { Concept } from './concept.ts';
import type { SourceFormat } from './import-options.ts';
import type { ImportReport } from './import-report.ts';
import { RdfConcepts, RELATIVE, type ConceptChoice } from './read-rdf-concepts.ts';
import { readTableConcepts } from './read-table-concepts.ts';

/** A file of concepts. */
export interface SourceFile {
  /** How messages name it. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** How files are read, and which concepts of them are wanted. */
export interface SourceOptions extends ConceptChoice {
  /** Of all files; by default what their names tell. */
  readonly format?: SourceFormat | undefined;
  /** Separates the cells of CSV. */
  readonly delimiter: string;
}

/** Triples that one file of RDF/XML or JSON-LD may have, which is read whole. */
const MOST_TRIPLES = 5_000_000;
const PIECE_BYTES = 1024 * 1024;
/** Of a text, in which its format is sought. */
const START_BYTES = 16 * 1024;
/** How OWL/XML begins, which is no RDF: an ontology as its first element, that is not described by `rdf:about`. */
const OWL_XML = /^(?:\s|<\?[^>]*>|<!--(?:(?!-->)[^])*-->|<!(?!--)[^>]*>|\]>)*<(?:\w+:)?Ontology\s(?![^>]*:about=)/;
/** That the error names where nothing is taken. */
const MOST_REASONS = 5;

/**
 * The concepts of files: of graphs together, in order of their IRIs, then those of tables, in their order.
 *
 * @throws HubError `invalid-option`, `malformed-rdf`, `not-utf8`, `too-many-triples`: the message names file and line
 */
export async function readSource(
  files: readonly SourceFile[],
  options: SourceOptions,
  report: ImportReport,
): Promise<Concept[]> {
  const graph = new RdfConcepts();
  const tables: Concept[] = [];
  for (const file of files) {
    const { bytes } = file;
    requireReadable(file);
    const told = options.format ?? formatOfName(file.name);
    const format = told ?? formatOfText(bytes);
    if (!isUtf8(bytes)) throw new HubError('not-utf8', `${file.name} is not UTF-8; give it in UTF-8.`);
    if (format === 'csv')
      for (const concept of readTableConcepts({ ...options, name: file.name, bytes }, report)) tables.push(concept);
    else await readGraph(file, { format, isTold: told !== undefined }, options.namespace, graph);
  }
  const concepts = [...graph.list(options, report), ...tables];
  if (concepts.length === 0) throw noConcepts(report, files);
  return distinct(concepts, report);
}

/** Of formats that are not read, by the ends of names. */
const NOT_READ: ReadonlyMap<string, string> = new Map([
  ['trig', 'is TriG, whose named graphs are not read; save the graph with the concepts as Turtle'],
  ['nq', 'is N-Quads, whose named graphs are not read; save the graph with the concepts as N-Triples'],
]);

/** @throws HubError `malformed-rdf` for a file that is no text, or of a format that is not read: what to do about it */
function requireReadable({ name, bytes }: SourceFile): void {
  const is = notTextIs(bytes, bytes.subarray(0, START_BYTES).includes(0)) ?? NOT_READ.get(endingOf(name));
  if (is !== undefined) throw new HubError('malformed-rdf', `${name} ${is}.`);
}

const ENDINGS: Readonly<Record<string, SourceFormat>> = {
  ttl: 'ttl',
  nt: 'nt',
  rdf: 'rdf',
  jsonld: 'jsonld',
  json: 'jsonld',
  csv: 'csv',
};

function formatOfName(name: string): SourceFormat | undefined {
  return ENDINGS[endingOf(name)];
}

/** In small letters, without the dot; empty where there is none. */
function endingOf(name: string): string {
  return /\.([a-z]+)(?:\.(?:gz|zst))?$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** Of `.owl`, `.xml` and names that tell nothing: RDF/XML where the text begins as XML does, and else Turtle. */
function formatOfText(bytes: Uint8Array): 'rdf' | 'ttl' {
  return /^<(?:\?xml|!--|!DOCTYPE|[A-Za-z][\w-]*:RDF)/i.test(startOf(bytes)) ? 'rdf' : 'ttl';
}

function startOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, START_BYTES))
    .toString()
    .replace(/^\uFEFF/, '')
    .trimStart();
}

async function readGraph(
  { name, bytes }: SourceFile,
  { format, isTold }: { readonly format: Exclude<SourceFormat, 'csv'>; readonly isTold: boolean },
  namespace: string | undefined,
  concepts: RdfConcepts,
): Promise<void> {
  concepts.startFile();
  // Its parser takes any element for a node.
  if (OWL_XML.test(startOf(bytes)))
    throw new HubError('malformed-rdf', `${name} is OWL/XML; save it as RDF/XML or Turtle.`);
  const guess = isTold ? '' : ` ${GUESSED}`;
  try {
    if (format === 'ttl') {
      for (const triple of turtleTriples({ name, bytes, baseIri: namespace ?? RELATIVE })) concepts.add(triple);
    } else if (format === 'nt') {
      for await (const triple of streamNTriples(piecesOf(bytes))) concepts.add(triple);
    } else {
      for (const triple of await readWhole(bytes, format, namespace ?? RELATIVE)) concepts.add(triple);
    }
  } catch (error) {
    if (error instanceof RdfSyntaxError)
      throw new HubError(
        'malformed-rdf',
        `${error.message.replace(/^the document/, name).replace(/\.$/, '')}.${guess}`,
        {},
        error,
      );
    if (error instanceof HubError) throw new HubError(error.code, `${name}: ${error.message}`, {}, error);
    throw error;
  }
}

const GUESSED =
  'It was read as Turtle, as its name tells none of the formats that are read; --from tells another one: nt, rdf, jsonld, csv.';

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    yield decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true });
}

async function readWhole(bytes: Uint8Array, format: 'rdf' | 'jsonld', baseIri: string): Promise<Iterable<Triple>> {
  const graph = await parseRdf(bytes, format, MOST_TRIPLES, { baseIri });
  const lines = new TripleLines();
  return (function* () {
    for (let subject = 0; subject < graph.terms; subject++) {
      const end = graph.endOf(subject);
      for (let at = graph.startOf(subject); at < end; at++) {
        yield readTriple(
          lines,
          graph.textOf(subject),
          graph.textOf(graph.predicates[at]!),
          graph.textOf(graph.objects[at]!),
        );
      }
    }
  })();
}

/** Stands for a blank node, which the reader of lines does not know. */
const BLANK = '<urn:vocabulary-hub:blank>';

/** @throws HubError `malformed-rdf` for an IRI that is none, which JSON-LD lets pass */
function readTriple(lines: TripleLines, s: string, p: string, o: string): Triple {
  const [subject, object] = [s, o].map(blankNodeOf);
  const triple = lines.read(`${subject === null ? s : BLANK} ${p} ${object === null ? o : BLANK} .`);
  if (triple === null)
    throw new HubError('malformed-rdf', `A triple of it has an IRI that is none: ${[s, p, o].map(excerpt).join(' ')}`);
  return { ...triple, s: subject ?? triple.s, o: object ?? triple.o };
}

function blankNodeOf(text: string): BoundTerm | null {
  return text.startsWith('_:') ? { type: 'bnode', value: text.slice(2) } : null;
}

function noConcepts(report: ImportReport, files: readonly SourceFile[]): HubError {
  const names = files.map(({ name }) => name).join(', ');
  const reasons = report
    .summary(0)
    .findings.slice(0, MOST_REASONS)
    .map(({ count, message }) => ` ${count} × ${message}.`);
  return new HubError(
    'invalid-option',
    `There is no concept in ${names} of which a term could be made.${reasons.join('')}`,
  );
}

/** Of concepts of one IRI, such as rows that name it twice, the first. */
function distinct(concepts: readonly Concept[], report: ImportReport): Concept[] {
  const ids = new Set<string>();
  return concepts.filter(({ id }) => {
    if (ids.has(id)) report.tell('said-twice', id);
    else return ids.add(id);
    return false;
  });
}
