import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Documents, Output } from '../documents/documents.ts';
import { clientOfRequest, isForwarded } from '../http/limits/client-address.ts';
import { faultOfHead } from '../http/limits/head-limits.ts';
import { ResponseBatcher } from '../http/listening/response-batcher.ts';
import type { HeaderList } from '../http/headers/header-list.ts';
import { standingHeaders } from '../http/open-to-all.ts';
import { allowanceHeaders, type Allowance, type RateLimit } from '../http/limits/rate-limit.ts';
import { releaseBody, readAheadBody } from '../http/read-body.ts';
import { logAnswer } from '../http/request-log.ts';
import { countHosts } from '../http/require-host.ts';
import {
  convertedHeaders,
  DOCUMENT_PATHS,
  embeddedHeaders,
  readConvertOptions,
  readEmbedOptions,
} from './document-exchange.ts';
import { QueryOptions } from './options.ts';

export interface FastPathOptions {
  readonly documents: Documents;
  readonly rateLimit: RateLimit;
  readonly trustedProxies: number;
  /** Larger bodies go the long way. */
  readonly maxBytes: number;
  readonly baseUrl: string;
  readonly log: Logger;
  /** False sends everything the long way. */
  readonly isOpen: () => boolean;
}

type DocumentPath = keyof typeof DOCUMENT_PATHS;

interface ShortAnswer {
  readonly headers: HeaderList;
  readonly output: Output;
  readonly variesByAccept: boolean;
}

/**
 * Answers small documents that need no more than converting, without the framework: its layers take twice as long as the
 * conversion. Whatever is unusual about a request, and every refusal, goes `longWay`, which gives the same answers.
 */
export function takeFastPath(options: FastPathOptions, fullPipeline: RequestListener): RequestListener {
  const { documents, rateLimit, trustedProxies, baseUrl, log } = options;
  const { Vary: vary, ...others } = standingHeaders(baseUrl);
  const responseBatcher = new ResponseBatcher();
  const standing: HeaderList = Object.entries(others).flat();

  const answer = (
    path: DocumentPath,
    querystring: string,
    body: Uint8Array<ArrayBuffer>,
    request: IncomingMessage,
    response: ServerResponse,
    startedAt: number,
  ): boolean => {
    const client = clientOfRequest(request, trustedProxies);
    if (!rateLimit.hasRoom(client)) return false;
    const short = map(documents, path, querystring, body, request.headers.accept);
    const bytes = short?.output.takeSmall() ?? null;
    if (short === null || bytes === null) return false;
    const give = (allowance: Allowance): void => {
      const requestId = randomUUID();
      logAnswer(log, requestId, path, request, response, startedAt);
      // Its client may have gone away meanwhile, which no one else is there to be told.
      response.on('error', giveUp);
      const headers = ['X-Request-Id', requestId, ...standing, ...allowanceHeaders(allowance), ...short.headers];
      headers.push('Vary', short.variesByAccept ? `${vary}, Accept` : vary!, 'Content-Length', String(bytes.length));
      responseBatcher.give(response, headers, bytes);
    };
    const allowance = rateLimit.charge(client);
    // Refusals are the long way's; it counts anew, which no longer matters to who is refused.
    if (allowance instanceof Promise) allowance.then(give, () => takeFullPipeline(body, request, response));
    else give(allowance);
    return true;
  };

  /** With a body that was read already. */
  const takeFullPipeline = (
    body: Uint8Array<ArrayBuffer>,
    request: IncomingMessage,
    response: ServerResponse,
  ): void => {
    releaseBody(request, body);
    fullPipeline(request, response);
  };

  return (request, response) => {
    const { url = '' } = request;
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    if (!options.isOpen() || !isUsual(request, options) || !Object.hasOwn(DOCUMENT_PATHS, path)) {
      fullPipeline(request, response);
      return;
    }
    const startedAt = performance.now();
    readAheadBody(request, Number(request.headers['content-length']), (body) => {
      const querystring = mark < 0 ? '' : url.slice(mark + 1);
      if (body === null) fullPipeline(request, response);
      else if (!answer(path as DocumentPath, querystring, body, request, response, startedAt))
        takeFullPipeline(body, request, response);
    });
  };
}

function giveUp(this: ServerResponse): void {
  this.destroy();
}

/** Whether nothing about the head of a request needs a second look. */
function isUsual(request: IncomingMessage, { maxBytes, trustedProxies }: FastPathOptions): boolean {
  const { method, httpVersion, headers, rawHeaders } = request;
  const bytes = Number(headers['content-length'] ?? NaN);
  return (
    method === 'POST' &&
    httpVersion === '1.1' &&
    bytes > 0 &&
    bytes <= maxBytes &&
    (headers['content-type'] === 'application/json' || headers['content-type'] === undefined) &&
    headers['content-encoding'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers['accept-encoding'] === undefined &&
    headers.expect === undefined &&
    countHosts(rawHeaders) === 1 &&
    faultOfHead(request) === null &&
    isForwarded(request, trustedProxies)
  );
}

/** Null when it is refused or no small document. */
function map(
  documents: Documents,
  path: DocumentPath,
  querystring: string,
  body: Uint8Array,
  accept: string | undefined,
): ShortAnswer | null {
  try {
    const query = new QueryOptions(querystring);
    const what = DOCUMENT_PATHS[path];
    if (what === 'embed') {
      const embedded = documents.embedAtOnce(body, readEmbedOptions(query));
      return embedded && { headers: embeddedHeaders(embedded), output: embedded.output, variesByAccept: false };
    }
    const { options, variesByAccept } = readConvertOptions(query, what, accept);
    const converted = documents.convertAtOnce(body, options);
    return converted && { headers: convertedHeaders(converted, options), output: converted.output, variesByAccept };
  } catch {
    // What is wrong is found again on the long way, and answered or logged there.
    return null;
  }
}
