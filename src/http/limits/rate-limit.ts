import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context, Middleware } from 'koa';
import { HubError } from '../../errors.ts';
import { clientOf } from './client-address.ts';
import { type HeaderList, setHeaders } from '../headers/header-list.ts';

/** The time that a limit is for. */
export const WINDOW_SECONDS = 60;
/** Clients counted one by one in a window. */
const MAX_TRACKED_CLIENTS = 20_000;
/** Counters that the clients beyond them share. */
const SHARED_COUNTERS = 1024;

/** What is left of a client's allowance. */
export interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until it is whole again. */
  readonly resetSeconds: number;
}

/** How many document requests a client may make. */
export interface RateLimit {
  readonly limit: number;
  /**
   * Counts one document request of this client (`clientOf`).
   *
   * @throws HubError `rate-limited` with the seconds to wait
   */
  charge(client: string): Allowance | Promise<Allowance>;
  /** False when one more document would be refused, as far as is known without asking anybody. */
  hasRoom(client: string): boolean;
}

interface Window {
  used: number;
  /** In ms. */
  readonly endsAt: number;
}

/**
 * Counts document requests per client in windows of a minute. Its memory is bounded however many addresses come: when the
 * window has its fill of clients, further ones share counters, by a keyed hash so that none can choose whose.
 */
export class DocumentRateLimit implements RateLimit {
  readonly limit: number;
  /** The oldest first, as every window has the same length. */
  private readonly windows = new Map<string, Window>();
  private readonly salt = randomBytes(16);
  private readonly maxClients: number;

  constructor(limit: number, maxClients = MAX_TRACKED_CLIENTS) {
    this.limit = limit;
    this.maxClients = maxClients;
  }

  /** How many counters are held. */
  get trackedKeys(): number {
    return this.windows.size;
  }

  charge(client: string): Allowance {
    const now = Date.now();
    const window = this.windowOf(client, now);
    const resetSeconds = Math.max(1, Math.ceil((window.endsAt - now) / 1000));
    window.used++;
    if (window.used <= this.limit) return { limit: this.limit, remaining: this.limit - window.used, resetSeconds };
    throw refuse(this.limit, resetSeconds);
  }

  hasRoom(client: string): boolean {
    return this.windowOf(client, Date.now()).used < this.limit;
  }

  private windowOf(client: string, now: number): Window {
    for (const [counter, { endsAt }] of this.windows) {
      if (endsAt > now) break;
      this.windows.delete(counter);
    }
    const counter =
      this.windows.has(client) || this.windows.size < this.maxClients ? client : this.sharedCounter(client);
    let window = this.windows.get(counter);
    if (window === undefined) {
      window = { used: 0, endsAt: now + WINDOW_SECONDS * 1000 };
      this.windows.set(counter, window);
    }
    return window;
  }

  private sharedCounter(client: string): string {
    const hash = createHmac('sha256', this.salt).update(client).digest();
    return `shared:${hash.readUInt16BE(0) % SHARED_COUNTERS}`;
  }
}

/** What a client is told whose allowance is used up. */
export function refuse(limit: number, resetSeconds: number): HubError {
  return new HubError(
    'rate-limited',
    `More than ${limit} document requests came from this client within a minute. Try again in ${resetSeconds} s.`,
    { retryAfterSeconds: resetSeconds },
  );
}

/** `draft-ietf-httpapi-ratelimit-headers-10`: two structured fields. */
export function allowanceHeaders({ limit, remaining, resetSeconds }: Allowance): HeaderList {
  return [
    'RateLimit-Policy',
    `"documents";q=${limit};w=${WINDOW_SECONDS}`,
    'RateLimit',
    `"documents";r=${remaining};t=${resetSeconds}`,
  ];
}

/** Refusals of requests whose clients were charged before the middlewares saw them. */
const refusals = new WeakMap<IncomingMessage, unknown>();

/** Has `chargeClient` refuse this request with `error`, and not charge its client a second time. */
export function refuseCharged(request: IncomingMessage, error: unknown): void {
  refusals.set(request, error);
}

/**
 * Charges the client of a request for one document and tells it what is left, on refusals too.
 *
 * @throws HubError `rate-limited`
 */
export async function chargeClient(ctx: Context, rateLimit: RateLimit): Promise<void> {
  try {
    if (refusals.has(ctx.req)) throw refusals.get(ctx.req);
    setHeaders(ctx, allowanceHeaders(await rateLimit.charge(clientOf(ctx))));
  } catch (error) {
    if (error instanceof HubError) {
      const resetSeconds = error.details.retryAfterSeconds ?? WINDOW_SECONDS;
      setHeaders(ctx, allowanceHeaders({ limit: rateLimit.limit, remaining: 0, resetSeconds }));
    }
    throw error;
  }
}

/** Charges each request that passes. */
export function limitDocumentRate(rateLimit: RateLimit): Middleware {
  return async (ctx, next) => {
    await chargeClient(ctx, rateLimit);
    await next();
  };
}
