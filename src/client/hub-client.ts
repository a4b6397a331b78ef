// One thing, though long: what the hub can be asked, a method each.
import { ClientError } from './client-error.ts';
import { isTruncated, readCount, readKeys, readWarningCodes, strangeAnswer } from './hub-answer.ts';
import { HubRequests, type HubClientOptions, type Query } from './hub-requests.ts';
import type {
  Artefact,
  ArtefactKind,
  ArtefactOptions,
  Category,
  ConvertedDocument,
  ConvertedValue,
  ConvertOptions,
  ConvertTermsOptions,
  DocumentCheck,
  EmbeddedDocument,
  EmbedOptions,
  HubDocument,
  Prefix,
  RdfAnswer,
  RdfFormat,
  ReportedDocument,
  RestoredDocuments,
  RestoreOptions,
  SemanticsRow,
  Source,
  SourceAnswer,
  SuggestedSource,
  Suggestion,
  SuggestionAnswer,
  Term,
  UnitOptions,
  ValidateOptions,
  VocabularyOptions,
} from './hub-types.ts';
import type { CallOptions } from './platform-client.ts';
import { memberOf } from './read-body.ts';

/** Interface, limits. */
const TERMS_PER_REQUEST = 500;

const MEDIA_TYPES: Readonly<Record<RdfFormat, string>> = {
  ttl: 'text/turtle',
  nt: 'application/n-triples',
  rdf: 'application/rdf+xml',
  jsonld: 'application/ld+json',
};

/**
 * Calls a vocabulary hub. Answers that are no success are thrown as HubProblem.
 *
 * @example
 * ```ts
 * import { HubClient, HubProblem } from 'vocabulary-hub/client';
 *
 * const hub = new HubClient('https://hub.example');
 * try {
 *   const { triples, body } = await hub.convertTerms('{"active_power-kW":812.40}', { format: 'nt' });
 *   console.log(triples, await body.text());
 * } catch (error) {
 *   if (error instanceof HubProblem) console.log(error.status, error.message);
 * }
 * ```
 */
export class HubClient {
  /** The hub's address, without a slash at its end. */
  readonly address: string;
  readonly #requests: HubRequests;

  /** @throws ClientError `invalid-option` */
  constructor(address: string, options: HubClientOptions = {}) {
    this.#requests = new HubRequests(address, options);
    this.address = this.#requests.address;
  }

  /** Embeds `@semantic` in a document: `POST /api/semantic`. The body has every digit of the document. @throws HubProblem, ClientError */
  async embed(document: HubDocument, { signal, ...options }: EmbedOptions = {}): Promise<EmbeddedDocument> {
    const response = await this.#requests.post('/api/semantic', { ...options }, document, 'application/json', signal);
    const { headers } = response;
    return {
      described: readCount(headers, 'x-semantic-described'),
      undescribed: readKeys(headers, 'x-semantic-undescribed'),
      isUndescribedTruncated: isTruncated(headers, 'x-semantic-undescribed'),
      ...sourceOf(headers),
      requestId: headers.get('x-request-id'),
      body: this.#requests.body(response, 'application/json'),
    };
  }

  /** The same as values, with a report of all keys: `POST /api/semantic?report=true`. @throws HubProblem, ClientError */
  async embedWithReport(document: HubDocument, { signal, ...options }: EmbedOptions = {}): Promise<ReportedDocument> {
    const response = await this.#requests.post(
      '/api/semantic',
      { ...options, report: true },
      document,
      'application/json',
      signal,
    );
    const answer = await this.#requests.body(response, 'application/json').json();
    const lists = ['described', 'undescribed', 'notTerms', 'termsWithoutSemantics', 'undeclaredPrefixes'];
    const report = memberOf(answer, 'report');
    const isRight = lists.every((name) => isListOf(memberOf(report, name), (entry) => typeof entry === 'string'));
    if (!isRight || !isObject(memberOf(answer, 'document')))
      throw strangeAnswer(response, 'has no document and report');
    return { ...(answer as Omit<ReportedDocument, keyof SourceAnswer>), ...sourceOf(response.headers) };
  }

  /** Converts a document that carries `@semantic`: `POST /api/rdf`. @throws HubProblem, ClientError */
  convert(document: HubDocument, options: ConvertOptions = {}): Promise<ConvertedDocument> {
    return this.#convert('/api/rdf', document, options);
  }

  /**
   * Converts a document whose keys are all terms, or those of a source: `POST /api/json-to-rdf`.
   *
   * @throws HubProblem, which names other keys; ClientError
   */
  convertTerms(document: HubDocument, options: ConvertTermsOptions = {}): Promise<ConvertedDocument> {
    return this.#convert('/api/json-to-rdf', document, options);
  }

  /**
   * What a set of keys is in another standard: `GET /api/artefacts/{kind}`.
   *
   * @param parameters the keys, all at once: what one becomes depends on the others
   * @throws HubProblem, which names keys that are no terms; ClientError
   */
  async artefact(
    kind: ArtefactKind,
    parameters: readonly string[],
    { signal, ...options }: ArtefactOptions = {},
  ): Promise<Artefact> {
    const query = Object.entries({ ...options, report: true }).map(
      ([name, value]) => [name, value === undefined ? undefined : String(value)] as const,
    );
    const names = parameters.map((name) => ['parameter', name] as const);
    const path = `/api/artefacts/${encodeURIComponent(kind)}`;
    return this.#artefact(await this.#requests.get(path, [...names, ...query], 'application/json', signal));
  }

  /** The same, of the keys and the forms of a sample document: `POST /api/artefacts/{kind}`. @throws HubProblem, ClientError */
  async artefactOfSample(
    kind: ArtefactKind,
    sample: HubDocument,
    { signal, ...options }: ArtefactOptions = {},
  ): Promise<Artefact> {
    const path = `/api/artefacts/${encodeURIComponent(kind)}`;
    const asked = { ...options, report: true };
    return this.#artefact(await this.#requests.post(path, asked, sample, 'application/json', signal));
  }

  async #artefact(response: Response): Promise<Artefact> {
    const answer = await this.#requests.body(response, 'application/json').json();
    const isRight = ['artefact', 'mediaType', 'fileName'].every((name) => typeof memberOf(answer, name) === 'string');
    if (!isRight || !isObject(memberOf(answer, 'report'))) throw strangeAnswer(response, 'is no artefact');
    return answer as Artefact;
  }

  /**
   * What is wrong with a document and what may be: `POST /api/validate`. That it cannot be converted is a finding.
   *
   * @throws HubProblem, ClientError
   */
  async validate(document: HubDocument, { signal, ...options }: ValidateOptions = {}): Promise<DocumentCheck> {
    const response = await this.#requests.post('/api/validate', { ...options }, document, 'application/json', signal);
    const answer = await this.#requests.body(response, 'application/json').json();
    const isFinding = (entry: unknown): boolean =>
      ['level', 'code', 'message'].every((name) => typeof memberOf(entry, name) === 'string');
    if (!isListOf(memberOf(answer, 'findings'), isFinding) || !isObject(memberOf(answer, 'counts')))
      throw strangeAnswer(response, 'has no findings');
    return answer as DocumentCheck;
  }

  /** The documents that a graph was made of: `POST /api/json`. @throws HubProblem, ClientError */
  async restore(
    graph: string | Uint8Array | Blob | ReadableStream<Uint8Array>,
    options: RestoreOptions = {},
  ): Promise<RestoredDocuments> {
    const { format = 'nt', signal, ...query } = options;
    const type = mediaTypeOf(format);
    const response = await this.#requests.post('/api/json', query, graph, 'application/json', signal, true, type);
    const { headers } = response;
    const proof = headers.get('x-semantic-proof');
    return {
      documents: readCount(headers, 'x-semantic-documents'),
      proof: proof === 'value' || proof === 'bytes' ? proof : null,
      notes: headers.get('x-semantic-notes')?.split(',') ?? [],
      requestId: headers.get('x-request-id'),
      body: this.#requests.body(
        response,
        readCount(headers, 'x-semantic-documents') === 1 ? 'application/json' : 'application/x-ndjson',
      ),
    };
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

  /** The sources of documents: `GET /api/sources`. @throws HubProblem, ClientError */
  async sources({ signal }: CallOptions = {}): Promise<Source[]> {
    const isEntry = (entry: unknown): boolean => {
      const partOf = memberOf(entry, 'partOf');
      const hasCounts = ['keys', 'described'].every((name) => typeof memberOf(entry, name) === 'number');
      return hasCounts && (partOf === null || typeof partOf === 'string');
    };
    const members = ['source', 'title', 'documentation'];
    return this.#list('/api/sources', [], members, signal, 'data', isEntry) as Promise<Source[]>;
  }

  /** The template rows of terms: `GET /api/semantics`, as often as it takes for more than 500. @throws HubProblem, ClientError */
  async semantics(parameters: string | readonly string[], { signal }: CallOptions = {}): Promise<SemanticsRow[]> {
    // As in one request, a term that is named twice is returned once.
    const names = [...new Set(typeof parameters === 'string' ? [parameters] : parameters)];
    const rows: SemanticsRow[] = [];
    for (let from = 0; from === 0 || from < names.length; from += TERMS_PER_REQUEST) {
      const query = names.slice(from, from + TERMS_PER_REQUEST).map((name) => ['parameter', name] as const);
      const members = ['parameter', 'subject', 'predicate', 'object'];
      rows.push(...((await this.#list('/api/semantics', query, members, signal)) as SemanticsRow[]));
    }
    return rows;
  }

  /**
   * A value in another unit of the same family, exact to its digits: `GET /api/convert-unit`.
   *
   * @throws HubProblem `unknown-unit`, `unit-families-differ`; ClientError
   */
  async convertUnit({ value, from, to, difference, signal }: UnitOptions): Promise<ConvertedValue> {
    const query = Object.entries({
      value,
      from,
      to,
      difference: difference === undefined ? undefined : `${difference}`,
    });
    const response = await this.#requests.get('/api/convert-unit', query, 'application/json', signal);
    const answer = await this.#requests.body(response, 'application/json').json();
    const isUnit = (name: string): boolean =>
      ['notation', 'iri'].every((member) => typeof memberOf(memberOf(answer, name), member) === 'string');
    const isRight =
      ['value', 'family'].every((member) => typeof memberOf(answer, member) === 'string') &&
      typeof memberOf(answer, 'isRounded') === 'boolean' &&
      isUnit('from') &&
      isUnit('to');
    if (!isRight) throw strangeAnswer(response, 'is no converted value');
    return answer as ConvertedValue;
  }

  /** The whole vocabulary: `GET /api/vocabulary`. @throws HubProblem, ClientError */
  async vocabulary({ format = 'ttl', version, signal }: VocabularyOptions = {}): Promise<RdfAnswer> {
    const mediaType = mediaTypeOf(format);
    const response = await this.#requests.get(
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

  /** Proposes a term, for an administrator to review: `POST /api/suggest-parameter`. @throws HubProblem, ClientError */
  async suggestParameter(suggestion: Suggestion, { signal }: CallOptions = {}): Promise<SuggestionAnswer> {
    return this.#suggest('/api/suggest-parameter', suggestion, signal);
  }

  /** Proposes a source, for an administrator to review: `POST /api/suggest-source`. @throws HubProblem, ClientError */
  async suggestSource(source: SuggestedSource, { signal }: CallOptions = {}): Promise<SuggestionAnswer> {
    return this.#suggest('/api/suggest-source', source, signal);
  }

  async #suggest(path: string, suggestion: object, signal: AbortSignal | undefined): Promise<SuggestionAnswer> {
    const response = await this.#requests.post(path, {}, suggestion, 'application/json', signal, false);
    const message = memberOf(await this.#requests.body(response, 'application/json').json(), 'message');
    if (typeof message !== 'string') throw strangeAnswer(response, 'has no message');
    return { message, receipt: response.headers.get('x-suggestion-receipt') };
  }

  /** The interface in OpenAPI: `GET /api/openapi.json`. @throws HubProblem, ClientError */
  async openapi({ signal }: CallOptions = {}): Promise<Readonly<Record<string, unknown>>> {
    const response = await this.#requests.get('/api/openapi.json', [], 'application/json', signal);
    const description = await this.#requests.body(response, 'application/json').json();
    if (!isObject(description)) throw strangeAnswer(response, 'is no description of an interface');
    return description;
  }

  async #convert(path: string, document: HubDocument, options: ConvertTermsOptions): Promise<ConvertedDocument> {
    const { format = 'ttl', signal, ...others } = options;
    const mediaType = mediaTypeOf(format);
    const response = await this.#requests.post(path, { format, ...others }, document, mediaType, signal);
    const { headers } = response;
    return {
      ...this.#rdf(response, mediaType),
      triples: readCount(headers, 'x-semantic-triples'),
      warnings: readCount(headers, 'x-semantic-warnings'),
      warningCodes: readWarningCodes(headers),
      unmapped: readKeys(headers, 'x-semantic-unmapped'),
      isUnmappedTruncated: isTruncated(headers, 'x-semantic-unmapped'),
      described: readCount(headers, 'x-semantic-described'),
      ...sourceOf(headers),
    };
  }

  #rdf(response: Response, mediaType: string): RdfAnswer {
    return {
      mediaType,
      requestId: response.headers.get('x-request-id'),
      body: this.#requests.body(response, mediaType),
    };
  }

  async #list(
    path: string,
    query: Query,
    members: readonly string[],
    signal: AbortSignal | undefined,
    wrapper?: string,
    isRight: (entry: unknown) => boolean = () => true,
  ): Promise<unknown[]> {
    // Long lists come in pages otherwise.
    const response = await this.#requests.get(path, [...query, ['whole', 'true']], 'application/json', signal);
    const answer = await this.#requests.body(response, 'application/json').json();
    const list = wrapper === undefined ? answer : memberOf(answer, wrapper);
    const isEntry = (entry: unknown): boolean =>
      members.every((name) => typeof memberOf(entry, name) === 'string') && isRight(entry);
    if (!isListOf(list, isEntry)) throw strangeAnswer(response, 'is not the list that it should be');
    return list;
  }
}

function mediaTypeOf(format: RdfFormat): string {
  if (Object.hasOwn(MEDIA_TYPES, format)) return MEDIA_TYPES[format];
  throw new ClientError('invalid-option', `format has to be one of ${Object.keys(MEDIA_TYPES).join(', ')}.`);
}

function sourceOf(headers: Headers): SourceAnswer {
  return {
    source: headers.get('x-semantic-source'),
    isRestructured: headers.get('x-semantic-restructured') === 'paths',
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOf(value: unknown, isEntry: (entry: unknown) => boolean): value is unknown[] {
  return Array.isArray(value) && value.every(isEntry);
}
