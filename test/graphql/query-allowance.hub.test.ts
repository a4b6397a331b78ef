import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';

/** Of 30 documents a third, as many as cost 14,500 each. */
const ALLOWANCE = 145_000;

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp({ config: { rateLimit: 30, trustedProxies: 1 } });
});
afterAll(() => hub.stop());

let lastClient = 0;
const nextClient = (): string => `192.0.2.${++lastClient}`;

async function ask(client: string, query: string, variables: object = {}) {
  const response = await fetch(`${hub.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
    body: JSON.stringify({ query, variables }),
  });
  return { response, body: (await response.json()) as { data?: unknown; errors?: Array<{ extensions: object }> } };
}
const search = (client: string, searches = 1) =>
  ask(
    client,
    `{ ${Array.from({ length: searches }, (_, at) => `a${at}: terms(search: "power", first: 0) { totalCount }`).join(' ')} }`,
  );
const embed = (client: string) => ask(client, '{ embedDocument(document: "{}") { document } }');

test('a search is counted by its cost, and the answer says what is left', async () => {
  const { response } = await search(nextClient());
  expect(response.status).toBe(200);
  // A list costs 100, a search 1,000, and each of the fields 1.
  expect(response.headers.get('ratelimit-policy')).toBe(`"queries";q=${ALLOWANCE};w=60`);
  expect(response.headers.get('ratelimit')).toMatch(new RegExp(`^"queries";r=${ALLOWANCE - 1_101};t=\\d+$`));
});

test.each([
  ['totalCount didYouMean', 0, 1 + 1_000],
  ['totalCount didYouMean pageInfo { endCursor } nodes { name }', 50, 1 + 1_000 + 2 + 50 * 2],
  ['totalCount ...on TermConnection { didYouMean } ...page', 500, 1 + 1_000 + 2 + 500 * 3],
])('of a page with %s, only the items are counted as often as there may be some', async (selected, first, fields) => {
  const fragment = 'fragment page on TermConnection { pageInfo { endCursor } edges { node { name } } }';
  const { response, body } = await ask(
    nextClient(),
    `query ($first: Int) { terms(search: "power", first: $first) { ${selected} } } ${selected.includes('...page') ? fragment : ''}`,
    { first },
  );
  expect(body.errors).toBeUndefined();
  expect(response.headers.get('ratelimit')).toMatch(new RegExp(`^"queries";r=${ALLOWANCE - 1_100 - fields};t=\\d+$`));
});

test('who has used up the allowance is 429 with the time to wait, and can go on with documents', async () => {
  const client = nextClient();
  const statuses: number[] = [];
  for (let at = 0; at < 6; at++) statuses.push((await search(client, 30)).response.status);
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  const { response, body } = await search(client, 30);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  // What was refused is not counted.
  const left = ALLOWANCE - 4 * 30 * 1_101;
  expect(response.headers.get('ratelimit')).toMatch(new RegExp(`^"queries";r=${left};t=\\d+$`));
  expect(body.errors![0]!.extensions).toMatchObject({ code: 'RATE_LIMITED' });
  expect((await search(client, 5)).response.status).toBe(200);
  expect((await embed(client)).response.status).toBe(200);
});

test('who has used up the documents can go on searching', async () => {
  const client = nextClient();
  for (let at = 0; at < 30; at++) expect((await embed(client)).response.status).toBe(200);
  expect((await embed(client)).response.status).toBe(429);
  expect((await search(client)).response.status).toBe(200);
});

test('keys cost by their number, and a request for both is told of both', async () => {
  const { response } = await ask(
    nextClient(),
    'query ($keys: [String!]!) { suggestTerms(keys: $keys) { isTerm } embedDocument(document: "{}") { document } }',
    { keys: Array.from({ length: 80 }, (_, at) => `key ${at}`) },
  );
  expect(response.headers.get('ratelimit-policy')).toBe(`"queries";q=${ALLOWANCE};w=60, "documents";q=30;w=60`);
  expect(response.headers.get('ratelimit')).toMatch(/^"queries";r=\d+;t=\d+, "documents";r=29;t=\d+$/);
  const left = Number(/r=(\d+)/.exec(response.headers.get('ratelimit')!)![1]);
  expect(left).toBeLessThanOrEqual(ALLOWANCE - 80 * 500);
});

test.each([
  '{ __typename }',
  '{ term(name: "voltage-V") { label unit } }',
  '{ __schema { types { name fields { name } } } }',
])('%s is not counted', async (query) => {
  const { response } = await ask(nextClient(), query);
  expect(response.status).toBe(200);
  expect(response.headers.get('ratelimit')).toBeNull();
});

describe('suggestions', () => {
  const suggestTerm = (client: string, parameter: string) =>
    fetch(`${hub.url}/api/suggest-parameter`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
      body: JSON.stringify({ parameter, description: 'One.', datatype: 'xsd:double', email: 'ada@example.org' }),
    });
  const suggestSource = (client: string) =>
    fetch(`${hub.url}/api/suggest-source`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
      body: '{}',
    });
  const fillIn = (client: string, path: string, fields: Record<string, string>) =>
    fetch(hub.url + path, {
      method: 'POST',
      headers: { 'x-forwarded-for': client },
      body: new URLSearchParams(fields),
    });
  const leftOf = ({ headers }: Response): number => Number(/^"queries";r=(\d+);/.exec(headers.get('ratelimit')!)![1]);

  test('cost the same by REST and the forms, taken or refused, and not less by GraphQL', async () => {
    const client = nextClient();
    const taken = await suggestTerm(client, 'allowed_temperature-degC');
    expect([taken.status, leftOf(taken)]).toEqual([200, ALLOWANCE - 1_000]);
    expect(taken.headers.get('ratelimit-policy')).toBe(`"queries";q=${ALLOWANCE};w=60`);
    const refused = await suggestSource(client);
    expect([refused.status, leftOf(refused)]).toEqual([400, ALLOWANCE - 6_000]);
    const { response } = await ask(
      client,
      'mutation ($input: SuggestChangeInput!) { suggestChange(input: $input) { receipt } }',
      { input: { name: 'voltage-V', change: 'Another one.', email: 'ada@example.org' } },
    );
    const left = leftOf(response);
    expect(ALLOWANCE - 11_000 - left).toBeLessThan(5);
    const forms = [
      ['/suggest', {}, 1_000],
      ['/suggest/source', {}, 6_000],
      ['/suggest/change', { term: 'voltage-V' }, 7_000],
    ] as const;
    for (const [path, fields, cost] of forms) {
      const filledIn = await fillIn(client, path, fields);
      expect([filledIn.status, leftOf(filledIn)], path).toEqual([400, left - cost]);
    }
  });

  test('are 429 with the time to wait where one client sends too many, and a form keeps what was filled in', async () => {
    const client = nextClient();
    for (let at = 0; at < ALLOWANCE / 5_000; at++) expect((await suggestSource(client)).status).toBe(400);
    for (const refused of [await suggestSource(client), await suggestTerm(client, 'refused_temperature-degC')]) {
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(leftOf(refused)).toBe(0);
      expect(await refused.json()).toMatchObject({ type: 'http://localhost:4000/problems/rate-limited' });
    }
    const form = await fillIn(client, '/suggest', { parameter: 'kept_temperature-degC' });
    expect(form.status).toBe(429);
    expect(leftOf(form)).toBe(0);
    expect(Number(form.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await form.text()).toContain('value="kept_temperature-degC"');
    expect((await suggestTerm(nextClient(), 'other_temperature-degC')).status).toBe(200);
  });
});
