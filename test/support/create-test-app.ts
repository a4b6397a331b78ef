import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { RequireAdministrator } from '../../src/accounts/administrators.ts';
import { createApp, type App, type Registry } from '../../src/app.ts';
import { DEFAULT_TIMING, type Timing } from '../../src/timing.ts';
import { readConfig, type Config } from '../../src/config.ts';
import { HubError } from '../../src/errors.ts';
import type { Lexicon } from '../../src/mapping/lexicon/lexicon.ts';
import type { PublicGraphs } from '../../src/queries/public-graphs.ts';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { replaceGraph } from '../../src/store/replace-graph.ts';
import { tableOf } from '../../src/vocabulary/triple-table.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';

/** For tests that want a vocabulary and do not care which. */
export const EMPTY_LEXICON: Lexicon = {
  versionIri: 'http://localhost:4000/vocabulary/v/1',
  vocabularyIri: 'http://localhost:4000/vocabulary/',
  idIri: 'http://localhost:4000/id/',
  terms: new Map(),
  nodes: new Map(),
  prefixes: new Map(),
};

export const NO_TRIPLES = tableOf([], hubNamespaces('http://localhost:4000'));

export interface TestAppOptions {
  /** Settings over the defaults; `baseUrl` is `http://localhost:4000` unless given. */
  readonly config?: Partial<Omit<Config, 'timing'>>;
  readonly timing?: Partial<Timing>;
  /** A vocabulary with this lexicon and nothing else takes the place of the seeds; null is a registry that can't be read. */
  readonly lexicon?: Lexicon | null;
  readonly registry?: Registry;
  /** Turtle of a vocabulary that the store holds before the hub starts, in place of the seeds. */
  readonly vocabulary?: string;
  readonly workerModule?: URL;
  /** What SPARQL queries are about; the vocabulary unless given. */
  readonly publicGraphs?: PublicGraphs;
  /** Whether a process is ready for the first SPARQL query; not unless given, as most tests ask none. */
  readonly preparesQueries?: boolean;
  /** Says who is an administrator; the accounts unless given. */
  readonly requireAdministrator?: RequireAdministrator;
  /** The clock; 2026-01-02 unless given. */
  readonly now?: () => Date;
}

export interface TestApp {
  /** Where it listens, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  readonly app: App;
  readonly config: Config;
  /** What was logged, a record per line. */
  readonly logged: ReadonlyArray<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** The real hub on a free port, with a folder of its own. Stop it when done. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-test-'));
  const config: Config = {
    ...readConfig({ PORT: '0', HUB_BASE_URL: 'http://localhost:4000', HUB_DATA: folder, HUB_RATE_LIMIT: '1000000' }, 1),
    host: '127.0.0.1',
    ...options.config,
    timing: { ...DEFAULT_TIMING, lingerMs: 0, ...options.timing },
  };
  const logged: Record<string, unknown>[] = [];
  const lines = new Writable({
    write(line: Buffer, _encoding, done) {
      logged.push(JSON.parse(line.toString()) as Record<string, unknown>);
      done();
    },
  });
  if (options.vocabulary !== undefined) await keepVocabulary(config, options.vocabulary);
  const registry = options.registry ?? (options.lexicon === undefined ? undefined : fixedRegistry(options.lexicon));
  const app = createApp(config, {
    log: pino({ level: 'debug' }, lines),
    preparesQueries: options.preparesQueries ?? false,
    now: options.now ?? (() => new Date('2026-01-02T03:04:05Z')),
    ...(registry === undefined ? {} : { registry }),
    ...(options.workerModule === undefined ? {} : { workerModule: options.workerModule }),
    ...(options.requireAdministrator === undefined ? {} : { requireAdministrator: options.requireAdministrator }),
    ...(options.publicGraphs === undefined ? {} : { publicGraphs: options.publicGraphs }),
  });
  await app.start();
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    app,
    config,
    logged,
    async stop() {
      await app.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Puts a vocabulary into the data folder, where a hub finds it and lets it be. */
async function keepVocabulary({ dataFolder, baseUrl }: Config, text: string): Promise<void> {
  const { vocabulary, vocabularyGraph } = hubNamespaces(baseUrl);
  const store = new EmbeddedStore({ folder: join(dataFolder, 'store'), baseUrl });
  await store.open();
  await replaceGraph(store, vocabularyGraph, [{ name: 'vocabulary.ttl', text, baseIri: vocabulary }]);
  await store.close();
}

/** A registry that never changes. */
function fixedRegistry(lexicon: Lexicon | null): Registry {
  return {
    current() {
      if (lexicon === null) throw new HubError('registry-unavailable', 'The vocabulary registry is unavailable.');
      return vocabularyOf(lexicon, 'fixed');
    },
    state: () => ({ readAt: lexicon === null ? null : new Date(0), stale: false, lastError: null }),
    start: async () => {},
    stop: () => {},
  };
}

/** A vocabulary that has nothing but what the mapping needs. */
function vocabularyOf(lexicon: Lexicon, version: string): Vocabulary {
  return {
    version,
    versionIri: lexicon.versionIri,
    terms: new Map(),
    categories: [],
    prefixes: [],
    nodes: new Map(),
    lexicon,
    triples: NO_TRIPLES,
    ontology: NO_TRIPLES,
  };
}
