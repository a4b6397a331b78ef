import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { BASE, describeStore, type StoresUnderTest } from './store-contract.ts';

async function inMemory(): Promise<StoresUnderTest> {
  const open = async (): Promise<EmbeddedStore> => {
    const store = new EmbeddedStore();
    await store.open();
    return store;
  };
  const store = await open();
  return { stores: [store, store], open, rounds: 50, stop: () => store.close() };
}

async function onDisk(): Promise<StoresUnderTest> {
  const folders: string[] = [];
  const open = async (): Promise<EmbeddedStore> => {
    const folder = await mkdtemp(join(tmpdir(), 'hub-contract-'));
    folders.push(folder);
    const store = new EmbeddedStore({ folder, baseUrl: BASE });
    await store.open();
    return store;
  };
  const store = await open();
  return {
    stores: [store, store],
    open,
    rounds: 50,
    async stop() {
      await store.close();
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
    },
  };
}

describeStore('an embedded store in memory', inMemory);
describeStore('an embedded store on disk', onDisk);
