import { readAddress } from './address.ts';
import { ClientError } from './client-error.ts';
import {
  HubBody,
  isTruncated,
  readCount,
  readKeys,
  readWarningCodes,
  strangeAnswer,
  type ReadingLimits,
} from './hub-answer.ts';
import { readProblem } from './hub-problem.ts';
import type {
  Category,
  ConvertedDocument,
  ConvertOptions,
  EmbeddedDocument,
  EmbedOptions,
  HubDocument,
  Prefix,
  RdfAnswer,
  RdfFormat,
  ReportedDocument,
  SemanticsRow,
  Suggestion,
  Term,
  VocabularyOptions,
} from './hub-types.ts';
import { isFailedConnection, readPatience, readRetryAfterMs, sendPatiently, type Patience } from './patience.ts';
import type { CallOptions } from './platform-client.ts';
import { memberOf, parseJson, readBytes } from './read-body.ts';
import { within } from './waiting.ts';

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_STALL_MS = 30_000;
/** Near what a string can hold. */
const DEFAULT_MAX_BYTES = 512 * 1024 * 1024 - 64;
/** An error is a sentence, with lists of keys. */
const MAX_PROBLEM_BYTES = 16 * 1024 * 1024;
/** Interface, limits. */
const TERMS_PER_REQUEST = 500;

const MEDIA_TYPES: Readonly<Record<RdfFormat, string>> = {
  ttl: 'text/turtle',
  nt: 'application/n-triples',
  rdf: 'application/rdf+xml',
  jsonld: 'application/ld+json',
};

export interface HubClientOptions {
  /** What sends requests, `fetch` of a PlatformClient for one; default is the `fetch` of the platform that this runs on. */
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

/** Calls a vocabulary hub. Answers that are no success are thrown as HubProblem. */
export class HubClient {
  /** The hub's address, without a slash at its end. */
  readonly address: string;
  readonly #fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly #timeoutMs: number;
  readonly #limits: ReadingLimits;
  readonly #patience: Patience;
  readonly #now: () => number;

  /** @throws ClientError `invalid-option` */
  constructor(address: string, options: HubClientOptions = {}) {
    // The hub asks for no credentials, so that TLS is its operator's choice.
    this.address = readAddress(address, 'The address of the hub', true);
    const send = options.fetch ?? globalThis.fetch;
    this.#fetch = (url, init) => send(url, init);
    this.#timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.#limits = { stallMs: options.stallMs ?? DEFAULT_STALL_MS, maxBytes: options.maxBytes ?? DEFAULT_MAX_BYTES };
    this.#patience = readPatience({ maxWaitMs: 30_000, ...options.patience });
    this.#now = options.now ?? Date.now;
  }

  /** Embeds `@semantic` in a document: `POST /api/semantic`. The body has every digit of the document. @throws HubProblem, ClientError */
  async embed(document: HubDocument, { base, signal }: EmbedOptions = {}): Promise<EmbeddedDocument> {
    const response = await this.#post('/api/semantic', { base }, document, 'application/json', signal);
    const { headers } = response;
    return {
      described: readCount(headers, 'x-semantic-described'),
      undescribed: readKeys(headers, 'x-semantic-undescribed'),
      isUndescribedTruncated: isTruncated(headers, 'x-semantic-undescribed'),
      requestId: headers.get('x-request-id'),
      body: this.#body(response, 'application/json'),
    };
  }

  /** The same as values, with a report of all keys: `POST /api/semantic?report=true`. @throws HubProblem, ClientError */
  async embedWithReport(document: HubDocument, { base, signal }: EmbedOptions = {}): Promise<ReportedDocument> {
    const response = await this.#post('/api/semantic', { base, report: true }, document, 'application/json', signal);
    const answer = await this.#body(response, 'application/json').json();
    const lists = ['described', 'undescribed', 'notTerms', 'termsWithoutSemantics', 'undeclaredPrefixes'];
    const report = memberOf(answer, 'report');
    const isRight = lists.every((name) => isListOf(memberOf(report, name), (entry) => typeof entry === 'string'));
    if (!isRight || !isObject(memberOf(answer, 'document')))
      throw strangeAnswer(response, 'has no document and report');
    return answer as ReportedDocument;
  }

  /** Converts a document that carries `@semantic`: `POST /api/rdf`. @throws HubProblem, ClientError */
  convert(document: HubDocument, options: ConvertOptions = {}): Promise<ConvertedDocument> {
    return this.#convert('/api/rdf', document, options);
  }

  /** Converts a document whose keys are all terms: `POST /api/json-to-rdf`. @throws HubProblem, which names other keys; ClientError */
  convertTerms(document: HubDocument, options: ConvertOptions = {}): Promise<ConvertedDocument> {
    return this.#convert('/api/json-to-rdf', document, options);
  }

  /** The terms, or those of one category: `GET /api/parameters`. @throws HubProblem, ClientError */
  async parameters({ category, signal }: CallOptions & { readonly category?: string | undefined } = {}): Promise<
    Term[]
  > {
    const names = ['parameter', 'description', 'datatype'];
    return this.#list('/api/parameters', [['category', category]], names, signal, 'data') as Promise<Term[]>;
  }

  /** The categories: `GET /api/categories`. @throws HubProblem, ClientError */
  async categories({ signal }: CallOptions = {}): Promise<Category[]> {
    return this.#list('/api/categories', [], ['category'], signal, 'data') as Promise<Category[]>;
  }

  /** The namespaces that templates may cite: `GET /api/ontologies`. @throws HubProblem, ClientError */
  async ontologies({ signal }: CallOptions = {}): Promise<Prefix[]> {
    return this.#list('/api/ontologies', [], ['prefix', 'ontology'], signal) as Promise<Prefix[]>;
  }

  /** The template rows of terms: `GET /api/semantics`, as often as it takes for more than 500. @throws HubProblem, ClientError */
  async semantics(parameters: string | readonly string[], { signal }: CallOptions = {}): Promise<SemanticsRow[]> {
    // As in one request, a term that is named twice is told once.
    const names = [...new Set(typeof parameters === 'string' ? [parameters] : parameters)];
    const rows: SemanticsRow[] = [];
    for (let from = 0; from === 0 || from < names.length; from += TERMS_PER_REQUEST) {
      const query = names.slice(from, from + TERMS_PER_REQUEST).map((name) => ['parameter', name] as const);
      const members = ['parameter', 'subject', 'predicate', 'object'];
      rows.push(...((await this.#list('/api/semantics', query, members, signal)) as SemanticsRow[]));
    }
    return rows;
  }

  /** The whole vocabulary: `GET /api/vocabulary`. @throws HubProblem, ClientError */
  async vocabulary({ format = 'ttl', version, signal }: VocabularyOptions = {}): Promise<RdfAnswer> {
    const mediaType = mediaTypeOf(format);
    const response = await this.#get(
      '/api/vocabulary',
      [
        ['format', format],
        ['version', version],
      ],
      mediaType,
      signal,
    );
    return this.#rdf(response, mediaType);
  }

  /** Proposes a term, for an administrator to review: `POST /api/suggest-parameter`. @returns what the hub says @throws HubProblem, ClientError */
  async suggestParameter(suggestion: Suggestion, { signal }: CallOptions = {}): Promise<{ message: string }> {
    const response = await this.#post('/api/suggest-parameter', {}, suggestion, 'application/json', signal, false);
    const message = memberOf(await this.#body(response, 'application/json').json(), 'message');
    if (typeof message !== 'string') throw strangeAnswer(response, 'has no message');
    return { message };
  }

  /** The interface in OpenAPI: `GET /api/openapi.json`. @throws HubProblem, ClientError */
  async openapi({ signal }: CallOptions = {}): Promise<Readonly<Record<string, unknown>>> {
    const response = await this.#get('/api/openapi.json', [], 'application/json', signal);
    const description = await this.#body(response, 'application/json').json();
    if (!isObject(description)) throw strangeAnswer(response, 'is no description of an interface');
    return description;
  }

  async #convert(path: string, document: HubDocument, options: ConvertOptions): Promise<ConvertedDocument> {
    const { format = 'ttl', signal, ...others } = options;
    const mediaType = mediaTypeOf(format);
    const response = await this.#post(path, { format, ...others }, document, mediaType, signal);
    const { headers } = response;
    return {
      ...this.#rdf(response, mediaType),
      triples: readCount(headers, 'x-semantic-triples'),
      warnings: readCount(headers, 'x-semantic-warnings'),
      warningCodes: readWarningCodes(headers),
      unmapped: readKeys(headers, 'x-semantic-unmapped'),
      isUnmappedTruncated: isTruncated(headers, 'x-semantic-unmapped'),
      described: readCount(headers, 'x-semantic-described'),
    };
  }

  #rdf(response: Response, mediaType: string): RdfAnswer {
    return { mediaType, requestId: response.headers.get('x-request-id'), body: this.#body(response, mediaType) };
  }

  async #list(
    path: string,
    query: Query,
    members: readonly string[],
    signal: AbortSignal | undefined,
    wrapper?: string,
  ): Promise<unknown[]> {
    const response = await this.#get(path, query, 'application/json', signal);
    const answer = await this.#body(response, 'application/json').json();
    const list = wrapper === undefined ? answer : memberOf(answer, wrapper);
    const isEntry = (entry: unknown): boolean => members.every((name) => typeof memberOf(entry, name) === 'string');
    if (!isListOf(list, isEntry)) throw strangeAnswer(response, 'is not the list that it should be');
    return list;
  }

  #get(path: string, query: Query, accept: string, signal: AbortSignal | undefined): Promise<Response> {
    return this.#send(path, query, { method: 'GET', headers: { accept: acceptOf(accept) } }, signal, true);
  }

  #post(
    path: string,
    options: Readonly<Record<string, unknown>>,
    document: HubDocument,
    accept: string,
    signal: AbortSignal | undefined,
    isHarmless = true,
  ): Promise<Response> {
    const query = Object.entries(options).map(
      ([name, value]) => [name, value === undefined ? undefined : String(value)] as const,
    );
    const isStream = document instanceof ReadableStream;
    const init = {
      method: 'POST',
      headers: { accept: acceptOf(accept), 'content-type': 'application/json' },
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
    throw await this.#readProblem(response, ended);
  }

  async #readProblem(response: Response, signal: AbortSignal | null): Promise<ClientError> {
    const read = (): Promise<Uint8Array> => readBytes(response.body, MAX_PROBLEM_BYTES);
    // What is wrong is told by the status, too.
    const body = await within(this.#limits.stallMs, this.address, signal, read).catch(() => new Uint8Array());
    signal?.throwIfAborted();
    if (response.status < 400) return strangeAnswer(response, `has the status ${response.status}`);
    return readProblem(response, parseJson(body), readRetryAfterMs(response.headers, this.#now()));
  }

  #body(response: Response, mediaType: string): HubBody {
    const told = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
    if (told === mediaType) return new HubBody(response, this.#limits);
    void response.body?.cancel().catch(() => {});
    throw strangeAnswer(response, `is ${told ?? 'of no type'} and not ${mediaType}`);
  }
}

type Query = ReadonlyArray<readonly [name: string, value: string | undefined]>;

function mediaTypeOf(format: RdfFormat): string {
  if (Object.hasOwn(MEDIA_TYPES, format)) return MEDIA_TYPES[format];
  throw new ClientError('invalid-option', `format has to be one of ${Object.keys(MEDIA_TYPES).join(', ')}.`);
}

/** Errors are JSON, whatever is asked for. */
function acceptOf(mediaType: string): string {
  return mediaType === 'application/json' ? mediaType : `${mediaType}, application/json;q=0.1`;
}

function bodyOf(document: HubDocument): unknown {
  const isRaw = typeof document === 'string' || document instanceof Uint8Array || document instanceof Blob;
  return isRaw || document instanceof ReadableStream ? document : JSON.stringify(document);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOf(value: unknown, isEntry: (entry: unknown) => boolean): value is unknown[] {
  return Array.isArray(value) && value.every(isEntry);
}
