/**
 * What it costs of a client's allowance of queries to suggest something by REST or a form, whether it is taken or refused. Few sources may wait.
 * GraphQL, of which a request may hold several, has a cost of its own.
 */
export const SUGGESTING_COSTS = { term: 1_000, change: 1_000, source: 5_000 } as const;
