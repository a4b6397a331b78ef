import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { describeStore, type StoresUnderTest } from './store-contract.ts';

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

describeStore('an embedded store in memory', inMemory);
describeStore('an embedded store on disk', onDisk);
