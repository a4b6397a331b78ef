/** What it costs of a client's allowance of queries to suggest something, whether it is taken or refused, by whichever interface it comes. */
export const SUGGESTING_COST = 5_000;
