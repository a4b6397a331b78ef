import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { NGINX_MISSING, startNginx } from '../support/nginx-server.ts';
import { createRedisServer, REDIS_MISSING } from '../support/redis-server.ts';
import { startHub } from './hub-process.ts';
import { emptyLine, medianOf, type Line, type Section } from './measure.ts';
import { requestRate, type Sent } from './rate.ts';

const MEBIBYTE = 1024 * 1024;
const CONNECTIONS = 16;
const SECONDS = 3;
/** After which a hub has done what it does by itself. */
const REST_MS = 5_000;

/** What one hub takes and gives, for whoever has to choose how many there shall be. */
export async function measureSizing(rounds: number): Promise<Section> {
  const lines: Line[] = [];
  const put = (what: string, figure: string): void => void lines.push({ ...emptyLine(what), figure });
  const rateOf = async (port: number, path: string, sent: Sent): Promise<number> => {
    const rates: number[] = [];
    for (let round = 0; round < rounds; round++)
      rates.push(await requestRate({ port, path, connections: CONNECTIONS, seconds: SECONDS, sent }));
    return medianOf(rates);
  };
  const perSecond = (rate: number): string => `${rate.toFixed(rate < 100 ? 1 : 0)} requests/s`;

  const sizes: number[] = [];
  for (const workers of [1, 2, 4]) {
    const hub = await startHub(undefined, { HUB_WORKERS: String(workers), HUB_SPARQL_WORKERS: '1' });
    await delay(REST_MS);
    const { own } = residentBytesOf(hub.pid);
    sizes.push(own);
    put(`memory at rest, ${workers === 1 ? '1 worker' : `${workers} workers`}`, megabytes(own));
    if (workers === 1) {
      await (await fetch(`${hub.url}/sparql?query=ASK%7B%7D`)).text();
      await delay(REST_MS);
      put('processes for SPARQL, after the first query', megabytes(residentBytesOf(hub.pid).children));
    }
    await hub.stop();
  }
  put('of that, per worker', megabytes((sizes[2]! - sizes[0]!) / 3));

  const hub = await startHub();
  const small = await rateOf(hub.port, '/api/rdf', 'ten keys');
  put('documents of 10 keys, `POST /api/rdf`', perSecond(small));
  put('reads, `GET /api/categories`', perSecond(await rateOf(hub.port, '/api/categories', 'nothing')));
  put('documents of 1.4 MB, 21 MB of Turtle each', perSecond(await rateOf(hub.port, '/api/json-to-rdf', 'series')));
  put('memory after that', megabytes(residentBytesOf(hub.pid).own));
  await hub.stop();

  if (REDIS_MISSING === null) {
    const redis = await createRedisServer();
    await redis.start();
    const counted = await startHub(undefined, { HUB_REDIS_URL: redis.url });
    put('documents of 10 keys, counted in Redis', perSecond(await rateOf(counted.port, '/api/rdf', 'ten keys')));
    await counted.stop();
    await redis.kill();
  }
  if (NGINX_MISSING === null) {
    const behind = await Promise.all([startHub(), startHub()]);
    const nginx = await startNginx(behind.map(({ port }) => port));
    put('documents of 10 keys, two hubs behind nginx', perSecond(await rateOf(nginx.port, '/api/rdf', 'ten keys')));
    await nginx.stop();
    await Promise.all(behind.map((each) => each.stop()));
  }
  return {
    title: `One hub, ${CONNECTIONS} connections`,
    lines,
    notes: [
      'The load generator, nginx and Redis run on the same cores.',
      ...[REDIS_MISSING, NGINX_MISSING].filter((words) => words !== null).map((words) => `Left out: ${words}`),
    ],
  };
}

/** Of a process and of those that it started; from /proc. */
function residentBytesOf(pid: number): { own: number; children: number } {
  const sizeOf = (process: string): number =>
    Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${process}/status`, 'utf8'))![1]) * 1024;
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return { own: sizeOf(String(pid)), children: children.reduce((sum, child) => sum + sizeOf(child), 0) };
}

function megabytes(bytes: number): string {
  return `${(bytes / MEBIBYTE).toFixed(0)} MiB`;
}
