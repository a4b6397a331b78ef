import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHubProcess, startProgram, type HubProcess } from '../support/hub-process.ts';
import { findOxigraphServer } from '../support/oxigraph-server.ts';
import { isMissing, type SparqlServer } from '../support/sparql-server.ts';
import { suggestTerm } from '../support/suggest.ts';

/** Hubs on one SPARQL server, of which each is killed as soon as it has answered that it accepted something. */

const BASE_URL = 'http://localhost:4000';
const EMAIL = 'admin@hub.example';
const PASSWORD = 'a long enough phrase for an administrator';
const KILLS = 2;
const oxigraph = await findOxigraphServer();

let folder: string;
let server: SparqlServer;
const hubs: HubProcess[] = [];

async function start(settings: Readonly<Record<string, string>> = {}): Promise<HubProcess> {
  const hub = await startHubProcess({
    HUB_BASE_URL: BASE_URL,
    HUB_STORE_QUERY_URL: server.queryUrl,
    HUB_STORE_UPDATE_URL: server.updateUrl,
    HUB_STORE_GRAPHS_URL: server.graphsUrl,
    HUB_KEYS: folder,
    HUB_SPARQL_WORKERS: '1',
    HUB_LOG_LEVEL: 'warn',
    ...settings,
  });
  hubs.push(hub);
  return hub;
}

async function signIn(hub: HubProcess): Promise<string> {
  const args = ['admin', 'create', EMAIL, '--password-file', '-'];
  const { child, written, exit } = startProgram('cli/main.js', hub.settings, { args });
  child.stdin!.end(`${PASSWORD}\n`);
  expect([await exit, written.err]).toEqual([0, '']);
  const response = await fetch(`${hub.url}/api/v1/token`, {
    method: 'POST',
    body: new URLSearchParams({ email: EMAIL, password: PASSWORD }),
  });
  return `Bearer ${((await response.json()) as { access: string }).access}`;
}

async function ask<T>(hub: HubProcess, query: string, variables: object, authorization: string): Promise<T> {
  const response = await fetch(`${hub.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', authorization },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: T; errors?: { extensions: { code: string } }[] };
  if (errors?.[0]?.extensions.code === 'NOT_SAVED') throw new NotSaved(JSON.stringify(errors));
  expect(errors).toBeUndefined();
  return data;
}

/** A busy machine takes longer to compare what the server holds than a review waits for it: then it is asked again, as the message says. */
class NotSaved extends Error {}

async function accept(hub: HubProcess, id: string, authorization: string): Promise<void> {
  const query = `mutation ($input: ReviewSuggestionInput!) {
    reviewSuggestion(input: $input) { inUse problems { message } }
  }`;
  const input = { id, decision: 'ACCEPT', term: { category: 'actor' } };
  const review = () => ask<{ reviewSuggestion: object }>(hub, query, { input }, authorization);
  const reviewAgain = (error: unknown): ReturnType<typeof review> => {
    if (error instanceof NotSaved) return review().catch(reviewAgain);
    throw error;
  };
  const { reviewSuggestion } = await review().catch(reviewAgain);
  expect(reviewSuggestion).toEqual({ inUse: true, problems: [] });
}

/** What the server says that its vocabulary is, behind an acceptance. */
async function versionOnServer(): Promise<string> {
  const [version] = await select(`SELECT ?v WHERE { GRAPH ?g { ?s <${BASE_URL}/graph/state#version> ?v } }`);
  return version!;
}

/** The versions that the history on the server names. */
async function historyOnServer(): Promise<string[]> {
  const iris = await select(`SELECT ?v WHERE { GRAPH ?g { ?s <${BASE_URL}/graph/history#version> ?v } }`);
  return iris.map((iri) => iri.split('/').at(-2)!);
}

/** The values of the one variable of a query. */
async function select(query: string): Promise<string[]> {
  const response = await fetch(`${server.queryUrl}?query=${encodeURIComponent(query)}`, {
    headers: { accept: 'text/csv' },
  });
  return (await response.text()).trim().split(/\s+/).slice(1);
}

async function versionsOf({ url }: HubProcess): Promise<string[]> {
  const response = await fetch(`${url}/api/versions`);
  return ((await response.json()) as { data: { version: string }[] }).data.map(({ version }) => version);
}

describe.skipIf(isMissing(oxigraph))('hubs on one server that are killed behind acceptances', () => {
  beforeAll(async () => {
    if (oxigraph.missing !== null) return;
    folder = await mkdtemp(join(tmpdir(), 'hub-killed-'));
    server = await oxigraph.start({ folder: join(folder, 'server') });
  }, 120_000);
  afterAll(async () => {
    await Promise.all(hubs.map((hub) => hub.stop()));
    await server?.stop();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  test('lose no version that they acknowledged', { timeout: 600_000 }, async () => {
    let hub = await start();
    const token = await signIn(hub);
    const names = Array.from({ length: KILLS }, (_, at) => `kiln_of_${at}`);
    const ids: string[] = [];
    for (const name of names) {
      const receipt = (await suggestTerm(hub, name)).headers.get('x-suggestion-receipt');
      const query = 'query ($receipt: ID!) { suggestion(receipt: $receipt) { id } }';
      const { suggestion } = await ask<{ suggestion: { id: string } }>(hub, query, { receipt }, token);
      ids.push(suggestion.id);
    }
    const first = (await versionsOf(hub))[0]!;
    // A version that was never accepted is written whole, which takes its time.
    await expect.poll(historyOnServer, { timeout: 300_000 }).toContain(first);
    const acknowledged = [first];
    for (const id of ids) {
      await accept(hub, id, token);
      await hub.end('SIGKILL');
      acknowledged.push(await versionOnServer());
      hub = await start(hub.settings);
    }
    expect(new Set(acknowledged).size).toBe(KILLS + 1);
    const neighbour = await start();
    for (const each of [hub, neighbour]) {
      await expect.poll(() => versionsOf(each)).toEqual(expect.arrayContaining(acknowledged));
      const [, ...accepted] = acknowledged;
      for (const [at, version] of accepted.entries()) {
        const text = await (
          await fetch(`${each.url}/vocabulary/v/${version}/`, { headers: { accept: 'text/turtle' } })
        ).text();
        expect(names.map((name) => text.includes(name))).toEqual(names.map((_, other) => other <= at));
      }
    }
  });
});
