import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMINISTRATOR, NOBODY_SPECIAL, requireAdministrator } from '../support/administrator.ts';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { describedFetch } from '../support/described-interface.ts';
import { REVIEWABLE } from '../vocabulary/shaped-vocabulary.ts';

// The answers' shapes differ with every query; the tests state them.
// oxlint-disable-next-line no-explicit-any
type Answer = any;

const FILE = {
  title: 'Acme meter',
  documentation: 'https://acme.example/meter/api',
  recognise: ['meterSerial'],
  also: { at: 'stamp' },
  keys: { 'meter.pwr': 'load-kW', 'meter.volt': 'voltage-V' },
};
const DOCUMENT = { at: '2026-03-01T11:15:00+01:00', meter: { pwr: 812.4, volt: 231.4 }, meterSerial: 'A1' };
/** Checks of the vocabulary take seconds, and more where others have the machine. */
const CHECKING_MS = 180_000;

let folder: string;
let hub: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-sources-'));
  hub = await createTestApp({ config: { dataFolder: folder }, vocabulary: REVIEWABLE, requireAdministrator });
});
afterAll(async () => {
  await hub?.stop();
  await rm(folder, { recursive: true, force: true });
});

function post(path: string, body: object | string, headers: Record<string, string> = {}): Promise<Response> {
  return describedFetch(hub.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

async function ask(query: string, variables: object = {}, authorization?: string): Promise<Answer> {
  const response = await fetch(`${hub.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
    body: JSON.stringify({ query, variables }),
  });
  return response.json();
}

const REVIEW = `mutation ($input: ReviewSourceSuggestionInput!) { reviewSourceSuggestion(input: $input) {
  inUse suggestion { name state reason reviewer source { name title describedCount } } problems { code message path value } } }`;

describe('POST /api/suggest-source', () => {
  test('answers with a receipt, which tells the state to anybody', async () => {
    const response = await post('/api/suggest-source', { source: 'acme-meter', file: FILE, email: 'ada@example.org' });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const receipt = response.headers.get('x-suggestion-receipt')!;
    const { message } = (await response.json()) as { message: string };
    expect(message).toContain(receipt);
    const query = /\{ sourceSuggestion\(.*\}/.exec(message)![0];
    expect(await ask(query)).toEqual({ data: { sourceSuggestion: { state: 'PENDING', reason: null } } });
    const { data } = await ask(`{ sourceSuggestion(receipt: "${receipt}") { name file source { name } } }`);
    expect(data.sourceSuggestion).toEqual({ name: 'acme-meter', file: JSON.stringify(FILE), source: null });
    expect(await ask(`{ suggestion(receipt: "${receipt}") { name } }`)).toEqual({ data: { suggestion: null } });
  });

  test('keeps the file as it is written, and takes it as text, too', async () => {
    const file = `{ "title": "T}\\"]", "documentation": "https://a.example/",\n  "keys": { "a\\"": "voltage-V" } }`;
    for (const [source, written] of [
      ['as-object', file],
      ['as-text', JSON.stringify(file)],
    ] as const) {
      const body = `{"source":"${source}","file":${written},"email":"ada@example.org"}`;
      const receipt = (await post('/api/suggest-source', body)).headers.get('x-suggestion-receipt');
      const { data } = await ask(`{ sourceSuggestion(receipt: "${receipt}") { file } }`);
      expect(data.sourceSuggestion.file).toBe(file);
    }
  });

  test('is refused with the key, the line and a way out', async () => {
    const body = `{"source":"other","email":"ada@example.org","file":${JSON.stringify(
      { ...FILE, keys: { pwr: 'voltag-V' } },
      null,
      1,
    )}}`;
    const response = await post('/api/suggest-source', body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      type: expect.stringContaining('/problems/invalid-suggestion'),
      error: expect.stringMatching(/"pwr" names "voltag-V", which is no term\. Similar terms .*voltage-V/),
      key: 'file',
      piece: 'voltag-V',
      line: 11,
    });
    for (const [fields, key] of [
      [{ source: 'x' }, 'file'],
      [{ source: 'x', file: FILE }, 'email'],
      [{ source: 'x', file: FILE, email: 'no' }, 'email'],
      [{ source: 'x', file: 7, email: 'ada@example.org' }, 'file'],
      [{ source: 'X', file: FILE, email: 'ada@example.org' }, 'source'],
    ] as const)
      expect([key, (await (await post('/api/suggest-source', fields)).json()) as Answer]).toMatchObject([key, { key }]);
    const again = { source: 'acme-meter', file: FILE, email: 'ada@example.org' };
    expect((await post('/api/suggest-source', again)).status).toBe(409);
    expect((await post('/api/suggest-source', { ...again, source: 'fronius' })).status).toBe(400);
  });

  test('is closed to pages of other sites', async () => {
    const response = await post('/api/suggest-source', {}, { Origin: 'https://other.example' });
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
  });
});

describe('suggestSource', () => {
  test('does the same, with refusals as problems', async () => {
    const mutation = `mutation ($input: SuggestSourceInput!) { suggestSource(input: $input) {
      receipt suggestion { name state } problems { code path message } } }`;
    const input = { name: 'by-graphql', file: JSON.stringify(FILE), email: 'ada@example.org' };
    expect((await ask(mutation, { input })).data.suggestSource).toMatchObject({
      receipt: expect.stringMatching(/^[\w-]{32}$/),
      suggestion: { name: 'by-graphql', state: 'PENDING' },
      problems: [],
    });
    for (const [over, code, field] of [
      [{}, 'SOURCE_SUGGESTED', 'name'],
      [{ name: 'sma' }, 'SOURCE_EXISTS', 'name'],
      [{ name: 'third', file: '{' }, 'INVALID_SUGGESTION', 'file'],
    ] as const)
      expect((await ask(mutation, { input: { ...input, ...over } })).data.suggestSource).toMatchObject({
        receipt: null,
        problems: [{ code, path: ['input', field] }],
      });
  });
});

test('one client fills a fifth of the places in a day, by whichever interface, and others find the rest', async () => {
  const own = await createTestApp({ config: { rateLimit: 1_000, trustedProxies: 1 }, vocabulary: REVIEWABLE });
  try {
    const send = (path: string, body: object, client = '192.0.2.1'): Promise<Response> =>
      fetch(own.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
        body: JSON.stringify(body),
      });
    const source = (name: string) => ({ source: name, file: FILE, email: 'ada@example.org' });
    for (let at = 0; at < 100; at++)
      expect((await send('/api/suggest-source', source(`meter-${at}`))).status).toBe(200);
    const refused = await send('/api/suggest-source', source('one-more'));
    expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([429, '"suggestions";q=100;w=86400']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
    expect(await refused.json()).toMatchObject({ error: expect.stringContaining('100 sources in a day') });
    const query = 'mutation ($input: SuggestSourceInput!) { suggestSource(input: $input) { receipt } }';
    const input = { name: 'one-more', file: JSON.stringify(FILE), email: 'ada@example.org' };
    expect(await (await send('/graphql', { query, variables: { input } })).json()).toMatchObject({
      data: { suggestSource: null },
      errors: [{ extensions: { code: 'RATE_LIMITED' } }],
    });
    expect((await send('/api/suggest-source', source('one-more'), '192.0.2.2')).status).toBe(200);
  } finally {
    await own.stop();
  }
}, 60_000);

describe('a review', () => {
  test('is for administrators', async () => {
    for (const authorization of [undefined, NOBODY_SPECIAL]) {
      const { data, errors } = await ask('{ sourceSuggestions { totalCount } }', {}, authorization);
      expect(data).toEqual({ sourceSuggestions: null });
      expect(errors[0].extensions.code).toMatch(/^(UNAUTHENTICATED|FORBIDDEN)$/);
      const input = { id: 'x', decision: 'REJECT', reason: 'No.' };
      expect((await ask(REVIEW, { input }, authorization)).data).toEqual({ reviewSourceSuggestion: null });
    }
  });

  test(
    'makes it a source that describes documents, is listed, is found by its keys, and is there after a restart',
    async () => {
      const listed = await ask(
        '{ sourceSuggestions(first: 3) { totalCount nodes { id name email } pageInfo { hasNextPage } } suggestions { totalCount } }',
        {},
        ADMINISTRATOR,
      );
      expect(listed.data.suggestions.totalCount).toBe(0);
      const { nodes, totalCount, pageInfo } = listed.data.sourceSuggestions;
      expect([nodes.length, totalCount, pageInfo.hasNextPage]).toEqual([3, 4, true]);
      const all = await ask('{ sourceSuggestions { nodes { id name email } } }', {}, ADMINISTRATOR);
      const { id, email } = all.data.sourceSuggestions.nodes.find(({ name }: Answer) => name === 'acme-meter');
      expect(email).toBe('ada@example.org');

      expect((await post('/api/semantic?source=acme-meter', DOCUMENT)).status).toBe(400);
      const input = { id, decision: 'ACCEPT', reason: 'Thank you.' };
      const { data, errors } = await ask(REVIEW, { input }, ADMINISTRATOR);
      expect(errors).toBeUndefined();
      expect(data.reviewSourceSuggestion).toMatchObject({
        inUse: true,
        problems: [],
        suggestion: {
          state: 'ACCEPTED',
          reason: 'Thank you.',
          source: { name: 'acme-meter', title: 'Acme meter', describedCount: 2 },
        },
      });
      await expectInUse();
      // As large as goes to a worker.
      const rows = Array.from({ length: 3000 }, () => DOCUMENT);
      const large = await post('/api/json-to-rdf?format=nt&source=acme-meter', { rows });
      expect([large.status, large.headers.get('x-semantic-source')]).toEqual([200, 'acme-meter']);

      await hub.stop();
      hub = await createTestApp({ config: { dataFolder: folder }, requireAdministrator });
      await expectInUse();
    },
    CHECKING_MS,
  );

  test('rejects with a reason, which the proposer reads', async () => {
    const { data } = await ask('{ sourceSuggestions(state: PENDING) { nodes { id name } } }', {}, ADMINISTRATOR);
    const [{ id }] = data.sourceSuggestions.nodes;
    expect((await ask(REVIEW, { input: { id, decision: 'REJECT' } }, ADMINISTRATOR)).data).toMatchObject({
      reviewSourceSuggestion: { problems: [{ code: 'INVALID_REVIEW', path: ['input', 'reason'] }] },
    });
    const input = { id, decision: 'REJECT', reason: 'Nobody has such a meter.' };
    expect((await ask(REVIEW, { input }, ADMINISTRATOR)).data).toMatchObject({
      reviewSourceSuggestion: { suggestion: { state: 'REJECTED', source: null }, problems: [] },
    });
  });
});

async function expectInUse(): Promise<void> {
  const listing = (await (await describedFetch(`${hub.url}/api/sources`)).json()) as Answer;
  const names = listing.data.map(({ source }: { source: string }) => source);
  expect(names).toContain('acme-meter');
  expect(names).toEqual(names.toSorted());
  expect((await ask('{ sources { name } }')).data.sources).toContainEqual({ name: 'acme-meter' });
  for (const accept of ['text/turtle', 'text/html']) {
    const page = await fetch(`${hub.url}/vocabulary/source/acme-meter`, { headers: { accept } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Acme meter')]);
  }
  for (const asked of ['acme-meter', 'auto']) {
    const response = await post(`/api/semantic?source=${asked}`, DOCUMENT);
    expect([response.status, response.headers.get('x-semantic-source')]).toEqual([200, 'acme-meter']);
    const block = ((await response.json()) as Answer)['@semantic'];
    expect(block['@context']['meter.pwr']).toMatchObject({ 'rdf:type': 'sosa:Observation' });
  }
  const converted = await ask(
    'query ($document: String!) { convertDocument(document: $document, semantics: REGISTRY, source: "acme-meter") { source } }',
    { document: JSON.stringify(DOCUMENT) },
  );
  expect(converted.data.convertDocument).toEqual({ source: 'acme-meter' });
}
