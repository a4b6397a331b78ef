import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { GraphQLError, parse, specifiedRules, validate, type GraphQLSchema } from 'graphql';
import { z } from 'zod';
import { MAX_QUERY_TOKENS, queryShapeRule } from './limits.ts';
import { refusalOfQuery } from './refuse-query.ts';
import { isRecord, queryOf } from './request-body.ts';

export interface TrustedDocumentsSettings {
  /** A manifest: of GraphQL Code Generator and Relay (an object of texts by their ids), or of Apollo (`operations` with `id` and `body`). */
  readonly file: string;
  /** Texts that are on every list, beside those of the file. */
  readonly own: readonly string[];
  /** Whether every other text is refused. */
  readonly isOnly: boolean;
}

/** A request that may name its text instead of having it. */
interface NamingRequest {
  readonly method: string;
  readonly search: string;
  readonly body: unknown;
}

const TEXTS_BY_ID = z.record(z.string(), z.string());
const APOLLO_MANIFEST = z.object({
  format: z.literal('apollo-persisted-query-manifest'),
  version: z.literal(1),
  operations: z.array(z.object({ id: z.string(), body: z.string() })),
});
const SHA256 = 'sha256:';

/** The texts of queries that an operator has listed. A request names one by its id in the list, or by its SHA-256, with or without `sha256:`. */
export class TrustedDocuments {
  readonly #texts = new Map<string, string>();
  readonly #isOnly: boolean;

  /** @throws Error for an id that two texts have */
  constructor(documents: Iterable<readonly [id: string, text: string]>, isOnly: boolean) {
    this.#isOnly = isOnly;
    for (const [id, text] of documents) {
      for (const name of new Set([withoutAlgorithm(id), sha256Of(text)])) {
        if ((this.#texts.get(name) ?? text) !== text) throw new Error(`Two documents have the id "${name}".`);
        this.#texts.set(name, text);
      }
    }
  }

  /** Whether every other text is refused. */
  get isOnly(): boolean {
    return this.#isOnly;
  }

  /**
   * The request with the text that it names.
   *
   * @throws GraphQLError 404 `PERSISTED_QUERY_NOT_IN_LIST`, 403 `QUERY_NOT_IN_SAFELIST`
   */
  fill<R extends NamingRequest>(request: R): R {
    // As nearly all requests are.
    if (!this.#isOnly && request.method === 'POST' && queryOf(request.body)) return request;
    const named = request.method === 'POST' ? namedByBody(request.body) : namedBySearch(request.search);
    const text = named === null ? null : this.#textOf(named);
    if (named === null || text === null) return request;
    return { ...request, ...named.withText(text) };
  }

  /** Null where the request stays as it is. */
  #textOf({ query, documentId, hash }: NamedText): string | null {
    if (typeof query === 'string' && query !== '') {
      if (!this.#isOnly) return null;
      if (this.#texts.get(sha256Of(query)) !== query) throw notTrusted();
      return query;
    }
    const id = documentId ?? hash;
    if (id === undefined) return null;
    const text = this.#texts.get(withoutAlgorithm(id));
    // By its hash alone, a text is also looked for among those that clients have sent before.
    if (text === undefined && (this.#isOnly || documentId !== undefined)) throw notInList(id);
    return text ?? null;
  }
}

/** The list of a hub that has none. */
export const NO_TRUSTED_DOCUMENTS = new TrustedDocuments([], false);

/**
 * Reads a manifest, and checks each of its texts as if a client sent it.
 *
 * @throws Error that names the file, the document and what is wrong
 */
export async function readTrustedDocuments(
  { file, own, isOnly }: TrustedDocumentsSettings,
  schema: GraphQLSchema,
): Promise<TrustedDocuments> {
  try {
    const documents = textsOf(JSON.parse(await readFile(file, 'utf8')));
    for (const [id, text] of documents) {
      const mistake = mistakeOf(text, schema);
      if (mistake !== null) throw new Error(`The document "${id}" cannot be used: ${mistake}`);
    }
    return new TrustedDocuments([...documents, ...own.map((text) => [sha256Of(text), text] as const)], isOnly);
  } catch (cause) {
    throw new Error(`HUB_TRUSTED_DOCUMENTS, ${file}: ${(cause as Error).message}`, { cause });
  }
}

function textsOf(manifest: unknown): ReadonlyArray<readonly [id: string, text: string]> {
  const ofApollo = APOLLO_MANIFEST.safeParse(manifest);
  if (ofApollo.success) return ofApollo.data.operations.map(({ id, body }) => [id, body]);
  const byId = TEXTS_BY_ID.safeParse(manifest);
  if (byId.success) return Object.entries(byId.data);
  throw new Error('it is neither an object of texts by their ids nor a manifest of Apollo, version 1.');
}

function mistakeOf(text: string, schema: GraphQLSchema): string | null {
  const refusal = refusalOfQuery(text);
  if (refusal !== null) return refusal.message;
  try {
    const document = parse(text, { maxTokens: MAX_QUERY_TOKENS });
    const [error] = validate(schema, document, [...specifiedRules, queryShapeRule], { maxErrors: 1 });
    return error?.message ?? null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** How a request says which text it is about. */
interface NamedText {
  readonly query: unknown;
  readonly documentId: string | undefined;
  /** In the `persistedQuery` of its extensions. */
  readonly hash: string | undefined;
  /** What of the request is another with this text. */
  withText(text: string): Partial<NamingRequest>;
}

/** Null for what is no request of GraphQL. */
function namedByBody(body: unknown): NamedText | null {
  if (!isRecord(body)) return null;
  const { documentId, extensions, ...rest } = body;
  const { hash, others } = hashIn(extensions);
  return {
    query: body['query'],
    documentId: typeof documentId === 'string' ? documentId : undefined,
    hash,
    withText: (query) => ({ body: { ...rest, query, ...(others === undefined ? {} : { extensions: others }) } }),
  };
}

function namedBySearch(search: string): NamedText {
  const parameters = new URLSearchParams(search);
  const { hash, others } = hashIn(parsed(parameters.get('extensions')));
  return {
    query: parameters.get('query'),
    documentId: parameters.get('documentId') ?? undefined,
    hash,
    withText(query) {
      const filled = new URLSearchParams(parameters);
      filled.delete('documentId');
      filled.set('query', query);
      if (others !== undefined) filled.set('extensions', JSON.stringify(others));
      else if (hash !== undefined) filled.delete('extensions');
      return { search: `?${filled}` };
    },
  };
}

/** The hash that extensions name, and the other extensions. */
function hashIn(extensions: unknown): { readonly hash: string | undefined; readonly others: unknown } {
  if (!isRecord(extensions)) return { hash: undefined, others: extensions };
  const { persistedQuery, ...others } = extensions;
  const hash = isRecord(persistedQuery) ? persistedQuery['sha256Hash'] : undefined;
  if (typeof hash !== 'string') return { hash: undefined, others: extensions };
  return { hash, others: Object.keys(others).length === 0 ? undefined : others };
}

/** Undefined for what Apollo refuses as no JSON. */
function parsed(json: string | null): unknown {
  try {
    return json === null ? undefined : (JSON.parse(json) as unknown);
  } catch {
    return undefined;
  }
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function withoutAlgorithm(id: string): string {
  return id.startsWith(SHA256) ? id.slice(SHA256.length) : id;
}

/** With the codes and statuses that Apollo's router gives. */
function notInList(id: string): GraphQLError {
  return new GraphQLError(`No trusted document of this hub has the id ${JSON.stringify(id)}.`, {
    extensions: { code: 'PERSISTED_QUERY_NOT_IN_LIST', http: { status: 404 } },
  });
}

function notTrusted(): GraphQLError {
  return new GraphQLError(
    'This hub answers the documents of its list alone, and the query is none of them. Send the "documentId" of one, or ask those who run the hub to list the query.',
    { extensions: { code: 'QUERY_NOT_IN_SAFELIST', http: { status: 403 } } },
  );
}
