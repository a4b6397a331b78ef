import { createHash, createHmac } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Redis } from 'ioredis';
import type * as Ioredis from 'ioredis';
import type { Log } from '../log.ts';

interface RedisTiming {
  /** The longest that a request waits for Redis. */
  readonly redisMs: number;
  /** How often it is asked whether it is still there. */
  readonly beatMs: number;
  /** The longest that it may take to say so. */
  readonly beatAnswerMs: number;
  readonly redisConnectMs: number;
  /** The longest that `start` waits for it. */
  readonly redisStartMs: number;
  readonly longestReconnectMs: number;
}

export interface RedisLinkOptions {
  /** `redis://` or `rediss://`, with its credentials. It is in no message. */
  readonly url: string;
  /** The hubs of one service share what is in Redis; those of another do not. The base URL separates them. */
  readonly service: string;
  readonly timing: RedisTiming;
  readonly log: Log;
}

/** After so many beats in vain the connection is given up for a new one: the other end may be gone without a word, or be a primary no more. */
const BEATS_IN_VAIN = 5;

/**
 * A connection to Redis or Valkey that is known to work, or known not to. What is asked of it is answered in time or
 * rejected; after the first failure everything is rejected at once, until Redis has answered a beat again. It reconnects without a call.
 */
export class RedisLink {
  /** For those who build commands of their own on it; ask through `ask`. */
  readonly client: Redis;
  /** What every key and channel begins with. */
  readonly prefix: string;
  readonly #log: Log;
  readonly #timing: RedisTiming;
  readonly #secret: Buffer;
  readonly #probes: Array<(client: Redis) => Promise<unknown>> = [];
  readonly #onConnect: Array<(client: Redis) => Promise<unknown>> = [];
  readonly #onUp: Array<() => void> = [];
  #isUp = false;
  /** What was said last; a state that goes on is said once. */
  #told: 'up' | 'down' | null = null;
  #beatsInVain = 0;
  #timer: NodeJS.Timeout | null = null;
  #beating: Promise<void> | null = null;
  /** This connection has done its first steps. */
  #isGreeted = false;

  constructor({ url, service, timing, log }: RedisLinkOptions) {
    this.#log = log;
    this.#timing = timing;
    const { password } = new URL(url);
    this.prefix = `vocabulary-hub:${createHash('sha256').update(service).digest('hex').slice(0, 12)}`;
    this.#secret = createHash('sha256').update(`${service}\n${password}`).digest();
    // Loaded here: most hubs are alone, and need not wait for it when they start.
    const ioredis = createRequire(import.meta.url)('ioredis') as typeof Ioredis;
    this.client = new ioredis.Redis(url, {
      lazyConnect: true,
      connectTimeout: timing.redisConnectMs,
      // A caller has no time to wait for a connection, and its request must not be counted again after the next one.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      autoResubscribe: false,
      // The beat says more than INFO, and INFO is forbidden to many users.
      enableReadyCheck: false,
      disableClientInfo: true,
      retryStrategy: (attempts) => Math.min(50 * 2 ** attempts, timing.longestReconnectMs),
    });
    this.client.on('error', (error: Error) => this.#goDown(error));
    this.client.on('close', () => {
      this.#isGreeted = false;
      this.#goDown(new Error('the connection was closed'));
    });
    this.client.on('ready', () => void this.#beat());
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** Has `probe` decide, with each beat, whether Redis does what it is needed for. */
  probe(probe: (client: Redis) => Promise<unknown>): void {
    this.#probes.push(probe);
  }

  /** Has `greet` done on each new connection before anything else is. */
  onConnect(greet: (client: Redis) => Promise<unknown>): void {
    this.#onConnect.push(greet);
  }

  /** Calls `listener` whenever Redis answers after it did not, the first time included. */
  onUp(listener: () => void): void {
    this.#onUp.push(listener);
  }

  /** A keyed hash of a text, which does not reveal it; the same on every hub of this service. */
  pseudonymOf(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('base64url').slice(0, 22);
  }

  /** What Redis answers. @throws Error when that takes longer than it may; at once when Redis did not answer lately */
  async ask<T>(question: (client: Redis) => Promise<T>): Promise<T> {
    if (!this.#isUp) throw new Error('Redis does not answer');
    try {
      return await within(this.#timing.redisMs, question(this.client));
    } catch (error) {
      this.#goDown(error);
      throw error;
    }
  }

  /** Resolves when Redis has answered, or after `redisStartMs`. */
  async start(): Promise<void> {
    if (this.#timer !== null) return;
    this.#timer = setInterval(() => void this.#beat(), this.#timing.beatMs).unref();
    const connected = this.client.connect().then(
      () => this.#beat(),
      // The client emitted it as an error and goes on trying.
      () => {},
    );
    await within(this.#timing.redisStartMs, connected).catch((error: unknown) => this.#goDown(error));
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#isUp = false;
    this.#told = 'down';
    this.client.disconnect();
  }

  /** Once, however many wait for it. */
  #beat(): Promise<void> {
    this.#beating ??= this.#beatOnce().finally(() => {
      this.#beating = null;
    });
    return this.#beating;
  }

  async #beatOnce(): Promise<void> {
    const { client } = this;
    const { beatAnswerMs } = this.#timing;
    if (client.status === 'end' && this.#timer !== null) return void client.connect().catch(() => {});
    if (client.status !== 'ready' && client.status !== 'connect') return;
    try {
      if (client.status === 'connect') throw new Error('the connection is silent');
      if (!this.#isGreeted) await within(beatAnswerMs, Promise.all(this.#onConnect.map((greet) => greet(client))));
      this.#isGreeted = true;
      await within(beatAnswerMs, Promise.all(this.#probes.map((probe) => probe(client))));
      this.#goUp();
    } catch (error) {
      this.#goDown(error);
      this.#beatsInVain++;
      if (this.#beatsInVain >= BEATS_IN_VAIN) {
        this.#beatsInVain = 0;
        client.disconnect(true);
      }
    }
  }

  #goUp(): void {
    this.#beatsInVain = 0;
    if (this.#isUp || this.#timer === null) return;
    this.#isUp = true;
    if (this.#told !== 'up') this.#log.info({}, 'Redis answers: the hubs share limits and tell each other of changes');
    this.#told = 'up';
    for (const listener of this.#onUp) listener();
  }

  #goDown(error: unknown): void {
    this.#isUp = false;
    if (this.#told === 'down') return;
    this.#told = 'down';
    this.#log.warn(
      { reason: reasonOf(error) },
      'Redis does not answer: each hub counts its own requests, and hears of changes when Redis is back',
    );
  }
}

/**
 * What the promise resolves to. @throws Error when that takes longer; what has come in time counts even when this thread was busy and
 * could not look
 */
async function within<T>(timeoutMs: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    // Answers that wait in the socket are read between the timer and the immediate.
    const giveUp = (): void => void setImmediate(() => reject(new Error(`no answer within ${timeoutMs} ms`)));
    timer = setTimeout(giveUp, timeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Why it failed, in words that hold nothing of the address and its credentials: errors of the client carry the command that failed, which
 * may be the one that signs in.
 */
function reasonOf(error: unknown): string {
  const { name, message, code } = error as Partial<NodeJS.ErrnoException>;
  if (name === 'ReplyError') return `it answered ${/^[A-Z]+/.exec(message ?? '')?.[0] ?? 'an error'}`;
  return code ?? message ?? 'unknown';
}
