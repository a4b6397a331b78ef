import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { RemoteStore } from '../../src/store/remote.ts';
import { StoreError } from '../../src/store/store.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';

const STORE_MS = 1_000;
const GRAPH = 'https://hub.example/graph/slow';
const LINE = `<https://hub.example/s> <https://hub.example/p> "${'x'.repeat(1_000)}" .\n`;

let stop: () => Promise<void>;
afterEach(() => stop());

/** A store on a server that sends each piece of a graph after a pause. */
async function storeWith(pieces: readonly string[], pauseMs: number): Promise<RemoteStore> {
  const send = async (response: ServerResponse): Promise<void> => {
    response.writeHead(200, { 'Content-Type': 'application/n-triples' });
    for (const piece of pieces) {
      if (response.destroyed) return;
      response.write(piece);
      await wait(pauseMs);
    }
    response.end();
  };
  const server = createServer((_, response) => void send(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store = new RemoteStore({
    queryUrl: url,
    updateUrl: url,
    graphsUrl: url,
    authorization: undefined,
    changesGraph: `${GRAPH}/changes`,
    timing: { ...DEFAULT_TIMING, storeMs: STORE_MS },
  });
  stop = async () => {
    await store.close();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return store;
}

async function count(store: RemoteStore): Promise<number> {
  let triples = 0;
  for await (const triple of store.dump(GRAPH)) triples += triple.s.value === '' ? 0 : 1;
  return triples;
}

test('a large graph may take longer than other reads, if it comes', async () => {
  const piece = LINE.repeat(100);
  const store = await storeWith(
    Array.from({ length: 12 }, () => piece),
    150,
  );
  expect(await count(store)).toBe(1_200);
});

test('a graph that comes by the line is given up', async () => {
  const store = await storeWith(
    Array.from({ length: 200 }, () => LINE),
    100,
  );
  await expect(count(store)).rejects.toThrow(
    new StoreError(`The store did not read the graph ${GRAPH}: no answer within ${STORE_MS} ms`),
  );
});
