/** See `cost.ts`. The introspection query of GraphiQL costs about 47,000, 500 whole terms 25,000. */
export const MAX_COST = 60_000;
/** What embedding or converting one document costs: four fit in one request, with a few fields besides. */
export const DOCUMENT_COST = 14_500;

/**
 * What the queries of a client may cost in a minute besides documents, which have their own allowance: a third of what as many documents
 * as it may send would cost, and what one request may cost at least. So who has used up one allowance can go on with the other.
 */
export function queryAllowance(documents: number): number {
  return Math.max(MAX_COST, Math.floor((documents * DOCUMENT_COST) / 3));
}
