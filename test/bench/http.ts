import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ServerProcess, startHub, startServer } from './hub-process.ts';
import { emptyLine, medianOf, type Section } from './measure.ts';

const CONNECTIONS = 16;
const SECONDS = 3;
const LEAST_SHARE = 0.6;

/** Requests per second with a document of ten keys, keep-alive, hub and bare Koa in turn. */
export async function measureHttp(rounds: number): Promise<Section> {
  const hub = await startHub();
  const koa = await startServer(new URL('koa-constant.ts', import.meta.url));
  const rates = { koa: [] as number[], hub: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    rates.koa.push(await requestRate(koa));
    rates.hub.push(await requestRate(hub));
  }
  await Promise.all([hub.stop(), koa.stop()]);
  const share = medianOf(rates.hub) / medianOf(rates.koa);
  return {
    title: `A document of 10 keys over HTTP, keep-alive, ${CONNECTIONS} connections`,
    lines: [
      { ...emptyLine('Koa, parse and a constant'), figure: figureOf(rates.koa) },
      { ...emptyLine('the hub, `POST /api/rdf`'), figure: figureOf(rates.hub) },
      {
        ...emptyLine('the hub to Koa'),
        figure: `${(share * 100).toFixed(0)} %`,
        reach: `at least ${LEAST_SHARE * 100} %`,
        isReached: share >= LEAST_SHARE,
      },
    ],
    notes: [
      'The load generator runs on the same cores, in a process of its own. The hub logs warnings only, Koa nothing.',
    ],
  };
}

function figureOf(rates: readonly number[]): string {
  return `${medianOf(rates).toFixed(0)} requests/s`;
}

async function requestRate({ port }: ServerProcess): Promise<number> {
  const script = fileURLToPath(new URL('request-rate.ts', import.meta.url));
  const argv = [...process.execArgv, script, String(port), '/api/rdf', String(CONNECTIONS), String(SECONDS)];
  const { stdout } = await promisify(execFile)(process.execPath, argv);
  const { perSecond, failed } = JSON.parse(stdout) as { perSecond: number; failed: number };
  if (failed > 0) throw new Error(`${failed} requests failed`);
  return perSecond;
}
