import { createHash, timingSafeEqual } from 'node:crypto';
import type Router from '@koa/router';
import { HubError } from '../errors.ts';
import { createRouter } from '../http/routes.ts';

/** What can be scraped. */
interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
}

/**
 * `GET /metrics`, for Prometheus.
 *
 * @param token what a scraper has to present as a bearer token; undefined where the address itself is not public
 */
export function createMetricsRoutes(metrics: Metrics, token: string | undefined): Router {
  const router = createRouter();
  router.get('/metrics', async (ctx) => {
    if (token !== undefined && !isBearer(ctx.get('Authorization'), token)) {
      throw new HubError('unauthenticated', 'Metrics are for who presents the bearer token of HUB_METRICS_TOKEN.');
    }
    ctx.set('Cache-Control', 'no-store');
    ctx.type = metrics.contentType;
    ctx.body = await metrics.text();
  });
  return router;
}

/** Compares hashes, which have one length, in constant time. */
function isBearer(authorization: string, token: string): boolean {
  const given = /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
  return timingSafeEqual(sha256(given), sha256(token));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
