import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app.ts';
import { EMPTY_LEXICON } from '../support/empty-lexicon.ts';
import { createRedisServer, REDIS_MISSING, type RedisServer } from '../support/redis-server.ts';

let redis: RedisServer;
const hubs: TestApp[] = [];

beforeEach(async (context) => {
  if (REDIS_MISSING !== null) context.skip(REDIS_MISSING);
  redis = await createRedisServer();
});

afterEach(async () => {
  await Promise.all(hubs.splice(0).map((hub) => hub.stop()));
  redis?.resume();
  await redis?.kill();
});

/** Time for a Redis that others keep from the processor; the hub looks for it ten times as often as usual. */
const TIMING = { redisMs: 5_000, beatMs: 100, longestReconnectMs: 100 };

async function startHub(
  config: TestAppOptions['config'] = {},
  timing: NonNullable<TestAppOptions['timing']> = {},
): Promise<TestApp> {
  const hub = await createTestApp({
    lexicon: EMPTY_LEXICON,
    config: { redisUrl: redis.url, trustedProxies: 1, ...config },
    timing: { ...TIMING, ...timing },
  });
  hubs.push(hub);
  return hub;
}

/** A hub that has found Redis. */
async function startConnectedHub(...options: Parameters<typeof startHub>): Promise<TestApp> {
  const hub = await startHub(...options);
  await expect.poll(() => isConnected(hub)).toBe(true);
  return hub;
}

/** Documents that are answered on the fast path, by a worker, and by GraphQL. */
const WAYS = {
  fast: (hub: TestApp, client: string) => post(hub, '/api/semantic', client, '{"a":1}'),
  full: (hub: TestApp, client: string) => post(hub, '/api/semantic', client, `{"a":[${'1,'.repeat(3000)}1]}`),
  graphql: (hub: TestApp, client: string) =>
    post(hub, '/graphql', client, JSON.stringify({ query: '{ embedDocument(document: "{}") { describedCount } }' })),
};

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** Not by `fetch`, which asks for compression, with which nothing takes the fast path. */
async function post(hub: TestApp, path: string, client: string, body: string): Promise<Answer> {
  const sent = request(hub.url + path, {
    method: 'POST',
    agent: false,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'X-Forwarded-For': client,
    },
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return { status: response.statusCode!, headers: response.headers };
}

const remaining = ({ headers }: Answer): number => Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
const isConnected = async (hub: TestApp): Promise<unknown> =>
  ((await (await fetch(`${hub.url}/readyz`)).json()) as { replicas: { connected: boolean } }).replicas.connected;
const said = (hub: TestApp, what: 'answers' | 'does not answer'): number =>
  hub.logged.filter(({ msg }) => String(msg).startsWith(`Redis ${what}`)).length;

describe('the allowance of a client', () => {
  test('is one over all hubs, whichever way its documents go', async () => {
    await redis.start();
    const [one, other] = [await startConnectedHub({ rateLimit: 6 }), await startConnectedHub({ rateLimit: 6 })];
    const left: number[] = [];
    const beganMs = performance.now();
    for (const way of [WAYS.fast, WAYS.full, WAYS.graphql]) {
      for (const hub of [one!, other!]) left.push(remaining(await way(hub, '192.0.2.1')));
    }
    expect(left).toEqual([5, 4, 3, 2, 1, 0]);
    for (const hub of [one!, other!]) {
      const refused = await WAYS.fast(hub, '192.0.2.1');
      expect(refused.status).toBe(429);
      const seconds = Number(refused.headers['retry-after']);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(seconds).toBeGreaterThanOrEqual(59 - (performance.now() - beganMs) / 1000);
      expect(refused.headers['ratelimit']).toBe(`"documents";r=0;t=${seconds}`);
      expect(refused.headers['ratelimit-policy']).toBe('"documents";q=6;w=60');
    }
    expect(remaining(await WAYS.fast(other!, '192.0.2.2'))).toBe(5);
  });

  test('is counted once for each of a hundred documents at a time', async () => {
    await redis.start();
    const [one, other] = [await startConnectedHub({ rateLimit: 60 }), await startConnectedHub({ rateLimit: 60 })];
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) => WAYS.fast(at % 2 === 0 ? one! : other!, '192.0.2.1')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
  });

  test('stands in Redis for a minute, and not under the address of the client', async () => {
    await redis.start();
    await WAYS.fast(await startConnectedHub(), '192.0.2.1');
    const keys = (await redis.say('KEYS', '*')).split('\r\n').filter((line) => line.startsWith('vocabulary-hub:'));
    // The allowances of documents and of queries each try out, under a name of their own, whether they may write.
    expect(keys.filter((key) => key.endsWith(':probe'))).toHaveLength(2);
    expect(keys).toHaveLength(3);
    expect(keys.join()).not.toContain('192.0.2');
    for (const key of keys) {
      const seconds = Number((await redis.say('TTL', key)).slice(1));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
    }
  });

  test('is not shared with the hubs of another service', async () => {
    await redis.start();
    const other = await startConnectedHub({ rateLimit: 2, baseUrl: 'https://other.example' });
    await WAYS.fast(await startConnectedHub({ rateLimit: 2 }), '192.0.2.1');
    expect(remaining(await WAYS.fast(other, '192.0.2.1'))).toBe(1);
  });
});

describe('a Redis that is away', () => {
  test('at the start leaves each hub to count for itself, until it comes', async () => {
    const hub = await startHub({ rateLimit: 2 });
    expect(await isConnected(hub)).toBe(false);
    expect((await fetch(`${hub.url}/readyz`)).status).toBe(200);
    expect([remaining(await WAYS.fast(hub, '192.0.2.1')), remaining(await WAYS.full(hub, '192.0.2.1'))]).toEqual([
      1, 0,
    ]);
    expect((await WAYS.fast(hub, '192.0.2.1')).status).toBe(429);
    await redis.start();
    await expect.poll(() => isConnected(hub)).toBe(true);
    expect(remaining(await WAYS.fast(hub, '192.0.2.1'))).toBe(1);
    expect([said(hub, 'does not answer'), said(hub, 'answers')]).toEqual([1, 1]);
  });

  test('in the middle fails no request, and is said once', async () => {
    await redis.start();
    const hub = await startConnectedHub({ rateLimit: 3 });
    await WAYS.fast(hub, '192.0.2.1');
    await redis.kill();
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push((await WAYS.fast(hub, '192.0.2.1')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(await isConnected(hub)).toBe(false);
    await redis.start();
    await expect.poll(() => isConnected(hub)).toBe(true);
    expect(remaining(await WAYS.fast(hub, '192.0.2.2'))).toBe(2);
    expect([said(hub, 'does not answer'), said(hub, 'answers')]).toEqual([1, 2]);
  });

  test.each(Object.entries(WAYS))(
    'without a word fails no request of the way %s, and is waited for once',
    async (_, way) => {
      await redis.start();
      const hub = await startConnectedHub({}, { redisMs: DEFAULT_TIMING.redisMs });
      await way(hub, '192.0.2.1');
      redis.hang();
      const answers = await Promise.all(Array.from({ length: 20 }, () => way(hub, '192.0.2.1')));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(await isConnected(hub)).toBe(false);
      redis.resume();
      await expect.poll(() => isConnected(hub)).toBe(true);
      expect(said(hub, 'does not answer')).toBe(1);
    },
  );

  test('for so long that its connection is given up is found again', async () => {
    await redis.start();
    const hub = await startConnectedHub({ rateLimit: 10 }, { beatAnswerMs: 200 });
    redis.hang();
    await expect.poll(() => isConnected(hub)).toBe(false);
    // Five beats in vain.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    redis.resume();
    await expect.poll(() => isConnected(hub)).toBe(true);
    expect(remaining(await WAYS.fast(hub, '192.0.2.1'))).toBe(9);
    expect(said(hub, 'does not answer')).toBe(1);
  });

  test('because it may not be written to is as good as away', async () => {
    await redis.start();
    const hub = await startConnectedHub({ rateLimit: 2 });
    await redis.say('REPLICAOF', '127.0.0.1', '1');
    expect([(await WAYS.fast(hub, '192.0.2.1')).status, (await WAYS.fast(hub, '192.0.2.1')).status]).toEqual([
      200, 200,
    ]);
    expect(await isConnected(hub)).toBe(false);
    await redis.say('REPLICAOF', 'NO', 'ONE');
    await expect.poll(() => isConnected(hub)).toBe(true);
  });
});

test('a hub whose credentials are refused counts for itself, and nothing says what they are', async () => {
  redis = await createRedisServer({ password: 'opensesame' });
  await redis.start();
  const good = await startConnectedHub();
  expect(await isConnected(good)).toBe(true);
  const bad = await startHub({ redisUrl: redis.url.replace('opensesame', 'letmein'), rateLimit: 1 });
  const ready = await (await fetch(`${bad.url}/readyz`)).text();
  expect(ready).toContain('"connected":false');
  expect((await WAYS.fast(bad, '192.0.2.1')).status).toBe(200);
  expect((await WAYS.fast(bad, '192.0.2.1')).status).toBe(429);
  expect(bad.logged.find(({ reason }) => reason !== undefined)).toMatchObject({ reason: 'it answered WRONGPASS' });
  const everything = ready + JSON.stringify([good.logged, bad.logged]);
  for (const secret of ['opensesame', 'letmein', String(redis.port)]) expect(everything).not.toContain(secret);
});

test('a user of Redis who may do no more than docs/operating.md says is enough', async () => {
  await redis.start();
  const text = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
  const commands = /needs the commands ([^.]+?), and keys/.exec(text)![1]!.match(/(?<=`)\w+(?=`)/g)!;
  const rights = ['~vocabulary-hub:*', '&vocabulary-hub:*', '-@all', ...commands.map((command) => `+${command}`)];
  await redis.say('ACL', 'SETUSER', 'hub', 'on', '>sesame', ...rights);
  const hub = await startConnectedHub({ redisUrl: redis.url.replace('redis://', 'redis://hub:sesame@'), rateLimit: 5 });
  expect(await isConnected(hub)).toBe(true);
  expect(remaining(await WAYS.fast(hub, '192.0.2.1'))).toBe(4);
  hub.app.peers.announce();
  // Answered after the announcement, on the same connection.
  expect(remaining(await WAYS.fast(hub, '192.0.2.1'))).toBe(3);
  await redis.kill();
  await expect.poll(() => isConnected(hub)).toBe(false);
  expect(said(hub, 'does not answer')).toBe(1);
});
