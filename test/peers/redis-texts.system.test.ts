import { afterEach, beforeEach, expect, test } from 'vitest';
import { RedisLink } from '../../src/peers/redis-link.ts';
import { RedisTexts } from '../../src/peers/redis-texts.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import { createRedisServer, REDIS_MISSING, type RedisServer } from '../support/redis-server.ts';

let redis: RedisServer;
const links: RedisLink[] = [];

beforeEach(async (context) => {
  if (REDIS_MISSING !== null) context.skip(REDIS_MISSING);
  redis = await createRedisServer();
  await redis.start();
});
afterEach(async () => {
  for (const link of links.splice(0)) link.stop();
  await redis?.kill();
});

async function connect(service: string): Promise<RedisTexts> {
  const log = { info: () => {}, warn: () => {} };
  const link = new RedisLink({ url: redis.url, service, timing: { ...DEFAULT_TIMING, redisMs: 10_000 }, log });
  links.push(link);
  await link.start();
  return new RedisTexts(link, 'queries');
}

test('a text is kept for the hubs of the service, for as long as was said', async () => {
  const [one, other, stranger] = [
    await connect('https://hub.example'),
    await connect('https://hub.example'),
    await connect('https://other.example'),
  ];
  await one.set('a', '{ ä }', { ttl: 3600 });
  await one.set('b', '{ b }', { ttl: 1 });
  expect(await other.get('a')).toBe('{ ä }');
  expect(await stranger.get('a')).toBeUndefined();
  await expect.poll(() => other.get('b')).toBeUndefined();
  await one.delete('a');
  expect(await other.get('a')).toBeUndefined();
});

test('while Redis does not answer, nothing is kept and nothing fails', async () => {
  const texts = await connect('https://hub.example');
  await redis.kill();
  await texts.set('a', '{ a }');
  expect(await texts.get('a')).toBeUndefined();
});
