/** A query with its variables, both as texts. */
export interface LinkedRequest {
  readonly query: string;
  readonly variables: string;
}

/** The request that the fragment of the address has, null when it has none. It is shown, and sent when somebody says so. */
export function readAddress(): LinkedRequest | null {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const query = parameters.get('query');
  return query === null ? null : { query, variables: parameters.get('variables') ?? '' };
}

/** Keeps what is edited in the address of the page, which is a link to it then. */
export function keepInAddress(change: Partial<LinkedRequest>): void {
  const { query, variables } = { query: '', variables: '', ...readAddress(), ...change };
  const url = new URL(location.href);
  url.hash = new URLSearchParams({ query, ...(variables === '' ? {} : { variables }) }).toString();
  history.replaceState(history.state, '', url);
}
