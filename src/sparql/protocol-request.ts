import type { Context } from 'koa';
import { HubError } from '../errors.ts';
import { readContentType } from '../http/headers/content-type.ts';
import type { BodyBudget } from '../http/limits/body-budget.ts';
import type { Option } from '../http/query-options.ts';
import { readBody } from '../http/read-body.ts';
import { MAX_QUERY_BYTES } from '../queries/limits.ts';
import type { RequestedDataset } from '../queries/messages.ts';
import { resolveIri } from '../rdf/resolve-iri.ts';
import { GRAPH_OPTIONS, MAX_GRAPHS, QUERY, RESULT_FORMAT } from './options.ts';

/** What a request asks for (SPARQL 1.1 Protocol §2.1). */
export interface SparqlRequest {
  /** Null when a read has none and asks for the service description. */
  readonly query: string | null;
  readonly dataset: RequestedDataset;
  /** What `format` says; null when Accept decides. */
  readonly format: string | null;
}

const QUERY_TYPE = 'application/sparql-query';
const UPDATE_TYPE = 'application/sparql-update';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Each byte of a query may be written as three. The rest is for the names of graphs. */
const MAX_FORM_BYTES = 4 * MAX_QUERY_BYTES;
/** Of these a byte order mark has three. */
const MAX_TEXT_BYTES = MAX_QUERY_BYTES + 3;

type Parameters = ReadonlyArray<readonly [name: string, value: string]>;

/**
 * Reads a query from wherever the protocol lets it stand: the query string, a form, or a body that is the query.
 *
 * @param endpoint what names of graphs may be relative to
 * @throws HubError `invalid-option`, `query-not-allowed`, `not-utf8`, `body-too-large` and those of `readBody`
 */
export async function readSparqlRequest(ctx: Context, budget: BodyBudget, endpoint: string): Promise<SparqlRequest> {
  const inAddress = parseForm(Buffer.from(ctx.querystring, 'latin1').toString(), 'query string');
  if (ctx.method !== 'POST') return requestOf(inAddress, endpoint);
  const { mediaType, text } = await readText(ctx, budget);
  const inBody: Parameters = mediaType === FORM_TYPE ? parseForm(text, 'body') : [[QUERY.name, text]];
  const request = requestOf([...inAddress, ...inBody], endpoint);
  // A description of the service is read, and nothing is posted for it.
  if (request.query === null)
    throw new HubError('invalid-option', `The option ${QUERY.name} is missing.`, { key: QUERY.name });
  return request;
}

function requestOf(parameters: Parameters, endpoint: string): SparqlRequest {
  const all = (name: string): string[] => parameters.filter((one) => one[0] === name).map(([, value]) => value);
  const single = (name: string): string | null => {
    const values = all(name);
    if (values.length > 1)
      throw new HubError('invalid-option', `${name} was given ${values.length} times; give it once.`, { key: name });
    return values[0] ?? null;
  };
  if (all('update').length > 0) throw readOnly();
  const { defaultGraphs, namedGraphs } = GRAPH_OPTIONS;
  const graphs = ({ name, read }: Option<readonly string[]>): string[] =>
    read(all(name)).map((graph) => resolveIri(graph, endpoint));
  const dataset = { defaultGraphs: graphs(defaultGraphs), namedGraphs: graphs(namedGraphs) };
  if (dataset.defaultGraphs.length + dataset.namedGraphs.length > MAX_GRAPHS)
    throw new HubError('invalid-option', `A request may name ${MAX_GRAPHS} graphs at most.`, {
      key: defaultGraphs.name,
    });
  // A byte order mark is not a part of the text.
  return { query: single(QUERY.name)?.replace(/^\uFEFF/, '') ?? null, dataset, format: single(RESULT_FORMAT.name) };
}

function readOnly(): HubError {
  return new HubError('query-not-allowed', 'This endpoint is read-only: it takes queries and no updates.');
}

/** @throws HubError */
async function readText(ctx: Context, budget: BodyBudget): Promise<{ mediaType: string; text: string }> {
  let mediaType = QUERY_TYPE;
  const checkType = (contentType: string | undefined): void => void (mediaType = checkMediaType(contentType));
  checkType(ctx.headers['content-type']);
  const maxBytes = mediaType === FORM_TYPE ? MAX_FORM_BYTES : MAX_TEXT_BYTES;
  const body = await readBody(ctx, maxBytes, budget, checkType).catch((error: unknown) => {
    if (!(error instanceof HubError) || error.code !== 'body-too-large') throw error;
    throw new HubError(
      'body-too-large',
      `The body is larger than ${maxBytes} bytes; a query has at most ${MAX_QUERY_BYTES / 1024} KiB.`,
      {},
      error,
    );
  });
  try {
    return { mediaType, text: new TextDecoder('utf-8', { fatal: true }).decode(body.bytes) };
  } catch (cause) {
    throw new HubError('not-utf8', 'The body is not UTF-8.', {}, cause);
  } finally {
    body.release();
  }
}

/** @throws HubError `unsupported-media-type`, `query-not-allowed` */
function checkMediaType(contentType: string | undefined): string {
  const { mediaType, isUtf8 } = readContentType(contentType);
  if (mediaType === UPDATE_TYPE) throw readOnly();
  if (isUtf8 && (mediaType === QUERY_TYPE || mediaType === FORM_TYPE)) return mediaType;
  const piece = (contentType ?? '').slice(0, 100);
  throw new HubError(
    'unsupported-media-type',
    piece === ''
      ? `The body came without a Content-Type. Send it as ${QUERY_TYPE} or ${FORM_TYPE}.`
      : `The body came as ${JSON.stringify(piece)}. Send it as ${QUERY_TYPE} or ${FORM_TYPE}, in UTF-8.`,
    { piece, mediaType: `${QUERY_TYPE}, ${FORM_TYPE}` },
  );
}

/** @throws HubError `invalid-option` for what is not percent-encoded UTF-8 */
function parseForm(text: string, where: string): Parameters {
  try {
    return text
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const [name, value = ''] = pair.replaceAll('+', ' ').split(/=(.*)/s, 2);
        return [decodeURIComponent(name!), decodeURIComponent(value)] as const;
      });
  } catch (cause) {
    throw new HubError('invalid-option', `The ${where} is not percent-encoded UTF-8.`, {}, cause);
  }
}
