import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import { RemoteStore } from '../../src/store/remote.ts';
import { findFusekiServer } from '../support/fuseki-server.ts';
import { findOxigraphServer } from '../support/oxigraph-server.ts';
import { findRdf4jServer } from '../support/rdf4j-server.ts';
import { isMissing, type Engine } from '../support/sparql-server.ts';
import { BASE, describeStore, type StoresUnderTest } from './store-contract.ts';

const IS_NIGHTLY = process.env['HUB_NIGHTLY'] === '1';

async function onServer(engine: Engine, rounds: number): Promise<StoresUnderTest> {
  if (engine.missing !== null) throw new Error(engine.missing);
  const folder = await mkdtemp(join(tmpdir(), 'hub-contract-'));
  const server = await engine.start({ folder });
  const open = (): RemoteStore =>
    new RemoteStore({
      ...server,
      authorization: undefined,
      changesGraph: `${BASE}/graph/changes`,
      timing: DEFAULT_TIMING,
    });
  const stores = [open(), open()] as const;
  return {
    stores,
    open: async () => open(),
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
const rdf4j = await findRdf4jServer();

describe.skipIf(isMissing(oxigraph))('a server', () => {
  describeStore('of Oxigraph', () => onServer(oxigraph, IS_NIGHTLY ? 300 : 50));
});
describe.skipIf(isMissing(fuseki))('a server', () => {
  describeStore('of Apache Jena', () => onServer(fuseki, IS_NIGHTLY ? 100 : 10));
});
describe.skipIf(isMissing(rdf4j))('a server', () => {
  describeStore('of Eclipse RDF4J', () => onServer(rdf4j, IS_NIGHTLY ? 100 : 10));
});
