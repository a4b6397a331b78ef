import 'reflect-metadata';
import { ApolloServer, type ApolloServerOptionsWithGateway, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import { InMemoryLRUCache, type KeyValueCache } from '@apollo/utils.keyvaluecache';
import type { Middleware } from 'koa';
import { execute, getOperationAST, introspectionFromSchema, type DocumentNode, type GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Accounts } from '../accounts/accounts.ts';
import type { RequireAdministrator } from '../accounts/administrators.ts';
import type { Caller, Documents } from '../documents/documents.ts';
import { BodyBudget } from '../http/limits/body-budget.ts';
import { clientOf } from '../http/limits/client-address.ts';
import type { ClientCharges } from '../http/limits/rate-limit.ts';
import { clientGoneSignal } from '../http/client-gone.ts';
import { refuseOtherSites } from '../http/other-sites.ts';
import { tracedQueries } from '../store/query-trace.ts';
import type { MissingTerms } from '../suggestions/unmapped-keys.ts';
import type { Suggestions } from '../suggestions/suggestions.ts';
import type { ChangeCounts } from '../vocabulary/versions/change-counts.ts';
import type { VersionNews } from '../vocabulary/versions/version-news.ts';
import type { Versions } from '../vocabulary/versions/versions.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { Impacts } from '../impact/impacts.ts';
import { AnsweredOutputs, type GraphqlContext } from './request/context.ts';
import type { GraphqlExchange } from './request/exchange.ts';
import { createErrorAnswers } from './request/graphql-errors.ts';
import { QueryAnswers } from './answer-query.ts';
import { GraphqlFastPath, type FastPathSettings } from './fast-path.ts';
import { serveGraphql, type AdapterOptions, type BrowserPage } from './koa-adapter.ts';
import { serveStreams, type StreamTiming } from './stream-adapter.ts';
import { landingPage } from './landing-page.ts';
import { Loaders } from './request/loaders.ts';
import { KnownQueries } from './request/known-queries.ts';
import { limitCost } from './request/limit-cost.ts';
import {
  MAX_ANSWER_BYTES,
  MAX_HELD_ANSWER_BYTES,
  MAX_PERSISTED_BYTES,
  MAX_QUERY_TOKENS,
  MAX_RECURSIVE_SELECTIONS,
  MAX_VALIDATION_ERRORS,
  PERSISTED_SECONDS,
  queryShapeRule,
} from './request/limits.ts';
import { RequestCaller } from './request/request-caller.ts';
import {
  NO_TRUSTED_DOCUMENTS,
  readTrustedDocuments,
  type TrustedDocumentsSettings,
} from './request/trusted-documents.ts';
import { hubSchema } from './schema.ts';

export interface GraphqlEndpointOptions {
  readonly documents: Documents;
  /** The current vocabulary, asked for once per request. @throws HubError `registry-unavailable` */
  readonly vocabulary: () => Vocabulary;
  readonly versions: Versions;
  readonly news: Pick<VersionNews, 'since'>;
  readonly changeCounts: Pick<ChangeCounts, 'count'>;
  /** Aborted when the hub stops: streams end then, and go on at another hub. */
  readonly stopping: AbortSignal;
  readonly timing: StreamTiming;
  readonly suggestions: Suggestions;
  readonly impacts: Pick<Impacts, 'compare'>;
  /** Null when the hub has no sign-in. */
  readonly accounts: Accounts | null;
  readonly webhooks: Webhooks;
  /** The keys that most documents had and that are no terms. @throws HubError `suggestions-unavailable` */
  readonly missingTerms: (vocabulary: Vocabulary, first: number) => Promise<MissingTerms>;
  readonly requireAdministrator: RequireAdministrator;
  /** The hub's base address, without a slash at its end. */
  readonly baseUrl: string;
  /** Whether gateways may ask for what they compose a supergraph of. */
  readonly isSubgraph?: boolean;
  /** The list of queries that requests may name. */
  readonly trustedDocuments?: TrustedDocumentsSettings;
  /** Keeps queries that clients sent with their hash, to name them by it later; of this hub alone when it is not given. */
  readonly persistedQueries?: KeyValueCache;
  /** Makes the page for people at one of the two paths under which the endpoint is reached. */
  readonly renderPage: (path: string) => BrowserPage;
  readonly log: Logger;
  /** Counts one document against the client's allowance. @throws HubError `rate-limited` */
  readonly chargeDocumentRequest?: (charges: ClientCharges) => Promise<void>;
  /** Counts what a query costs against the client's allowance of queries. @throws HubError `rate-limited` */
  readonly chargeQuery?: (charges: ClientCharges, cost: number) => Promise<void>;
  /** Waits until a large request of this caller may be worked on. @throws HubError `converter-busy` */
  readonly takeTurn?: (caller: Caller) => Promise<() => void>;
  /** Shared with the other adapters, so that all bodies in memory have one bound. */
  readonly bodyBudget: BodyBudget;
  /** Small requests are answered without the framework. Not when it is not given. */
  readonly fastPath?: FastPathSettings;
  /** Bytes of the documents in one answer. */
  readonly maxAnswerBytes?: number;
  /** Bytes of the documents in all answers that clients are still reading. */
  readonly maxHeldAnswerBytes?: number;
}

/** What answers, once it is started. */
export interface StartedEndpoint {
  readonly serve: Middleware;
  readonly serveStream: Middleware;
  /** Null when there is none. */
  readonly fastPath: GraphqlFastPath | null;
  /** The schema, as the result of the introspection query. */
  introspect(): unknown;
  stop(): Promise<void>;
}

/**
 * The endpoint, ready to answer, and what ends it: queries of documents and of the vocabulary, and suggestions, within the limits of `limits.ts`.
 *
 * @throws Error that names what is wrong in the list of trusted documents
 */
export async function startApollo(options: GraphqlEndpointOptions): Promise<StartedEndpoint> {
  const { baseUrl, log, bodyBudget } = options;
  const errors = createErrorAnswers(baseUrl, log);
  const answerBudget = new BodyBudget(options.maxHeldAnswerBytes ?? MAX_HELD_ANSWER_BYTES);
  const schema = hubSchema({ isSubgraph: options.isSubgraph ?? false });
  const trusted =
    options.trustedDocuments === undefined
      ? NO_TRUSTED_DOCUMENTS
      : await readTrustedDocuments(options.trustedDocuments, schema);
  const known = new KnownQueries();
  const server = new ApolloServer<GraphqlContext>({
    gateway: executeOnce(schema),
    // The vocabulary is public, so is what can be asked about it.
    introspection: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: trusted.isOnly
      ? false
      : {
          cache: options.persistedQueries ?? new InMemoryLRUCache({ maxSize: MAX_PERSISTED_BYTES }),
          ttl: PERSISTED_SECONDS,
        },
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    parseOptions: { maxTokens: MAX_QUERY_TOKENS },
    // A hundred mistakes take 16 ms to find, and nobody reads them all.
    validationOptions: { maxErrors: MAX_VALIDATION_ERRORS },
    maxRecursiveSelections: MAX_RECURSIVE_SELECTIONS,
    validationRules: [queryShapeRule],
    logger: apolloLogger(log),
    formatError: errors.formatError,
    plugins: [
      limitCost(baseUrl, known),
      freeOutputs(),
      tellQueries(),
      errors.plugin,
      landingPage(),
      ApolloServerPluginCacheControlDisabled(),
    ],
  });
  const queries = new QueryAnswers({ schema, server, known, trusted });
  const contextOf = (exchange: GraphqlExchange, isCharged: boolean): GraphqlContext =>
    createContext(options, answerBudget, exchange, isCharged);
  const adapter: AdapterOptions = {
    queries,
    baseUrl,
    bodyBudget,
    renderPage: options.renderPage,
    chargeDocumentRequest: async (charges) => options.chargeDocumentRequest?.(charges),
    takeTurn: async (ctx) =>
      (await options.takeTurn?.({ client: clientOf(ctx), signal: clientGoneSignal(ctx) })) ?? (() => {}),
    createContext: contextOf,
  };
  const serve = serveGraphql(adapter);
  const { stopping, timing } = options;
  const serveStream = serveStreams({ ...adapter, schema, errors, stopping, timing });
  await server.start();
  const fastPath =
    options.fastPath === undefined
      ? null
      : new GraphqlFastPath({ ...options.fastPath, queries, bodyBudget, createContext: contextOf });
  return { serve, serveStream, fastPath, introspect: () => introspectionFromSchema(schema), stop: () => server.stop() };
}

/**
 * Has Apollo execute what was not executed before. A gateway is the only way to give it a result: its other hooks would not format the
 * errors of one.
 */
function executeOnce(schema: GraphQLSchema): ApolloServerOptionsWithGateway<GraphqlContext>['gateway'] {
  return {
    onSchemaLoadOrUpdate: (take) => {
      take({ apiSchema: schema, coreSupergraphSdl: '' });
      return () => {};
    },
    load: async () => ({
      executor: async ({ document, request: { variables, operationName }, context }) => {
        const { executed, stream } = context as GraphqlContext;
        if (executed !== undefined) return executed;
        if (stream !== undefined && isSubscription(document, operationName)) {
          stream.subscription = { document, variableValues: variables, operationName };
          return { data: null };
        }
        return execute({ schema, document, contextValue: context, variableValues: variables, operationName });
      },
    }),
    stop: async () => {},
  };
}

function isSubscription(document: DocumentNode, operationName: string | undefined): boolean {
  return getOperationAST(document, operationName)?.operation === 'subscription';
}

function createContext(
  options: GraphqlEndpointOptions,
  answerBudget: BodyBudget,
  { request: { headers }, response, charges, requestId }: GraphqlExchange,
  isCharged: boolean,
): GraphqlContext {
  const caller = new RequestCaller(charges.client);
  const outputs = new AnsweredOutputs(options.maxAnswerBytes ?? MAX_ANSWER_BYTES, answerBudget);
  // Also after a whole answer: one failed field ends it while its neighbours still convert.
  response.once('close', () => {
    caller.end();
    outputs.release();
  });
  let vocabulary: Vocabulary | undefined;
  const currentVocabulary = (): Vocabulary => (vocabulary ??= options.vocabulary());
  let paidDocuments = isCharged ? 1 : 0;
  return {
    documents: options.documents,
    vocabulary: currentVocabulary,
    renewVocabulary: () => (vocabulary = undefined),
    versions: options.versions,
    suggestions: options.suggestions,
    impacts: options.impacts,
    accounts: options.accounts,
    webhooks: options.webhooks,
    news: (known) => options.news.since(known, AbortSignal.any([caller.signal, options.stopping])),
    changeCounts: options.changeCounts,
    refuseOtherSites: () => refuseOtherSites(headers, options.baseUrl),
    loaders: new Loaders({
      suggestions: options.suggestions,
      accounts: options.accounts,
      versions: options.versions,
      vocabulary: currentVocabulary,
      missingTerms: options.missingTerms,
      requireAdministrator: () => options.requireAdministrator(headers.authorization),
      caller,
    }),
    chargeDocumentRequest: async () => {
      if (paidDocuments > 0) paidDocuments--;
      else await options.chargeDocumentRequest?.(charges);
    },
    chargeQuery: async (cost) => options.chargeQuery?.(charges, cost),
    caller,
    requestId,
    outputs,
  };
}

/** Frees the outputs of documents whose text no one selected, and of those that a failing neighbour made useless. */
function freeOutputs(): ApolloServerPlugin<GraphqlContext> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ contextValue }) {
          contextValue.outputs.dispose();
        },
      };
    },
  };
}

/** Adds the SPARQL that was asked for a request to its answer, when the request has `"extensions": {"sparql": true}`. */
function tellQueries(): ApolloServerPlugin<GraphqlContext> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ request, response }) {
          if (request.extensions?.['sparql'] !== true || response.body.kind !== 'single') return;
          const { singleResult } = response.body;
          singleResult.extensions = { ...singleResult.extensions, sparql: tracedQueries() };
        },
      };
    },
  };
}

function apolloLogger(log: Logger) {
  return {
    debug: (message: string) => log.debug(message),
    info: (message: string) => log.info(message),
    warn: (message: string) => log.warn(message),
    error: (message: string) => log.error(message),
  };
}
