import type { DecodedRow } from '../rdf/rows.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { QueryOptions, Store } from '../store/store.ts';
import { stateIri } from './suggestion-iris.ts';
import type { SuggestionKind } from './suggestion.ts';
import { asDate, DATED_ROW, datesQuery, STATED_ROW, statesQuery, type SuggestionRange } from './suggestions.queries.ts';

/** Suggestions that are looked at for each that is asked for, as some are of other kinds and states. */
const LOOKED_AT = 2;
const LEAST_LOOKED_AT = 64;

/** A suggestion as it stands in the list. */
interface Dated {
  readonly iri: string;
  readonly createdAt: number;
}

/**
 * Parts of the list of suggestions of a kind, as IRIs in their order, found by the dates of all suggestions: of the oldest ones behind the place those
 * that are of the kind and state. Null for a part of which too few are among these. Two queries answer all.
 *
 * @throws StoreError
 */
export async function listByDates(
  store: Store,
  hub: HubNamespaces,
  kind: SuggestionKind,
  ranges: readonly SuggestionRange[],
  options?: QueryOptions,
): Promise<(readonly string[] | null)[]> {
  const looked = ranges.map(({ after, most }) => ({ after, most: Math.max(LEAST_LOOKED_AT, LOOKED_AT * most) }));
  const rows = await store.select(datesQuery(looked, hub), DATED_ROW, options);
  const dated = looked.map(({ most }, page) =>
    withoutLastDate(
      rows.filter((row) => row.page === page),
      most,
    ),
  );
  const iris = new Set(dated.flatMap((part) => part?.suggestions ?? []).map(({ iri }) => iri));
  const stated = iris.size === 0 ? [] : await store.select(statesQuery(kind, [...iris], hub), STATED_ROW, options);
  return ranges.map(({ state, most }, page) => {
    const part = dated[page] ?? null;
    if (part === null) return null;
    const wanted = state === null ? null : stateIri(state, hub);
    const fitting = new Set(
      stated.filter((row) => wanted === null || row.state === wanted).map(({ suggestion }) => suggestion),
    );
    const listed = part.suggestions.filter(({ iri }) => fitting.has(iri)).toSorted(byPlace);
    return part.isAll || listed.length >= most ? listed.slice(0, most).map(({ iri }) => iri) : null;
  });
}

/**
 * The suggestions of rows that are ordered by their dates; null when one of them has no date that can be compared here. Where there may be more of them, those
 * of the last date are left out: others of the same date may come before them.
 */
function withoutLastDate(
  rows: readonly DecodedRow<typeof DATED_ROW>[],
  most: number,
): { readonly suggestions: readonly Dated[]; readonly isAll: boolean } | null {
  const suggestions: Dated[] = [];
  for (const { suggestion, created } of rows) {
    const createdAt = timeOf(created);
    if (createdAt === null) return null;
    suggestions.push({ iri: suggestion, createdAt });
  }
  const isAll = rows.length < most;
  const last = suggestions.at(-1)?.createdAt;
  return { suggestions: isAll ? suggestions : suggestions.filter(({ createdAt }) => createdAt !== last), isAll };
}

function timeOf(created: DecodedRow<typeof DATED_ROW>['created']): number | null {
  try {
    return asDate(created, 'created').getTime();
  } catch {
    return null;
  }
}

function byPlace(one: Dated, other: Dated): number {
  if (one.createdAt !== other.createdAt) return one.createdAt - other.createdAt;
  return one.iri < other.iri ? -1 : one.iri > other.iri ? 1 : 0;
}
