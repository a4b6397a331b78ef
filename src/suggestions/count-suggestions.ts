import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { QueryOptions, Store } from '../store/store.ts';
import { listOf } from './suggestion-records.ts';
import { COUNT_ROW, countOf, countsQuery } from './suggestions.queries.ts';
import type { SuggestionKind, SuggestionState } from './suggestion.ts';

/** How many suggestions of a kind each of these states has, null standing for all states, with one query. @throws StoreError, RowError */
export async function countSuggestions(
  store: Store,
  hub: HubNamespaces,
  kind: SuggestionKind,
  states: readonly (SuggestionState | null)[],
  options?: QueryOptions,
): Promise<readonly number[]> {
  const lists = states.map((state) => listOf(kind, state));
  const lengths = await store.lengthsOfLists(hub.suggestionsGraph, lists, options);
  if (lengths !== null) return lengths;
  const rows = await store.select(countsQuery(kind, states, hub), COUNT_ROW, options);
  return states.map((state) => countOf(rows, state, hub));
}
