// Addresses of the same page with another listing.

/** The options of a listing that narrow it; what else an address says is kept out of it. */
export const FILTERS = ['category', 'quantity', 'unit', 'facet', 'datatype', 'deprecated'] as const;

/** What a page shows besides the terms: the category that is open, and the filter that is shown whole. */
export const SHOWN_BESIDES = ['open', 'values'] as const;

/** Where a reader is in the list of terms, and in that of categories. */
const PLACES: readonly string[] = ['skip', 'page'];

/** The address of the same page with other values of some options; null takes one away. The lists begin anew. */
export function addressWith(query: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  const next = withoutPlaces(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return `?${next.toString()}`;
}

/** The same with one more value of a filter. */
export function addressAdding(query: URLSearchParams, name: string, value: string): string {
  const next = withoutPlaces(query);
  // A term has one category and one unit, but several facets.
  if (name === 'facet') next.append(name, value);
  else next.set(name, value);
  return `?${next.toString()}`;
}

/** The same without one value of a filter. */
export function addressWithout(query: URLSearchParams, name: string, value: string): string {
  const next = new URLSearchParams();
  for (const [key, each] of withoutPlaces(query)) if (key !== name || each !== value) next.append(key, each);
  return `?${next.toString()}`;
}

/** The same place with another value of what the page shows besides; null for none. */
export function addressShowing(
  query: URLSearchParams,
  name: (typeof SHOWN_BESIDES)[number],
  value: string | null,
): string {
  const next = new URLSearchParams(query);
  if (value === null) next.delete(name);
  else next.set(name, value);
  return `?${next.toString()}`;
}

/** The query without what the page alone reads of it. */
export function listingQuery(query: URLSearchParams): URLSearchParams {
  const shown: readonly string[] = ['page', ...SHOWN_BESIDES];
  return new URLSearchParams([...query].filter(([key]) => !shown.includes(key)));
}

function withoutPlaces(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([key]) => !PLACES.includes(key)));
}
