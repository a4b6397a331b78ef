import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { smallDocumentOfTerms, wideSeriesOfTerms } from './documents.ts';
import { residentBytesByPid, type ServerProcess, startHub } from './hub-process.ts';
import { emptyLine, medianOf, type Line, type Section } from './measure.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MEBIBYTE = 1024 * 1024;
const MOST_REST_BYTES = 200 * MEBIBYTE;
const MOST_EMPTY_MS = 3_000;
const MOST_LATER_MS = 1_500;
const MOST_NPM_MS = 1_000;
const MOST_FIRST_QUERY_MS = 500;
const MOST_QUERY_MS = 5;
/** After which a hub has done what it does by itself. */
const REST_MS = 15_000;
/** Reads, GraphQL requests and small documents of the time of use; one long document comes besides. */
const USES = 200;
const ROWS = 20_000;
const QUERIES = 50;

const PREFIXES = 'PREFIX skos: <http://www.w3.org/2004/02/skos/core#>';
const PATTERN = '?term skos:notation "active_power-kW" ; skos:prefLabel ?label';
/** Small queries, with what clients send as `Accept`. */
const SMALL = {
  SELECT: [`${PREFIXES} SELECT ?label { ${PATTERN} }`, 'application/sparql-results+json,application/json'],
  ASK: [`${PREFIXES} ASK { ${PATTERN} }`, 'application/sparql-results+xml'],
  CONSTRUCT: [`${PREFIXES} CONSTRUCT { ${PATTERN} } WHERE { ${PATTERN} }`, 'text/turtle,application/rdf+xml;q=0.9'],
} as const;

/** What a hub holds at rest, how long it takes to be ready, and how long the first and later SPARQL queries take. */
export async function measureStart(rounds: number): Promise<Section> {
  const times = { empty: [], killed: [], later: [], query: [] } as Record<string, number[]>;
  const rests = { empty: [], data: [], used: [], sparql: [] } as Record<string, number[]>;
  const cpus: Record<string, number[]> = { empty: [], killed: [], later: [] };
  const queries = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++) {
    const folder = await mkdtemp(join(tmpdir(), 'hub-start-'));
    const settings = { HUB_DATA: folder, HUB_WORKERS: '2' };
    const first = await startHub(undefined, settings);
    times['empty']!.push(first.readyMs);
    cpus['empty']!.push(first.readyCpuMs);
    times['query']!.push(await timeOfQuery(first, 'GET', 'SELECT'));
    await delay(REST_MS);
    rests['empty']!.push(residentBytesByPid(first.pid).own);
    await first.stop('SIGKILL');
    const second = await startHub(undefined, settings);
    times['killed']!.push(second.readyMs);
    cpus['killed']!.push(second.readyCpuMs);
    await delay(REST_MS);
    const { own, children } = residentBytesByPid(second.pid);
    rests['data']!.push(own);
    rests['sparql']!.push(children);
    await use(second);
    await delay(REST_MS);
    rests['used']!.push(residentBytesByPid(second.pid).own);
    for (const method of ['GET', 'POST'] as const)
      for (const form of ['SELECT', 'ASK', 'CONSTRUCT'] as const) {
        const key = `${form}, ${method}`;
        for (let query = 0; query < QUERIES; query++)
          queries.set(key, [...(queries.get(key) ?? []), await timeOfQuery(second, method, form)]);
      }
    await second.stop();
    const third = await startHub(undefined, settings);
    times['later']!.push(third.readyMs);
    cpus['later']!.push(third.readyCpuMs);
    await third.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const beforeStart = await timesOf(rounds, 'npm', ['run', '--silent', 'prestart']);
  const time = (what: string, measured: readonly number[], most: number, cpu?: readonly number[]): Line => ({
    ...emptyLine(what),
    figure: `${medianOf(measured).toFixed(most < 10 ? 1 : 0)} ms${cpu === undefined ? '' : `, ${Math.min(...cpu)} ms of CPU time`}`,
    reach: `at most ${most} ms`,
    isReached: medianOf(measured) <= most,
  });
  const size = (what: string, measured: readonly number[], isBounded = true): Line => ({
    ...emptyLine(what),
    figure: `${(Math.max(...measured) / MEBIBYTE).toFixed(0)} MiB`,
    ...(isBounded
      ? {
          reach: `at most ${MOST_REST_BYTES / MEBIBYTE} MiB`,
          isReached: Math.max(...measured) <= MOST_REST_BYTES,
        }
      : {}),
  });
  return {
    title: 'Start, rest and SPARQL',
    lines: [
      size('at rest, after a start with an empty folder', rests['empty']!),
      size('at rest, after a start with a data folder', rests['data']!),
      size(`the same after use: ${USES} reads, GraphQL requests and documents, and a long document`, rests['used']!),
      size('the process that is ready for SPARQL, which is not counted above', rests['sparql']!, false),
      time('until ready, with an empty folder', times['empty']!, MOST_EMPTY_MS, cpus['empty']),
      time('until ready, after `kill -9`', times['killed']!, MOST_LATER_MS, cpus['killed']),
      time('until ready, with a data folder', times['later']!, MOST_LATER_MS, cpus['later']),
      time('what `npm start` does before, when nothing changed', beforeStart, MOST_NPM_MS),
      time('first SPARQL query, sent when the hub is ready', times['query']!, MOST_FIRST_QUERY_MS),
      ...[...queries].map(([form, measured]) => time(`a small query, ${form}`, measured, MOST_QUERY_MS)),
    ],
    notes: [
      'Sizes are `VmRSS` of the process of the hub, which is all of it but the process for SPARQL: the largest of all rounds. Times are medians, from the start of the process to the first 200 of `/readyz`; CPU times are the least of all rounds.',
    ],
  };
}

async function use({ url }: ServerProcess): Promise<void> {
  const json = { 'Content-Type': 'application/json' };
  const query = JSON.stringify({ query: '{ terms(first: 50, search: "power") { nodes { name label description } } }' });
  for (let at = 0; at < USES; at++) {
    const answers = await Promise.all([
      fetch(`${url}/api/parameters`),
      fetch(`${url}/api/json-to-rdf`, { method: 'POST', headers: json, body: smallDocumentOfTerms() }),
      fetch(`${url}/graphql`, { method: 'POST', headers: json, body: query }),
    ]);
    for (const answer of answers) await answer.arrayBuffer();
  }
  const long = await fetch(`${url}/api/json-to-rdf`, { method: 'POST', headers: json, body: wideSeriesOfTerms(ROWS) });
  await long.arrayBuffer();
}

const agent = new Agent({ keepAlive: true });

/** A query as the clients of libraries send it. @throws Error when the answer is not 200 */
function timeOfQuery({ port }: ServerProcess, method: 'GET' | 'POST', form: keyof typeof SMALL): Promise<number> {
  const [text, accept] = SMALL[form];
  const encoded = `query=${encodeURIComponent(text)}`;
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const asking = request({
      agent,
      port,
      method,
      path: method === 'GET' ? `/sparql?${encoded}` : '/sparql',
      headers: {
        Accept: accept,
        'Accept-Encoding': 'gzip, deflate',
        'User-Agent': 'sparqlwrapper 2.0.0 (rdflib.github.io/sparqlwrapper)',
        ...(method === 'GET' ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
      },
    });
    asking.on('error', reject).on('response', (answer) => {
      answer.resume().on('end', () => {
        if (answer.statusCode === 200) resolve(performance.now() - start);
        else reject(new Error(`a query was answered with ${answer.statusCode}`));
      });
    });
    asking.end(method === 'GET' ? undefined : encoded);
  });
}

async function timesOf(rounds: number, command: string, argv: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  // The first one may have something to do.
  for (let round = 0; round <= rounds; round++) {
    const start = performance.now();
    const [code] = (await once(spawn(command, argv, { cwd: ROOT, stdio: 'inherit' }), 'exit')) as [number | null];
    if (code !== 0) throw new Error(`${command} ended with ${code}`);
    if (round > 0) times.push(performance.now() - start);
  }
  return times;
}
