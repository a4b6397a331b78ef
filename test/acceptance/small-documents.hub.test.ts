import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { comparable, postBytes as post } from '../support/answers.ts';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';

/** Small documents are converted on the main thread, and most of them without the framework. Nobody can tell. */

const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('a small document', () => {
  let atOnce: TestApp;
  let byWorkers: TestApp;
  beforeAll(async () => {
    [atOnce, byWorkers] = await Promise.all([createTestApp(), createTestApp({ config: { smallDocumentBytes: 0 } })]);
  });
  afterAll(async () => {
    await Promise.all([atOnce?.stop(), byWorkers?.stop()]);
  });

  const documents = [
    '{}',
    '{"timestamp":"2026-01-01T00:00:00Z","active_power-kW":[1,2.50,null,"x"]}',
    '{"timestamp":["2026-01-01T00:00:00Z","2026-01-01T00:15:00Z"],"active_power-kW":[1,2],"battery_id":"é ü"}',
    '{"@semantic":{"@prefix":{"ex":"https://ex.org/"},"@context":{"a":{"a":"ex:T","ex:p":["$a","@b","?n"]}}},"a":[1,"\\ud800",[2]],"b":"x\\u0000","1":2}',
    `{"@semantic":{"@prefix":{"ex":"https://ex.org/"},"@context":{"a":{"ex:p":["?n","?m"]}}},"a":[${'1,'.repeat(1500)}2]}`,
    `{"${'k'.repeat(3000)}":1}`,
    '{"@semantic":{"@context":{"a":{"nope:p":"$a"}}},"a":1}',
    '{"@semantic":7}',
    '{"key that is no term":1,"other":2}',
    `{"active_power-kW":${'{"active_power-kW":'.repeat(30)}1${'}'.repeat(31)}`,
    `{"active_power-kW":"${'[\\\\\\"'.repeat(30)}"}`,
    '[1]',
    '{"a":01}',
    `{"a":${'['.repeat(130)}${']'.repeat(130)}}`,
    '',
  ];
  const paths = [
    '/api/semantic', '/api/semantic?report=true&base=https%3A%2F%2Fex.org%2F', '/api/semantic?report=maybe', '/api/rdf', '/api/rdf/', '/api/rdf?format=rdf', '/api/rdf?format=nt&skolemize=true&align=false',
    '/api/rdf?format=xml', '/api/rdf?base=x', '/api/json-to-rdf', '/api/json-to-rdf?format=jsonld&maxArrayItems=1', '/api/json-to-rdf?maxArrayItems=1&maxArrayItems=2', '/api/RDF', '/api/rdf?',
  ]; // prettier-ignore

  test.each(paths)('has the same answer at %s from the main thread as from a worker', async (path) => {
    for (const document of documents) {
      const [one, other] = [await post(atOnce, path, document), await post(byWorkers, path, document)];
      expect(comparable(one), document.slice(0, 200)).toEqual(comparable(other));
    }
  });

  const DOCUMENT = documents[1]!;
  /** Its answer has 20 KB: more than one flight, and small all the same. */
  const WORTH_COMPRESSING = `{"active_power-kW":[${Array.from({ length: 40 }, (_, at) => at).join()}]}`;
  const heads: Record<string, string>[] = [
    {}, { 'Content-Type': 'text/plain' }, { 'Content-Type': 'application/ld+json; charset=utf-8' }, { ...JSON_TYPE, Accept: 'application/n-triples' }, { ...JSON_TYPE, Accept: 'text/html, application/problem+json' },
    ...['gzip', 'gzip, deflate', 'gzip, deflate, br, zstd', 'br', '*', 'identity', 'identity;q=0', '*;q=0', 'gzip, identity;q=0', 'br;q=0.5, gzip;q=0.1, *;q=0', 'gzip;q=0', ';;,=', ''].map((value) => ({ ...JSON_TYPE, 'Accept-Encoding': value })),
    { 'Content-Type': 'application/json; charset=utf-8' }, { 'Content-Type': 'Application/JSON;charset=iso-8859-1' }, { 'Content-Type': 'application/senml+json' }, { 'Content-Type': 'application/jsonp' }, { 'Content-Type': ';' }, { ...JSON_TYPE, Accept: '*/*' },
    { ...JSON_TYPE, Expect: '100-continue' }, { ...JSON_TYPE, Authorization: 'Bearer nobody.reads.it' }, { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, { ...JSON_TYPE, 'Content-Encoding': 'identity' },
    { ...JSON_TYPE, Origin: 'https://page.example' }, { ...JSON_TYPE, Connection: 'close' }, { ...JSON_TYPE, 'X-Forwarded-For': '192.0.2.7' },
  ]; // prettier-ignore

  test.each(heads.map((headers) => [JSON.stringify(headers), headers] as const))(
    'has the same answer with %s',
    async (_, headers) => {
      for (const document of [DOCUMENT, WORTH_COMPRESSING]) {
        const [one, other] = [
          await post(atOnce, '/api/json-to-rdf?format=nt', document, headers),
          await post(byWorkers, '/api/json-to-rdf?format=nt', document, headers),
        ];
        expect(comparable(one)).toEqual(comparable(other));
      }
    },
  );

  test('leaves one line in the log, whichever way it went', async () => {
    for (const document of ['{"active_power-kW":1}', '{"no term":1}']) {
      const [one, other] = await Promise.all(
        [atOnce, byWorkers].map(async (hub) => {
          const { headers } = await post(hub, '/api/json-to-rdf?format=nt', document);
          const lines = () => hub.logged.filter((line) => line['requestId'] === headers['x-request-id']);
          await expect.poll(lines).toHaveLength(1);
          const { method, path, status, ms, msg, bytes } = lines()[0]!;
          expect([ms, bytes]).toEqual([expect.any(Number), expect.any(Number)]);
          return { method, path, status, msg };
        }),
      );
      expect(one).toEqual(other);
    }
  });
});

test('the rate limit counts small documents once, whichever way they go', async () => {
  const hub = await createTestApp({ config: { rateLimit: 4 } });
  try {
    const statuses: number[] = [];
    for (const document of ['{"active_power-kW":1}', '{"no term":1}', `{"active_power-kW":[${'1,'.repeat(3000)}1]}`])
      statuses.push((await post(hub, '/api/json-to-rdf', document)).status);
    const fourth = await post(hub, '/api/json-to-rdf', '{}');
    expect([...statuses, fourth.status, fourth.headers['ratelimit']]).toEqual([
      200,
      422,
      200,
      200,
      expect.stringMatching(/^"documents";r=0;/),
    ]);
    const fifth = await post(hub, '/api/json-to-rdf', '{}');
    expect([fifth.status, fifth.headers['ratelimit']]).toEqual([429, expect.stringMatching(/^"documents";r=0;/)]);
  } finally {
    await hub.stop();
  }
});

test('small documents are converted while large ones have every worker and every place in the queue', async () => {
  const hub = await createTestApp({ config: { workers: 1, queue: 1 } });
  try {
    const large = `{"active_power-kW":[${Array.from({ length: 150_000 }, (_, at) => at).join(',')}]}`;
    const running = Array.from({ length: 2 }, () => post(hub, '/api/json-to-rdf?format=nt', large));
    await expect.poll(() => hub.app.pool.load, { interval: 1 }).toEqual({ inside: 1, waiting: 1 });
    expect((await post(hub, '/api/json-to-rdf', '{"active_power-kW":1}')).status).toBe(200);
    expect((await post(hub, '/api/rdf', '{"@semantic":{},"a":1}')).status).toBe(200);
    expect((await post(hub, '/api/semantic', '{"a":1}')).status).toBe(200);
    expect(hub.app.pool.load).toEqual({ inside: 1, waiting: 1 });
    for (const answer of await Promise.all(running)) expect(answer.status).toBe(200);
  } finally {
    await hub.stop();
  }
});

test('a client that vanishes in the middle of a small document leaves nothing behind', async () => {
  const hub = await createTestApp();
  try {
    for (let round = 0; round < 5; round++) {
      await new Promise<void>((resolve) => {
        const sent = request(`${hub.url}/api/json-to-rdf`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'Content-Length': 100 },
        });
        sent.on('error', () => {}).on('close', resolve);
        sent.write('{"active_power-kW":', () => setTimeout(() => sent.destroy(), 5));
      });
    }
    expect((await post(hub, '/api/json-to-rdf', '{"active_power-kW":1}')).status).toBe(200);
    await expect.poll(() => hub.logged.filter((line) => line['cutOff'] === true)).toHaveLength(5);
    expect(hub.logged.filter((line) => Number(line['level']) >= 50)).toEqual([]);
    expect(hub.app.bodyBudget.held).toBe(0);
  } finally {
    await hub.stop();
  }
});
