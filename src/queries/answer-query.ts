import { HubError } from '../errors.ts';
import { hasNonXmlCharacter } from '../rdf/characters.ts';
import type { Triple } from '../rdf/triple.ts';
import type { RdfFormat } from '../rdf/write/format.ts';
import { serialize } from '../rdf/write/serialize.ts';
import { countOf, countRows } from './count-rows.ts';
import { UnsortableValues, type QueryEngine } from './engine.ts';
import { ENGINE_MEMORY_MIB, MAX_ANSWER_BYTES, MAX_ROWS } from './limits.ts';
import type { AnswerFacts, QueryTask, RequestedDataset, TableFormat } from './messages.ts';
import { readNTriples } from '../rdf/read-ntriples.ts';
import { inReadingOrder } from './in-reading-order.ts';
import type { ReadQuery } from './read-query.ts';
import { tooComplex } from './scan-query.ts';

/** What the engine calls its formats. */
const TABLE_MEDIA_TYPES: Readonly<Record<TableFormat, string>> = {
  json: 'application/sparql-results+json',
  xml: 'application/sparql-results+xml',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
};
const N_TRIPLES = 'application/n-triples';

/** A namespace that no vocabulary has, so that no IRI is written relative to it. */
const NO_BASE = 'urn:x-no-base:/';

export interface QueryContext {
  readonly engine: QueryEngine;
  /** The graphs of a query that names none. */
  readonly dataset: RequestedDataset;
  readonly prefixes: ReadonlyMap<string, string>;
  readonly baseIri: string;
}

export interface QueryResult {
  readonly facts: AnswerFacts;
  readonly text: string;
}

/** The graphs that a query is about: those that the request names, else those that the query names, else those that all have. */
export function datasetOf(query: ReadQuery, requested: RequestedDataset, usual: RequestedDataset): RequestedDataset {
  if (requested.defaultGraphs.length + requested.namedGraphs.length > 0) return requested;
  if (query.from !== null) return query.from;
  // A graph that only some queries have is loaded when a query names it.
  return { ...usual, namedGraphs: [...usual.namedGraphs, ...query.graphs] };
}

/**
 * Runs a query whose graphs are loaded.
 *
 * @throws HubError those of `planAnswer` and of its `finish`, `malformed-query`, `query-too-complex`
 */
export function answerQuery(task: QueryTask, query: ReadQuery, context: QueryContext): QueryResult {
  const { engine, baseIri, prefixes } = context;
  const { text, mediaType, finish } = planAnswer(task, query);
  const dataset = datasetOf(query, task.dataset, context.dataset);
  return finish(ask(engine, text, { ...dataset, baseIri, mediaType }), prefixes);
}

/** What an engine is asked, and what becomes of its answer. */
interface AnswerPlan {
  readonly text: string;
  readonly mediaType: string;
  /**
   * The answer in the format that was asked for.
   *
   * @param prefixes what graphs are shortened with besides the prefixes of the query
   * @throws HubError `answer-too-large`, `unnameable-predicate`; `invalid-option` for a literal that XML cannot hold
   */
  readonly finish: (answer: string, prefixes: ReadonlyMap<string, string>) => QueryResult;
}

/** How a query is answered. @throws HubError `invalid-option` for a format that such a result does not have */
export function planAnswer(task: QueryTask, query: ReadQuery): AnswerPlan {
  const { isDeterministic } = query;
  if (query.form === 'ask') {
    const format = formatOf(task.formats.boolean, 'ASK has json and xml');
    const finish = (text: string): QueryResult => ({ facts: { kind: 'boolean', format, isDeterministic }, text });
    return { text: query.text, mediaType: TABLE_MEDIA_TYPES[format], finish };
  }
  if (query.form === 'select') {
    const format = formatOf(task.formats.table, 'SELECT has json, xml, csv and tsv');
    const finish = (told: string): QueryResult => {
      const text = format === 'xml' ? wellFormed(told) : told;
      checkSize(text, () => countRows(text, format), 'rows');
      return { facts: { kind: 'table', format, isDeterministic }, text };
    };
    return { text: withLimit(query), mediaType: TABLE_MEDIA_TYPES[format], finish };
  }
  const format = formatOf(task.formats.graph, 'CONSTRUCT and DESCRIBE have ttl, nt, rdf and jsonld');
  const finish = (ntriples: string, prefixes: ReadonlyMap<string, string>): QueryResult => {
    checkSize(ntriples, () => countOf(ntriples, '\n'), 'triples');
    const text = format === 'nt' ? ntriples : written(ntriples, format, prefixesOf(query, prefixes));
    checkSize(text, () => 0, 'triples');
    return { facts: { kind: 'graph', format, isDeterministic }, text };
  };
  return { text: query.text, mediaType: N_TRIPLES, finish };
}

/** Those of the query, and of the others what it has no prefix for. */
function prefixesOf(query: ReadQuery, prefixes: ReadonlyMap<string, string>): Map<string, string> {
  const namespaces = new Set(query.prefixes.values());
  return new Map([...[...prefixes].filter(([, namespace]) => !namespaces.has(namespace)), ...query.prefixes]);
}

/** The engine ends by itself when there are more rows than an answer may have. */
function withLimit({ text, hasLimit, limitAt }: ReadQuery): string {
  if (hasLimit) return text;
  return `${text.slice(0, limitAt)}\nLIMIT ${MAX_ROWS + 1}\n${text.slice(limitAt)}`;
}

function formatOf<F>(format: F | null, has: string): F {
  if (format === null)
    throw new HubError('invalid-option', `The answer has no such format: ${has}.`, { key: 'format' });
  return format;
}

function ask(engine: QueryEngine, text: string, options: Parameters<QueryEngine['answer']>[1]): string {
  try {
    return engine.answer(text, options);
  } catch (error) {
    if (error instanceof UnsortableValues)
      throw new BrokenEngine(
        tooComplex(
          'It sorts by values of so many kinds that the engine finds no order. Sort by their texts: ORDER BY STR(?o) in place of ORDER BY ?o',
          error,
        ),
      );
    // A broken engine would fail the next query, too.
    if (error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError'))
      throw new BrokenEngine(
        tooComplex(
          `It, or what it finds on its way, needs more than the ${ENGINE_MEMORY_MIB} MiB of memory that a query has`,
          error,
        ),
      );
    throw malformed(error instanceof Error ? error.message : String(error));
  }
}

/** The engine cannot be used again. */
export class BrokenEngine extends Error {
  override readonly name = 'BrokenEngine';
  readonly told: HubError;

  constructor(told: HubError) {
    super(told.message);
    this.told = told;
  }
}

/** What the engine is stricter in than the parser; its words are of its own inside, but for these. */
function malformed(message: string): HubError {
  const [, line, column] = /^error at (\d+):(\d+):/.exec(message) ?? [];
  if (line !== undefined) {
    const place = { line: Number(line), column: Number(column) };
    return new HubError(
      'malformed-query',
      `The query cannot be understood: what ends at line ${line}, column ${column} breaks a rule of SPARQL 1.1.`,
      place,
    );
  }
  const unknown = /^The custom (?:aggregate )?function <([^>]{1,200})> is not supported$/.exec(message)?.[1];
  if (unknown !== undefined)
    return new HubError('malformed-query', `There is no function <${unknown}>.`, { piece: unknown });
  return new HubError('malformed-query', 'The query cannot be evaluated.');
}

/**
 * A table in XML as a reader of XML takes it. The engine writes every character of a literal as it is: some no XML may have, and a carriage
 * return every reader drops, or takes for the end of a line (XML 1.0 §2.11).
 */
function wellFormed(xml: string): string {
  if (hasNonXmlCharacter(xml))
    throw new HubError(
      'invalid-option',
      'There is no XML of this table: a literal has a character that XML cannot hold. Choose another format: json, csv or tsv.',
      { key: 'format' },
    );
  if (!xml.includes('\r')) return xml;
  return xml.replace(/<literal[^<>]*>[^<]*/g, (literal) => literal.replaceAll('\r', '&#13;'));
}

function checkSize(text: string, count: () => number, unit: string): void {
  const bytes = text.length > MAX_ANSWER_BYTES ? text.length : Buffer.byteLength(text);
  if (bytes > MAX_ANSWER_BYTES) {
    const words = `The answer would have ${megabytes(bytes)} MB or more; at most ${megabytes(MAX_ANSWER_BYTES)} MB are given.`;
    throw new HubError('answer-too-large', words, {
      hint: 'Ask for less: LIMIT and OFFSET give it in parts, and CSV is the shortest form of a table.',
    });
  }
  const counted = count();
  if (counted > MAX_ROWS) {
    const words = `The answer would have ${counted.toLocaleString('en')} ${unit} or more; at most ${MAX_ROWS.toLocaleString('en')} ${unit} are given.`;
    throw new HubError('answer-too-large', words, { hint: 'LIMIT and OFFSET, with ORDER BY, give it in parts.' });
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1).replace('.0', '');
}

function written(ntriples: string, format: RdfFormat, prefixes: ReadonlyMap<string, string>): string {
  const triples: Triple[] = inReadingOrder(readNTriples(ntriples));
  return serialize(triples, format, { prefixes, base: NO_BASE });
}
