/**
 * How many characters texts of a vocabulary have at most, in UTF-16 code units. `schema/shapes.ttl` is the rule; what makes terms and sources
 * refuses before it what the shapes would refuse.
 */
export const TEXT_BOUNDS = {
  /** Names of sources, those of their variants included. */
  sourceName: 120,
  /** Labels, other names, and what data sets call a term. */
  label: 500,
  /** Definitions, notes and examples. */
  text: 4000,
} as const;
