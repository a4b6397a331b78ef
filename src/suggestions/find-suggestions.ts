import type { HubNamespaces } from '../rdf/namespaces.ts';
import { selectByKey, type Found } from '../store/select-by-key.ts';
import type { QueryOptions, Store } from '../store/store.ts';
import { hashOfReceipt } from './suggest-term.ts';
import {
  COUNT_ROW,
  countOf,
  countsQuery,
  PAGE_ROW,
  pagesQuery,
  RECEIPT_ROW,
  receiptsQuery,
  REVIEWABLE_ROW,
  suggestionOf,
  suggestionsQuery,
  type SuggestionPlace,
} from './suggestions.queries.ts';
import { idOf, suggestionIri } from './suggestion-iris.ts';
import type { ReviewableSuggestion, Suggestion, SuggestionState } from './suggestion.ts';

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
 * The suggestions of receipts, in the order of the receipts, without what is not for everybody. All are read with one query.
 *
 * @throws StoreError
 */
export async function findByReceipts(
  store: Store,
  hub: HubNamespaces,
  receipts: readonly string[],
  options?: QueryOptions,
): Promise<Found<Suggestion>[]> {
  const hashes = receipts.map((receipt) => (RECEIPT.test(receipt) ? hashOfReceipt(receipt) : null));
  const known = hashes.filter((hash) => hash !== null);
  if (known.length === 0) return receipts.map(() => null);
  const found = await selectByKey(
    store,
    {
      query: receiptsQuery(known, hub),
      key: 'receiptHash',
      shape: RECEIPT_ROW,
      read: (row): Suggestion => {
        const { reviewer: _reviewer, ...suggestion } = suggestionOf(row, hub);
        return suggestion;
      },
    },
    options,
  );
  return hashes.map((hash) => (hash === null ? null : (found.get(hash) ?? null)));
}

/** The suggestions of ids, in the order of the ids, for administrators. All are read with one query. @throws StoreError */
export async function findByIds(
  store: Store,
  hub: HubNamespaces,
  ids: readonly string[],
  options?: QueryOptions,
): Promise<Found<ReviewableSuggestion>[]> {
  const known = ids.filter(isSuggestionId);
  if (known.length === 0) return ids.map(() => null);
  const found = await selectByKey(
    store,
    {
      query: suggestionsQuery(known, hub),
      key: 'suggestion',
      shape: REVIEWABLE_ROW,
      read: (row): ReviewableSuggestion => ({ ...suggestionOf(row, hub), email: row.email }),
    },
    options,
  );
  return ids.map((id) => (isSuggestionId(id) ? (found.get(suggestionIri(id, hub)) ?? null) : null));
}

/** The suggestion of an id, for administrators; null when there is none. @throws StoreError, RowError */
export async function findSuggestion(
  store: Store,
  hub: HubNamespaces,
  id: string,
): Promise<ReviewableSuggestion | null> {
  const [found = null] = await findByIds(store, hub, [id]);
  if (found instanceof Error) throw found;
  return found;
}

/** Pages of the list of suggestions, in the order in which they are asked for, with one query. @throws StoreError, RowError */
export async function listPages(
  store: Store,
  hub: HubNamespaces,
  pages: readonly PageOfSuggestions[],
  options?: QueryOptions,
): Promise<SuggestionPage[]> {
  // One more than asked for shows whether there is a next page.
  const ranges = pages.map(({ state, after, first }) => ({ state, after, most: first + 1 }));
  const rows = await store.select(pagesQuery(ranges, hub), PAGE_ROW, options);
  const ids = pages.map((): string[] => []);
  for (const { page, suggestion } of rows) ids[page]?.push(idOf(suggestion));
  return pages.map(({ first }, page) => ({ ids: ids[page]!.slice(0, first), hasNext: ids[page]!.length > first }));
}

/** How many suggestions each of these states has, null standing for all states, with one query. @throws StoreError, RowError */
export async function countSuggestions(
  store: Store,
  hub: HubNamespaces,
  states: readonly (SuggestionState | null)[],
  options?: QueryOptions,
): Promise<number[]> {
  const rows = await store.select(countsQuery(states, hub), COUNT_ROW, options);
  return states.map((state) => countOf(rows, state, hub));
}

/** Whether a text can be the id of a suggestion, known or not. */
export function isSuggestionId(text: string): boolean {
  return ID.test(text);
}
