import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { DocumentRateLimit, WINDOW_SECONDS, type RateLimit } from './http/limits/rate-limit.ts';
import { SharedRateLimit } from './http/limits/shared-rate-limit.ts';
import { NO_PEERS, type Peers } from './peers/peers.ts';
import { RedisCounter } from './peers/redis-counter.ts';
import { RedisLink } from './peers/redis-link.ts';
import { RedisPeers } from './peers/redis-peers.ts';

/** What the hub shares with others of its service; alone, it counts for itself and announces nothing. */
export function joinPeers(
  { redisUrl, baseUrl, rateLimit, timing }: Config,
  log: Logger,
): { peers: Peers; rateLimit: RateLimit } {
  const own = new DocumentRateLimit(rateLimit);
  if (redisUrl === undefined) return { peers: NO_PEERS, rateLimit: own };
  const link = new RedisLink({ url: redisUrl, service: baseUrl, answerMs: timing.redisMs, log });
  return {
    peers: new RedisPeers(link),
    rateLimit: new SharedRateLimit(new RedisCounter(link, WINDOW_SECONDS), own),
  };
}
