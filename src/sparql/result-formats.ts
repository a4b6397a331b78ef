import { HubError } from '../errors.ts';
import { preferredMediaType } from '../http/headers/accept.ts';
import type { AnswerFacts, ResultFormats, BooleanFormat, TableFormat } from '../queries/messages.ts';
import { CONTENT_TYPES as GRAPH_CONTENT_TYPES, FORMAT_OF_MEDIA_TYPE, type RdfFormat } from '../rdf/write/format.ts';
import { RESULT_FORMAT, type ResultFormat } from './options.ts';

/** Each in the order in which the hub offers them to clients that accept all alike. Clients that accept only JSON or XML get the SPARQL result form of it. */
const TABLES = {
  'application/sparql-results+json': 'json',
  'application/sparql-results+xml': 'xml',
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
  'application/json': 'json',
  'application/xml': 'xml',
} as const satisfies Record<string, TableFormat>;

const BOOLEANS = {
  'application/sparql-results+json': 'json',
  'application/sparql-results+xml': 'xml',
  'application/json': 'json',
  'application/xml': 'xml',
} as const satisfies Record<string, BooleanFormat>;

const GRAPHS: Readonly<Record<string, RdfFormat>> = {
  ...FORMAT_OF_MEDIA_TYPE,
  'application/json': 'jsonld',
  'application/xml': 'rdf',
};

/** What `format` says, for each kind of answer. */
const FORMATS: Readonly<Record<ResultFormat, ResultFormats>> = {
  json: { table: 'json', boolean: 'json', graph: 'jsonld' },
  xml: { table: 'xml', boolean: 'xml', graph: 'rdf' },
  csv: { table: 'csv', boolean: null, graph: null },
  tsv: { table: 'tsv', boolean: null, graph: null },
  ttl: { table: null, boolean: null, graph: 'ttl' },
  nt: { table: null, boolean: null, graph: 'nt' },
  rdf: { table: null, boolean: null, graph: 'rdf' },
  jsonld: { table: null, boolean: null, graph: 'jsonld' },
};

const CONTENT_TYPES: Readonly<Record<'table' | 'graph', Readonly<Record<string, string>>>> = {
  table: {
    json: 'application/sparql-results+json',
    xml: 'application/sparql-results+xml',
    csv: 'text/csv; charset=utf-8; header=present',
    tsv: 'text/tab-separated-values; charset=utf-8',
  },
  graph: GRAPH_CONTENT_TYPES,
};

/**
 * The formats that a request asks for: `format` wins, then Accept; JSON and Turtle where neither decides.
 *
 * @throws HubError `invalid-option`
 */
export function formatsAskedFor(format: string | null, accept: string | undefined): ResultFormats {
  if (format === null) {
    return {
      table: preferred(accept, TABLES, 'json'),
      boolean: preferred(accept, BOOLEANS, 'json'),
      graph: preferred(accept, GRAPHS, 'ttl'),
    };
  }
  return FORMATS[RESULT_FORMAT.read([format])!];
}

/** The format of the service description; the page only for who prefers it to RDF. @throws HubError `invalid-option` */
export function descriptionFormat(format: string | null, accept: string | undefined): RdfFormat | 'html' {
  const mediaTypes = { ...GRAPHS, 'text/html': 'html', 'application/xhtml+xml': 'html' } as const;
  if (format === null) return preferred<RdfFormat | 'html'>(accept, mediaTypes, 'ttl');
  const { graph } = formatsAskedFor(format, undefined);
  if (graph !== null) return graph;
  throw new HubError('invalid-option', 'The service description has ttl, nt, rdf and jsonld.', { key: 'format' });
}

/** The Content-Type of a result in this format. */
export function contentTypeOf({ kind, format }: Pick<AnswerFacts, 'kind' | 'format'>): string {
  return CONTENT_TYPES[kind === 'graph' ? 'graph' : 'table'][format]!;
}

function preferred<F>(accept: string | undefined, offered: Readonly<Record<string, F>>, otherwise: F): F {
  const mediaType = preferredMediaType(accept, Object.keys(offered));
  return mediaType === null ? otherwise : offered[mediaType]!;
}
