import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { RemoteStore } from '../../src/store/remote.ts';
import { findFusekiServer } from '../support/fuseki-server.ts';
import { findOxigraphServer } from '../support/oxigraph-server.ts';
import { isMissing, type Engine } from '../support/sparql-server.ts';
import { describeStore, type StoresUnderTest } from './store-contract.ts';

const IS_NIGHTLY = process.env['HUB_NIGHTLY'] === '1';
const BASE = 'https://hub.example';

async function inMemory(): Promise<StoresUnderTest> {
  const store = new EmbeddedStore();
  await store.open();
  return { stores: [store, store], rounds: 50, stop: () => store.close() };
}

async function onDisk(): Promise<StoresUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-contract-'));
  const store = new EmbeddedStore({ folder, baseUrl: BASE });
  await store.open();
  return {
    stores: [store, store],
    rounds: 50,
    async stop() {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function onServer(engine: Engine, rounds: number): Promise<StoresUnderTest> {
  if (engine.missing !== null) throw new Error(engine.missing);
  const folder = await mkdtemp(join(tmpdir(), 'hub-contract-'));
  const server = await engine.start({ folder });
  const open = (): RemoteStore =>
    new RemoteStore({ ...server, authorization: undefined, changesGraph: `${BASE}/graph/changes` });
  const stores = [open(), open()] as const;
  return {
    stores,
    rounds,
    async stop() {
      await Promise.all(stores.map((store) => store.close()));
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

const oxigraph = await findOxigraphServer();
const fuseki = await findFusekiServer();

describeStore('an embedded store in memory', inMemory);
describeStore('an embedded store on disk', onDisk);
describe.skipIf(isMissing(oxigraph))('a server', () => {
  describeStore('of Oxigraph', () => onServer(oxigraph, IS_NIGHTLY ? 300 : 50));
});
describe.skipIf(isMissing(fuseki))('a server', () => {
  describeStore('of Apache Jena', () => onServer(fuseki, IS_NIGHTLY ? 100 : 10));
});
