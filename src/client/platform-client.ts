import { isBelow, readAddress, urlBelow } from './address.ts';
import { ClientError } from './client-error.ts';
import { ENVIRONMENTS, type Credentials, type CredentialsSource, type Environment } from './credentials.ts';
import { discard, isFailedConnection, isTransient, readPatience, sendPatiently, type Patience } from './patience.ts';
import { readPositive } from './read-positive.ts';
import { isRequest, readRequest, type RepeatableRequest } from './repeatable-request.ts';
import { sendWithToken } from './send-with-token.ts';
import { Session } from './session.ts';
import type { Tokens, TokenStore } from './tokens.ts';
import { within } from './waiting.ts';

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_SIGN_IN_TIMEOUT_MS = 15_000;
const DEFAULT_REFUSAL_PAUSE_MS = 300_000;
/** To send these twice is to send them once (RFC 9110 §9.2.2). */
const IDEMPOTENT = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'];

export interface PlatformClientOptions {
  readonly environment: Environment;
  /** The address of each environment that the program knows: `{platform_url}` of the interface, with or without a slash at its end. */
  readonly addresses: Readonly<Partial<Record<Environment, string>>>;
  /** Of the account: an object, or a function that is asked at each sign-in. Without them `tokens` have to be there. */
  readonly credentials?: Credentials | CredentialsSource | undefined;
  /** Keeps tokens from one run to the next. Without one they live as long as this client. */
  readonly tokens?: TokenStore | undefined;
  /** Permits addresses without TLS; those of this machine are always permitted. Default false. */
  readonly allowHttp?: boolean | undefined;
  /** Until the head of an answer has come. Default 60,000. */
  readonly timeoutMs?: number | undefined;
  /** For a sign-in or a refresh with its whole answer. Default 15,000. */
  readonly signInTimeoutMs?: number | undefined;
  /** How long credentials that were refused are not sent again; each further refusal doubles it, up to an hour. Default 300,000. */
  readonly refusalPauseMs?: number | undefined;
  /** How often requests are sent again, and what is waited in between. */
  readonly patience?: Partial<Patience> | undefined;
  /** The clock, in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** What sends requests; it has to know `redirect: 'manual'`. */
  readonly fetch?: typeof fetch | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Who is signed in, and until when. It holds no token. */
export interface SignedIn {
  readonly environment: Environment;
  readonly address: string;
  /** Null when the tokens came without. */
  readonly email: string | null;
  /** By this machine's clock; null when the token does not state it. */
  readonly accessExpiresAt: Date | null;
  readonly refreshExpiresAt: Date | null;
}

/**
 * Calls the platform as one account in one environment. It signs in when the first request needs it, renews the access token before it
 * expires, and keeps all of it out of errors, logs and JSON.
 *
 * @example
 * ```ts
 * import { PlatformClient } from 'vocabulary-hub/client';
 *
 * const platform = new PlatformClient({
 *   environment: 'playground',
 *   addresses: { playground: 'https://playground.example', production: 'https://platform.example' },
 *   credentials: { email: 'ada@example.org', password: 'correct horse battery' },
 * });
 * const response = await platform.fetch('/api/v1/sessions');
 * console.log(response.status);
 * ```
 */
export class PlatformClient {
  readonly environment: Environment;
  /** The platform's address in this environment, without a slash at its end. */
  readonly address: string;
  readonly #session: Session;
  readonly #fetch: typeof fetch;
  readonly #now: () => number;
  readonly #patience: Patience;
  readonly #timeoutMs: number;

  /** @throws ClientError `invalid-option` */
  constructor(options: PlatformClientOptions) {
    this.environment = readEnvironment(options.environment);
    this.address = chooseAddress(options);
    const send = options.fetch ?? globalThis.fetch;
    // Browsers call fetch with no other `this` than their own.
    this.#fetch = (input, init) => send(input, init);
    this.#now = options.now ?? (() => Date.now());
    this.#patience = readPatience(options.patience);
    this.#timeoutMs = readPositive('timeoutMs', options.timeoutMs, DEFAULT_TIMEOUT_MS);
    this.#session = new Session({
      environment: this.environment,
      endpoints: {
        address: this.address,
        fetch: this.#fetch,
        now: this.#now,
        timeoutMs: readPositive('signInTimeoutMs', options.signInTimeoutMs, DEFAULT_SIGN_IN_TIMEOUT_MS),
      },
      credentials: options.credentials ?? null,
      store: options.tokens ?? null,
      patience: this.#patience,
      refusalPauseMs: readPositive('refusalPauseMs', options.refusalPauseMs, DEFAULT_REFUSAL_PAUSE_MS),
    });
  }

  /**
   * `fetch` with the account's token. It can be handed on as a function.
   *
   * A 401 is answered once with a new token. 429 is asked again after `Retry-After`; so are 5xx and failed connections where sending a
   * request twice does no harm. Any other status is returned as an answer, not thrown.
   *
   * @param input a path below the platform's address, or a URL there
   * @throws ClientError any code but those of files and of the hub; the reason of the signal; TypeError as `fetch`
   */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = urlBelow(this.address, isRequest(input) ? new URL(input.url) : input);
    const request = await readRequest(input, init);
    const { signal, method, isRepeatable } = request;
    const isHarmless = isRepeatable && IDEMPOTENT.includes(method);
    const failures = new Set<unknown>();
    return sendPatiently(() => this.#send(request, url, failures), {
      patience: this.#patience,
      signal,
      now: this.#now,
      isRepeated: (status) => (status === 429 && isRepeatable) || (isTransient(status) && isHarmless),
      // Sign-ins and refreshes have had their own patience.
      isRepeatedAfter: (failure) => isHarmless && failures.has(failure) && isFailedConnection(failure),
    });
  };

  /** Signs in with the credentials now, whatever tokens there are. @throws ClientError; what `tokens` throws when it can't keep them */
  async signIn({ signal }: CallOptions = {}): Promise<SignedIn> {
    return describe(await this.#session.signIn(signal ?? null));
  }

  /** Who is signed in, after a renewal where one was due. @throws ClientError `no-credentials` when nobody is; others as `fetch` */
  async ensureSignedIn({ signal }: CallOptions = {}): Promise<SignedIn> {
    return describe(await this.#session.ensure(signal ?? null));
  }

  /** Who is signed in by what this client knows, without asking the platform; null when nobody is. */
  async signedIn({ signal }: CallOptions = {}): Promise<SignedIn | null> {
    const tokens = await this.#session.current(signal ?? null);
    return tokens === null ? null : describe(tokens);
  }

  /** Forgets the tokens, those that were kept too. The platform knows no sign-out and takes them until they expire. */
  signOut(): Promise<void> {
    return this.#session.signOut();
  }

  /** @param failures gets what the request itself failed with */
  async #send(request: RepeatableRequest, url: URL, failures: Set<unknown>): Promise<Response> {
    const token = await this.#session.access(request.signal);
    const response = await this.#sendOnce(request, url, token, failures);
    if (response.status !== 401) return response;
    const other = await this.#session.replace(token, request.signal).catch(async (error: unknown) => {
      await discard(response);
      throw error;
    });
    if (other === null) return response;
    await discard(response);
    if (!request.isRepeatable) {
      const why = 'The platform did not take the access token, and the body was a stream that cannot be sent again';
      throw new ClientError('body-not-repeatable', `${why}. There is a new token: call again with a new stream.`, {
        status: 401,
      });
    }
    const second = await this.#sendOnce(request, url, other, failures);
    if (second.status === 401) this.#session.noteUselessRenewal();
    return second;
  }

  async #sendOnce(request: RepeatableRequest, url: URL, token: string, failures: Set<unknown>): Promise<Response> {
    const platform = { address: this.address, fetch: this.#fetch };
    try {
      return await within(this.#timeoutMs, this.address, request.signal, (signal) =>
        sendWithToken(platform, request, url, token, signal),
      );
    } catch (error) {
      failures.add(error);
      throw error;
    }
  }
}

function describe({ environment, address, email, accessExpiresAt, refreshExpiresAt }: Tokens): SignedIn {
  const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
  return {
    environment,
    address,
    email,
    accessExpiresAt: dateOf(accessExpiresAt),
    refreshExpiresAt: dateOf(refreshExpiresAt),
  };
}

function readEnvironment(environment: Environment): Environment {
  if (ENVIRONMENTS.includes(environment)) return environment;
  throw new ClientError('invalid-option', `environment has to be ${ENVIRONMENTS.join(' or ')}.`);
}

function chooseAddress({ environment, addresses, allowHttp = false }: PlatformClientOptions): string {
  const known = ENVIRONMENTS.flatMap((name) => {
    const address = addresses?.[name];
    return address === undefined ? [] : [[name, readAddress(address, `addresses.${name}`, allowHttp)] as const];
  });
  const [one, other] = known.map(([, address]) => address);
  const hasBoth = one !== undefined && other !== undefined;
  // Else tokens of one environment could go to the other.
  if (hasBoth && (isBelow(one, new URL(other)) || isBelow(other, new URL(one))))
    throw new ClientError(
      'invalid-option',
      'Neither addresses.playground nor addresses.production may lie below the other.',
    );
  const chosen = known.find(([name]) => name === environment);
  if (chosen === undefined) throw new ClientError('invalid-option', `addresses.${environment} is missing.`);
  return chosen[1];
}
