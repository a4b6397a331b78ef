import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { codingOfAnswer, compressAtOnce, createCompressor, MOST_AT_ONCE_BYTES } from '../compress.ts';
import type { Coding } from '../headers/accept-encoding.ts';
import type { HeaderList } from '../headers/header-list.ts';
import { isForwarded } from '../limits/client-address.ts';
import { faultOfHead } from '../limits/head-limits.ts';
import { standingHeaders } from '../open-to-all.ts';
import { isJsonType } from '../read-body.ts';
import { noteAnswer, type AnswerNotes } from '../request-log.ts';
import { traceOf } from '../../traces/request-trace.ts';
import { countHosts } from '../require-host.ts';
import { ResponseBatcher } from './response-batcher.ts';

/** A request that is answered without the framework. */
export interface FastExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Of the address; it is a route, too. */
  readonly path: string;
  /** What `performance.now()` was when the request came. */
  readonly startedAt: number;
  readonly requestId: string;
}

export interface FastAnswer {
  readonly status: number;
  /** But for those that all answers have. */
  readonly headers: HeaderList;
  readonly bytes: Buffer;
  readonly variesByAccept: boolean;
}

export interface FastAnswersOptions extends AnswerNotes {
  readonly baseUrl: string;
  /** Scripts that stand in pages, as a policy names them. */
  readonly inlineScripts: readonly string[];
  /** Whether connections should end with the answer that is given. */
  readonly isStopping: () => boolean;
}

/** Sends answers that were made without the framework: with the headers, the compression and the line of the log that it would give them. */
export class FastAnswers {
  readonly #options: FastAnswersOptions;
  readonly #responseBatcher = new ResponseBatcher();
  readonly #standing: HeaderList;
  readonly #vary: string;

  constructor(options: FastAnswersOptions) {
    this.#options = options;
    const { Vary: vary, ...others } = standingHeaders(options.baseUrl, options.inlineScripts);
    this.#vary = vary!;
    this.#standing = Object.entries(others).flat();
  }

  send(exchange: FastExchange, { status, headers, bytes, variesByAccept }: FastAnswer): void {
    const { request, response, path, requestId } = exchange;
    noteAnswer(this.#options, { ...exchange, routeOf: () => path });
    // Its client may have gone away meanwhile; without a listener, the error would end the process.
    response.on('error', giveUp);
    const vary = variesByAccept ? `${this.#vary}, Accept` : this.#vary;
    const all = ['X-Request-Id', requestId, ...this.#standing, ...headers, 'Vary', vary];
    const trace = traceOf(request);
    if (trace !== undefined) all.push('Traceparent', trace.traceParent);
    if (this.#options.isStopping()) all.push('Connection', 'close');
    const coding = codingOfAnswer(request.headers['accept-encoding'], bytes.length);
    if (bytes.length > MOST_AT_ONCE_BYTES) {
      sendLong(response, status, all, bytes, coding);
      return;
    }
    const sent = coding === null ? bytes : compressAtOnce(bytes, coding);
    all.push('Content-Length', String(sent.length));
    if (coding !== null) all.push('Content-Encoding', coding);
    this.#responseBatcher.give(response, status, all, sent);
  }
}

function sendLong(
  response: ServerResponse,
  status: number,
  headers: HeaderList,
  bytes: Buffer,
  coding: Coding | null,
): void {
  if (coding === null) {
    response.writeHead(status, [...headers, 'Content-Length', String(bytes.length)]).end(bytes);
    return;
  }
  const compressor = createCompressor(coding);
  pipeline(compressor, response.writeHead(status, [...headers, 'Content-Encoding', coding]), () => {});
  compressor.end(bytes);
}

function giveUp(this: ServerResponse): void {
  this.destroy();
}

/** Whether a request is a POST of JSON, of at most `maxBytes`, and nothing about its head needs a second look. */
export function isUsual(request: IncomingMessage, maxBytes: number, trustedProxies: number): boolean {
  const { method, headers, rawHeaders } = request;
  const bytes = Number(headers['content-length'] ?? NaN);
  return (
    method === 'POST' &&
    bytes > 0 &&
    bytes <= maxBytes &&
    isJsonType(headers['content-type']) &&
    headers['content-encoding'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.expect === undefined &&
    countHosts(rawHeaders) === 1 &&
    faultOfHead(request) === null &&
    isForwarded(request, trustedProxies)
  );
}
