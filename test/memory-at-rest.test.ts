import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemoryAtRest } from '../src/memory-at-rest.ts';

const MEBIBYTE = 1024 * 1024;
const QUIET_MS = 1_000;

let server: Server;
let url: string;
let held: number;
/** How often memory was given back, and how long that holds the thread. */
let given: number;
let holdMs: number;
let answer: () => void;
let isAsked: boolean;
let memory: MemoryAtRest;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] });
  // More than a hub may have grown by, and so little that it takes no time to speak of.
  [held, given, holdMs] = [17 * MEBIBYTE, 0, 0];
  isAsked = false;
  server = createServer(({ url: path }, response) => {
    isAsked = true;
    if (path === '/slow') answer = () => response.end('late');
    else if (path === '/events') response.setHeader('Content-Type', 'text/event-stream').write(': \n\n');
    else response.end('there');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  memory = new MemoryAtRest(server, {
    quietMs: QUIET_MS,
    heldBytes: () => held,
    giveBack: async () => {
      given++;
      await new Promise((resolve) => setTimeout(resolve, holdMs));
    },
  });
  memory.start();
});
afterEach(() => {
  memory.stop();
  server.closeAllConnections();
  server.close();
  vi.useRealTimers();
});

const read = async (path: string): Promise<string> => (await fetch(url + path)).text();

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

async function readFor(path: string, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += QUIET_MS / 4) {
    await read(path);
    await pass(QUIET_MS / 4);
  }
}

test('what a hub has grown by is given back when nothing was asked for a while, and once', async () => {
  await pass(QUIET_MS / 2);
  expect(given).toBe(0);
  await pass(QUIET_MS);
  expect(given).toBe(1);
  await pass(QUIET_MS * 2);
  expect(given).toBe(1);
  held += 17 * MEBIBYTE;
  await pass(QUIET_MS * 2);
  expect(given).toBe(2);
});

test('who reads one page after another is not kept waiting', async () => {
  await readFor('/', QUIET_MS * 3);
  expect(given).toBe(0);
  await pass(QUIET_MS);
  expect(given).toBe(1);
});

test.each(['/healthz', '/readyz', '/metrics?name[]=hub_requests_total'])(
  'programs that ask for %s at intervals keep no memory from being given back',
  async (path) => {
    await readFor(path, QUIET_MS * 3);
    expect(given).toBe(1);
  },
);

test('a request that came before memory is looked at is open, too', async () => {
  memory.stop();
  const reading = read('/slow');
  await vi.waitUntil(() => isAsked);
  memory.start();
  await pass(QUIET_MS * 3);
  expect(given).toBe(0);
  answer();
  await reading;
});

test('nothing is given back while a request is open', async () => {
  const reading = read('/slow');
  await vi.waitUntil(() => isAsked);
  await pass(QUIET_MS * 3);
  expect(given).toBe(0);
  answer();
  expect(await reading).toBe('late');
  await pass(QUIET_MS / 2);
  expect(given).toBe(0);
  await pass(QUIET_MS);
  expect(given).toBe(1);
});

test('a request that its client gave up is not open', async () => {
  const ended = new AbortController();
  const reading = fetch(`${url}/slow`, { signal: ended.signal }).catch(() => {});
  await vi.waitUntil(() => isAsked);
  ended.abort();
  await reading;
  const givenAfter = async (): Promise<number> => {
    await pass(QUIET_MS / 2);
    return given;
  };
  await expect.poll(givenAfter).toBe(1);
});

test('a stream of events that is open is no request that waits', async () => {
  const { body } = await fetch(`${url}/events`);
  await pass(QUIET_MS);
  expect(given).toBe(1);
  await body!.cancel();
});

test('a hub that nobody has read waits no longer, however much there is', async () => {
  held = 200 * MEBIBYTE;
  await pass(QUIET_MS * 1.2);
  expect(given).toBe(1);
});

test('the more there is, the longer it is quiet before; and the longer it took the last time', async () => {
  await read('/');
  held = 200 * MEBIBYTE;
  await pass(QUIET_MS * 3);
  expect(given).toBe(0);
  held = 17 * MEBIBYTE;
  holdMs = 100;
  await pass(QUIET_MS);
  expect(given).toBe(1);
  held = 34 * MEBIBYTE;
  await pass(QUIET_MS * 3);
  expect(given).toBe(1);
});
