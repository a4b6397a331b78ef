/** The limits of one query. The error of a query beyond a limit names it. */

/** UTF-8 bytes of its text. */
export const MAX_QUERY_BYTES = 64 * 1024;
/** Brackets in brackets: parsers are recursive, and the engine's stack is small. */
export const MAX_NESTING = 64;
/** Triple patterns, further steps of paths, groups without patterns: the time to plan a join grows with the square of them and more. */
export const MAX_PARTS = 256;
/** Rows of a table, triples of a graph. */
export const MAX_ROWS = 100_000;
export const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
/** Memory of the engine, the graphs included: some 13 MB for 30,000 triples. In MiB. */
export const ENGINE_MEMORY_MIB = 256;
/**
 * Triples of the graphs that every query has. Measured: the engine has no memory left at 660,000 triples of 90 bytes, and a query needs the
 * rest.
 */
export const MAX_ENGINE_TRIPLES = 500_000;
/** Graphs beyond those that every query has. */
export const MAX_NAMED_VERSIONS = 3;
