import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHubProcess, type HubProcess } from '../support/hub-process.ts';

const DEADLINE_SECONDS = 2;
/** For a process that has to be started, on a machine that does much else. */
const SLACK_MS = 10_000;
/** What is only to be answered has time for that, whatever else the machine does. */
const PATIENT_SECONDS = 30;

let hub: HubProcess;
let patientHub: HubProcess;
beforeAll(async () => {
  [hub, patientHub] = (await Promise.all(
    [DEADLINE_SECONDS, PATIENT_SECONDS].map((seconds) => startHubProcess({ HUB_SPARQL_TIMEOUT: String(seconds) })),
  )) as [HubProcess, HubProcess];
});
afterAll(() => Promise.all([hub?.stop(), patientHub?.stop()]));

function post(query: string, { url } = hub): Promise<Response> {
  const headers = { 'content-type': 'application/sparql-query' };
  return fetch(`${url}/sparql`, { method: 'POST', headers, body: query });
}

const times = (count: number, make: (at: number) => string, between = ' '): string =>
  Array.from({ length: count }, (_, at) => make(at)).join(between);

/** 160,000 rows that cost little. */
const VALUES_TIMES_VALUES = ['a', 'b'].map((name) => `VALUES ?${name} { ${times(400, (at) => String(at))} }`).join(' ');

/** What breaks, stops or fills an engine, and what it is told. */
const HOSTILE: readonly (readonly [name: string, query: string, told: RegExp])[] = [
  ['600 groups in each other', `ASK ${'{'.repeat(600)}${'}'.repeat(600)}`, /64 times/],
  ['600 brackets in each other', `SELECT (${'('.repeat(600)}1${')'.repeat(600)} AS ?x) {}`, /64 times/],
  ['600 lists in each other', `ASK { ?s ?p ${'('.repeat(600)}1${')'.repeat(600)} }`, /64 times/],
  [
    '600 groups written as escapes',
    `ASK ${String.raw`\u007B`.repeat(600)}${String.raw`\u007D`.repeat(600)}`,
    /too complex|not SPARQL|2 s/,
  ],
  ['10,000 alternatives', `ASK { FILTER(0${'||0'.repeat(10_000)}) }`, /256 MiB|too complex|2 s/],
  ['20,000 members of a list', `ASK { ?s ?p (${'1 '.repeat(20_000)}) }`, /256 MiB|too complex|2 s/],
  [
    '2,000 optional patterns',
    `SELECT * { ?s ?p ?o ${times(2_000, (at) => `OPTIONAL{?s ?p ?o${at}}`)} }`,
    /256 patterns/,
  ],
  ['a join of 1,000 patterns', `ASK { ${times(1_000, (at) => `?s ?p${at} ?o${at} .`)} }`, /256 patterns/],
  [
    'a join of 250 patterns',
    `SELECT (COUNT(*) AS ?n) { ${times(250, (at) => `?s ?p${at} ?o${at} .`)} }`,
    /2 s|256 MiB/,
  ],
  [
    '250 patterns that share nothing',
    `SELECT (COUNT(*) AS ?n) { ${times(250, (at) => `?s${at} ?p${at} ?o${at} .`)} }`,
    /2 s|256 MiB/,
  ],
  ['a path of 1,000 steps', `ASK { ?s ${times(1_000, () => 'a', '/')} ?o }`, /256 patterns/],
  [
    'every path from everywhere to everywhere',
    'SELECT (COUNT(*) AS ?n) { ?s (<a:a>|!<a:a>)* ?o . ?o (<a:a>|!<a:a>)* ?t }',
    /2 s|256 MiB/,
  ],
  ['rows times rows times rows', 'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }', /2 s|256 MiB/],
  ['sorted rows times rows', 'SELECT * { ?a ?b ?c . ?d ?e ?f } ORDER BY ?f', /2 s|256 MiB/],
  [
    'a text that doubles',
    `SELECT ?t { BIND("${'x'.repeat(100)}" AS ?t0) ${times(30, (at) => `BIND(CONCAT(?t${at}, ?t${at}) AS ?t${at + 1})`)} BIND(?t30 AS ?t) }`,
    /256 MiB|2 s/,
  ],
  [
    'a text that doubles, nested',
    `SELECT (STRLEN(${times(60, () => 'CONCAT(', '')}"${'x'.repeat(999)}"${times(60, () => ',"y")', '')}) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }`,
    /2 s|256 MiB|100,000 rows/,
  ],
  ['all texts in one', 'SELECT (GROUP_CONCAT(?c) AS ?all) { ?a ?b ?c . ?d ?e ?f }', /2 s|256 MiB/],
  [
    'values times values',
    `SELECT (COUNT(*) AS ?n) { ${times(4, (at) => `VALUES ?v${at} { ${times(2_000, (n) => String(n))} }`)} }`,
    /2 s|256 MiB/,
  ],
  ['2,000 columns', `SELECT ${times(2_000, (at) => `(${at} AS ?c${at})`)} {}`, /256 MiB|too complex|2 s/],
  [
    '2,000 groups to count by',
    `SELECT (COUNT(*) AS ?n) { ?s ?p ?o } GROUP BY ${times(2_000, (at) => `(CONCAT(STR(?s), "${at}"))`)}`,
    /256 MiB|2 s|too complex/,
  ],
];

/** What is larger than an answer may be. */
const LARGE: typeof HOSTILE = [
  ['more rows than an answer may have', `SELECT ?a { ${VALUES_TIMES_VALUES} }`, /100,000 rows/],
  ['more rows, said so', `SELECT ?a { ${VALUES_TIMES_VALUES} } LIMIT 150000`, /100,000 rows/],
  [
    'more triples than an answer may have',
    `CONSTRUCT { <a:a> <a:a> ?t } { ${VALUES_TIMES_VALUES} BIND(CONCAT(STR(?a), "-", STR(?b)) AS ?t) }`,
    /100,000 triples/,
  ],
  [
    'more bytes than an answer may have',
    `SELECT ?t { VALUES ?a { ${times(400, (at) => String(at))} } BIND("${'x'.repeat(10_000)}" AS ?b) BIND(CONCAT(?b, ?b, ?b, ?b, ?b, ?b, ?b, ?b, ?b) AS ?t) }`,
    /32 MB/,
  ],
];

describe('is refused with its limit, and the next query is answered', () => {
  test.each(HOSTILE)('%s', async (_, query, told) => {
    const began = performance.now();
    const response = await post(query);
    const body = (await response.json()) as { error: string };
    expect(body.error).toMatch(told);
    expect([400, 413, 503]).toContain(response.status);
    expect(performance.now() - began).toBeLessThan(1_000 * DEADLINE_SECONDS + SLACK_MS);
    const next = await post('ASK {}');
    expect(await next.json()).toEqual({ head: {}, boolean: true });
  });
});

test.each(LARGE)('%s are refused with the limit', async (_, query, told) => {
  const response = await post(query, patientHub);
  expect(await response.json()).toMatchObject({ status: 413, error: expect.stringMatching(told) as string });
});

test('values that the engine has no order for are told with what to sort by', async () => {
  const response = await post('SELECT ?s { ?s ?p ?o } ORDER BY ?o LIMIT 2', patientHub);
  expect(await response.json()).toMatchObject({
    status: 400,
    error: expect.stringContaining('ORDER BY STR(?o)') as string,
  });
});

describe('is answered after all', () => {
  test.each([
    ['a pattern that other engines never end to match', `ASK { FILTER(REGEX("${'a'.repeat(5_000)}!", "^(a+)+$")) }`],
    ['a pattern that would be large', 'ASK { FILTER(REGEX("a", "((a{1000}){1000}){1000}")) }'],
    ['a list of 5,000 names', `SELECT * { VALUES ?s { ${times(5_000, (at) => `<a:${at}>`)} } ?s ?p ?o }`],
    ['one of 1,000 names', `ASK { ?s a ?o FILTER(?s IN (${times(1_000, (at) => `<a:${at}>`, ',')})) }`],
    [
      'as many triples as an answer may have',
      'CONSTRUCT { ?s ?p ?o . ?s <urn:a> ?o . ?s <urn:b> ?o } WHERE { { SELECT * { ?s ?p ?o } LIMIT 33000 } }',
    ],
    ['as many rows as an answer may have', 'SELECT * { ?s ?p ?o } LIMIT 100000'],
    ['64 groups in each other', `ASK ${'{'.repeat(64)}${'}'.repeat(64)}`],
    ['200 patterns in a row', `ASK { ${times(120, (at) => `?s${at} <a:a> ?s${at + 1} .`)} }`],
  ])('%s', async (_, query) => {
    const response = await post(query, patientHub);
    expect({ status: response.status, text: (await response.text()).slice(0, 300) }).toMatchObject({ status: 200 });
  });
});

test('nothing of it was a fault of the hub', () => {
  for (const { log } of [hub, patientHub]) {
    const levels = [...log().matchAll(/^\{"level":(\d+)/gm)].map(([, level]) => Number(level));
    expect(levels.length).toBeGreaterThan(0);
    expect(levels.filter((level) => level >= 50)).toEqual([]);
  }
});
