import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { RedisLink } from '../../src/peers/redis-link.ts';
import { RedisPeers } from '../../src/peers/redis-peers.ts';

/** A link that is up, and answers each publication with `answer`. */
function upLink(answer: () => Promise<void>): RedisLink {
  const link: Pick<RedisLink, 'prefix' | 'isUp' | 'onConnect' | 'probe' | 'onUp' | 'ask' | 'start' | 'stop'> = {
    prefix: 'test',
    isUp: true,
    onConnect: () => {},
    probe: () => {},
    onUp: () => {},
    ask: async (question) => question({ publish: answer } as never),
    start: async () => {},
    stop: () => {},
  };
  return Object.assign(link, { client: new EventEmitter() }) as unknown as RedisLink;
}

test.each(Array.from({ length: 12 }, (_, steps) => steps))(
  'a change that comes %i steps behind the answer to the announcement before is announced',
  async (steps) => {
    let published = 0;
    const peers = new RedisPeers(
      upLink(async () => {
        published += 1;
        if (published > 1) return;
        void (async () => {
          for (let step = 0; step < steps; step++) await Promise.resolve();
          peers.announce();
        })();
      }),
    );
    peers.announce();
    await wait(1);
    expect(published).toBe(2);
  },
);
