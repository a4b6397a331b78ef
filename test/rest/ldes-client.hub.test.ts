import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ADMINISTRATOR, requireAdministrator } from '../support/administrator.ts';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { suggestTerm } from '../support/suggest.ts';
import { REVIEWABLE } from '../vocabulary/shaped-vocabulary.ts';
import { CLIENT_VERSION, findClient, runClient, type ClientMember, type ClientRun } from './ldes-client.ts';

const { folder: clientFolder, missing } = await findClient();
const BASE = 'http://localhost:4000';
const AS = 'https://www.w3.org/ns/activitystreams#';

let hub: TestApp;
let state: string;
const running: ClientRun[] = [];
beforeAll(async () => {
  if (missing !== null) return;
  hub = await createTestApp({ vocabulary: REVIEWABLE, requireAdministrator, now: () => new Date() });
  // The stream has what is on the disk.
  await vi.waitFor(async () => expect(await (await fetch(`${hub.url}/ldes`)).text()).toContain('tree:relation'), {
    timeout: 60_000,
    interval: 100,
  });
});
afterAll(() => hub?.stop());
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'ldes-client-'));
});
afterEach(async () => {
  for (const run of running.splice(0)) await run.stop();
  await rm(state, { recursive: true, force: true });
});

function replicate(options: Partial<Parameters<typeof runClient>[1]> = {}): ClientRun {
  const run = runClient(clientFolder, {
    url: `${BASE}/ldes`,
    base: BASE,
    listens: hub.url,
    order: 'none',
    follow: false,
    ...options,
  });
  running.push(run);
  return run;
}

// The answers' shapes differ with every query; the tests state them.
// oxlint-disable-next-line no-explicit-any
type Answer = any;

/** Has a term suggested, and accepted. */
async function accept(name: string): Promise<void> {
  await suggestTerm(hub, name);
  const ask = async (query: string, variables: object): Promise<Answer> => {
    const response = await fetch(`${hub.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: ADMINISTRATOR },
      body: JSON.stringify({ query, variables }),
    });
    return await response.json();
  };
  const { data } = await ask('{ suggestions { nodes { id name } } }', {});
  const { id } = data['suggestions'].nodes.find((found: { name: string }) => found.name === name);
  const review =
    'mutation ($input: ReviewSuggestionInput!) { reviewSuggestion(input: $input) { problems { code message } } }';
  const done = await ask(review, { input: { id, decision: 'ACCEPT', term: { category: 'thermal' } } });
  expect(done.data['reviewSuggestion'].problems).toEqual([]);
}

/** The names of the terms that the members say there are. */
function termsOf(members: readonly ClientMember[]): string[] {
  const state = new Map<string, ClientMember>();
  for (const member of members.toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1))) {
    if (member.type === `${AS}Delete`) state.delete(member.isVersionOf);
    else state.set(member.isVersionOf, member);
  }
  const isTerm = ({ content, isVersionOf }: ClientMember): boolean =>
    content.some(([s, p, o]) => s === isVersionOf && p.endsWith('#type') && o === `${BASE}/ontology#Term`);
  return [...state.values()]
    .filter(isTerm)
    .map(({ isVersionOf }) => isVersionOf.slice(`${BASE}/vocabulary/`.length))
    .toSorted();
}

async function currentTerms(): Promise<string[]> {
  const { data } = (await (await fetch(`${hub.url}/api/parameters`)).json()) as { data: { parameter: string }[] };
  return data.map(({ parameter }) => parameter).toSorted();
}

describe.skipIf(missing !== null)(`ldes-client ${CLIENT_VERSION}`, () => {
  test.each(['none', 'ascending'] as const)('replicates the whole stream, in the order %s', async (order) => {
    const run = replicate({ order });
    await run.ended;
    expect(run.errors).toEqual([]);
    expect(termsOf(run.members)).toEqual(await currentTerms());
    expect(new Set(run.members.map(({ id }) => id)).size).toBe(run.members.length);
    if (order === 'ascending') {
      const times = run.members.map(({ timestamp }) => timestamp);
      expect(times).toEqual(times.toSorted());
    }
  });

  test('finds the stream from the description of the vocabulary', async () => {
    const run = replicate({ url: `${BASE}/vocabulary/` });
    await run.ended;
    expect(run.errors).toEqual([]);
    expect(termsOf(run.members)).toEqual(await currentTerms());
  });

  test('follows it: an accepted suggestion is a member, once, also when the client begins again where it ended', async () => {
    const run = replicate({ follow: true, order: 'ascending', state });
    await expect.poll(() => termsOf(run.members)).toEqual(await currentTerms());
    await accept('kiln_temperature-degC');
    await expect.poll(() => termsOf(run.members)).toContain('kiln_temperature-degC');
    expect(termsOf(run.members)).toEqual(await currentTerms());
    const kiln = run.members.filter(({ isVersionOf }) => isVersionOf.endsWith('/kiln_temperature-degC'));
    expect(kiln.map(({ type }) => type)).toEqual([`${AS}Create`]);
    await run.stop();
    await accept('oven_temperature-degC');
    const again = replicate({ follow: true, order: 'ascending', state });
    await expect
      .poll(() => again.members.map(({ isVersionOf }) => isVersionOf))
      .toContain(`${BASE}/vocabulary/oven_temperature-degC`);
    const known = new Set(run.members.map(({ id }) => id));
    expect(again.members.filter(({ id }) => known.has(id))).toEqual([]);
    expect(termsOf([...run.members, ...again.members])).toEqual(await currentTerms());
    expect([...run.errors, ...again.errors]).toEqual([]);
  });
});

test.skipIf(missing === null)('the client of others', (context) => context.skip(missing ?? ''));
