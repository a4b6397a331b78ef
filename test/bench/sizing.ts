import { setTimeout as delay } from 'node:timers/promises';
import { NGINX_MISSING, startNginx } from '../support/nginx-server.ts';
import { createRedisServer, REDIS_MISSING } from '../support/redis-server.ts';
import { residentBytesByPid, startHub } from './hub-process.ts';
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
      rates.push((await requestRate({ port, path, connections: CONNECTIONS, seconds: SECONDS, sent })).perSecond);
    return medianOf(rates);
  };
  const perSecond = (rate: number): string => `${rate.toFixed(rate < 100 ? 1 : 0)} requests/s`;

  const resting = await startHub(undefined, { HUB_WORKERS: '4', HUB_SPARQL_WORKERS: '1' });
  await delay(REST_MS);
  const { own, children } = residentBytesByPid(resting.pid);
  put('memory at rest, however many workers', megabytes(own));
  put('the process for SPARQL that is ready', megabytes(children));
  await resting.stop();

  const hub = await startHub();
  const small = await rateOf(hub.port, '/api/rdf', 'ten keys');
  put('documents of 10 keys, `POST /api/rdf`', perSecond(small));
  put('reads, `GET /api/categories`', perSecond(await rateOf(hub.port, '/api/categories', 'nothing')));
  put('documents of 1.4 MB, 21 MB of Turtle each', perSecond(await rateOf(hub.port, '/api/json-to-rdf', 'series')));
  put('memory after that', megabytes(residentBytesByPid(hub.pid).own));
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
function megabytes(bytes: number): string {
  return `${(bytes / MEBIBYTE).toFixed(0)} MiB`;
}
