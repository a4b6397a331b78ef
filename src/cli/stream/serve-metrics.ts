import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { StreamFacts, StreamMetrics } from '../../metrics/stream-metrics.ts';
import { CommandError, EXIT } from '../shared/exit-codes.ts';
import type { Meter } from './stream-loop.ts';

/** Who scrapes asks every few seconds, and sends nothing. */
const REQUEST_MS = 10_000;
const MAX_CONNECTIONS = 16;
/** A broker that does not say how much is left has Prometheus get the rest. */
const LAG_MS = 2_000;

/** Where metrics are to be read. */
interface MetricsSettings {
  readonly metricsPort?: number;
  readonly metricsHost: string;
}

/** What is counted, and the address at which it is read. */
interface MetricsServer extends Meter {
  close(): Promise<void>;
}

/**
 * Answers `GET /metrics` at an address of its own; null without a port.
 *
 * @param facts what is so at the moment of a scrape
 * @throws CommandError when the port is taken or the address is not of this machine
 */
export async function openMetrics(
  { metricsPort: port, metricsHost: host }: MetricsSettings,
  facts: () => Promise<StreamFacts>,
): Promise<MetricsServer | null> {
  if (port === undefined) return null;
  const { StreamMetrics } = await import('../../metrics/stream-metrics.ts');
  const metrics = new StreamMetrics(facts);
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, answerWith(metrics));
  server.maxConnections = MAX_CONNECTIONS;
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    const why = (error as Error).message;
    throw new CommandError(EXIT.unavailable, `Metrics cannot be served at ${host}:${port}: ${why}.`, error);
  }
  return {
    countDocuments: (outcome, count) => metrics.countDocuments(outcome, count),
    countResults: (bytes) => metrics.countResults(bytes),
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The lag, or null when its broker does not say it in time, or fails. */
export function soon(lag: Promise<number | null>): Promise<number | null> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(null), LAG_MS);
    const settle = (found: number | null): void => {
      clearTimeout(late);
      resolve(found);
    };
    lag.then(settle, () => settle(null));
  });
}

function answerWith(metrics: StreamMetrics): RequestListener {
  return async ({ method, url }, response) => {
    if (url?.split('?', 1)[0] !== '/metrics') return response.writeHead(404).end('There is /metrics.\n');
    if (method !== 'GET' && method !== 'HEAD') return response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    const text = await metrics.text();
    return response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text);
  };
}
