import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AtOnce, Documents, Output } from '../documents/documents.ts';
import { clientOfRequest } from '../http/limits/client-address.ts';
import { isUsual, type FastAnswers } from '../http/listening/fast-answers.ts';
import type { HeaderList } from '../http/headers/header-list.ts';
import { allowanceHeaders, refuseCharged, type Allowance, type RateLimit } from '../http/limits/rate-limit.ts';
import { QueryOptions } from '../http/query-options.ts';
import { releaseBody, readAheadBody } from '../http/read-body.ts';
import { handOnOutcome } from './fast-path-outcomes.ts';
import {
  convertedHeaders,
  DOCUMENT_PATHS,
  embeddedHeaders,
  readConvertOptions,
  readEmbedOptions,
} from './document-exchange.ts';

export interface FastPathOptions {
  readonly documents: Documents;
  readonly rateLimit: RateLimit;
  readonly answers: FastAnswers;
  readonly trustedProxies: number;
  /** Larger bodies go through the full pipeline. */
  readonly maxBytes: number;
  /** False sends everything through the full pipeline. */
  readonly isOpen: () => boolean;
}

type DocumentPath = keyof typeof DOCUMENT_PATHS;

/** A request on the fast path, and its answer. */
interface Exchange {
  readonly path: DocumentPath;
  /** Without its question mark. */
  readonly querystring: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** What `performance.now()` was when the request came. */
  readonly startedAt: number;
}

/** An answer that can be sent, but for the headers that all answers have. */
interface ReadyAnswer {
  readonly headers: HeaderList;
  readonly bytes: Buffer;
  readonly variesByAccept: boolean;
}

/**
 * Answers small documents that need no more than converting, without the framework: its layers take twice as long as the
 * conversion. Whatever is unusual about a request, and every refusal, goes through the full pipeline, which gives the same answers; what
 * was read, converted, charged or refused by then is handed on, so that nothing is done twice.
 */
export function takeFastPath(options: FastPathOptions, fullPipeline: RequestListener): RequestListener {
  const fastPath = new FastPath(options, fullPipeline);
  return (request, response) => fastPath.take(request, response);
}

/** The five steps: see whether a request is one for the fast path, read its body, convert, charge its client, and send the answer. */
class FastPath {
  readonly #options: FastPathOptions;
  readonly #fullPipeline: RequestListener;

  constructor(options: FastPathOptions, fullPipeline: RequestListener) {
    this.#options = options;
    this.#fullPipeline = fullPipeline;
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    const { url = '' } = request;
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const { isOpen, maxBytes, trustedProxies } = this.#options;
    if (!isDocumentPath(path) || !isOpen() || !isUsual(request, maxBytes, trustedProxies)) {
      this.#fullPipeline(request, response);
      return;
    }
    const querystring = mark < 0 ? '' : url.slice(mark + 1);
    this.#readBody({ path, querystring, request, response, startedAt: performance.now() });
  }

  #readBody(exchange: Exchange): void {
    const { request, response } = exchange;
    readAheadBody(request, Number(request.headers['content-length']), (body) => {
      if (body === null) this.#fullPipeline(request, response);
      else this.#convert(exchange, body);
    });
  }

  #convert(exchange: Exchange, body: Uint8Array<ArrayBuffer>): void {
    const { documents, rateLimit, trustedProxies } = this.#options;
    const client = clientOfRequest(exchange.request, trustedProxies);
    const answer = rateLimit.hasRoom(client) ? convertAtOnce(documents, exchange, body) : null;
    if (answer === null) this.#leave(exchange, body);
    else this.#charge(exchange, body, client, answer);
  }

  #charge(exchange: Exchange, body: Uint8Array<ArrayBuffer>, client: string, answer: ReadyAnswer): void {
    // It refuses at once only who had no room a moment ago.
    const allowance = this.#options.rateLimit.charge(client);
    if (!(allowance instanceof Promise)) {
      this.#send(exchange, answer, allowance);
      return;
    }
    allowance.then(
      (charged) => this.#send(exchange, answer, charged),
      (error: unknown) => {
        refuseCharged(exchange.request, error);
        this.#leave(exchange, body);
      },
    );
  }

  #send({ request, response, path, startedAt }: Exchange, answer: ReadyAnswer, allowance: Allowance): void {
    const { headers, bytes, variesByAccept } = answer;
    this.#options.answers.send(
      { request, response, path, startedAt, requestId: randomUUID() },
      { status: 200, headers: [...allowanceHeaders(allowance), ...headers], bytes, variesByAccept },
    );
  }

  /** Goes on in the full pipeline with a body that was read. */
  #leave({ request, response }: Exchange, body: Uint8Array<ArrayBuffer>): void {
    releaseBody(request, body);
    this.#fullPipeline(request, response);
  }
}

function isDocumentPath(path: string): path is DocumentPath {
  return Object.hasOwn(DOCUMENT_PATHS, path);
}

/** The answer to a small document; null when the full pipeline has to answer, which then knows what came of the document here. */
function convertAtOnce(documents: Documents, exchange: Exchange, body: Uint8Array): ReadyAnswer | null {
  const { path, querystring, request } = exchange;
  const what = DOCUMENT_PATHS[path];
  try {
    const query = new QueryOptions(querystring);
    if (what === 'embed') {
      const embedded = documents.embedAtOnce(body, readEmbedOptions(query));
      const bytes = smallBytes(embedded);
      if (embedded.kind === 'done' && bytes !== null)
        return { headers: embeddedHeaders(embedded.document), bytes, variesByAccept: false };
      handOnOutcome(request, { embedded });
      return null;
    }
    const { options, variesByAccept } = readConvertOptions(query, what, request.headers.accept);
    const converted = documents.convertAtOnce(body, options);
    const bytes = smallBytes(converted);
    if (converted.kind === 'done' && bytes !== null)
      return { headers: convertedHeaders(converted.document, options), bytes, variesByAccept };
    handOnOutcome(request, { converted });
    return null;
  } catch {
    // Options that are refused are read again in the full pipeline, which answers the error.
    return null;
  }
}

function smallBytes(atOnce: AtOnce<{ readonly output: Output }>): Buffer | null {
  return atOnce.kind === 'done' ? atOnce.document.output.takeSmall() : null;
}
