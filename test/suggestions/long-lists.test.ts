import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { accountRecords } from '../../src/accounts/account-records.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { suggestionRecords } from '../../src/suggestions/suggestion-records.ts';
import { expectLongLists, LONG_LISTS_HUB as HUB, quadsOfLongLists } from './long-lists.ts';

test('lists have the same order, page by page, in a store that has none besides the graphs', async () => {
  const store = new EmbeddedStore();
  await store.open();
  await store.change({ add: quadsOfLongLists() });
  expect(store.hasLists(HUB.suggestionsGraph)).toBe(false);
  const select = vi.spyOn(store, 'select');
  await expectLongLists(store, [20, 300]);
  const asked = select.mock.calls.map(([query]) => query.text);
  // Both ways are walked: by dates, and by all that a suggestion says.
  expect(asked.some((text) => text.endsWith('ORDER BY ?page ?created'))).toBe(true);
  expect(asked.some((text) => text.includes('ORDER BY ?page ?created STR'))).toBe(true);
  await store.close();
});

test('lists have the same order in a store that keeps lists', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hub-lists-'));
  const recordGraphs = [...suggestionRecords(HUB), accountRecords(HUB)];
  const store = new EmbeddedStore({ folder: join(folder, 'store'), baseUrl: HUB.baseUrl, recordGraphs });
  await store.open();
  await store.change({ add: quadsOfLongLists() });
  expect(store.hasLists(HUB.accountsGraph)).toBe(true);
  await expectLongLists(store, [50]);
  await store.close();
  await rm(folder, { recursive: true, force: true });
});
