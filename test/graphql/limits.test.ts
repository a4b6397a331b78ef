import { connect } from 'node:net';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HubError } from '../../src/errors.ts';
import { BodyBudget } from '../../src/http/limits/body-budget.ts';
import { MAX_ALIASES, MAX_REQUEST_BYTES, MAX_ROOT_FIELDS } from '../../src/graphql/request/limits.ts';
import { openEndpoint, type TestEndpoint } from './fixture.ts';

let endpoint: TestEndpoint;
beforeAll(async () => {
  endpoint = await openEndpoint();
});
afterAll(() => endpoint.close());

const repeat = (count: number, write: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => write(index)).join(' ');

const hostile: Record<string, { query: string; names: RegExp }> = {
  'a query of 100 levels': { query: `${'{ term '.repeat(100)}${'}'.repeat(100)}`, names: /Cannot query field/ },
  'types of 20 levels': {
    query: `{ __schema { types ${'{ ofType '.repeat(18)}{ name }${' }'.repeat(18)} } }`,
    names: /depth 21/,
  },
  'a query that is deep by fragments': {
    query: `{ __schema { types { ...f0 } } } ${repeat(20, (index) => `fragment f${index} on __Type { ofType { ...f${index + 1} } }`)} fragment f20 on __Type { name }`,
    names: /depth 23/,
  },
  'deep introspection': {
    query: `{ __schema { types ${'{ fields { type '.repeat(10)}{ name }${' } }'.repeat(10)} } }`,
    names: /introspection depth/,
  },
  'more aliases than are answered': {
    query: `{ term(name: "comment") { ${repeat(MAX_ALIASES + 1, (index) => `a${index}: iri`)} } }`,
    names: /aliases 31/,
  },
  'more fields at the root than are answered': {
    query: `{ ...a ...a } fragment a on Query { ${repeat(MAX_ROOT_FIELDS / 2 + 1, () => '__typename')} }`,
    names: /root fields 32/,
  },
  'a circle of fragments': {
    query: '{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }',
    names: /Cannot spread fragment/,
  },
  'fragments that double 30 times': {
    query: `{ ...f0 } ${repeat(30, (index) => `fragment f${index} on Query { ...f${index + 1} ...f${index + 1} }`)} fragment f30 on Query { __typename }`,
    names: /too many selections/,
  },
  'more tokens than are parsed': { query: `{ ${'__typename '.repeat(1001)} }`, names: /more that 1000 tokens/ },
  'a query of more than 32 KiB': { query: `{ term(name: "${'a'.repeat(32 * 1024)}") { iri } }`, names: /characters/ },
  'a query of a megabyte': { query: '['.repeat(1024 * 1024), names: /characters/ },
  'five documents in one request': {
    query: `{ ${repeat(5, (index) => `d${index}: embedDocument(document: "{}") { describedCount }`)} }`,
    names: /cost/,
  },
  'documents that a page of negative length would pay for': {
    query: `{ terms(first: -1000000) { totalCount } ${repeat(5, (index) => `d${index}: embedDocument(document: "{}") { describedCount }`)} }`,
    names: /cost/,
  },
  'lists in lists beyond the cost': {
    query: `{ ${repeat(8, (index) => `t${index}: terms(first: 500) { nodes { name semantics { subject predicate object } } }`)} }`,
    names: /cost/,
  },
  'a subscription': {
    query: 'subscription { vocabularyChanged { version { iri } } }',
    names: /post it to .*graphql.stream/,
  },
  'a syntax error': { query: '{ term(', names: /Syntax Error/ },
};

describe.each(Object.entries(hostile))('%s', (_name, { query, names }) => {
  test('is refused with 4xx before anything is resolved, by name', async () => {
    const answer = await endpoint.query(query);
    expect(answer.status).toBe(400);
    expect(answer.body.data).toBeUndefined();
    expect(JSON.stringify(answer.body.errors)).toMatch(names);
    expect(endpoint.logged).toEqual([]);
  });
});

test.each([
  ['more tokens than are parsed', 'tokens', 1000],
  ['fragments that double 30 times', 'selections', 2000],
  ['more aliases than are answered', 'aliases', 30],
])('%s exceed a limit that is told as such', async (name, limit, most) => {
  const { body } = await endpoint.query(hostile[name]!.query);
  expect(body.errors[0].extensions).toEqual({ code: 'QUERY_LIMIT_EXCEEDED', limit, most });
});

test('the cost counts the defaults of the operation, not only those of the schema', async () => {
  const list = (index: number) =>
    `t${index}: terms(first: $n) { nodes { name semantics { subject predicate object } } }`;
  const query = (n: number) => `query ($n: Int = ${n}) { ${repeat(5, list)} }`;
  expect((await endpoint.query(query(50))).status).toBe(200);
  expect((await endpoint.query(query(500))).body.errors[0].extensions).toMatchObject({
    code: 'QUERY_LIMIT_EXCEEDED',
    limit: 'cost',
  });
  expect((await endpoint.query(query(50), { n: 500 })).body.errors[0].extensions).toMatchObject({
    limit: 'cost',
    most: 60_000,
  });
});

test('a page that is too long is told so, and not that it costs too much', async () => {
  for (const first of [-1, 501, 2_147_483_647]) {
    const { body } = await endpoint.query(`{ terms(first: ${first}) { nodes { name } } }`);
    expect(body.errors[0].message).toBe(`first has to be a whole number from 0 to 500; it is ${first}.`);
  }
});

test('the introspection that GraphiQL sends, four documents, and 500 whole terms are within the limits', async () => {
  const introspection = await endpoint.query(
    getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true, schemaDescription: true }),
  );
  expect(introspection).toMatchObject({ status: 200, body: { data: { __schema: { queryType: { name: 'Query' } } } } });
  const documents = await endpoint.query(
    `{ ${repeat(4, (index) => `d${index}: embedDocument(document: "{}") { document describedCount report { described } }`)} }`,
  );
  expect(documents.body.errors).toBeUndefined();
  const terms = await endpoint.query(`{ terms(first: 500) { totalCount pageInfo { endCursor } nodes {
    name iri label description datatype unit quantityKind example category { name iri label description }
    semantics { parameter subject predicate object } } } }`);
  expect(terms.body.errors).toBeUndefined();
  expect(terms.body.data.terms.nodes).toHaveLength(5);
});

test('no more than 20 errors come back', async () => {
  const answer = await endpoint.query('query ($all: [String!]) { term(name: "a") { label(languages: $all) } }', {
    all: Array.from({ length: 60 }, (_, index) => index),
  });
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toHaveLength(20);
});

test('mistakes of a query are looked for until five are found', async () => {
  const answer = await endpoint.query(`{ ${repeat(60, (index) => `wrong${index}`)} }`);
  expect(answer.status).toBe(400);
  // The last one says that there may be more.
  expect(answer.body.errors).toHaveLength(6);
  expect(answer.body.errors[5].message).toMatch(/too many validation errors/i);
});

test('a value that is refused is not quoted back whole', async () => {
  const answer = await endpoint.query('query ($n: Int) { terms(first: $n) { totalCount } }', {
    n: 'x'.repeat(1_000_000),
  });
  expect(answer.status).toBe(400);
  expect(answer.body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
  // Nobody sent a value for it.
  const unused = await endpoint.query('query ($x: Int) { __typename }');
  expect(unused.body.errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  expect(JSON.stringify(answer.body).length).toBeLessThan(2000);
});

const post = (body: string | Uint8Array, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  fetch(endpoint.url, { method: 'POST', headers, body: body as string });

test('a request larger than a request may be is 413, declared or not', async () => {
  const declared = await post(`{"query":"${'a'.repeat(MAX_REQUEST_BYTES)}"}`);
  expect(declared.status).toBe(413);
  expect(await declared.json()).toMatchObject({ errors: [{ extensions: { code: 'BODY_TOO_LARGE' } }] });

  const chunk = new Uint8Array(1024 * 1024).fill(0x20);
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      if (sent++ < 40) controller.enqueue(chunk);
      else controller.close();
    },
  });
  const undeclared = await fetch(endpoint.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: endless,
    duplex: 'half',
  });
  expect(undeclared.status).toBe(413);
  expect((await endpoint.query('{ __typename }')).status).toBe(200);
});

test('a request of more values than a request may have is refused, small as it is', async () => {
  const values = (count: number): string => `[${'1,'.repeat(count - 4)}1]`;
  const ask = async (count: number) => {
    const answer = await post(`{"query":"{ __typename }","variables":{"unused":${values(count)}}}`);
    return { status: answer.status, body: (await answer.json()) as { errors?: Array<{ extensions: object }> } };
  };
  expect(await ask(19_000)).toMatchObject({ status: 200 });
  expect(await ask(20_010)).toMatchObject({
    status: 400,
    body: { errors: [{ extensions: { code: 'QUERY_LIMIT_EXCEEDED', limit: 'values', most: 20_000 } }] },
  });
});

test('when too many bodies are held at once, the next is 503 with Retry-After', async () => {
  const full = await openEndpoint({ bodyBudget: new BodyBudget(1000) });
  const answer = await full.query('{ __typename }', { unused: 'x'.repeat(1000) });
  expect([answer.status, answer.headers.get('retry-after'), answer.body.errors[0].extensions.code]).toEqual([
    503,
    '5',
    'CONVERTER_BUSY',
  ]);
  for (let request = 0; request < 30; request++) expect((await full.query('{ __typename }')).status).toBe(200);
  await full.close();
});

test('large requests wait for their turn and leave it, whatever becomes of them; small ones take none', async () => {
  let taken = 0;
  let inside = 0;
  const one = await openEndpoint({
    takeTurn: async ({ client }) => {
      expect(client).toBe('127.0.0.1');
      if (++taken > 2) throw new HubError('converter-busy', 'Too many.', { retryAfterSeconds: 3 });
      inside++;
      return () => inside--;
    },
  });
  const unused = 'x'.repeat(100_000);
  expect((await one.query('{ __typename }')).status).toBe(200);
  expect([taken, inside]).toEqual([0, 0]);
  expect((await one.query('{ __typename }', { unused })).status).toBe(200);
  expect([taken, inside]).toEqual([1, 0]);
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(one.url, { method: 'POST', headers, body: `{"${unused}` })).status).toBe(400);
  expect([taken, inside]).toEqual([2, 0]);
  const busy = await one.query('{ __typename }', { unused });
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '3']);
  expect(inside).toBe(0);
  await one.close();
});

test('nothing but [ is refused, ten megabytes of it or ten kilobytes', async () => {
  const many = await post('['.repeat(10 * 1024 * 1024));
  expect(many.status).toBe(400);
  expect(await many.json()).toMatchObject({
    errors: [{ extensions: { code: 'QUERY_LIMIT_EXCEEDED', limit: 'values' } }],
  });
  const few = await post('['.repeat(10_000));
  expect(few.status).toBe(400);
  expect(await few.json()).toMatchObject({ errors: [{ extensions: { code: 'MALFORMED_JSON' } }] });
});

test('a request that is no JSON is told the place in the words of REST', async () => {
  const answer = await post('{"query":"{__typename}",\n"variables":}');
  expect(answer.status).toBe(400);
  const message = 'Found "}" where a value behind the ":" was expected (line 2, column 13, byte 37).';
  expect(await answer.json()).toMatchObject({
    errors: [{ message, extensions: { code: 'MALFORMED_JSON', line: 2, column: 13, offset: 37 } }],
  });
});

test('a small body of countless values is refused before it fills the memory', async () => {
  const answer = await post(`{"query":"{__typename}","variables":{"unused":[${'{},'.repeat(5_000_000)}{}]}}`);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    errors: [{ extensions: { code: 'QUERY_LIMIT_EXCEEDED', limit: 'values' } }],
  });
});

test.each([
  ['an array of requests', '[{"query":"{__typename}"}]'],
  ['a string', '"{__typename}"'],
  ['null', 'null'],
  ['nothing', ''],
  ['a query that is no string', '{"query":{"kind":"Document"}}'],
  ['variables that are a list', '{"query":"{__typename}","variables":[]}'],
])('%s as the request is 400', async (_name, body) => {
  const answer = await post(body);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toHaveProperty('errors[0].message');
});

test('bytes that are not UTF-8 are 400', async () => {
  const answer = await post(Buffer.from('{"query":"{ term(name: \\"\xff\\") { iri } }"}', 'latin1'));
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'NOT_UTF8' } }] });
});

test('forms and plain text, which a page elsewhere could send, are refused', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const answer = await post('{"query":"{__typename}"}', { 'content-type': type });
    expect([400, 415]).toContain(answer.status);
  }
  expect((await fetch(`${endpoint.url}?query={__typename}`)).status).toBe(400);
});

test('GET answers a query and HEAD its head', async () => {
  const headers = { 'apollo-require-preflight': 'true' };
  const address = `${endpoint.url}?query=${encodeURIComponent('query ($n: String!) { term(name: $n) { name } }')}&variables=${encodeURIComponent('{"n":"comment"}')}`;
  const got = await fetch(address, { headers });
  expect(await got.json()).toEqual({ data: { term: { name: 'comment' } } });
  const head = await fetch(address, { method: 'HEAD', headers });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('a browser gets the page of its path, with a policy of the page', async () => {
  for (const path of ['', '/']) {
    const page = await fetch(endpoint.url + path, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toBe("default-src 'none'");
    expect(await page.text()).toBe(`<!doctype html><title>/graphql${path}</title>`);
  }
});

test('a client that leaves half-way through its request leaves the endpoint as it was', async () => {
  const { hostname, port } = new URL(endpoint.url);
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"query":',
        () => socket.destroy(),
      );
    });
    socket.on('close', () => resolve());
  });
  expect((await endpoint.query('{ __typename }')).body).toEqual({ data: { __typename: 'Query' } });
});
