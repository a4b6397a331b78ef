import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { comparable, postBytes, type Answer } from '../support/answers.ts';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';

/** Small requests of GraphQL are answered without the framework, and known queries without Apollo. Nobody can tell. */

const CONVERSION =
  'query ($document: String!, $format: RdfFormat, $max: Int) { convertDocument(document: $document, semantics: REGISTRY, format: $format, maxArrayItems: $max) { rdf triples warnings { code } } }';
const DOCUMENT = '{"timestamp":"2026-01-01T00:00:00Z","active_power-kW":[1,2.50,null,"x"],"battery_id":"é ü"}';
const asked = (query: unknown, variables?: unknown, more: object = {}): string =>
  JSON.stringify({ query, variables, ...more });
const NAMES = 'query A { __typename } query B { b: __typename }';

describe('a small request', () => {
  let fast: TestApp;
  let framework: TestApp;
  beforeAll(async () => {
    [fast, framework] = await Promise.all([createTestApp(), createTestApp({ config: { smallDocumentBytes: 0 } })]);
  });
  afterAll(async () => {
    await Promise.all([fast?.stop(), framework?.stop()]);
  });

  /** A masked error has a reference of its own. */
  const withoutReferences = (answer: Answer): unknown =>
    JSON.parse(JSON.stringify(comparable(answer)).replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '*'));

  /** The first request makes a query known, the second is answered by what is known. */
  const compareTwice = async (body: string | Buffer, headers?: Record<string, string>): Promise<void> => {
    for (let round = 0; round < 2; round++) {
      const one = await postBytes(fast, '/graphql', body, headers);
      const other = await postBytes(framework, '/graphql', body, headers);
      expect(withoutReferences(one), `round ${round}`).toEqual(withoutReferences(other));
    }
  };

  const bodies = [
    ...[undefined, null, {}, { unused: 1 }, [], 'x'].map((variables) => asked('{ __typename }', variables)),
    ...['A', 'B', 'C', '', null, 3, undefined].map((operationName) => asked(NAMES, undefined, { operationName })),
    ...[null, {}, { sparql: true }, { persistedQuery: { version: 1, sha256Hash: 'x' } }, 'x'].map((extensions) => asked('{ __typename }', undefined, { extensions })),
    ...[DOCUMENT, '{}', '{"no term":1}', '{', '"\ud800"', '', null, 7, undefined].map((document) => asked(CONVERSION, { document })),
    ...[{ format: 'N_TRIPLES' }, { format: 'X' }, { max: -1 }, { max: 1 }, { max: 1.5 }].map((variables) => asked(CONVERSION, { document: DOCUMENT, ...variables })),
    ...[3, 400, -1, 'x', 1e9].map((first) => asked('query ($first: Int) { terms(first: $first) { nodes { name label } } }', { first })),
    ...['active_power-kW', 'nothing', ''].map((name) => asked('query ($name: String!) { term(name: $name) { iri description } }', { name })),
    asked('query ($d: String!) { a: convertDocument(document: $d, semantics: REGISTRY) { rdf } b: convertDocument(document: "{") { rdf } }', { d: DOCUMENT }),
    asked(`{ ${Array.from({ length: 5 }, (_, i) => `d${i}: convertDocument(document: "{}") { rdf }`).join(' ')} }`),
    asked('{ nothing }'), asked('{'), asked(''), asked(5), asked(`{ ${'a'.repeat(33_000)} }`), asked('mutation { nothing }'), asked('{ terms(search: "wirkleistng") { nodes { name } } }'),
    asked('{ __schema { types { name fields { name } } } }'), '', '{}', '[]', 'null', '{"query":', `[${asked('{ __typename }')}]`, '\ufeff{"query":"{ __typename }"}',
  ]; // prettier-ignore

  test.each(bodies.map((body) => [body.slice(0, 300), body]))('has the same answer with and without the framework: %s', (_, body) =>
    compareTwice(body),
  ); // prettier-ignore

  test('has the same answer when it is no UTF-8', () => compareTwice(Buffer.from([0x7b, 0xff, 0x7d])));

  const JSON_TYPE = { 'Content-Type': 'application/json' };
  const heads: Record<string, string>[] = [
    {}, ...['', ';', 'text/plain', 'application/json; charset=utf-8', 'application/graphql+json'].map((type) => ({ 'Content-Type': type })), { 'apollo-require-preflight': 'true' },
    ...['', '*/*', 'application/json', 'application/graphql-response+json', 'application/json;q=0.1, application/graphql-response+json', 'text/html', 'application/xml', 'application/problem+json', 'multipart/mixed'].map((accept) => ({ ...JSON_TYPE, Accept: accept })),
    ...['gzip, deflate', 'br', '*', 'identity;q=0', ''].map((value) => ({ ...JSON_TYPE, 'Accept-Encoding': value })),
    { ...JSON_TYPE, Origin: 'https://page.example' }, { ...JSON_TYPE, Connection: 'close' }, { ...JSON_TYPE, Authorization: 'Bearer nobody' }, { ...JSON_TYPE, 'Content-Encoding': 'identity' },
  ]; // prettier-ignore
  /** Answers of less than a flight, of more, and of more than is compressed at once. */
  const documents = [1, 40, 400].map(
    (count) => `{"active_power-kW":[${Array.from({ length: count }, (_, at) => at)}]}`,
  );

  test.each(heads.map((headers) => [JSON.stringify(headers), headers] as const))(
    'has the same answer with the head %s',
    async (_, headers) => {
      for (const document of documents) await compareTwice(asked(CONVERSION, { document }), headers);
      await compareTwice(asked('{ nothing }'), headers);
    },
  );

  test('leaves one line in the log, whichever way it went', async () => {
    for (const body of [asked('{ __typename }'), asked(CONVERSION, { document: '{' })]) {
      const [one, other] = await Promise.all(
        [fast, framework].map(async (hub) => {
          const { headers } = await postBytes(hub, '/graphql', body);
          const lines = () => hub.logged.filter((line) => line['requestId'] === headers['x-request-id']);
          await expect.poll(lines).toHaveLength(1);
          const { method, path, status, msg } = lines()[0]!;
          return { method, path, status, msg };
        }),
      );
      expect(one).toEqual(other);
    }
  });

  test('gives back the room that its body took', async () => {
    await postBytes(fast, '/graphql', asked(CONVERSION, { document: DOCUMENT }));
    expect(fast.app.bodyBudget.held).toBe(0);
  });
});

test('a document is charged once, also when a known query fails', async () => {
  const hub = await createTestApp({ config: { rateLimit: 5 } });
  try {
    const left: unknown[] = [];
    for (const document of [DOCUMENT, DOCUMENT, '{', '{', DOCUMENT]) {
      const { headers } = await postBytes(hub, '/graphql', asked(CONVERSION, { document }));
      left.push(/r=(\d)/.exec(String(headers['ratelimit']))?.[1]);
    }
    expect(left).toEqual(['4', '3', '2', '1', '0']);
    const refused = await postBytes(hub, '/graphql', asked(CONVERSION, { document: DOCUMENT }));
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  } finally {
    await hub.stop();
  }
});
