import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { countSuggestions } from '../../src/suggestions/count-suggestions.ts';
import { findByIds, listPages } from '../../src/suggestions/find-suggestions.ts';
import { suggestionRecords } from '../../src/suggestions/suggestion-records.ts';
import { startMain } from '../support/hub-process.ts';
import { readVocabularyState } from '../../src/vocabulary/vocabulary-state.ts';
import { TripleTableBuilder } from '../../src/vocabulary/triple-table-builder.ts';
import { versionOf } from '../../src/vocabulary/versions/version.ts';
import { listSuggestions } from '../support/list-suggestions.ts';
import { freePort } from '../support/sparql-server.ts';

/** What is acknowledged is there after any crash. `npm run test:nightly` kills the hub 200 times. */

const KILLS = process.env['HUB_NIGHTLY'] === undefined ? 50 : 200;
const CLIENTS = 4;
/** The longest that clients write before the hub is killed, and that it starts in the rounds that kill it while it does. */
const WRITING_MS = 150;
const STARTING_MS = 1_500;
/** Hubs that are killed at their first start, and the longest after they are ready: until then the store has the vocabulary. */
const FIRST_KILLS = process.env['HUB_NIGHTLY'] === undefined ? 4 : 40;
const STORING_MS = 4_000;
const BASE_URL = 'http://localhost:4000';

let folders: string[] = [];
const children = new Set<ChildProcess>();
beforeAll(async () => {
  folders = await Promise.all([0, 1].map(() => mkdtemp(join(tmpdir(), 'hub-kills-'))));
}, 120_000);
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

function start(port: number, folder: string): ChildProcess {
  const { child } = startMain({
    PORT: String(port),
    HUB_HOST: '127.0.0.1',
    HUB_BASE_URL: BASE_URL,
    HUB_DATA: folder,
    HUB_SPARQL_WORKERS: '1',
    HUB_LOG_LEVEL: 'error',
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

async function whenReady(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the hub ended with ${child.exitCode}`);
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await wait(10);
  }
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
  child.kill('SIGKILL');
  await ended;
}

/** Suggests one term after the other until the hub is gone; what was acknowledged is told with its receipt. */
async function write(url: string, client: string, acknowledged: Map<string, string>): Promise<void> {
  for (let number = 0; ; number++) {
    const name = `${client}_${number}`;
    const body = JSON.stringify({
      parameter: name,
      description: `What ${name} means.`,
      datatype: 'xsd:double',
      units: 'kW',
      email: `${name}@example.org`,
    });
    const headers = { 'Content-Type': 'application/json' };
    try {
      const response = await fetch(`${url}/api/suggest-parameter`, { method: 'POST', headers, body });
      const receipt = response.headers.get('x-suggestion-receipt');
      // Acknowledged is what has a 200; the body may be lost with the hub.
      if (response.status === 200) acknowledged.set(name, receipt!);
      else throw new Error(`answered ${response.status}: ${await response.text()}`);
      await response.text();
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('answered')) throw error;
      return;
    }
  }
}

/** The names of the suggestions that receipts open. */
async function namesOf(url: string, receipts: readonly string[]): Promise<(string | null)[]> {
  const names: (string | null)[] = [];
  for (let at = 0; at < receipts.length; at += 25) {
    const fields = receipts.slice(at, at + 25).map((receipt, i) => `s${i}: suggestion(receipt: "${receipt}") { name }`);
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: `{ ${fields.join(' ')} }` }),
    });
    const { data } = (await response.json()) as { data: Record<string, { name: string } | null> };
    names.push(...Object.values(data).map((suggestion) => suggestion?.name ?? null));
  }
  return names;
}

/** Kills a hub and starts it again on its folder, so many times; every acknowledged suggestion has to be there each time. */
async function liveAndDie(folder: string, kills: number): Promise<Map<string, string>> {
  const acknowledged = new Map<string, string>();
  let unseen = new Map<string, string>();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  for (let round = 0; round < kills; round++) {
    const child = start(port, folder);
    if (round % 5 === 4) {
      await wait(Math.random() * STARTING_MS);
      await kill(child);
      continue;
    }
    await whenReady(url, child);
    expect(await namesOf(url, [...unseen.values()])).toEqual([...unseen.keys()]);
    const written = new Map<string, string>();
    const writing = Array.from({ length: CLIENTS }, (_, client) => write(url, `kill_${round}_${client}`, written));
    await expect.poll(() => written.size, { interval: 1 }).toBeGreaterThan(0);
    await wait(Math.random() * WRITING_MS);
    await kill(child);
    await Promise.all(writing);
    for (const [name, receipt] of written) acknowledged.set(name, receipt);
    unseen = written;
  }
  return acknowledged;
}

/** What the folder holds, read without a hub: every acknowledged suggestion, each once, and whole ones alone. */
async function expectKept(folder: string, acknowledged: ReadonlyMap<string, string>): Promise<void> {
  const hub = hubNamespaces(BASE_URL);
  // As the hub has it: what lists and receipts find is what the graphs hold.
  const recordGraphs = suggestionRecords(hub);
  const store = new EmbeddedStore({ folder: join(folder, 'store'), baseUrl: BASE_URL, recordGraphs });
  await store.open();
  const { suggestions, total } = await listSuggestions(
    {
      listPages: (pages) => listPages(store, hub, 'term', pages),
      findByIds: (ids) => findByIds(store, hub, 'term', ids),
      count: (states) => countSuggestions(store, hub, 'term', states),
    },
    { state: null, first: 1_000_000, after: null },
  );
  expect(suggestions).toHaveLength(total);
  const names = suggestions.map(({ name }) => name);
  const kept = new Set(names);
  expect(kept.size).toBe(names.length);
  expect([...acknowledged.keys()].filter((name) => !kept.has(name))).toEqual([]);
  for (const { name, description, units, email, state } of suggestions) {
    expect({ description, units, email, state }).toEqual({
      description: `What ${name} means.`,
      units: 'kW',
      email: `${name}@example.org`,
      state: 'pending',
    });
  }
  // Type, name, name without case, description, datatype, units, date, receipt and state.
  const triples = new Map<string, number>();
  for await (const { s } of store.dump(hub.suggestionsGraph)) triples.set(s.value, (triples.get(s.value) ?? 0) + 1);
  expect([...triples.values()]).toEqual(suggestions.map(() => 9));
  let contacts = 0;
  for await (const _ of store.dump(hub.contactsGraph)) contacts++;
  expect(contacts).toBe(suggestions.length);
  await store.close();
}

test(
  `after ${KILLS} kills every acknowledged suggestion is there, none twice, none half`,
  async () => {
    // Two at a time, for a start has one core work.
    await Promise.all(
      folders.map(async (folder) => {
        const acknowledged = await liveAndDie(folder, KILLS / folders.length);
        expect(acknowledged.size).toBeGreaterThan(KILLS / folders.length);
        await expectKept(folder, acknowledged);
      }),
    );
  },
  KILLS * 20_000,
);

/** The version that a store says it holds, and that of what it holds, read without a hub; null for none. */
async function versionsIn(folder: string): Promise<{ said: string | null; held: string | null }> {
  const hub = hubNamespaces(BASE_URL);
  const store = new EmbeddedStore({
    folder: join(folder, 'store'),
    baseUrl: BASE_URL,
    dumpedGraphs: [hub.vocabularyGraph, hub.ontologyGraph],
    recordGraphs: suggestionRecords(hub),
  });
  await store.open();
  const state = await readVocabularyState(store, hub);
  const builder = new TripleTableBuilder();
  for await (const triple of store.dump(hub.vocabularyGraph)) builder.add(triple);
  const table = builder.finish(hub);
  await store.close();
  return { said: state?.version ?? null, held: table.length === 0 ? null : versionOf(table, hub) };
}

/** Kills a hub while its store gets the vocabulary, and starts it again; the version that it has then, whole. */
async function dieAtFirst(round: number): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-first-kills-'));
  folders.push(folder);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const first = start(port, folder);
  await whenReady(url, first);
  const acknowledged = new Map<string, string>();
  const writing = write(url, `first_${round}`, acknowledged);
  await wait((STORING_MS * (round + Math.random())) / FIRST_KILLS);
  await kill(first);
  await writing;
  // The next start mends what was half done, be it a hub or who reads the folder.
  if (round % 2 === 0) {
    const { said, held } = await versionsIn(folder);
    expect(held).toBe(said);
  }
  const second = start(port, folder);
  await whenReady(url, second);
  const last = [...acknowledged].slice(-25);
  expect(
    await namesOf(
      url,
      last.map(([, receipt]) => receipt),
    ),
  ).toEqual(last.map(([name]) => name));
  // Written when the store has it.
  await expect.poll(() => existsSync(join(folder, 'vocabulary', 'in-use.table')), { timeout: 60_000 }).toBe(true);
  await kill(second);
  const { said, held } = await versionsIn(folder);
  expect(held).toMatch(/^[\da-f]{64}$/);
  expect(said).toBe(held);
  await rm(folder, { recursive: true, force: true });
  return held;
}

test(
  `of ${FIRST_KILLS} hubs that are killed while the store gets the vocabulary none has a part of it, and each is whole with its next start`,
  async () => {
    const rounds = Array.from({ length: FIRST_KILLS }, (_, round) => round).values();
    const whole = new Set<string | null>();
    // Two at a time, as above.
    const live = async (): Promise<void> => {
      for (const round of rounds) whole.add(await dieAtFirst(round));
    };
    await Promise.all([live(), live()]);
    expect(whole.size).toBe(1);
  },
  FIRST_KILLS * 180_000,
);
