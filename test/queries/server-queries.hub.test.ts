import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, afterAll, describe, expect, test } from 'vitest';
import { Queries } from '../../src/queries/queries.ts';
import type { QueryPool } from '../../src/queries/query-pool.ts';
import type { PublicDataset } from '../../src/queries/public-dataset.ts';
import { ServerQueries } from '../../src/queries/server-queries.ts';
import { Spool } from '../../src/streaming/spool.ts';
import { createTestApp } from '../support/create-test-app.ts';
import { findOxigraphServer } from '../support/oxigraph-server.ts';
import { isMissing, type SparqlServer } from '../support/sparql-server.ts';

const BASE = 'http://localhost:4000';
const [VOCABULARY, SECRET] = [`${BASE}/graph/vocabulary`, `${BASE}/graph/accounts`];
const JSON_TYPE = 'application/sparql-results+json';
const FORMATS = { table: 'json', boolean: 'json', graph: 'ttl' } as const;
const NO_GRAPHS = { defaultGraphs: [], namedGraphs: [] };
const DATASET: PublicDataset = {
  version: 'v',
  defaultGraph: VOCABULARY,
  graphs: new Map([[VOCABULARY, Object.assign([], { length: 10, uses: () => ({ properties: [], classes: [] }) })]]),
  prefixes: new Map([['ex', 'http://ex.org/']]),
  baseIri: `${BASE}/sparql`,
  furtherGraphs: `${BASE}/vocabulary/v/`,
};

let folder: string;
let spool: Spool;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'server-queries-'));
  spool = new Spool({ folder, maxBytes: 2 ** 30, maxAnswerBytes: 2 ** 28, timing: { killedMs: 10 } });
  await spool.start();
  return () => rm(folder, { recursive: true });
});

/** What asks a server, past an engine that holds five triples. */
function queriesTo(
  queryUrl: string,
  timeoutMs = 5_000,
): { run(text: string, graph?: string): Promise<string>; stop(): Promise<void> } {
  const timing = { queryQueueMs: 1_000, queryIdleMs: 1_000 };
  const options = { server: { queryUrl, authorization: undefined }, places: 2, queue: 4, timeoutMs, timing };
  const server = new ServerQueries(options, spool);
  const queries = new Queries({
    pool: {} as QueryPool,
    server,
    dataset: () => DATASET,
    log: { warn() {} },
    maxTriples: 5,
  });
  return {
    async run(text, graph) {
      const dataset = graph === undefined ? NO_GRAPHS : { defaultGraphs: [graph], namedGraphs: [graph] };
      const { output } = await queries.run({ text, dataset, formats: FORMATS }, { client: '192.0.2.1' });
      return output.text(2 ** 26);
    },
    stop: () => server.stop(),
  };
}

const oxigraph = await findOxigraphServer();

describe.skipIf(isMissing(oxigraph))('a real server', () => {
  let server: SparqlServer;
  let queries: ReturnType<typeof queriesTo>;
  beforeAll(async () => {
    if (oxigraph.missing !== null) return;
    server = await oxigraph.start();
    const put = async (graph: string, text: string): Promise<void> => {
      const url = `${server.graphsUrl}?graph=${encodeURIComponent(graph)}`;
      await fetch(url, { method: 'PUT', headers: { 'content-type': 'text/turtle' }, body: text });
    };
    await put(VOCABULARY, '<http://ex.org/a> <http://ex.org/p> "open" .');
    await put(SECRET, '<http://ex.org/b> <http://ex.org/p> "secret" .');
    queries = queriesTo(server.queryUrl);
  }, 60_000);
  afterAll(async () => {
    await queries?.stop();
    await server?.stop();
  });

  test('answers in place of the engine, in the format that was asked for', async () => {
    expect(JSON.parse(await queries.run('SELECT ?o { ?s ?p ?o }'))).toMatchObject({
      results: { bindings: [{ o: { value: 'open' } }] },
    });
    expect(await queries.run('CONSTRUCT WHERE { ?s ?p ?o }')).toContain('ex:a ex:p "open"');
    expect(JSON.parse(await queries.run('ASK { <../sparql> ?p ?o }'))).toMatchObject({ boolean: false });
  });

  test.each([
    ['all', 'SELECT ?o { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }'],
    ['FROM', `SELECT ?o FROM <${SECRET}> { ?s ?p ?o }`],
    ['FROM NAMED', `SELECT ?o FROM NAMED <${SECRET}> { GRAPH ?g { ?s ?p ?o } }`],
    ['GRAPH', `SELECT ?o { GRAPH <${SECRET}> { ?s ?p ?o } }`],
  ])('gives nothing of what is not public, by %s', async (_how, text) => {
    for (const graph of [undefined, SECRET]) expect(await queries.run(text, graph)).not.toContain('secret');
  });

  test.each([
    ['INSERT DATA { <a:b> <a:b> <a:b> }', 'query-not-allowed'],
    ['SELECT * { SERVICE <http://127.0.0.1/> { ?s ?p ?o } }', 'query-not-allowed'],
    ['SELECT * { ?s ?p ', 'malformed-query'],
    [`SELECT * FROM <${BASE}/vocabulary/v/${'a'.repeat(64)}/> { ?s ?p ?o }`, 'query-too-complex'],
  ])('%s is refused before it is asked', async (text, code) => {
    await expect(queries.run(text)).rejects.toMatchObject({ code });
  });
});

describe('a hostile server', () => {
  let server: Server;
  let queries: ReturnType<typeof queriesTo>;
  afterEach(async () => {
    await queries.stop();
    server.closeAllConnections();
    server.close();
  });

  /** A server that keeps to graphs, and answers all else as it likes. */
  async function start(answer: RequestListener, timeoutMs?: number, keeps = true): Promise<void> {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (piece: Buffer) => (body += piece.toString()));
      request.on('end', () => {
        if (!body.includes('ASK+FROM')) return answer(request, response);
        response.setHeader('content-type', JSON_TYPE);
        response.end(JSON.stringify({ head: {}, boolean: !keeps }));
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    queries = queriesTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/query`, timeoutMs);
  }

  const refusal = (text = 'SELECT * { ?s ?p ?o }') =>
    queries.run(text).then(
      () => 'no error',
      ({ code }: { code: string }) => code,
    );

  test('that never answers, or never ends, is left after the time of a query', async () => {
    await start(() => {}, 300);
    expect(await refusal()).toBe('query-timeout');
    await queries.stop();
    server.close();
    await start((_request, response) => {
      response.setHeader('content-type', JSON_TYPE);
      setInterval(() => response.write(' '), 20).unref();
    }, 300);
    expect(await refusal()).toBe('query-timeout');
  });

  test('that sends without an end is cut at the size of an answer', async () => {
    await start((_request, response) => {
      response.setHeader('content-type', JSON_TYPE);
      const more = (): void => {
        while (!response.destroyed && response.write(' '.repeat(1_000_000)));
      };
      response.on('drain', more);
      more();
    });
    expect(await refusal()).toBe('answer-too-large');
  });

  test.each<[string, RequestListener]>([
    ['answers another type', (_request, response) => response.setHeader('content-type', 'text/html').end('<p>')],
    ['fails', (_request, response) => void response.writeHead(500).end()],
    [
      'sends elsewhere',
      (_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    [
      'dies in the middle',
      (_request, response) => {
        response.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': '1000' });
        response.write('{"head":');
        setTimeout(() => response.destroy(), 20);
      },
    ],
    [
      'is not UTF-8',
      (_request, response) => void response.setHeader('content-type', JSON_TYPE).end(Buffer.from([0x22, 0xff, 0x22])),
    ],
  ])('that %s is unavailable', async (_how, answer) => {
    await start(answer);
    expect(await refusal()).toBe('sparql-unavailable');
  });

  test('that asks other graphs than those of the request is asked nothing', async () => {
    let asked = 0;
    await start(
      (_request, response) => {
        asked++;
        response.end();
      },
      undefined,
      false,
    );
    expect(await refusal()).toBe('sparql-unavailable');
    expect(asked).toBe(0);
  });
});

test('without a server, a vocabulary that is too large is answered 501, and the log says so at the start', async () => {
  const hub = await createTestApp({ terms: ['voltage-V'], maxEngineTriples: 100, isPrepared: true });
  try {
    const sentence = expect.stringMatching(
      /^The vocabulary has [\d,]+ triples with its ontology, and the SPARQL engine in the process of the hub holds 100\. Queries are answered 501 until HUB_STORE_QUERY_URL/,
    ) as string;
    const response = await fetch(`${hub.url}/sparql?query=${encodeURIComponent('ASK {}')}`);
    expect(response.status).toBe(501);
    expect(await response.json()).toMatchObject({ error: sentence, type: `${BASE}/problems/sparql-unavailable` });
    await expect.poll(() => hub.logged.map(({ msg }) => msg)).toContainEqual(sentence);
    expect((await fetch(`${hub.url}/sparql`, { headers: { Accept: 'text/turtle' } })).status).toBe(200);
  } finally {
    await hub.stop();
  }
});
