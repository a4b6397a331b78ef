import { fileOfReport } from '../check/report.ts';
import type {
  AskedCheck,
  AskedRestoration,
  AskedSource,
  ConvertedDocument,
  EmbeddedDocument,
  RestoredDocuments,
} from '../documents/documents.ts';
import { HubError } from '../errors.ts';
import { readContentType } from '../http/headers/content-type.ts';
import type { HeaderList } from '../http/headers/header-list.ts';
import type { QueryOptions } from '../http/query-options.ts';
import type { Semantics } from '../mapping/any-document.ts';
import type { ConvertOptions } from '../mapping/convert.ts';
import {
  CONVERT_OPTIONS,
  CONVERT_TERMS_OPTIONS,
  EMBED_OPTIONS,
  RESTORE_OPTIONS,
  VALIDATE_OPTIONS,
} from './document-options.ts';
import { CONTENT_TYPES, FORMAT_OF_MEDIA_TYPE, type RdfFormat } from '../rdf/write/format.ts';
import { formatByAccept } from './rdf-media-types.ts';
import { keyListHeaders, MAX_LISTED, sourceHeaders, warningHeaders } from './report-headers.ts';

/** Where documents are posted to, and what happens to them. */
export const DOCUMENT_PATHS = {
  '/api/semantic': 'embed',
  '/api/rdf': 'block',
  '/api/json-to-rdf': 'registry',
} as const satisfies Record<string, 'embed' | ConvertOptions['semantics']>;

/** What `/api/semantic` was asked for. @throws HubError `invalid-option` */
export function readEmbedOptions(query: QueryOptions) {
  const { base, withReport, source, restructure } = query.read(EMBED_OPTIONS);
  return { base, withReport, source: askedSource(source, restructure), maxListed: MAX_LISTED };
}

/** What a conversion was asked for, and whether the Accept header was looked at. @throws HubError `invalid-option` */
export function readConvertOptions(
  query: QueryOptions,
  semantics: ConvertOptions['semantics'],
  accept: string | undefined,
) {
  const { format, base, skolemize, align, maxArrayItems, units, residue, source, restructure } =
    semantics === 'registry' ? query.read(CONVERT_TERMS_OPTIONS) : { ...query.read(CONVERT_OPTIONS), ...NO_SOURCE };
  const options = {
    semantics,
    format: format ?? formatByAccept(accept),
    base,
    skolemize,
    align,
    maxArrayItems,
    residue,
    maxListed: MAX_LISTED,
    source: askedSource(source, restructure),
    ...(units === null ? null : { units }),
  };
  return { options, variesByAccept: format === null };
}

const NO_SOURCE = { source: null, restructure: true };

function askedSource(name: string | null, restructure: boolean): AskedSource | null {
  return name === null ? null : { name, restructure };
}

/** The headers of an answer to `/api/semantic`. */
export function embeddedHeaders({ describedCount, report, source }: EmbeddedDocument): HeaderList {
  return [
    'Content-Type',
    'application/json; charset=utf-8',
    'X-Semantic-Described',
    String(describedCount),
    ...keyListHeaders('X-Semantic-Undescribed', report.undescribed),
    ...sourceHeaders(source),
  ];
}

/** The headers of an answer with RDF. */
export function convertedHeaders(
  { triples, warningCounts, unmapped, described, source }: ConvertedDocument,
  { format, semantics }: Pick<ConvertOptions, 'format' | 'semantics'>,
): HeaderList {
  const headers = [
    'Content-Type',
    CONTENT_TYPES[format],
    'X-Semantic-Triples',
    String(triples),
    ...warningHeaders(warningCounts),
    ...keyListHeaders('X-Semantic-Unmapped', unmapped),
    ...sourceHeaders(source),
  ];
  if (semantics === 'registry') headers.push('X-Semantic-Described', String(described));
  return headers;
}

/** What the way back was asked for. @throws HubError `invalid-option` */
export function readRestoreOptions(query: QueryOptions, contentType: string | undefined): AskedRestoration {
  const { withReport, ...options } = query.read(RESTORE_OPTIONS);
  return { ...options, output: withReport ? 'report' : 'documents', format: readRdfType(contentType) };
}

/** The format of a body of RDF. @throws HubError `unsupported-media-type` */
export function readRdfType(contentType: string | undefined): RdfFormat {
  const { mediaType, isUtf8 } = readContentType(contentType);
  // Programs that do not know JSON-LD send it as the JSON that it is.
  const format = mediaType === 'application/json' ? 'jsonld' : FORMAT_OF_MEDIA_TYPE[mediaType];
  if (format !== undefined && isUtf8) return format;
  const types = Object.keys(FORMAT_OF_MEDIA_TYPE).join(', ');
  throw new HubError(
    'unsupported-media-type',
    `The body came as ${JSON.stringify((contentType ?? '').slice(0, 100))}. Send RDF in UTF-8, with the Content-Type of its format: ${types}.`,
    { piece: mediaType.slice(0, 100), mediaType: types },
  );
}

/** What a check was asked for. @throws HubError `invalid-option` */
export function readCheckOptions(query: QueryOptions) {
  const { format, failOn, file, lenient, registry, units, source, restructure, ...others } =
    query.read(VALIDATE_OPTIONS);
  const check: AskedCheck = {
    ...others,
    semantics: semanticsOf(registry, lenient),
    source: askedSource(source, restructure),
    ...(units === null ? null : { units }),
  };
  return { check, format: format ?? 'json', failOn: failOn ?? 'error', file: fileOfReport(file) } as const;
}

function semanticsOf(registry: boolean, lenient: boolean): Semantics {
  if (registry) return lenient ? 'open' : 'registry';
  return lenient ? 'auto-open' : 'auto';
}

/** The headers of an answer with documents. */
export function restoredHeaders(
  { documents, proof, noteCodes }: RestoredDocuments,
  { output }: Pick<AskedRestoration, 'output'>,
): HeaderList {
  const isOne = output !== 'documents' || documents === 1;
  return [
    'Content-Type',
    isOne ? 'application/json; charset=utf-8' : 'application/x-ndjson; charset=utf-8',
    'X-Semantic-Documents',
    String(documents),
    'X-Semantic-Proof',
    proof ?? 'none',
    ...(noteCodes.length > 0 ? ['X-Semantic-Notes', noteCodes.join(',')] : []),
  ];
}
