import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMINISTRATOR, requireAdministrator } from '../support/administrator.ts';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { REVIEWABLE } from '../vocabulary/shaped-vocabulary.ts';

// The answers' shapes differ with every query; the tests state them.
// oxlint-disable-next-line no-explicit-any
type Answer = any;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-restart-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** @param vocabulary what the folder gets first; without it, the hub has what is there */
function start(now: string, vocabulary?: string): Promise<TestApp> {
  return createTestApp({
    config: { dataFolder: folder },
    requireAdministrator,
    now: () => new Date(now),
    ...(vocabulary === undefined ? {} : { vocabulary }),
  });
}

async function post(hub: TestApp, path: string, body: object, authorization?: string): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', ...(authorization === undefined ? {} : { authorization }) };
  return fetch(hub.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function ask(hub: TestApp, query: string): Promise<Answer> {
  const { data, errors } = (await (await post(hub, '/graphql', { query }, ADMINISTRATOR)).json()) as Answer;
  expect(errors).toBeUndefined();
  return data;
}

async function suggest(hub: TestApp, parameter: string, email: string): Promise<string> {
  const suggestion = { parameter, description: 'A term.', datatype: 'xsd:double', email };
  const response = await post(hub, '/api/suggest-parameter', suggestion);
  expect(response.status).toBe(200);
  await response.text();
  return response.headers.get('x-suggestion-receipt')!;
}

async function isOnDisk(email: string): Promise<boolean> {
  // Compression cuts a text where some letters of it stood before by chance: a piece of it says that it is there.
  const pieces = email.split('@', 1)[0]!.match(/.{8}/g)!;
  const contents = await readFiles();
  // The store merges files meanwhile: what one had that is gone is in one that may not have been listed.
  return contents.includes(null)
    ? isOnDisk(email)
    : contents.some((bytes) => pieces.some((piece) => bytes!.includes(piece)));
}

/** What is in each file of the hub's folder; null for one that went while it was looked at. */
async function readFiles(): Promise<Array<string | null>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.map((file) => readFile(file, 'latin1').catch(() => null)));
}

test('a restart keeps suggestions and counts, and erases the e-mails whose time is over', async () => {
  const first = await start('2026-01-02T03:04:05Z', REVIEWABLE);
  // What is compressed on the disk has no text that could be found but one that nothing can be made of.
  const [closed, open] = [0, 1].map(() => `${randomBytes(24).toString('base64url')}@example.org`) as [string, string];
  const receipts = [await suggest(first, 'closed_one', closed), await suggest(first, 'open_one', open)];
  const { suggestions } = await ask(first, '{ suggestions { nodes { id name } } }');
  const { id } = suggestions.nodes.find(({ name }: Answer) => name === 'closed_one');
  await ask(first, `mutation { reviewSuggestion(input: { id: "${id}", decision: REJECT, reason: "No." }) { inUse } }`);
  await (await post(first, '/api/semantic', { wattage: 1 })).text();
  await first.stop();
  expect(await isOnDisk(closed)).toBe(true);

  const second = await start('2026-04-30T00:00:00Z');
  const states = await Promise.all(
    receipts.map((receipt) => ask(second, `{ suggestion(receipt: "${receipt}") { state } }`)),
  );
  expect(states.map(({ suggestion }) => suggestion.state)).toEqual(['REJECTED', 'PENDING']);
  const emails = '{ suggestions { nodes { name email } } }';
  await expect
    .poll(async () =>
      (await ask(second, emails)).suggestions.nodes.map((node: Answer) => [node.name, node.email]).toSorted(),
    )
    .toEqual([
      ['closed_one', null],
      ['open_one', open],
    ]);
  await expect.poll(() => isOnDisk(closed)).toBe(false);
  expect(await isOnDisk(open)).toBe(true);
  const { missingTerms } = await ask(second, '{ missingTerms { since terms { key count } } }');
  expect(missingTerms).toEqual({ since: '2026-01-02T03:04:05.000Z', terms: [{ key: 'wattage', count: 1 }] });

  // What is for administrators is in nothing that the public can ask.
  const query =
    'SELECT * { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } FILTER(CONTAINS(STR(?o), "example.org") && CONTAINS(STR(?o), "@")) }';
  const answer = await fetch(`${second.url}/sparql?query=${encodeURIComponent(query)}&format=json`);
  expect(((await answer.json()) as Answer).results.bindings).toEqual([]);
  const graphs = 'SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } FILTER(CONTAINS(STR(?g), "/graph/")) } ORDER BY ?g';
  const listed = await fetch(`${second.url}/sparql?query=${encodeURIComponent(graphs)}&format=csv`);
  expect((await listed.text()).trim().split(/\s+/)).toEqual([
    'g',
    'http://localhost:4000/graph/ontology',
    'http://localhost:4000/graph/vocabulary',
  ]);
  await second.stop();
});

test('a hub that signs nobody in has no administrators', async () => {
  const hub = await createTestApp({ config: { hasPlatform: false } });
  const response = await post(hub, '/graphql', { query: '{ suggestions { totalCount } }' }, 'Bearer x');
  const { data, errors } = (await response.json()) as Answer;
  expect(data).toEqual({ suggestions: null });
  expect(errors[0].extensions.code).toMatch(/^(UNAUTHENTICATED|ACCOUNTS_UNAVAILABLE)$/);
  await hub.stop();
});
