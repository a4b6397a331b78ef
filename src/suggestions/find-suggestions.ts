import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { Store } from '../store/store.ts';
import { hashOfReceipt } from './suggest-term.ts';
import {
  countQuery,
  NUMBER_ROW,
  idOf,
  PAGE_ROW,
  pageQuery,
  receiptQuery,
  SUGGESTION_ROW,
  suggestionOf,
  suggestionsQuery,
  type SuggestionPlace,
} from './suggestions.queries.ts';
import type { ReviewableSuggestion, Suggestion, SuggestionState } from './suggestion.ts';

/** A receipt as `Suggesting` makes them. Whatever else is asked for needs no store. */
const RECEIPT = /^[\w-]{32}$/;
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export interface SuggestionPage {
  readonly suggestions: readonly ReviewableSuggestion[];
  /** How many the whole list has. */
  readonly total: number;
  readonly hasNext: boolean;
}

export interface PageOfSuggestions {
  /** Null for all states. */
  readonly state: SuggestionState | null;
  readonly first: number;
  readonly after: SuggestionPlace | null;
}

/** The suggestion of a receipt, without what is not for everybody; null when there is none. @throws StoreError */
export async function findByReceipt(store: Store, hub: HubNamespaces, receipt: string): Promise<Suggestion | null> {
  if (!RECEIPT.test(receipt)) return null;
  const [row] = await store.select(receiptQuery(hashOfReceipt(receipt), hub), SUGGESTION_ROW);
  if (row === undefined) return null;
  const { email: _email, reviewer: _reviewer, ...suggestion } = suggestionOf(row, hub);
  return suggestion;
}

/** The suggestion of an id, for administrators; null when there is none. @throws StoreError */
export async function findSuggestion(
  store: Store,
  hub: HubNamespaces,
  id: string,
): Promise<ReviewableSuggestion | null> {
  if (!isSuggestionId(id)) return null;
  const [row] = await store.select(suggestionsQuery([id], hub), SUGGESTION_ROW);
  return row === undefined ? null : suggestionOf(row, hub);
}

/** Suggestions for administrators, the oldest first. @throws StoreError */
export async function listSuggestions(
  store: Store,
  hub: HubNamespaces,
  { state, first, after }: PageOfSuggestions,
): Promise<SuggestionPage> {
  // One more than asked for shows whether there is a next page.
  const page = await store.select(pageQuery({ state, after, most: first + 1 }, hub), PAGE_ROW);
  const ids = page.slice(0, first).map(({ suggestion }) => idOf(suggestion));
  const [counted] = await store.select(countQuery(state, hub), NUMBER_ROW);
  const rows = await store.select(suggestionsQuery(ids, hub), SUGGESTION_ROW);
  return {
    suggestions: rows.map((row) => suggestionOf(row, hub)),
    total: counted?.number ?? 0,
    hasNext: page.length > first,
  };
}

/** Whether a text can be the id of a suggestion, known or not. */
export function isSuggestionId(text: string): boolean {
  return ID.test(text);
}
