import type { HubNamespaces } from '../rdf/namespaces.ts';
import { selectByKey, type Found } from '../store/select-by-key.ts';
import type { QueryOptions, Store } from '../store/store.ts';
import { listByDates } from './list-by-dates.ts';
import { hashOfReceipt } from './save-suggestion.ts';
import {
  PAGE_ROW,
  pagesQuery,
  RECEIPT_ROW,
  receiptsQuery,
  REVIEWABLE_ROW,
  ROW_READERS,
  suggestionsQuery,
  type SuggestionPlace,
  type SuggestionRange,
} from './suggestions.queries.ts';
import { partsOfIds, partsOfRanges, partsOfReceipts } from './suggestion-records.ts';
import { idOf, suggestionIri } from './suggestion-iris.ts';
import type { Reviewable, SuggestionKind, SuggestionKinds, SuggestionState } from './suggestion.ts';

/** A receipt as `Suggesting` makes them. Whatever else is asked for needs no store. */
const RECEIPT = /^[\w-]{32}$/;
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A part of the list of suggestions, the oldest first. */
export interface SuggestionPage {
  readonly ids: readonly string[];
  readonly hasNext: boolean;
}

export interface PageOfSuggestions {
  /** Null for all states. */
  readonly state: SuggestionState | null;
  readonly first: number;
  readonly after: SuggestionPlace | null;
}

/**
 * The suggestions of a kind by their receipts, in the order of the receipts, without what is not for everybody. All are read with one query.
 *
 * @throws StoreError
 */
export async function findByReceipts<Kind extends SuggestionKind>(
  store: Store,
  hub: HubNamespaces,
  kind: Kind,
  receipts: readonly string[],
  options?: QueryOptions,
): Promise<Found<SuggestionKinds[Kind]>[]> {
  const hashes = receipts.map((receipt) => (RECEIPT.test(receipt) ? hashOfReceipt(receipt) : null));
  const known = hashes.filter((hash) => hash !== null);
  if (known.length === 0) return receipts.map(() => null);
  const found = await selectByKey(
    store,
    {
      query: receiptsQuery(kind, known, hub),
      key: 'receiptHash',
      shape: RECEIPT_ROW,
      read: (row): SuggestionKinds[Kind] => {
        const { reviewer: _reviewer, ...suggestion } = ROW_READERS[kind](row, hub);
        return suggestion as unknown as SuggestionKinds[Kind];
      },
    },
    { ...options, about: partsOfReceipts(known, hub) },
  );
  return hashes.map((hash) => (hash === null ? null : (found.get(hash) ?? null)));
}

/** The suggestions of a kind by their ids, in the order of the ids, for administrators. All are read with one query. @throws StoreError */
export async function findByIds<Kind extends SuggestionKind>(
  store: Store,
  hub: HubNamespaces,
  kind: Kind,
  ids: readonly string[],
  options?: QueryOptions,
): Promise<Found<Reviewable<SuggestionKinds[Kind]>>[]> {
  const known = ids.filter(isSuggestionId);
  if (known.length === 0) return ids.map(() => null);
  const found = await selectByKey(
    store,
    {
      query: suggestionsQuery(kind, known, hub),
      key: 'suggestion',
      shape: REVIEWABLE_ROW,
      read: (row) => {
        const suggestion: unknown = { ...ROW_READERS[kind](row, hub), email: row.email };
        return suggestion as Reviewable<SuggestionKinds[Kind]>;
      },
    },
    { ...options, about: partsOfIds(known, hub) },
  );
  return ids.map((id) => (isSuggestionId(id) ? (found.get(suggestionIri(id, hub)) ?? null) : null));
}

/** The suggestion of a kind and id, for administrators; null when there is none. @throws StoreError, RowError */
export async function findSuggestion<Kind extends SuggestionKind>(
  store: Store,
  hub: HubNamespaces,
  kind: Kind,
  id: string,
): Promise<Reviewable<SuggestionKinds[Kind]> | null> {
  const [found = null] = await findByIds(store, hub, kind, [id]);
  if (found instanceof Error) throw found;
  return found;
}

/** Pages of the list of suggestions of a kind, in the order in which they are asked for, with a few queries. @throws StoreError, RowError */
export async function listPages(
  store: Store,
  hub: HubNamespaces,
  kind: SuggestionKind,
  pages: readonly PageOfSuggestions[],
  options?: QueryOptions,
): Promise<SuggestionPage[]> {
  // One more than asked for shows whether there is a next page.
  const ranges = pages.map(({ state, after, first }) => ({ state, after, most: first + 1 }));
  const listed = await (store.hasLists(hub.suggestionsGraph) ? listRanges : listWithoutLists)(
    store,
    hub,
    kind,
    ranges,
    options,
  );
  return pages.map(({ first }, page) => ({
    ids: listed[page]!.slice(0, first).map(idOf),
    hasNext: listed[page]!.length > first,
  }));
}

/** Parts of the list, as IRIs. */
async function listRanges(
  store: Store,
  hub: HubNamespaces,
  kind: SuggestionKind,
  ranges: readonly SuggestionRange[],
  options?: QueryOptions,
): Promise<readonly (readonly string[])[]> {
  const about = partsOfRanges(kind, ranges, hub);
  const rows = await store.select(pagesQuery(kind, ranges, hub), PAGE_ROW, { ...options, about });
  const listed = ranges.map((): string[] => []);
  for (const { page, suggestion } of rows) listed[page]?.push(suggestion);
  return listed;
}

/** The same of a store that orders all suggestions for each part: most are found by dates. Those that wait are few, and among the last ones. */
async function listWithoutLists(
  store: Store,
  hub: HubNamespaces,
  kind: SuggestionKind,
  ranges: readonly SuggestionRange[],
  options?: QueryOptions,
): Promise<readonly (readonly string[])[]> {
  const byDates = ranges.filter(({ state }) => state !== 'pending');
  const found = byDates.length === 0 ? [] : await listByDates(store, hub, kind, byDates, options);
  const foundOf = new Map(byDates.map((range, at) => [range, found[at] ?? null]));
  const others = ranges.filter((range) => (foundOf.get(range) ?? null) === null);
  const ordered = others.length === 0 ? [] : await listRanges(store, hub, kind, others, options);
  return ranges.map((range) => foundOf.get(range) ?? ordered[others.indexOf(range)]!);
}

/** Whether a text can be the id of a suggestion, known or not. */
export function isSuggestionId(text: string): boolean {
  return ID.test(text);
}
