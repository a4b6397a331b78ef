import { readAddress } from './address.ts';
import { ClientError } from './client-error.ts';
import { HubBody, strangeAnswer, type ReadingLimits } from './hub-answer.ts';
import { readProblem } from './hub-problem.ts';
import type { HubDocument } from './hub-types.ts';
import { isFailedConnection, readPatience, readRetryAfterMs, sendPatiently, type Patience } from './patience.ts';
import { parseJson, readBytes } from './read-body.ts';
import { readPositive } from './read-positive.ts';
import { within } from './waiting.ts';

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_STALL_MS = 30_000;
/** Near what a string can hold. */
const DEFAULT_MAX_BYTES = 512 * 1024 * 1024 - 64;
/** An error is a sentence, with lists of keys. */
const MAX_PROBLEM_BYTES = 16 * 1024 * 1024;

export interface HubClientOptions {
  /** What sends requests; for example `fetch` of a PlatformClient. That one needs `patience: { attempts: 1 }`, because it retries by itself. Default `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Until the head of an answer has come. Default 60,000. */
  readonly timeoutMs?: number | undefined;
  /** Between two pieces of an answer. Default 30,000. */
  readonly stallMs?: number | undefined;
  /** What `bytes`, `text` and `json` read at most. Default 512 MiB. */
  readonly maxBytes?: number | undefined;
  /** How often requests are sent again, and what is waited in between. */
  readonly patience?: Partial<Patience> | undefined;
  /** The clock, in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

/** Options that were not given are left out. */
export type Query = ReadonlyArray<readonly [name: string, value: string | undefined]>;

/** Requests to a hub: where they go, how long they may take, how often they are sent. */
export class HubRequests {
  /** The hub's address, without a slash at its end. */
  readonly address: string;
  readonly #fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly #timeoutMs: number;
  readonly #limits: ReadingLimits;
  readonly #patience: Patience;
  readonly #now: () => number;

  /** @throws ClientError `invalid-option` */
  constructor(address: string, options: HubClientOptions) {
    // The hub asks for no credentials, so that TLS is its operator's choice.
    this.address = readAddress(address, 'The address of the hub', true);
    const send = options.fetch ?? globalThis.fetch;
    // Browsers call fetch with no other `this` than their own.
    this.#fetch = (url, init) => send(url, init);
    this.#timeoutMs = readPositive('timeoutMs', options.timeoutMs, DEFAULT_TIMEOUT_MS);
    this.#limits = {
      stallMs: readPositive('stallMs', options.stallMs, DEFAULT_STALL_MS),
      maxBytes: readPositive('maxBytes', options.maxBytes, DEFAULT_MAX_BYTES),
    };
    this.#patience = readPatience({ maxWaitMs: 30_000, ...options.patience });
    this.#now = options.now ?? (() => Date.now());
  }

  /** The answer to a `GET`, which is a success. @throws as `HubClient` */
  get(path: string, query: Query, accept: string, signal: AbortSignal | undefined): Promise<Response> {
    return this.#send(path, query, { method: 'GET', headers: { accept: acceptOf(accept) } }, signal, true);
  }

  /** The answer to a `POST`, which is a success. @throws as `HubClient` */
  post(
    path: string,
    options: Readonly<Record<string, unknown>>,
    document: HubDocument,
    accept: string,
    signal: AbortSignal | undefined,
    isHarmless = true,
    contentType = 'application/json',
  ): Promise<Response> {
    const query = Object.entries(options).map(
      ([name, value]) => [name, value === undefined ? undefined : String(value)] as const,
    );
    const isStream = can(document, 'getReader');
    const init = {
      method: 'POST',
      headers: { accept: acceptOf(accept), 'content-type': contentType },
      body: bodyOf(document) as string,
      ...(isStream ? { duplex: 'half' as const } : {}),
    };
    return this.#send(path, query, init, signal, isHarmless && !isStream, isStream);
  }

  /** The answer to a request, which is a success. */
  async #send(
    path: string,
    query: Query,
    init: RequestInit,
    signal: AbortSignal | undefined,
    isHarmless: boolean,
    isStream = false,
  ): Promise<Response> {
    const given = query.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as [string, string]]));
    const url = `${this.address}${path}${given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`}`;
    const ended = signal ?? null;
    const attempt = (): Promise<Response> =>
      within(this.#timeoutMs, this.address, ended, (either) => this.#fetch(url, { ...init, signal: either }));
    const response = await sendPatiently(attempt, {
      patience: this.#patience,
      signal: ended,
      now: this.#now,
      isRepeated: (status) => !isStream && (status === 429 || ((status === 503 || status === 502) && isHarmless)),
      isRepeatedAfter: (failure) => isHarmless && isFailedConnection(failure),
    });
    if (response.status === 200) return response;
    const problem = await this.#readProblem(response, ended);
    throw init.method === 'POST' && isRefusedAsGet(response) ? this.#lostBody(response) : problem;
  }

  async #readProblem(response: Response, signal: AbortSignal | null): Promise<ClientError> {
    const read = (): Promise<Uint8Array> => readBytes(response.body, MAX_PROBLEM_BYTES);
    // The status says what is wrong, too.
    const body = await within(this.#limits.stallMs, this.address, signal, read).catch(() => new Uint8Array());
    signal?.throwIfAborted();
    if (response.status < 400) return strangeAnswer(response, `has the status ${response.status}`);
    return readProblem(response, parseJson(body), readRetryAfterMs(response.headers, this.#now()));
  }

  /** `fetch` makes a GET without a body of a POST that a 301, 302 or 303 leads elsewhere, most often from http:// to https://. */
  #lostBody({ url, status }: Response): ClientError {
    const to = new URL(url).origin;
    const message = `A redirect leads from ${this.address} to ${to}, where a document does not arrive. Give the final address.`;
    return new ClientError('redirect-refused', message, { status });
  }

  /** The body of an answer, which has to be of this type. @throws ClientError `unexpected-answer` */
  body(response: Response, mediaType: string): HubBody {
    const told = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
    if (told === mediaType) return new HubBody(response, this.#limits);
    void response.body?.cancel().catch(() => {});
    throw strangeAnswer(response, `is ${told ?? 'of no type'} and not ${mediaType}`);
  }
}

/** Errors are JSON, whatever is asked for. */
function acceptOf(mediaType: string): string {
  return mediaType === 'application/json' ? mediaType : `${mediaType}, application/json;q=0.1`;
}

/** What is sent of a document. */
function bodyOf(document: HubDocument): unknown {
  const isRaw = typeof document === 'string' || ArrayBuffer.isView(document);
  return isRaw || can(document, 'getReader') || can(document, 'arrayBuffer') ? document : JSON.stringify(document);
}

/** Tells streams and blobs by what they can do: their classes differ between the frames of a page, and a document may have any key. */
function can(document: HubDocument, method: string): boolean {
  return typeof (document as unknown as Record<string, unknown>)[method] === 'function';
}

/** Whether a redirect led to an address that takes a POST, and got no POST. In a browser, other sites do not tell what they take. */
function isRefusedAsGet({ redirected, status, headers }: Response): boolean {
  return redirected && status === 405 && /\bPOST\b/.test(headers.get('allow') ?? 'POST');
}
