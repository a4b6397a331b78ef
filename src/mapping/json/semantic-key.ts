/** The root's member that is not data. */
export const SEMANTIC_KEY = '@semantic';
