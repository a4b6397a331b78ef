import { afterEach, beforeEach, expect, test } from 'vitest';
import { RedisLink } from '../../src/peers/redis-link.ts';
import { RedisPeers } from '../../src/peers/redis-peers.ts';
import { createRedisServer, REDIS_MISSING, type RedisServer } from '../support/redis-server.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';

interface Replica {
  readonly replicas: RedisPeers;
  /** How often it heard of a change. */
  heard: number;
}

let redis: RedisServer;
const started: Replica[] = [];

beforeEach(async (context) => {
  if (REDIS_MISSING !== null) context.skip(REDIS_MISSING);
  redis = await createRedisServer();
});

afterEach(async () => {
  await Promise.all(started.splice(0).map(({ replicas }) => replicas.stop()));
  await redis?.kill();
});

async function startReplica(service = 'https://hub.example'): Promise<Replica> {
  const log = { info: () => {}, warn: () => {} };
  const replica = {
    replicas: new RedisPeers(
      new RedisLink({ url: redis.url, service, timing: { ...DEFAULT_TIMING, redisMs: 1_000 }, log }),
    ),
    heard: 0,
  };
  replica.replicas.onAnnounced(() => replica.heard++);
  started.push(replica);
  await replica.replicas.start();
  return replica;
}

const isConnected = ({ replicas }: Replica): boolean => replicas.state().connected;

test('a change is heard of by the other hubs of the service, and by nobody else', async () => {
  await redis.start();
  const [one, two, three, stranger] = [
    await startReplica(),
    await startReplica(),
    await startReplica(),
    await startReplica('https://other.example'),
  ];
  one!.replicas.announce();
  await expect.poll(() => [two!.heard, three!.heard]).toEqual([1, 1]);
  two!.replicas.announce();
  await expect.poll(() => [one!.heard, three!.heard]).toEqual([1, 2]);
  expect([two!.heard, stranger!.heard]).toEqual([1, 0]);
});

test('a change that was announced while Redis was away is heard of when it is back', async () => {
  const [one, other] = [await startReplica(), await startReplica()];
  one.replicas.announce();
  await redis.start();
  await expect.poll(() => isConnected(one) && isConnected(other)).toBe(true);
  // Once for the connection, which may have missed something, and once for the change.
  await expect.poll(() => other.heard).toBeGreaterThanOrEqual(1);
  await redis.kill();
  await expect.poll(() => isConnected(one) || isConnected(other)).toBe(false);
  const before = other.heard;
  one.replicas.announce();
  await redis.start();
  await expect.poll(() => other.heard).toBeGreaterThan(before);
  await expect.poll(() => isConnected(one)).toBe(true);
  const after = other.heard;
  one.replicas.announce();
  await expect.poll(() => other.heard).toBeGreaterThan(after);
});

test('a change announced right before the end of a hub is heard of', async () => {
  await redis.start();
  const [one, other] = [await startReplica(), await startReplica()];
  one.replicas.announce();
  await one.replicas.stop();
  await expect.poll(() => other.heard).toBe(1);
});

test('nobody who ended hearing is called', async () => {
  await redis.start();
  const [one, other] = [await startReplica(), await startReplica()];
  let calls = 0;
  const end = other.replicas.onAnnounced(() => calls++);
  end();
  one.replicas.announce();
  await expect.poll(() => other.heard).toBe(1);
  expect(calls).toBe(0);
});
