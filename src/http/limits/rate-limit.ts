import type { IncomingMessage } from 'node:http';
import type { Context, Middleware } from 'koa';
import { HubError } from '../../errors.ts';
import { WindowCounter } from '../../window-counter.ts';
import { clientOf } from './client-address.ts';
import { type HeaderList, setHeaders } from '../headers/header-list.ts';

/** The time that a limit is for. */
export const WINDOW_SECONDS = 60;

/** What is counted: requests with a document, and the cost of suggestions and of GraphQL queries without documents. */
export type Counted = 'documents' | 'queries';

/** What is left of a client's allowance. */
export interface Allowance {
  readonly counted: Counted;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until it is whole again. */
  readonly resetSeconds: number;
}

/** How much of something a client may ask for in a minute. */
export interface RateLimit {
  readonly counted: Counted;
  readonly limit: number;
  /**
   * Counts one, or as many, for this client (`clientOf`). What is refused is not counted.
   *
   * @throws RateLimitRefusal
   */
  charge(client: string, amount?: number): Allowance | Promise<Allowance>;
  /** False when one more would be refused, as far as is known without asking anybody. */
  hasRoom(client: string): boolean;
}

/** Counts in the memory of this hub, which is bounded however many addresses come. */
export class LocalRateLimit implements RateLimit {
  readonly counted: Counted;
  readonly limit: number;
  readonly #counter: WindowCounter;

  constructor(counted: Counted, limit: number, maxClients?: number) {
    this.counted = counted;
    this.limit = limit;
    this.#counter = new WindowCounter({
      limit,
      windowMs: WINDOW_SECONDS * 1000,
      ...(maxClients === undefined ? {} : { maxCounters: maxClients }),
    });
  }

  /** How many counters are held. */
  get trackedKeys(): number {
    return this.#counter.size;
  }

  charge(client: string, amount = 1): Allowance {
    const { counted, limit } = this;
    const { used, leftMs } = this.#counter.look(client);
    const resetSeconds = Math.ceil(leftMs / 1000);
    if (used + amount > limit) throw new RateLimitRefusal({ counted, limit, remaining: limit - used, resetSeconds });
    this.#counter.count(client, amount);
    return { counted, limit, remaining: limit - used - amount, resetSeconds };
  }

  hasRoom(client: string): boolean {
    return this.#counter.look(client).used < this.limit;
  }
}

/** `rate-limited`: a client asks for more than it has left, which may be something. It has to wait until its allowance is whole again. */
export class RateLimitRefusal extends HubError {
  readonly allowance: Allowance;

  constructor(allowance: Allowance) {
    const { counted, limit, resetSeconds } = allowance;
    const what =
      counted === 'documents'
        ? `More than ${limit} document requests came from this client within a minute.`
        : `The queries and suggestions of this client would cost more than ${limit} within a minute.`;
    super('rate-limited', `${what} Try again in ${resetSeconds} s.`, { retryAfterSeconds: resetSeconds });
    this.allowance = allowance;
  }
}

/**
 * `draft-ietf-httpapi-ratelimit-headers-10`: two structured fields. `r` is what is available, on a refusal too: a query that costs less
 * than the refused one may fit.
 */
export function allowanceHeaders(...allowances: readonly Allowance[]): HeaderList {
  const policies = allowances.map(({ counted, limit }) => `"${counted}";q=${limit};w=${WINDOW_SECONDS}`);
  const left = allowances.map(
    ({ counted, remaining, resetSeconds }) => `"${counted}";r=${remaining};t=${resetSeconds}`,
  );
  return ['RateLimit-Policy', policies.join(', '), 'RateLimit', left.join(', ')];
}

/** Refusals of requests whose clients were charged before the middlewares saw them. */
const refusals = new WeakMap<IncomingMessage, unknown>();

/** Has `ClientCharges` refuse this request with `error`, and not charge its client a second time. */
export function refuseCharged(request: IncomingMessage, error: unknown): void {
  refusals.set(request, error);
}

/** What the client of one request is charged. A request may be charged for documents and for queries. */
export class ClientCharges {
  readonly client: string;
  readonly #request: IncomingMessage;
  readonly #allowances = new Map<Counted, Allowance>();

  constructor(request: IncomingMessage, client: string) {
    this.#request = request;
    this.client = client;
  }

  /** The headers that say what is left, on refusals too. */
  get headers(): HeaderList {
    return this.#allowances.size === 0 ? [] : allowanceHeaders(...this.#allowances.values());
  }

  /** Charges for one document, or as much as `amount` says. @throws RateLimitRefusal */
  async charge(rateLimit: RateLimit, amount = 1): Promise<void> {
    try {
      if (refusals.has(this.#request)) throw refusals.get(this.#request);
      const allowance = await rateLimit.charge(this.client, amount);
      this.#allowances.set(allowance.counted, allowance);
    } catch (error) {
      if (error instanceof RateLimitRefusal) this.#allowances.set(error.allowance.counted, error.allowance);
      throw error;
    }
  }
}

/** Charges each request that passes. */
export function limitDocumentRate(rateLimit: RateLimit): Middleware {
  return async (ctx, next) => {
    await chargeClient(ctx, rateLimit);
    await next();
  };
}

/** Charges the client of a request, and tells it what is left, also where it is refused. @throws RateLimitRefusal */
export async function chargeClient(ctx: Context, rateLimit: RateLimit, amount = 1): Promise<void> {
  const charges = new ClientCharges(ctx.req, clientOf(ctx));
  try {
    await charges.charge(rateLimit, amount);
  } finally {
    setHeaders(ctx, charges.headers);
  }
}
