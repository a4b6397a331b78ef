import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { RemoteStore } from '../../src/store/remote.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import type { Version } from '../../src/vocabulary/versions/versions.ts';
import { Deliveries } from '../../src/webhooks/deliveries.ts';
import { WebhooksGraph } from '../../src/webhooks/webhooks-graph.ts';
import { findOxigraphServer } from '../support/oxigraph-server.ts';
import { isMissing } from '../support/sparql-server.ts';

const HUB = hubNamespaces('https://hub.example');
const WEBHOOKS = 6;
const oxigraph = await findOxigraphServer();

test.skipIf(isMissing(oxigraph))(
  'of two hubs on a server, one tells, and what it tells is kept there',
  async () => {
    if (oxigraph.missing !== null) return;
    const folder = await mkdtemp(join(tmpdir(), 'hub-webhooks-'));
    const server = await oxigraph.start({ folder });
    const timing = { ...DEFAULT_TIMING, storeMs: 60_000 };
    const stores = [0, 1].map(
      () => new RemoteStore({ ...server, authorization: undefined, changesGraph: HUB.changesGraph, timing }),
    );
    const graphs = stores.map((store) => new WebhooksGraph(store, HUB));
    const ids = Array.from(
      { length: WEBHOOKS },
      (_, at) => `${String(at).padStart(8, '0')}-0000-4000-8000-000000000000`,
    );
    const sent: string[] = [];
    const hubs = graphs.map(
      (graph) =>
        new Deliveries({
          graph,
          inUse: async () => ({ version: 'two' }) as Version,
          messages: { write: async () => '{"text":"with \\"quotes\\", a \\\\ and é"}' },
          send: async ({ url }) => (sent.push(url), { status: 204, failure: null }),
          now: () => new Date(),
          timing,
          log: { info: () => {}, warn: () => {} },
        }),
    );
    try {
      for (const id of ids)
        await graphs[0]!.add({
          id,
          createdAt: new Date('2026-01-02T03:04:05.000Z'),
          url: `https://${id}.example/`,
          description: 'Größe "in" \\ Metern',
          secrets: [{ value: 'whsec_AAAA', until: null }],
          off: null,
          version: 'one',
          waiting: null,
          deliveries: [],
        });
      for (const hub of hubs) hub.start();
      const told = async (): Promise<number> =>
        (await graphs[1]!.list()).filter(({ webhook: { version, waiting } }) => version === 'two' && waiting === null)
          .length;
      await expect.poll(told, { timeout: 60_000 }).toBe(WEBHOOKS);
      expect(sent.toSorted()).toEqual(ids.map((id) => `https://${id}.example/`));
      expect((await graphs[1]!.find(ids[0]!))!.webhook.description).toBe('Größe "in" \\ Metern');
      expect(await graphs[1]!.remove(ids[0]!)).toMatchObject({ id: ids[0] });
      expect((await graphs[0]!.list()).map(({ webhook: { id } }) => id)).toEqual(ids.slice(1));
    } finally {
      await Promise.all(hubs.map((hub) => hub.stop()));
      await Promise.all(stores.map((store) => store.close()));
      await server.stop('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    }
  },
  120_000,
);
