import { createHash, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Account } from '../../src/accounts/account.ts';
import { AccountsGraph } from '../../src/accounts/accounts-graph.ts';
import { accountQuads } from '../../src/accounts/accounts.queries.ts';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import type { Quad } from '../../src/rdf/triple.ts';
import type { Store } from '../../src/store/store.ts';
import { listPages } from '../../src/suggestions/find-suggestions.ts';
import { reviewQuads, suggestionQuads } from '../../src/suggestions/suggestions.changes.ts';
import type { SuggestionKind, SuggestionState } from '../../src/suggestions/suggestion.ts';

export const LONG_LISTS_HUB = hubNamespaces('https://hub.example');
const HUB = LONG_LISTS_HUB;
const FIRST = Date.parse('2026-01-01T00:00:00.250Z');
const KINDS = ['term', 'term', 'source', 'term', 'change'] as const;
const STATES = [null, 'pending', 'rejected', 'accepted'] as const;
/** More of one date than are looked at for a page. */
const SAME_DATE = 80;
const COUNT = 260;

interface Listed {
  readonly kind: SuggestionKind;
  readonly id: string;
  readonly createdAt: Date;
  readonly state: SuggestionState;
}

/** Suggestions of all kinds and states: one each second, many in the middle of the same moment, terms alone behind them. */
const SUGGESTIONS: readonly Listed[] = Array.from({ length: COUNT }, (_, at): Listed => {
  const isInMoment = at >= 100 && at < 100 + SAME_DATE;
  return {
    kind: at >= 200 ? 'term' : KINDS[at % KINDS.length]!,
    id: idOf(at),
    createdAt: new Date(FIRST + 1_000 * (isInMoment ? 100 : at)),
    state: at % 10 === 0 ? 'accepted' : at % 3 === 0 ? 'pending' : 'rejected',
  };
});
/** In the order of code points, which is not that of UTF-16; some share their first fifteen characters and more. */
const EMAILS: readonly string[] = [
  ...Array.from({ length: 70 }, (_, at) => `person_${at}@example.org`),
  'a@example.org',
  'the-same-beginning-b@example.org',
  'the-same-beginning-a@example.org',
  'the-same-beginning@example.org',
  'ä@example.org',
  '\u{1F600}@example.org',
  '\u{FF5E}@example.org',
];

/** What the lists are made of. */
export function quadsOfLongLists(): Quad[] {
  return [...SUGGESTIONS.flatMap(quadsOf), ...EMAILS.flatMap(accountQuadsOf)];
}

function quadsOf({ kind, id, createdAt, state }: Listed): Quad[] {
  const quads = suggestionQuads(
    { kind, id, name: `name_${id}`, email: 'a@example.org', createdAt, receiptHash: `hash ${id}`, said: [] },
    HUB,
  );
  if (state === 'pending') return quads;
  const review = { state, reason: 'No.', reviewer: 'ada', reviewedAt: createdAt, resultIri: null } as const;
  const { remove, add } = reviewQuads(kind, id, review, HUB);
  const gone = new Set(remove.map((quad) => JSON.stringify(quad)));
  return [...quads.filter((quad) => !gone.has(JSON.stringify(quad))), ...add];
}

function accountQuadsOf(email: string): Quad[] {
  const at = new Date('2026-01-01T00:00:00Z');
  const account: Account = {
    id: randomUUID(),
    email,
    passwordHash: null,
    isAdministrator: false,
    createdAt: at,
    validatedAt: at,
    disabledAt: null,
    generation: 1,
  };
  return accountQuads({ account, revision: 1 }, HUB);
}

/** Ids whose order is not that of their numbers. */
function idOf(at: number): string {
  const hex = createHash('sha256').update(`suggestion ${at}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

/** Walks lists of suggestions of each kind and state page by page, and those of accounts. */
export async function expectLongLists(store: Store, sizes: readonly number[]): Promise<void> {
  for (const kind of ['term', 'source', 'change'] as const)
    for (const state of STATES)
      for (const first of sizes)
        expect(await walk(store, kind, state, first), `${kind}, ${state}, ${first}`).toEqual(expectedOf(kind, state));
  await expectSeveralPages(store);
  await expectAccounts(store, sizes);
}

function expectedOf(kind: SuggestionKind, state: SuggestionState | null): string[] {
  return SUGGESTIONS.filter((one) => one.kind === kind && (state === null || one.state === state))
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

async function walk(
  store: Store,
  kind: SuggestionKind,
  state: SuggestionState | null,
  first: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (let after: Listed | null = null; ;) {
    const [page] = await listPages(store, HUB, kind, [{ state, first, after }]);
    ids.push(...page!.ids);
    if (!page!.hasNext) return ids;
    expect(page!.ids).toHaveLength(first);
    after = SUGGESTIONS.find(({ id }) => id === ids.at(-1))!;
  }
}

/** Those that are found by dates together with those that are not. */
async function expectSeveralPages(store: Store): Promise<void> {
  const asked = STATES.map((state, at) => ({ state, first: 3 + at, after: at % 2 === 0 ? null : SUGGESTIONS[90]! }));
  const pages = await listPages(store, HUB, 'term', [...asked, { state: null, first: 0, after: null }]);
  const behind = (id: string): boolean =>
    SUGGESTIONS.find((one) => one.id === id)!.createdAt > SUGGESTIONS[90]!.createdAt;
  const expected = asked.map(({ state, first, after }) => {
    const ids = expectedOf('term', state).filter((id) => after === null || behind(id));
    return { ids: ids.slice(0, first), hasNext: ids.length > first };
  });
  expect(pages).toEqual([...expected, { ids: [], hasNext: true }]);
}

async function expectAccounts(store: Store, sizes: readonly number[]): Promise<void> {
  const accounts = new AccountsGraph(store, HUB);
  const ordered = EMAILS.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  for (const first of sizes) {
    const emails: string[] = [];
    for (let hasNext = true; hasNext;) {
      const [page] = await accounts.listPages([{ first, after: emails.at(-1) ?? null }]);
      emails.push(...page!.accounts.map(({ email }) => email));
      hasNext = page!.hasNext;
    }
    expect(emails).toEqual(ordered);
  }
  const pages = await accounts.listPages([
    { first: 2, after: null },
    { first: 0, after: null },
    { first: 3, after: 'the-same-beginning-a@example.org' },
    { first: 3, after: '\u{1F600}@example.org' },
  ]);
  expect(pages.map((page) => [page.accounts.map(({ email }) => email), page.hasNext])).toEqual([
    [ordered.slice(0, 2), true],
    [[], true],
    [['the-same-beginning-b@example.org', 'the-same-beginning@example.org', 'ä@example.org'], true],
    [[], false],
  ]);
}
