// One thing, though long: what a hub with a large vocabulary costs, from outside, row by row.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { generateVocabulary } from './generated-vocabulary.ts';
import { residentBytesByPid, startHub, watchSize, type ServerProcess } from './hub-process.ts';
import type { Section } from './measure.ts';
import { watchProcess } from './watch-process.ts';

const DIST = process.env['BENCH_DIST'] ?? new URL('../../dist/', import.meta.url).href;
const CLI = fileURLToPath(new URL('cli/main.js', DIST));
const MEBIBYTE = 1024 * 1024;
/** After which a hub has done what it does by itself. */
const REST_MS = 60_000;
const REQUESTS = 300;
/** How the names of accepted terms begin, by where they stand among the generated ones: a version costs what a change touches of it. */
const PLACES = { last: 'zzz', middle: 'middle', first: 'aaa' } as const;
const ACCEPTANCES_EACH = 3;
/** What an exponent of time over terms is to stay below, between the larger two sizes. */
const MOST_EXPONENT = 1.15;
/** Characters of an error in a table. */
const MOST_SHOWN = 80;
const PASSWORD = 'correct horse battery staple';
const EMAIL = 'ada@bench.example';
/** Texts of searches, among them two short words and what no term has. */
const SEARCHES = [
  'po tu',
  'power',
  'boiler voltage',
  'de la',
  'ba pu',
  'Spannung der Anlage',
  'volatge invertr',
  'en 17',
  'frequency site 3 building',
  'kW',
];

/** What is measured of a hub of one size. Numbers of milliseconds are of the clock, CPU of the hub's process. */
interface Measured {
  readonly [row: string]: { readonly shown: string; readonly growing?: number };
}

/** What vocabularies of these sizes cost a hub, as clients and operators see it. */
export async function measureLarge(sizes: readonly number[]): Promise<Section> {
  const columns: Measured[] = [];
  for (const terms of sizes) columns.push(await measureOne(terms));
  const rows = Object.keys(columns[0] ?? {});
  return {
    title: 'A hub with a large vocabulary',
    lines: [],
    table: [
      ['', 'exponent', ...sizes.map((terms) => `${terms} terms`)],
      ...rows.map((row) => [row, exponentOf(row, sizes, columns), ...columns.map((column) => column[row]!.shown)]),
    ],
    notes: [
      'Times are wall time / CPU time of the process where both are given; p99 is the third of 300 requests one after another. The exponent is between the larger two sizes, of CPU time.',
    ],
  };
}

function exponentOf(row: string, sizes: readonly number[], columns: readonly Measured[]): string {
  const [few, many] = [columns.at(-2)?.[row]?.growing, columns.at(-1)?.[row]?.growing];
  if (few === undefined || many === undefined) return '';
  const exponent = Math.log(many / few) / Math.log(sizes.at(-1)! / sizes.at(-2)!);
  return `${exponent.toFixed(2)}${exponent < MOST_EXPONENT ? '' : ' (too much)'}`;
}

async function measureOne(terms: number): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-large-'));
  const settings = { HUB_DATA: join(folder, 'data'), HUB_WORKERS: '2' };
  try {
    const file = join(folder, 'vocabulary.ttl');
    await pipeline(Readable.from(generateVocabulary(terms)), createWriteStream(file));
    const env = { ...settings, HUB_BASE_URL: 'https://hub.example', HUB_LOG_LEVEL: 'warn' };
    const load = await watchProcess(process.execPath, [CLI, 'store', 'load', file], {
      folder,
      output: join(folder, 'load.txt'),
      env,
    });
    await createAdministrator(folder, env);
    const first = await startHub(undefined, settings);
    await first.stop('SIGKILL');
    const hub = await startHub(undefined, settings);
    try {
      await delay(REST_MS);
      const rest = residentBytesByPid(hub.pid);
      return {
        '`store load`': { shown: both(load.ms, load.cpuMs), growing: load.cpuMs },
        'its peak': { shown: size(load.peakBytes) },
        'first start to ready': { shown: both(first.readyMs, first.readyCpuMs), growing: first.readyCpuMs },
        'start to ready after `kill -9`': { shown: both(hub.readyMs, hub.readyCpuMs), growing: hub.readyCpuMs },
        'RSS at rest': { shown: size(rest.own) },
        ...(await measureReads(hub)),
        ...(await measureDump(hub, 'nt')),
        ...(await measureDump(hub, 'ttl')),
        ...(await measureQueries(hub)),
        ...(await measureAcceptances(hub)),
        ...(await measureChanges(hub)),
        'RSS at rest after all that': { shown: size(await delay(REST_MS, residentBytesByPid(hub.pid).own)) },
      };
    } finally {
      await hub.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function createAdministrator(folder: string, env: Readonly<Record<string, string>>): Promise<void> {
  const file = join(folder, 'password');
  await writeFile(file, PASSWORD);
  const child = spawn(process.execPath, [CLI, 'admin', 'create', EMAIL, '--password-file', file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`admin create ended with ${code}`);
}

async function measureReads(hub: ServerProcess): Promise<Measured> {
  const names = await namesOfTerms(hub);
  const nameAt = (at: number): string => names[(at * 7919) % names.length]!;
  const search = (text: string): string => `${hub.url}/api/terms?q=${encodeURIComponent(text)}`;
  return {
    'a term over GraphQL': await timesOf(hub, (at) =>
      ask(hub, 'query($n: String!) { term(name: $n) { name label datatype unit description } }', {
        n: nameAt(at),
      }),
    ),
    "a term's page": await timesOf(hub, (at) =>
      fetch(`${hub.url}/vocabulary/${nameAt(at)}`, { headers: { Accept: 'text/html' } }),
    ),
    "a term's RDF": await timesOf(hub, (at) =>
      fetch(`${hub.url}/vocabulary/${nameAt(at)}`, { headers: { Accept: 'text/turtle' } }),
    ),
    'conversion of a document of twenty keys': await timesOf(hub, () =>
      fetch(`${hub.url}/api/json-to-rdf?format=nt`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: documentOf(names),
      }),
    ),
    search: await timesOf(hub, (at) => fetch(search(SEARCHES[at % SEARCHES.length]!))),
    'RDF of a category with a third of the terms': await timesOf(hub, () =>
      fetch(`${hub.url}/vocabulary/category/site_0_building_0_floor_0`, { headers: { Accept: 'text/turtle' } }),
    ),
    'search, two short words': await timesOf(hub, () => fetch(search('po tu'))),
    'search, GraphQL': await timesOf(hub, (at) =>
      ask(hub, 'query($q: String!) { terms(first: 20, search: $q) { nodes { name label } } }', {
        q: SEARCHES[at % SEARCHES.length]!,
      }),
    ),
    'suggestion of terms for a key': await timesOf(hub, (at) =>
      ask(hub, 'query($k: [String!]!) { suggestTerms(keys: $k) { key suggestions { score term { name } } } }', {
        k: [['boilerVoltage', 'active power kW', 'feeder_current_A', 'badorPump'][at % 4]!],
      }),
    ),
  };
}

/** Twenty keys, each with a hundred values. */
function documentOf(names: readonly string[]): string {
  const measured = names.filter((name) => name.includes('-')).slice(0, 20);
  return JSON.stringify(
    Object.fromEntries(measured.map((name) => [name, Array.from({ length: 100 }, (_, at) => at / 4)])),
  );
}

/** Of the first page of them. */
async function namesOfTerms(hub: ServerProcess): Promise<string[]> {
  const answer = await ask(hub, '{ terms(first: 500) { nodes { name } } }', {});
  const { data } = (await answer.json()) as { data: { terms: { nodes: { name: string }[] } } };
  return data.terms.nodes.map(({ name }) => name);
}

async function timesOf(
  hub: ServerProcess,
  request: (at: number) => Promise<Response>,
): Promise<{ readonly shown: string; readonly growing: number }> {
  const times: number[] = [];
  const cpuMs = hub.cpuMs();
  for (let at = 0; at < REQUESTS; at++) {
    const start = performance.now();
    const answer = await request(at);
    const text = await answer.text();
    times.push(performance.now() - start);
    if (answer.status !== 200)
      throw new Error(`${answer.url} is answered with ${answer.status}: ${text.slice(0, 300)}`);
  }
  times.sort((a, b) => a - b);
  const cpu = (hub.cpuMs() - cpuMs) / REQUESTS;
  const [median, p99, worst] = [times[REQUESTS >> 1]!, times[Math.floor(REQUESTS * 0.99)]!, times.at(-1)!];
  return {
    shown: `median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, most ${worst.toFixed(0)} ms, ${cpu.toFixed(1)} ms of CPU each`,
    growing: cpu,
  };
}

function ask({ url }: ServerProcess, query: string, variables: object, token?: string): Promise<Response> {
  return fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables }),
  });
}

async function measureDump(hub: ServerProcess, format: string): Promise<Measured> {
  const rows: Record<string, { readonly shown: string; readonly growing?: number }> = {};
  for (const which of ['first time', 'again']) {
    const watch = watchSize(hub);
    const [start, cpuMs, restBytes] = [performance.now(), hub.cpuMs(), hub.residentBytes()];
    const answer = await fetch(`${hub.url}/api/vocabulary?format=${format}`, {
      headers: { 'Accept-Encoding': 'identity' },
    });
    let [firstMs, bytes] = [0, 0];
    for await (const chunk of answer.body!) {
      if (bytes === 0) firstMs = performance.now() - start;
      bytes += chunk.length;
    }
    const [ms, cpu] = [performance.now() - start, hub.cpuMs() - cpuMs];
    rows[`dump, ${format}, ${which}`] = {
      shown: `first byte ${firstMs.toFixed(0)} ms, whole ${both(ms, cpu)}, ${size(bytes)}, RSS ${size(watch.stop() - restBytes)} more`,
      growing: cpu,
    };
  }
  return rows;
}

/** Small queries of SPARQL, the first of which may wait for a process; a vocabulary that is too large for it is refused. */
async function measureQueries(hub: ServerProcess): Promise<Measured> {
  const query = (at: number): Promise<Response> =>
    fetch(`${hub.url}/sparql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/sparql-query', Accept: 'application/sparql-results+json' },
      body: `PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
        SELECT ?term ?label WHERE { ?term skos:notation "sensor_${at}" ; skos:prefLabel ?label }`,
    });
  const start = performance.now();
  const first = await query(0);
  await first.text();
  const firstMs = performance.now() - start;
  const isAnswered = first.status === 200;
  return {
    'SPARQL, first small query': { shown: isAnswered ? `${firstMs.toFixed(0)} ms` : `answered ${first.status}` },
    // On a busy machine one of them may come too late.
    'SPARQL, next ones': isAnswered
      ? await timesOf(hub, query).catch((error: Error) => ({ shown: error.message.slice(0, MOST_SHOWN) }))
      : { shown: `answered ${first.status}` },
  };
}

/** What the last acceptance changed, and what all of them did, each asked for the first time. */
async function measureChanges(hub: ServerProcess): Promise<Measured> {
  const { data } = (await (await fetch(`${hub.url}/api/versions`)).json()) as { data: { version: string }[] };
  const from = data[Object.keys(PLACES).length * ACCEPTANCES_EACH]!.version;
  const rows: Record<string, { readonly shown: string; readonly growing?: number }> = {};
  for (const [what, query] of [
    ['the last acceptance', ''],
    ['all acceptances', `?from=${from}`],
  ]) {
    const watch = watchSize(hub);
    const [start, cpuMs, restBytes] = [performance.now(), hub.cpuMs(), hub.residentBytes()];
    const answer = await fetch(`${hub.url}/api/changes${query}`);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`/api/changes${query} is answered with ${answer.status}: ${text.slice(0, 300)}`);
    const cpu = hub.cpuMs() - cpuMs;
    rows[`changes of ${what}`] = {
      shown: `${both(performance.now() - start, cpu)}, RSS ${size(watch.stop() - restBytes)} more`,
      growing: cpu,
    };
  }
  return rows;
}

async function measureAcceptances(hub: ServerProcess): Promise<Measured> {
  const form = new URLSearchParams({ email: EMAIL, password: PASSWORD });
  const answer = await fetch(`${hub.url}/api/v1/token`, { method: 'POST', body: form });
  const { access } = (await answer.json()) as { readonly access: string };
  const rows: Record<string, { readonly shown: string; readonly growing: number }> = {};
  for (const [place, beginning] of Object.entries(PLACES)) {
    const taken: Accepted[] = [];
    for (let at = 0; at < ACCEPTANCES_EACH; at++)
      taken.push(await measureAcceptance(hub, `${beginning}_${at}_power-kW`, access));
    const middle = (value: (one: Accepted) => number): number =>
      taken.map(value).toSorted((a, b) => a - b)[taken.length >> 1]!;
    rows[`an accepted suggestion is in use, ${place} name`] = {
      shown: `${middle(({ ms }) => ms).toFixed(0)} ms / ${middle(({ cpuMs }) => cpuMs).toFixed(0)} ms CPU, found after ${middle(({ foundMs }) => foundMs).toFixed(0)} ms, ${middle(({ allCpuMs }) => allCpuMs).toFixed(0)} ms of CPU with what follows`,
      growing: middle(({ cpuMs }) => cpuMs),
    };
  }
  return rows;
}

interface Accepted {
  /** Until it is answered that the term is in use. */
  readonly ms: number;
  readonly cpuMs: number;
  /** Until a search has found it. */
  readonly foundMs: number;
  readonly allCpuMs: number;
}

async function measureAcceptance(hub: ServerProcess, name: string, access: string): Promise<Accepted> {
  const suggested = await fetch(`${hub.url}/api/suggest-parameter`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      parameter: name,
      description: `Power of ${name}.`,
      datatype: 'xsd:double',
      email: EMAIL,
    }),
  });
  if (!suggested.ok) throw new Error(`a suggestion is answered with ${suggested.status}: ${await suggested.text()}`);
  const pending = await (await ask(hub, '{ suggestions(state: PENDING) { nodes { id name } } }', {}, access)).json();
  const { id } = (
    pending as { data: { suggestions: { nodes: { id: string; name: string }[] } } }
  ).data.suggestions.nodes.find((one) => one.name === name)!;
  await delay(3000);
  const [start, startCpuMs] = [performance.now(), hub.cpuMs()];
  const reviewed = await ask(
    hub,
    'mutation($input: ReviewSuggestionInput!) { reviewSuggestion(input: $input) { inUse problems { message } } }',
    {
      input: {
        id,
        decision: 'ACCEPT',
        term: { category: 'site_0_building_0_floor_0', unit: 'unit:KiloW', quantityKind: 'quantitykind:ActivePower' },
      },
    },
    access,
  );
  const outcome = (await reviewed.json()) as { data?: { reviewSuggestion?: { inUse?: boolean } } };
  if (outcome.data?.reviewSuggestion?.inUse !== true) throw new Error(`not accepted: ${JSON.stringify(outcome)}`);
  const [ms, cpuMs] = [performance.now() - start, hub.cpuMs() - startCpuMs];
  const read = await fetch(`${hub.url}/api/terms?q=${encodeURIComponent(name)}`);
  if (!(await read.text()).includes(name)) throw new Error(`${name} is accepted and not found`);
  const foundMs = performance.now() - start;
  await delay(5000);
  return { ms, cpuMs, foundMs, allCpuMs: hub.cpuMs() - startCpuMs };
}

function both(ms: number, cpuMs: number): string {
  return `${(ms / 1000).toFixed(2)} s / ${(cpuMs / 1000).toFixed(2)} s CPU`;
}

function size(bytes: number): string {
  return `${(bytes / MEBIBYTE).toFixed(0)} MiB`;
}
