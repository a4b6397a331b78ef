import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createFront, type FrontOptions } from './http/create-front.ts';
import { listen } from './http/listening/listen.ts';
import { createHttpServer } from './http/listening/server.ts';
import { refuseUnrouted } from './http/no-route.ts';
import { createMetricsRoutes } from './rest/metrics-routes.ts';
import type { Metrics } from './metrics/metrics.ts';

/** An address for metrics alone. */
export interface MetricsServer {
  /** Resolves when it listens. @throws Error when the port is taken or the address is not of this machine */
  start(): Promise<void>;
  stop(): void;
}

/** The address of its own that the settings give to metrics; null when they give none. */
export function createMetricsServer(
  { metrics: settings, baseUrl, timing }: Config,
  metrics: Metrics,
  options: Pick<FrontOptions, 'isStopping' | 'inlineScripts' | 'renderProblem'> & { readonly log: Logger },
): MetricsServer | null {
  if (settings === undefined || settings.address === null) return null;
  const { address, token } = settings;
  // It is asked from inside, and not through the proxies of the public address.
  const koa = createFront({ ...options, baseUrl, timing, trustedProxies: 0 });
  koa.use(createMetricsRoutes(metrics, token).routes());
  koa.use(refuseUnrouted());
  const server = createHttpServer(koa.callback(), timing, options.log, baseUrl);
  return {
    async start() {
      await listen(server, address);
      options.log.info({ address: server.address() }, 'metrics can be read');
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Bytes that the process can still write to a folder; null when the system does not tell. */
export async function freeBytesOf(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
