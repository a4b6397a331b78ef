import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { LocalRateLimit, WINDOW_SECONDS, type RateLimit } from './http/limits/rate-limit.ts';
import { SharedRateLimit } from './http/limits/shared-rate-limit.ts';
import { NO_PEERS, type Peers } from './peers/peers.ts';
import { RedisCounter } from './peers/redis-counter.ts';
import { RedisLink } from './peers/redis-link.ts';
import { RedisPeers } from './peers/redis-peers.ts';
import { RedisTexts } from './peers/redis-texts.ts';

interface SharedState {
  readonly peers: Peers;
  readonly rateLimit: RateLimit;
  readonly queryLimit: RateLimit;
  /** Not of a hub that is alone. */
  readonly persistedQueries?: RedisTexts;
}

/**
 * What the hub shares with others of its service; alone, it counts for itself and announces nothing.
 *
 * @param queryAllowance what the queries of a client may cost in a minute
 */
export function joinPeers(
  { redisUrl, baseUrl, rateLimit, timing }: Config,
  queryAllowance: number,
  log: Logger,
): SharedState {
  const documents = new LocalRateLimit('documents', rateLimit);
  const queries = new LocalRateLimit('queries', queryAllowance);
  if (redisUrl === undefined) return { peers: NO_PEERS, rateLimit: documents, queryLimit: queries };
  const link = new RedisLink({ url: redisUrl, service: baseUrl, timing, log });
  const shared = (own: LocalRateLimit): RateLimit =>
    new SharedRateLimit(new RedisCounter(link, WINDOW_SECONDS, own.counted), own);
  return {
    peers: new RedisPeers(link),
    rateLimit: shared(documents),
    queryLimit: shared(queries),
    persistedQueries: new RedisTexts(link, 'texts'),
  };
}
