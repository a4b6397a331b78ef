import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { FastAnswers } from '../../src/http/listening/fast-answers.ts';
import { KnownQueries, type KnownOperation } from '../../src/graphql/request/known-queries.ts';
import { echoDocuments, openEndpoint, type TestEndpoint } from './fixture.ts';

const known = {} as KnownOperation;

test('a query is known by its text and by the name of the operation', () => {
  const queries = new KnownQueries();
  queries.note('{ a }', undefined, known);
  queries.note('query A { a }', 'A', known);
  expect([
    queries.find('{ a }', undefined),
    queries.find('{ a }', 'A'),
    queries.find('{ a } ', undefined),
    queries.find('query A { a }', 'A'),
  ]).toEqual([known, undefined, undefined, known]);
});

test('queries that never recur do not fill the memory', () => {
  const queries = new KnownQueries();
  const texts = Array.from({ length: 1000 }, (_, at) => `{ a${at} }`);
  for (const text of texts) queries.note(text, undefined, known);
  expect(texts.filter((text) => queries.find(text, undefined)).length).toBeLessThanOrEqual(256);
  const long = Array.from({ length: 100 }, (_, at) => `{ a${at} }${' '.repeat(20_000)}`);
  for (const text of long) queries.note(text, undefined, known);
  expect(long.filter((text) => queries.find(text, undefined)).length).toBeLessThanOrEqual(13);
});

const endpoints: TestEndpoint[] = [];
afterEach(async () => {
  for (const endpoint of endpoints.splice(0)) await endpoint.close();
});

const log = pino({ level: 'silent' });
const fastPath = {
  answers: new FastAnswers({ baseUrl: 'http://hub.example', inlineScripts: [], log, isStopping: () => false }),
  trustedProxies: 0,
  maxBytes: 1000,
  isOpen: () => true,
};
const CONVERSION = 'query ($d: String!) { convertDocument(document: $d) { rdf } }';

test('the framework does not see a small request, and sees each that is larger', async () => {
  const endpoint = await openEndpoint({ fastPath });
  endpoints.push(endpoint);
  for (const d of ['1', '2']) expect((await endpoint.query(CONVERSION, { d })).body.data).toBeDefined();
  expect(endpoint.pipedCount()).toBe(0);
  await endpoint.query(CONVERSION, { d: ' '.repeat(1000) });
  expect(endpoint.pipedCount()).toBe(1);
});

test('a known query is executed once, whether it succeeds or fails', async () => {
  const converted: string[] = [];
  const endpoint = await openEndpoint({
    fastPath,
    documents: {
      ...echoDocuments,
      convert: async (body, ...rest) => {
        converted.push(Buffer.from(body).toString());
        if (converted.at(-1) === 'bad') throw new Error('a bug');
        return echoDocuments.convert(body, ...rest);
      },
    },
  });
  endpoints.push(endpoint);
  const documents = ['new', 'known', 'bad', 'bad'];
  const answers = [];
  for (const d of documents) answers.push(await endpoint.query(CONVERSION, { d }));
  expect(converted).toEqual(documents);
  expect(answers.map(({ body }) => body.errors?.[0].extensions.code)).toEqual([
    undefined,
    undefined,
    'INTERNAL_SERVER_ERROR',
    'INTERNAL_SERVER_ERROR',
  ]);
  expect(endpoint.logged.map((line) => line['requestId'])).toEqual(
    answers.slice(2).map(({ headers }) => headers.get('x-request-id')),
  );
});

test('a failure outside of the query is answered by the framework', async () => {
  const endpoint = await openEndpoint({
    fastPath: { ...fastPath, answers: { send: () => { throw new Error('not sent'); } } as unknown as FastAnswers },
  }); // prettier-ignore
  endpoints.push(endpoint);
  const response = await fetch(endpoint.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{ __typename }"}',
  });
  expect([response.status, endpoint.pipedCount()]).toEqual([500, 1]);
});
