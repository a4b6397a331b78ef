import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { accountRecords } from '../../src/accounts/account-records.ts';
import type { Account } from '../../src/accounts/account.ts';
import { AccountsGraph } from '../../src/accounts/accounts-graph.ts';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { DurableQuads } from '../../src/store/durable-quads.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { countSuggestions } from '../../src/suggestions/count-suggestions.ts';
import { eraseOldContacts } from '../../src/suggestions/erase-contacts.ts';
import { findByIds, findByReceipts, listPages } from '../../src/suggestions/find-suggestions.ts';
import { SavingSuggestions } from '../../src/suggestions/save-suggestion.ts';
import { partsOfIds, suggestionRecords } from '../../src/suggestions/suggestion-records.ts';
import { reviewedPattern, reviewQuads } from '../../src/suggestions/suggestions.changes.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';

const HUB = hubNamespaces('https://hub.example');
const DAY_MS = 24 * 3_600_000;
const NOW = Date.parse('2026-03-01T00:00:00Z');

let folder: string;
let store: EmbeddedStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-growth-'));
  const recordGraphs = [...suggestionRecords(HUB), accountRecords(HUB)];
  store = new EmbeddedStore({ folder: join(folder, 'store'), baseUrl: HUB.baseUrl, recordGraphs });
  await store.open();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const refused = (): never => {
  throw new Error('refused');
};

async function suggest(
  saving: SavingSuggestions,
  name: string,
  createdAt: Date,
): Promise<{ id: string; receipt: string }> {
  const taken = { iri: `${HUB.vocabulary}taken`, classIri: `${HUB.ontology}Term` };
  const said = [
    [`http://purl.org/dc/terms/description`, { type: 'literal', value: `What ${name} means.` }],
    [`${HUB.ontology}suggestedDatatype`, { type: 'uri', value: 'http://www.w3.org/2001/XMLSchema#double' }],
  ] as const;
  return saving.save({ name, email: 'a@example.org', createdAt, said, taken, exists: refused, waits: refused });
}

async function reject(id: string, reviewedAt: Date): Promise<boolean> {
  const review = { state: 'rejected', reason: 'No.', reviewer: 'ada', reviewedAt, resultIri: null } as const;
  const unless = reviewedPattern(id, HUB);
  return store.change({ unless, about: partsOfIds([id], HUB), ...reviewQuads('term', id, review, HUB) });
}

describe('on the disk of a hub', () => {
  test('suggestions are found, listed, counted and changed without reading them all', async () => {
    const readAll = vi.spyOn(DurableQuads.prototype, 'readQuads');
    const saving = new SavingSuggestions({ store, hub: HUB, timing: DEFAULT_TIMING, kind: 'term', maxWaiting: 100 });
    const made: { id: string; receipt: string }[] = [];
    // Fractions of a second and none, and two in the same moment.
    const dates = [0, 250, 1_000, 1_000, 1_001, 2_000].map((ms) => new Date(NOW + ms));
    for (const [at, date] of dates.entries()) made.push(await suggest(saving, `name_${at}`, date));
    await expect(suggest(saving, 'NAME_1', new Date())).rejects.toThrow('refused');
    const ordered = made.slice(0, 2).concat(
      made.slice(2, 4).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      made.slice(4),
    );
    const ids = ordered.map(({ id }) => id);
    expect(await reject(ids[3]!, new Date(NOW))).toBe(true);
    expect(await reject(ids[3]!, new Date(NOW))).toBe(false);
    const pages = [
      { state: null, first: 2, after: null },
      { state: null, first: 3, after: { createdAt: dates[1]!, id: ids[1]! } },
      { state: 'pending', first: 9, after: { createdAt: dates[0]!, id: ids[0]! } },
      { state: 'rejected', first: 1, after: null },
      { state: 'accepted', first: 1, after: null },
    ] as const;
    expect(await listPages(store, HUB, 'term', pages)).toEqual([
      { ids: ids.slice(0, 2), hasNext: true },
      { ids: ids.slice(2, 5), hasNext: true },
      { ids: [ids[1], ids[2], ids[4], ids[5]], hasNext: false },
      { ids: [ids[3]], hasNext: false },
      { ids: [], hasNext: false },
    ]);
    expect(await countSuggestions(store, HUB, 'term', ['pending', 'rejected', 'accepted', null])).toEqual([5, 1, 0, 6]);
    expect(await countSuggestions(store, HUB, 'source', ['pending', null])).toEqual([0, 0]);
    const [byReceipt] = await findByReceipts(store, HUB, 'term', [made[1]!.receipt]);
    expect(byReceipt).toMatchObject({ id: made[1]!.id, name: 'name_1' });
    expect(await findByIds(store, HUB, 'term', [ids[3]!, randomUUID()])).toMatchObject([
      { state: 'rejected', email: 'a@example.org' },
      null,
    ] as object[]);
    expect(await findByIds(store, HUB, 'source', [ids[0]!])).toEqual([null]);
    expect(readAll).not.toHaveBeenCalled();
  });

  test('e-mails are erased once, and what was looked at is not looked at again', async () => {
    const readAll = vi.spyOn(DurableQuads.prototype, 'readQuads');
    const saving = new SavingSuggestions({ store, hub: HUB, timing: DEFAULT_TIMING, kind: 'term', maxWaiting: 100 });
    const closed: string[] = [];
    for (let at = 0; at < 4; at += 1) closed.push((await suggest(saving, `name_${at}`, new Date(NOW))).id);
    for (const [at, id] of closed.entries()) await reject(id, new Date(NOW + at * DAY_MS));
    const erasedAfter = (days: number) => eraseOldContacts(store, HUB, new Date(NOW + days * DAY_MS));
    const read = vi.spyOn(DurableQuads.prototype, 'readRecords');
    expect(await erasedAfter(89)).toBe(0);
    for (const { value } of read.mock.results) expect(await value).toBe('');
    expect(await erasedAfter(91)).toBe(2);
    read.mockClear();
    expect(await erasedAfter(91)).toBe(0);
    // Which ones are closed, and whether the last one of before has an e-mail.
    const asked = read.mock.calls.flatMap(([parts]) =>
      parts.flatMap((part) => ('subjects' in part ? part.subjects : [])),
    );
    expect(asked.filter((subject) => closed.some((id) => subject.endsWith(id)))).toHaveLength(1);
    expect(await erasedAfter(200)).toBe(2);
    const found = await findByIds(store, HUB, 'term', closed);
    expect(found.map((suggestion) => (suggestion as { email: unknown }).email)).toEqual([null, null, null, null]);
    expect(readAll).not.toHaveBeenCalled();
  });

  test('accounts are found, listed, counted, changed and forgotten without reading them all', async () => {
    const readAll = vi.spyOn(DurableQuads.prototype, 'readQuads');
    const accounts = new AccountsGraph(store, HUB);
    const account = (email: string, over: Partial<Account> = {}): Account => ({
      id: randomUUID(),
      email,
      passwordHash: null,
      isAdministrator: false,
      createdAt: new Date(NOW),
      validatedAt: null,
      disabledAt: null,
      generation: 1,
      ...over,
    });
    // One in a form of former days.
    expect(await accounts.add(account('j\u030Can@example.org'))).toBe(true);
    const former = (await accounts.findByEmail('\u01F0an@example.org'))!;
    expect(await accounts.add(account('\u01F0an@example.org'))).toBe(false);
    expect(await accounts.remove(former.id)).toBe(true);
    const emails = ['b@example.org', 'ä@example.org', 'a@example.org', 'c@example.org'];
    for (const email of emails) expect(await accounts.add(account(email))).toBe(true);
    expect(await accounts.add(account('a@example.org'))).toBe(false);
    const listed = async (first: number, after: string | null) => {
      const [page] = await accounts.listPages([{ first, after }]);
      return [page!.accounts.map(({ email }) => email), page!.hasNext];
    };
    expect(await listed(2, null)).toEqual([['a@example.org', 'b@example.org'], true]);
    expect(await listed(2, 'b@example.org')).toEqual([['c@example.org', 'ä@example.org'], false]);
    expect(await listed(2, 'bb@example.org')).toEqual([['c@example.org', 'ä@example.org'], false]);
    expect(await listed(0, null)).toEqual([[], true]);
    const found = (await accounts.findByEmail('b@example.org'))!;
    await accounts.update(found.id, (known) => ({ ...known, validatedAt: new Date(NOW) }));
    expect(await accounts.findMany([found.id, randomUUID()])).toMatchObject([
      { validatedAt: new Date(NOW) },
      null,
    ] as object[]);
    expect(await accounts.listUnvalidated(new Date(NOW))).toEqual([]);
    expect(await accounts.listUnvalidated(new Date(NOW + 1_000))).toHaveLength(3);
    expect(await accounts.remove(found.id)).toBe(true);
    expect(await accounts.findByEmail('b@example.org')).toBeNull();
    expect(await accounts.count()).toBe(3);
    const all: string[] = [];
    for await (const { email } of accounts.list()) all.push(email);
    expect(all).toEqual(['a@example.org', 'c@example.org', 'ä@example.org']);
    expect(readAll).not.toHaveBeenCalled();
  });
});
