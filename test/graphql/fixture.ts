import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import Koa from 'koa';
import { pino, type Logger } from 'pino';
import type { Documents, Output } from '../../src/documents/documents.ts';
import { HubError } from '../../src/errors.ts';
import type { GraphqlEndpointOptions } from '../../src/graphql/apollo-endpoint.ts';
import { createGraphqlEndpoint } from '../../src/graphql/graphql-endpoint.ts';
import { BodyBudget } from '../../src/http/limits/body-budget.ts';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { nodesOf } from '../support/nodes-of.ts';
import { FolderArchive } from '../../src/vocabulary/versions/archive-folder.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { createSuggestions } from '../../src/suggestions/suggestions.ts';
import { ChangeCounts } from '../../src/vocabulary/versions/change-counts.ts';
import { VersionNews } from '../../src/vocabulary/versions/version-news.ts';
import { Versions } from '../../src/vocabulary/versions/versions.ts';
import { createWebhooks } from '../../src/webhooks/webhooks.ts';
import type { Term, Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import { NO_TRIPLES } from '../support/create-test-app.ts';

const HUB = 'http://hub.example';

function term(name: string, category: string, rows: Term['rows'] = []): Term {
  return {
    name,
    iri: `${HUB}/vocabulary/${name}`,
    label: name,
    description: `What ${name} says.`,
    datatype: 'xsd:double',
    datatypeIri: 'http://www.w3.org/2001/XMLSchema#double',
    category,
    unit: null,
    quantityKind: null,
    deprecated: false,
    replacedBy: null,
    range: null,
    example: '1.50',
    hasTemplate: rows.length > 0,
    rows,
  };
}

const terms = [
  term('active_power-kW', 'power', [
    { subject: 'active_power-kW', predicate: 'rdf:type', object: 'sosa:Observation' },
    { subject: 'active_power-kW', predicate: 'sosa:hasResult', object: '?active_power_kW_result' },
  ]),
  term('comment', 'text'),
  term('price-EUR_per_MWh', 'market'),
  term('rated_power-kW', 'power'),
  term('voltage-V', 'power'),
];

/** Five terms in three categories: what the resolvers read of a vocabulary, small enough to be checked whole. */
export const smallVocabulary: Vocabulary = {
  version: 'a'.repeat(64),
  versionIri: `${HUB}/vocabulary/version/${'a'.repeat(64)}`,
  terms: new Map(terms.map((each) => [each.name, each])),
  categories: ['market', 'power', 'text'].map((name) => ({
    name,
    iri: `${HUB}/vocabulary/category/${name}`,
    label: name,
    description: `Terms of ${name}.`,
  })),
  prefixes: [
    { prefix: 'rdf', namespace: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#' },
    { prefix: 'sosa', namespace: 'http://www.w3.org/ns/sosa/' },
  ],
  nodes: nodesOf({
    active_power_kW_result: [
      { subject: '?active_power_kW_result', predicate: 'qudt:numericValue', object: '$active_power-kW' },
    ],
  }),
  lexicon: {
    versionIri: `${HUB}/vocabulary/version/${'a'.repeat(64)}`,
    vocabularyIri: `${HUB}/vocabulary/`,
    idIri: `${HUB}/id/`,
    terms: new Map(),
    nodes: new Map(),
    prefixes: new Map(),
  },
  triples: NO_TRIPLES,
  ontology: NO_TRIPLES,
};

/** An output that counts how it was used. */
export class TextOutput implements Output {
  reads = 0;
  disposals = 0;
  private readonly bytes: Buffer;
  constructor(text: string) {
    this.bytes = Buffer.from(text);
  }
  get size(): number {
    return this.bytes.length;
  }
  takeSmall(): null {
    return null;
  }
  stream(): Readable {
    return Readable.from([this.bytes]);
  }
  async text(): Promise<string> {
    this.reads++;
    return this.bytes.toString();
  }
  dispose(): void {
    this.disposals++;
  }
}

/** Documents that answer each document with itself, so that what reached them can be seen. */
export const echoDocuments: Documents = {
  checkSource() {},
  embedAtOnce: () => ({ kind: 'not-small' }),
  convertAtOnce: () => ({ kind: 'not-small' }),
  async embed(body) {
    return {
      output: new TextOutput(Buffer.from(body).toString()),
      describedCount: 1,
      report: { described: ['a'], undescribed: [], notTerms: [], termsWithoutSemantics: [], undeclaredPrefixes: [] },
      omitted: 0,
      source: null,
    };
  },
  async convert(body, options) {
    return {
      output: new TextOutput(JSON.stringify({ body: Buffer.from(body).toString(), ...options })),
      triples: 1,
      warningCounts: { 'datatype-mismatch': 3, 'nested-array': 1 },
      warnings: [
        { code: 'datatype-mismatch', key: 'a', pointer: '/a', count: 3, message: 'A mismatch.' },
        { code: 'nested-array', key: 'b', pointer: '/b/0', count: 1, message: 'An array.' },
      ],
      unmapped: ['c'],
      described: 2,
      omitted: 0,
      source: null,
    };
  },
  async check(body) {
    const findings = [
      {
        code: 'not-a-term',
        level: 'note',
        key: Buffer.from(body).toString(),
        message: 'It is none.',
        help: null,
        nearestTerm: null,
        count: 1,
        places: [{ pointer: '/a', line: 1, column: 2 }],
      },
    ] as const;
    return { findings, counts: { error: 0, warning: 0, note: 1 }, omitted: 0, triples: 7, plainKeys: 1 };
  },
  async restore(body) {
    const documents = [{ document: Buffer.from(body).toString(), proof: null, notes: [], omitted: 0 }];
    return { output: new TextOutput(JSON.stringify({ documents })), documents: 1, proof: null, noteCodes: [] };
  },
};

export interface TestEndpoint {
  readonly url: string;
  /** How many requests came to the framework. */
  pipedCount(): number;
  /** Lines of the log, parsed. */
  readonly logged: ReadonlyArray<Record<string, unknown>>;
  query(query: string, variables?: Record<string, unknown>): Promise<TestAnswer>;
  close(): Promise<void>;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  // The answers' shapes differ with every query; the tests state them.
  // oxlint-disable-next-line no-explicit-any
  readonly body: any;
}

/** Sends a query by POST. */
export async function sendQuery(url: string, query: string, variables?: unknown): Promise<TestAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** An endpoint on a port of its own, over real HTTP. */
export async function openEndpoint(options: Partial<GraphqlEndpointOptions> = {}): Promise<TestEndpoint> {
  const logged: Record<string, unknown>[] = [];
  const log: Logger = pino(
    { level: 'warn' },
    { write: (line: string) => logged.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const hub = hubNamespaces(HUB);
  const store = new EmbeddedStore();
  const versions = new Versions({
    // Nothing is written before somebody asks for versions.
    archive: new FolderArchive({ folder: join(tmpdir(), 'hub-test-no-versions'), log }),
    hub,
    current: () => smallVocabulary,
    timing: DEFAULT_TIMING,
  });
  const changeCounts = new ChangeCounts(versions);
  const endpoint = createGraphqlEndpoint({
    renderPage: (path) => ({
      html: `<!doctype html><title>${path}</title>`,
      contentSecurityPolicy: "default-src 'none'",
    }),
    documents: echoDocuments,
    vocabulary: () => smallVocabulary,
    versions,
    suggestions: createSuggestions({
      store,
      hub,
      vocabulary: () => smallVocabulary,
      onVocabulary: () => () => {},
      shapes: { check: async () => {} },
      now: () => new Date(),
      log,
      timing: DEFAULT_TIMING,
    }),
    impacts: {
      compare: async () => {
        throw new HubError('converter-busy', 'Nothing is compared here.');
      },
    },
    accounts: null,
    webhooks: createWebhooks({
      store,
      hub,
      versions,
      counts: changeCounts,
      onVocabulary: () => () => {},
      isInsideAllowed: true,
      now: () => new Date(),
      timing: DEFAULT_TIMING,
      log,
    }),
    news: new VersionNews(() => versions.current()),
    changeCounts,
    stopping: new AbortController().signal,
    timing: DEFAULT_TIMING,
    missingTerms: async () => ({ terms: [], since: new Date(0) }),
    requireAdministrator: async () => {
      throw new HubError('unauthenticated', 'Nobody is an administrator here.');
    },
    baseUrl: HUB,
    bodyBudget: new BodyBudget(256 * 1024 * 1024),
    log,
    ...options,
  });
  await endpoint.start();
  const app = new Koa();
  // Koa tells the standard error stream of each client that leaves; the tests send some.
  app.silent = true;
  let piped = 0;
  app.use(async (ctx, next) => {
    piped++;
    ctx.state['requestId'] = 'request-1';
    await next();
  });
  app.use(endpoint.router.routes());
  const server: Server = createServer(endpoint.takeFastPath(app.callback()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
  return {
    url,
    pipedCount: () => piped,
    logged,
    query: (query, variables) => sendQuery(url, query, variables),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await endpoint.stop();
    },
  };
}
