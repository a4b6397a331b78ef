const NAME = 'query';

/**
 * The query that the address of the page has, null when it has none. It stands in the fragment, which is sent to nobody: a query in the
 * address itself would be asked by everybody who follows a link, before they have seen it.
 */
export function readQuery(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get(NAME);
}

/** An address of the page that shows this query. */
export function addressOf(query: string): string {
  const url = new URL(location.href);
  url.hash = new URLSearchParams({ [NAME]: query }).toString();
  return url.href;
}

/** Lets Back lead to the query that was asked before. */
export function keepQuery(query: string): void {
  if (readQuery() !== query) history.pushState(null, '', addressOf(query));
}
