import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { BodyBudget } from '../http/limits/body-budget.ts';
import { clientOfRequest } from '../http/limits/client-address.ts';
import { ClientCharges } from '../http/limits/rate-limit.ts';
import { isUsual, type FastAnswers, type FastExchange } from '../http/listening/fast-answers.ts';
import { readAheadBody, releaseBody } from '../http/read-body.ts';
import { parseJson } from '../mapping/json/parse-json.ts';
import type { QueryAnswers } from './answer-query.ts';
import { failWith } from './koa-adapter.ts';
import type { GraphqlContext } from './request/context.ts';
import type { GraphqlExchange } from './request/exchange.ts';
import { MAX_FREE_REQUEST_BYTES } from './request/limits.ts';
import { refusalOfQuery } from './request/refuse-query.ts';
import { asksForQueries, checkValueCount, queryOf } from './request/request-body.ts';

/** What the fast path shares with that of REST. */
export interface FastPathSettings {
  readonly answers: FastAnswers;
  readonly trustedProxies: number;
  /** Larger bodies go through the full pipeline. */
  readonly maxBytes: number;
  /** False sends everything through the full pipeline. */
  readonly isOpen: () => boolean;
}

interface FastPathOptions extends FastPathSettings {
  readonly queries: QueryAnswers;
  readonly bodyBudget: BodyBudget;
  readonly createContext: (exchange: GraphqlExchange, isCharged: boolean) => GraphqlContext;
}

/**
 * Answers small requests without the framework, whose layers take longer than a small query. What is unusual about a request goes through
 * the full pipeline, with the body that was read.
 */
export class GraphqlFastPath {
  readonly #options: FastPathOptions;

  constructor(options: FastPathOptions) {
    this.#options = { ...options, maxBytes: Math.min(options.maxBytes, MAX_FREE_REQUEST_BYTES) };
  }

  /** Answers a request for `/graphql`. */
  take(request: IncomingMessage, response: ServerResponse, fullPipeline: RequestListener): void {
    const { isOpen, maxBytes, trustedProxies, bodyBudget } = this.#options;
    if (!isOpen() || !isUsual(request, maxBytes, trustedProxies)) return fullPipeline(request, response);
    const startedAt = performance.now();
    readAheadBody(request, Number(request.headers['content-length']), (bytes) => {
      const body = bytes === null ? null : readUsual(bytes);
      if (bytes === null || body === null || !takeRoom(bodyBudget, bytes.length)) {
        if (bytes !== null) releaseBody(request, bytes);
        fullPipeline(request, response);
        return;
      }
      this.#answer({ request, response, path: '/graphql', startedAt, requestId: randomUUID() }, body.json)
        .catch((error: unknown) => {
          failWith(request, error);
          fullPipeline(request, response);
        })
        .finally(() => bodyBudget.release(bytes.length));
    });
  }

  async #answer(exchange: FastExchange, body: unknown): Promise<void> {
    const { queries, answers, trustedProxies, createContext } = this.#options;
    const { request } = exchange;
    const charges = new ClientCharges(request, clientOfRequest(request, trustedProxies));
    const {
      status = 200,
      headers,
      body: answer,
    } = await queries.answer({ method: 'POST', headers: request.headers, search: '', body }, () =>
      createContext({ ...exchange, charges }, false),
    );
    if (answer.kind !== 'complete') throw new Error('an answer in pieces, which nobody asks for');
    const bytes = Buffer.from(answer.string);
    answers.send(exchange, {
      status,
      headers: [...charges.headers, ...[...headers].flat()],
      bytes,
      variesByAccept: true,
    });
  }
}

/** The JSON of a body; null when there is something about it that the full pipeline has to look at. */
function readUsual(bytes: Uint8Array): { readonly json: unknown } | null {
  try {
    checkValueCount(bytes);
    const json = parseJson(bytes);
    return refusalOfQuery(queryOf(json)) !== null || asksForQueries(json) ? null : { json };
  } catch {
    return null;
  }
}

function takeRoom(budget: BodyBudget, bytes: number): boolean {
  try {
    budget.take(bytes);
    return true;
  } catch {
    return false;
  }
}
