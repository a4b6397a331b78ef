import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { RequireAdministrator } from '../../src/accounts/administrators.ts';
import { createApp, type App } from '../../src/app.ts';
import type { Timing } from '../../src/timing.ts';
import { readConfig, type Config } from '../../src/config.ts';
import { HubError } from '../../src/errors.ts';
import type { Lexicon } from '../../src/mapping/lexicon/lexicon.ts';
import type { PublicGraphs } from '../../src/queries/public-graphs.ts';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import type { Registry } from '../../src/services.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { replaceGraph } from '../../src/store/replace-graph.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { seededVocabulary, selectedVocabulary } from '../vocabulary/seeded.ts';
import { builtVocabulary } from './installed-package.ts';
import { nodesOf } from './nodes-of.ts';
import { PATIENT_TIMING } from './patient-timing.ts';
import { copyShippedArchive } from './shipped-archive.ts';

export const NO_TRIPLES = tableOf([], hubNamespaces('http://localhost:4000'));

export interface TestAppOptions {
  /** Settings over the defaults; `baseUrl` is `http://localhost:4000` unless given. */
  readonly config?: Partial<Omit<Config, 'timing'>>;
  readonly timing?: Partial<Timing>;
  /** A vocabulary with this lexicon and nothing else takes the place of the shipped one; null is a registry that can't be read. */
  readonly lexicon?: Lexicon | null;
  readonly registry?: Registry;
  /** Turtle of a vocabulary that the store holds before the hub starts, in place of the shipped one. */
  readonly vocabulary?: string;
  /** Names of terms: of the shipped vocabulary these and what they need take the place of all, and there are no versions before it. */
  readonly terms?: readonly string[];
  /**
   * Whether the store gets the shipped vocabulary and the hub reads it there, as outside of tests, which takes seconds. Unless given, it does
   * with a data folder or a server of the test's own; else the hub has the vocabulary that the files of a worker share.
   */
  readonly installsSeeds?: boolean;
  readonly workerModule?: URL;
  /** What SPARQL queries are about; the vocabulary unless given. */
  readonly publicGraphs?: PublicGraphs;
  /** Whether a process is ready for the first SPARQL query, and a thread for the first document that needs one; not unless given, as most tests need neither. */
  readonly isPrepared?: boolean;
  /** Triples that the SPARQL engine in the process holds; what was measured unless given. */
  readonly maxEngineTriples?: number;
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
    timing: { ...PATIENT_TIMING, lingerMs: 0, ...options.timing },
  };
  const logged: Record<string, unknown>[] = [];
  const lines = new Writable({
    write(line: Buffer, _encoding, done) {
      logged.push(JSON.parse(line.toString()) as Record<string, unknown>);
      done();
    },
  });
  if (options.vocabulary !== undefined) await keepVocabulary(config, options.vocabulary);
  const registry = await registryFor(options, config);
  const shipped = builtVocabulary();
  const app = createApp(config, {
    log: pino({ level: 'debug' }, lines),
    isPrepared: options.isPrepared ?? false,
    now: options.now ?? (() => new Date('2026-01-02T03:04:05Z')),
    ...(registry === undefined ? {} : { registry }),
    // What users get, where it was built.
    ...(shipped === undefined ? {} : { shipped }),
    ...(options.workerModule === undefined ? {} : { workerModule: options.workerModule }),
    ...(options.maxEngineTriples === undefined ? {} : { maxEngineTriples: options.maxEngineTriples }),
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

/** The registry that takes the place of the one that reads the store; undefined where none does. */
async function registryFor(options: TestAppOptions, { dataFolder, baseUrl }: Config): Promise<Registry | undefined> {
  const { registry, lexicon, vocabulary, terms, config = {} } = options;
  const { installsSeeds = config.dataFolder !== undefined || config.storeServer !== undefined } = options;
  if (registry !== undefined) return registry;
  if (lexicon === null) return DARK;
  if (lexicon !== undefined) return fixedRegistry(vocabularyOf(lexicon));
  if (vocabulary !== undefined || installsSeeds) return undefined;
  if (terms !== undefined) return fixedRegistry(await selectedVocabulary(terms, hubNamespaces(baseUrl)));
  await copyShippedArchive(join(dataFolder, 'vocabulary'));
  return fixedRegistry(await seededVocabulary(hubNamespaces(baseUrl)));
}

/** A registry of one vocabulary, which no hub has to wait for. */
function fixedRegistry(vocabulary: Vocabulary): Registry {
  return {
    current: () => vocabulary,
    state: () => ({ readAt: new Date(0), stale: false, lastError: null }),
    start: async () => {},
    stop() {},
  };
}

/** The registry of a hub that never read a vocabulary. */
const DARK: Registry = {
  current() {
    throw new HubError('registry-unavailable', 'The vocabulary registry is unavailable.');
  },
  state: () => ({ readAt: null, stale: false, lastError: null }),
  start: async () => {},
  stop() {},
};

/** A vocabulary that has nothing but what the mapping needs. */
function vocabularyOf(lexicon: Lexicon): Vocabulary {
  return {
    version: '0'.repeat(64),
    versionIri: lexicon.versionIri,
    terms: new Map(),
    categories: [],
    prefixes: [],
    nodes: nodesOf({}),
    lexicon,
    triples: NO_TRIPLES,
    ontology: NO_TRIPLES,
  };
}
