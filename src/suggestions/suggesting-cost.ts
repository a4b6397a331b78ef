/**
 * What it costs of a client's allowance of queries to suggest something, whether it is taken or refused, by whichever interface it comes.
 * Few sources may wait.
 */
export const SUGGESTING_COSTS = { term: 1_000, change: 1_000, source: 5_000 } as const;
