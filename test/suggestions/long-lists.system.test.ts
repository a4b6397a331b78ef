import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RemoteStore } from '../../src/store/remote.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import { findOxigraphServer } from '../support/oxigraph-server.ts';
import { isMissing } from '../support/sparql-server.ts';
import { expectLongLists, LONG_LISTS_HUB as HUB, quadsOfLongLists } from './long-lists.ts';

const oxigraph = await findOxigraphServer();

test.skipIf(isMissing(oxigraph))('lists have the same order on a server', async () => {
  if (oxigraph.missing !== null) return;
  const folder = await mkdtemp(join(tmpdir(), 'hub-lists-'));
  const server = await oxigraph.start({ folder });
  const store = new RemoteStore({
    ...server,
    authorization: undefined,
    changesGraph: HUB.changesGraph,
    timing: { ...DEFAULT_TIMING, storeMs: 60_000 },
  });
  try {
    await store.change({ add: quadsOfLongLists() });
    expect(store.hasLists()).toBe(false);
    await expectLongLists(store, [20]);
  } finally {
    await store.close();
    await server.stop('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});
