import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Koa from 'koa';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { createDocuments, type Documents } from '../../src/documents/documents.ts';
import { HubError } from '../../src/errors.ts';
import { BodyBudget } from '../../src/http/limits/body-budget.ts';
import { LocalRateLimit, RateLimitRefusal, type RateLimit } from '../../src/http/limits/rate-limit.ts';
import { FastAnswers } from '../../src/http/listening/fast-answers.ts';
import { createDocumentRoutes } from '../../src/rest/document-routes.ts';
import { takeFastPath } from '../../src/rest/fast-path.ts';
import { MappingPool } from '../../src/workers/mapping-pool.ts';
import { Spool } from '../../src/streaming/spool.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';

const vocabulary = await seededVocabulary();

interface Counted {
  readonly url: string;
  /** How often a document was done at once, what is noted of its keys, how often its client was charged, and who came to the full pipeline. */
  readonly counts: { atOnce: number; noted: string[]; charged: number; piped: number };
}

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Documents on the fast path with the routes of the full pipeline behind it. */
async function serve(over: Partial<RateLimit> = {}): Promise<Counted> {
  const counts: Counted['counts'] = { atOnce: 0, noted: [], charged: 0, piped: 0 };
  const folder = await mkdtemp(join(tmpdir(), 'hub-fast-path-'));
  const spool = new Spool({ folder, maxBytes: 2 ** 26, maxAnswerBytes: 2 ** 26, timing: DEFAULT_TIMING });
  await spool.start();
  const pool = new MappingPool(
    { workers: 1, queue: 4, timing: DEFAULT_TIMING, timeoutMs: 20_000, memoryMb: 256, workerModule: undefined },
    spool,
  );
  const documents = createDocuments({
    vocabulary: () => vocabulary,
    pool,
    now: () => new Date('2026-01-02T03:04:05Z'),
    smallDocumentBytes: 16 * 1024,
    noteUnmappedKeys: (keys) => counts.noted.push(...keys),
  });
  const { embedAtOnce, convertAtOnce } = documents;
  const counting: Documents = Object.assign(documents, {
    embedAtOnce: (...args: Parameters<typeof embedAtOnce>) => {
      counts.atOnce++;
      return embedAtOnce(...args);
    },
    convertAtOnce: (...args: Parameters<typeof convertAtOnce>) => {
      counts.atOnce++;
      return convertAtOnce(...args);
    },
  });
  const own = new LocalRateLimit('documents', 1_000);
  const rateLimit: RateLimit = {
    counted: own.counted,
    limit: own.limit,
    hasRoom: (client) => own.hasRoom(client),
    charge(client) {
      counts.charged++;
      return own.charge(client);
    },
    ...over,
  };
  const koa = new Koa();
  koa.use(async (ctx, next) => {
    ctx.state['requestId'] = 'request-1';
    counts.piped++;
    await next().catch((error: unknown) => {
      if (!(error instanceof HubError)) throw error;
      ctx.status = 400;
      ctx.body = { code: error.code };
    });
  });
  koa.use(
    createDocumentRoutes({
      documents: counting,
      rateLimit,
      bodyBudget: new BodyBudget(2 ** 28),
      baseUrl: 'http://hub.example',
    }).routes(),
  );
  const options = {
    documents: counting,
    rateLimit,
    trustedProxies: 0,
    maxBytes: 16 * 1024,
    answers: new FastAnswers({
      baseUrl: 'http://hub.example',
      log: pino({ level: 'silent' }),
      isStopping: () => false,
      inlineScripts: [],
    }),
    isOpen: () => true,
  };
  const server: Server = createServer(takeFastPath(options, koa.callback()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(async () => {
    server.closeAllConnections();
    server.close();
    await pool.stop();
    spool.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, counts };
}

function post(url: string, body: string, over: Record<string, string> = {}): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), ...over };
    const sent = request(url, { method: 'POST', headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => resolve({ status: response.statusCode!, text: Buffer.concat(pieces).toString() }));
    });
    sent.on('error', reject).end(body);
  });
}

describe('the full pipeline does not see a small document', () => {
  test.each([
    { 'Accept-Encoding': 'gzip, deflate', Accept: '*/*', 'User-Agent': 'python-requests/2.32.3' },
    { 'Accept-Encoding': 'gzip, deflate, br, zstd', Origin: 'https://page.example', 'Sec-Fetch-Mode': 'cors' },
    { 'Accept-Encoding': 'gzip, identity;q=0' },
    { 'Content-Type': 'application/json; charset=utf-8', 'Accept-Encoding': 'gzip', Connection: 'close' },
    { 'Content-Type': 'application/ld+json' },
    { Authorization: 'Bearer token', Accept: 'application/n-triples, */*;q=0.1' },
  ])('with %j', async (headers) => {
    const { url, counts } = await serve();
    expect((await post(`${url}/api/json-to-rdf?skolemize=true`, '{"active_power-kW":1}', headers)).status).toBe(200);
    expect(counts.piped).toBe(0);
  });

  test.each(['HTTP/1.0', 'HTTP/1.1'])('of %s, nor those that are sent behind it without waiting', async (version) => {
    const { url, counts } = await serve();
    const body = '{"active_power-kW":1}';
    const head = `POST /api/json-to-rdf ${version}\r\nHost: hub.example\r\nConnection: keep-alive\r\nAccept-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`;
    const answers = await exchange(new URL(url).port, (head + body).repeat(3), 3);
    expect(answers.map((answer) => answer.split('\r\n', 1)[0])).toEqual(Array(3).fill('HTTP/1.1 200 OK'));
    expect(counts).toMatchObject({ atOnce: 3, charged: 3, piped: 0 });
  });

  test('except with what has to be asked for, or has no length', async () => {
    const { url, counts } = await serve();
    expect((await post(`${url}/api/json-to-rdf`, '{"active_power-kW":1}', { Expect: '100-continue' })).status).toBe(
      200,
    );
    expect(counts).toMatchObject({ atOnce: 1, charged: 1, piped: 1 });
  });
});

/** Sends bytes over a connection and waits for so many answers. */
function exchange(port: string, bytes: string, expected: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
    socket.on('error', reject).on('data', (chunk) => {
      text += chunk.toString('latin1');
      const answers = text.split(/(?=HTTP\/1\.1 )/);
      if (answers.length < expected || !answers.at(-1)!.endsWith('.\n')) return;
      socket.destroy();
      resolve(answers);
    });
  });
}

describe('a document is looked at once when it', () => {
  test('is converted', async () => {
    const { url, counts } = await serve();
    expect((await post(`${url}/api/json-to-rdf`, '{"active_power-kW":1}')).status).toBe(200);
    expect(counts).toEqual({ atOnce: 1, noted: [], charged: 1, piped: 0 });
  });

  test.each(['{"key that is no term":1,"other":2}', '{"active_power-kW":01}', '[1]'])(
    'is refused: %s',
    async (body) => {
      const { url, counts } = await serve();
      const { status } = await post(`${url}/api/json-to-rdf`, body);
      expect(status).toBe(400);
      expect(counts).toMatchObject({ atOnce: 1, charged: 1 });
      expect(counts.noted).toEqual(body.includes('no term') ? ['key that is no term', 'other'] : []);
    },
  );

  /** A document whose array gives a triple for each of so many numbers. */
  function numbers(count: number): string {
    const block = { '@prefix': { ex: `https://ex.org/${'long/'.repeat(20)}` }, '@context': { a: { 'ex:p': '$a' } } };
    return JSON.stringify({ '@semantic': block, a: Array.from({ length: count }, (_, at) => at) });
  }

  test('has more than the main thread converts', async () => {
    const { url, counts } = await serve();
    const { status, text } = await post(`${url}/api/rdf?format=nt`, numbers(2_500));
    expect([status, text.split('\n').length > 2_500]).toEqual([200, true]);
    expect(counts).toEqual({ atOnce: 1, noted: [], charged: 1, piped: 1 });
  });

  test('has an answer that is not small', async () => {
    const { url, counts } = await serve();
    const { status, text } = await post(`${url}/api/rdf?format=nt`, numbers(600));
    expect([status, text.length > 64 * 1024]).toEqual([200, true]);
    expect(counts).toEqual({ atOnce: 1, noted: [], charged: 1, piped: 1 });
  });

  test('is embedded, or refused for that', async () => {
    const { url, counts } = await serve();
    expect((await post(`${url}/api/semantic`, '{"active_power-kW":1,"no term":2}')).status).toBe(200);
    expect(counts).toEqual({ atOnce: 1, noted: ['no term'], charged: 1, piped: 0 });
    expect((await post(`${url}/api/semantic`, '{"@semantic":7')).status).toBe(400);
    expect(counts).toEqual({ atOnce: 2, noted: ['no term'], charged: 2, piped: 1 });
  });
});

test('a client that is refused by others who count is charged once, and its document not converted again', async () => {
  let charged = 0;
  const { url, counts } = await serve({
    charge: () => {
      charged++;
      return Promise.reject(
        new RateLimitRefusal({ counted: 'documents', limit: 1_000, remaining: 0, resetSeconds: 7 }),
      );
    },
  });
  expect(await post(`${url}/api/json-to-rdf`, '{"active_power-kW":1}')).toEqual({
    status: 400,
    text: '{"code":"rate-limited"}',
  });
  expect(charged).toBe(1);
  expect(counts).toMatchObject({ atOnce: 1, noted: [] });
});

test('options that are refused leave the document alone', async () => {
  const { url, counts } = await serve();
  expect((await post(`${url}/api/rdf?format=xml`, '{"a":1}')).status).toBe(400);
  expect(counts).toEqual({ atOnce: 0, noted: [], charged: 1, piped: 1 });
});
