import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { readHub } from '../../src/cli/vocabulary/read-hub.ts';
import { sharedHub } from '../support/shared-hub.ts';

const UNIT = 'query Unit($name: String!) { term(name: $name) { unit } }';
const CATEGORIES = '{ categories { name } }';
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const byHash = (text: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash: hashOf(text) } } });
const variables = { name: 'voltage-V' };
const VOLT = { data: { term: { unit: 'http://qudt.org/vocab/unit/V' } } };

interface Answered {
  readonly status: number;
  readonly body: { readonly data?: unknown; readonly errors?: ReadonlyArray<{ readonly extensions: unknown }> };
}

const answered = async (response: Response): Promise<Answered> => ({
  status: response.status,
  body: (await response.json()) as Answered['body'],
});
const post = async (url: string, request: object): Promise<Answered> =>
  answered(
    await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
    }),
  );
const get = async (url: string, parameters: Readonly<Record<string, string>>): Promise<Answered> =>
  answered(
    await fetch(`${url}/graphql?${new URLSearchParams(parameters)}`, {
      headers: { 'Apollo-Require-Preflight': 'yes', Accept: 'application/json' },
    }),
  );
const refused = (status: number, code: string) => ({
  status,
  body: { errors: [expect.objectContaining({ extensions: { code } })] },
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-queries-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function listOf(manifest: unknown): Promise<string> {
  const file = join(await mkdtemp(join(folder, 'list-')), 'list.json');
  await writeFile(file, typeof manifest === 'string' ? manifest : JSON.stringify(manifest));
  return file;
}

describe('a list of trusted documents', () => {
  const hubs: TestApp[] = [];
  afterAll(() => Promise.all(hubs.map((hub) => hub.stop())));
  const startWith = async (manifest: unknown, isOnly: boolean): Promise<TestApp> => {
    const trustedDocuments = { file: await listOf(manifest), isOnly };
    const hub = await createTestApp({ config: { trustedDocuments, rateLimit: 30 } });
    hubs.push(hub);
    return hub;
  };
  let open: TestApp;
  let closed: TestApp;
  beforeAll(async () => {
    open = await startWith({ unit: UNIT, [`sha256:${hashOf(CATEGORIES)}`]: CATEGORIES }, false);
    const operations = [{ id: 'unit', name: 'Unit', type: 'query', body: UNIT }];
    closed = await startWith({ format: 'apollo-persisted-query-manifest', version: 1, operations }, true);
  });

  test.each(['unit', `sha256:${hashOf(UNIT)}`, hashOf(UNIT)])('has a text by the name %s', async (documentId) => {
    for (const hub of [open, closed]) {
      // The second time, the query is known.
      for (let times = 0; times < 2; times++)
        expect(await post(hub.url, { documentId, variables })).toEqual({ status: 200, body: VOLT });
      expect(await get(hub.url, { documentId, variables: JSON.stringify(variables) })).toEqual({
        status: 200,
        body: VOLT,
      });
    }
  });

  test('has the texts that clients of Apollo name by their hash, which they never sent', async () => {
    const named = byHash(UNIT);
    for (const hub of [open, closed]) {
      expect(await post(hub.url, { ...named, variables })).toEqual({ status: 200, body: VOLT });
      const extensions = JSON.stringify(named.extensions);
      expect((await get(hub.url, { extensions, variables: JSON.stringify(variables) })).body).toEqual(VOLT);
    }
  });

  test('leaves the other extensions of a request in their places', async () => {
    const extensions = { ...byHash(UNIT).extensions, sparql: true };
    expect((await post(closed.url, { extensions, variables })).body).toEqual({ ...VOLT, extensions: { sparql: [] } });
  });

  test('refuses names that are not in it', async () => {
    const unknown = refused(404, 'PERSISTED_QUERY_NOT_IN_LIST');
    for (const hub of [open, closed]) {
      expect(await post(hub.url, { documentId: 'volts', variables })).toEqual(unknown);
      expect(await get(hub.url, { documentId: '__proto__' })).toEqual(unknown);
    }
    expect(await post(closed.url, byHash(CATEGORIES))).toEqual(unknown);
    expect(await post((await sharedHub()).url, { documentId: 'unit' })).toEqual(unknown);
  });

  test('is all that is answered where an operator wants it so, also for who sends texts', async () => {
    const notTrusted = refused(403, 'QUERY_NOT_IN_SAFELIST');
    expect(await post(closed.url, { query: CATEGORIES })).toEqual(notTrusted);
    expect(await post(closed.url, { query: CATEGORIES, documentId: 'unit' })).toEqual(notTrusted);
    expect(await post(closed.url, { query: CATEGORIES, ...byHash(CATEGORIES) })).toEqual(notTrusted);
    expect(await get(closed.url, { query: CATEGORIES })).toEqual(notTrusted);
    expect(await post(closed.url, { query: '{ __schema { queryType { name } } }' })).toEqual(notTrusted);
    expect(await post(closed.url, { query: UNIT, variables })).toEqual({ status: 200, body: VOLT });
    expect(await post(closed.url, { query: UNIT, variables, ...byHash(UNIT) })).toEqual({ status: 200, body: VOLT });
    expect((await post(open.url, { query: CATEGORIES })).status).toBe(200);
  });

  test('has the queries of the page of administrators and of the command line', async () => {
    const { status, body } = await post(closed.url, { query: '{ missingTerms(first: 0) { since } }' });
    expect([status, body.errors?.[0]?.extensions]).toEqual([401, expect.objectContaining({ code: 'UNAUTHENTICATED' })]);
    expect((await readHub(closed.url)).terms.length).toBeGreaterThan(100);
  });

  test('changes nothing about a request without a text and a name', async () => {
    for (const request of [{}, { documentId: 5 }, { extensions: [] }]) {
      const { status, body } = await post(closed.url, request);
      expect([status, body.errors?.[0]?.extensions]).toEqual([400, { code: 'BAD_REQUEST' }]);
    }
  });

  test.each([
    ['no JSON', '{', 'JSON'],
    ['another manifest', { format: 'apollo-persisted-query-manifest', version: 2, operations: [] }, 'version 1'],
    ['a text that is no query', { broken: '{ term(' }, 'The document "broken" cannot be used: Syntax Error'],
    ['a field that is none', { old: '{ terms_ { name } }' }, 'The document "old" cannot be used: Cannot query field'],
    ['a query beyond the limits', { long: `{ categories { name } }${' '.repeat(40_000)}` }, 'at most 32768'],
    ['two texts of one id', { [hashOf(UNIT)]: CATEGORIES, unit: UNIT }, 'Two documents have the id'],
  ])('with %s keeps the hub from starting', async (_, manifest, why) => {
    const file = await listOf(manifest);
    const start = createTestApp({ config: { trustedDocuments: { file, isOnly: false } } });
    await expect(start).rejects.toThrow(`HUB_TRUSTED_DOCUMENTS, ${file}: `);
    await expect(start).rejects.toThrow(why);
  });

  test('that is not there keeps the hub from starting', async () => {
    const file = join(folder, 'none.json');
    await expect(createTestApp({ config: { trustedDocuments: { file, isOnly: true } } })).rejects.toThrow('ENOENT');
  });
});

describe('a query that was sent with its hash', () => {
  let hub: TestApp;
  beforeAll(async () => {
    hub = await createTestApp({ config: { rateLimit: 30 } });
  });
  afterAll(() => hub?.stop());

  test('is found by it from then on', async () => {
    const named = { ...byHash(UNIT), variables };
    expect((await post(hub.url, named)).body.errors?.[0]?.extensions).toEqual({ code: 'PERSISTED_QUERY_NOT_FOUND' });
    expect((await post(hub.url, { query: UNIT, ...named })).body).toEqual(VOLT);
    expect((await post(hub.url, named)).body).toEqual(VOLT);
    const inAddress = { extensions: JSON.stringify(named.extensions), variables: JSON.stringify(variables) };
    expect((await get(hub.url, inAddress)).body).toEqual(VOLT);
  });

  test('is not kept when the hash is that of another', async () => {
    const mixed = { query: '{ prefixes { prefix } }', ...byHash(CATEGORIES) };
    expect(await post(hub.url, mixed)).toEqual(refused(400, 'BAD_REQUEST'));
    expect((await post(hub.url, byHash(CATEGORIES))).body.errors).toHaveLength(1);
  });

  test.each([7, {}, { sha256Hash: hashOf(UNIT) }, { version: 2, sha256Hash: hashOf(UNIT) }])(
    'in another form is refused, which is no fault of the hub: %j',
    async (persistedQuery) => {
      const logged = hub.logged.length;
      expect(await post(hub.url, { query: UNIT, extensions: { persistedQuery } })).toEqual(refused(400, 'BAD_REQUEST'));
      expect(hub.logged.slice(logged).filter(({ level }) => Number(level) >= 50)).toEqual([]);
    },
  );

  test('is kept as long as the client has an allowance for its characters', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 7; at++) {
      const query = `{ prefixes { prefix } } #${at}${' '.repeat(30_000)}`;
      statuses.push((await post(hub.url, { query, ...byHash(query) })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429, 429]);
  });

  test('is paid for by its bytes, and also when it is not executed', async () => {
    const poor = await createTestApp({ config: { rateLimit: 30 } });
    const statuses: number[] = [];
    for (let at = 0; at < 4; at++) {
      const query = `{ prefixes { prefix } } #${at}${'電'.repeat(20_000)}`;
      statuses.push((await post(poor.url, { query, ...byHash(query), operationName: 'none' })).status);
    }
    await poor.stop();
    expect(statuses).toEqual([400, 400, 429, 429]);
  });
});
