import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findProgram, sayMissing } from './programs.ts';
import { freePort } from './sparql-server.ts';

/** Why there is no Prometheus for a test; null when there is. Debian's package has both programs. */
export const PROMETHEUS_MISSING = sayMissing({ prometheus: 'prometheus', promtool: 'prometheus' });

const FILES = fileURLToPath(new URL('../../docs/monitoring/', import.meta.url));

/** A value that Prometheus answers a query with, and its labels. */
interface Found {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

export interface PrometheusServer {
  /** The values of an expression at this moment. @throws Error with what Prometheus says of it */
  query(expression: string): Promise<Found[]>;
  stop(): Promise<void>;
}

/** Prometheus with `docs/monitoring/prometheus.yml`, but for the port of the hub and the time between two scrapes. */
export async function startPrometheus(metricsPort: number): Promise<PrometheusServer> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-prometheus-'));
  await cp(FILES, folder, { recursive: true });
  const file = join(folder, 'prometheus.yml');
  let text = await readFile(file, 'utf8');
  for (const [from, to] of [
    ['localhost:9464', `127.0.0.1:${metricsPort}`],
    ['scrape_interval: 15s', 'scrape_interval: 1s'],
  ] as const) {
    if (!text.includes(from)) throw new Error(`docs/monitoring/prometheus.yml has no ${from}`);
    text = text.replace(from, to);
  }
  await writeFile(file, text);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const options = [`--config.file=${file}`, `--storage.tsdb.path=${join(folder, 'data')}`];
  const child = spawn(findProgram('prometheus')!, [...options, `--web.listen-address=127.0.0.1:${port}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (lines: Buffer) => (complaints += lines.toString()));
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`Prometheus has ended: ${complaints}`);
    await delay(50);
  }
  return {
    async query(expression) {
      const response = await fetch(`${url}/api/v1/query`, {
        method: 'POST',
        body: new URLSearchParams({ query: expression }),
      });
      const answer = (await response.json()) as { error?: string; data?: { result: Found[] } };
      if (answer.data === undefined) throw new Error(`${expression}: ${answer.error}`);
      return answer.data.result;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/-/ready`)).ok;
  } catch {
    return false;
  }
}
