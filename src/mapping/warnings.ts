/** The closed list of warnings, `mapping.md §7`. */
export const WARNING_CODES = [
  'nested-array',
  'unresolved-token',
  'undefined-node',
  'reserved-key',
  'axis-length-mismatch',
  'ambiguous-time',
  'datatype-mismatch',
  'lone-surrogate',
  'xml-character',
] as const;

export type WarningCode = (typeof WARNING_CODES)[number];

/** One kind of loss or doubt at one key. */
export interface Warning {
  readonly code: WarningCode;
  /** The key, or the node's name with its `?` (`undefined-node`). */
  readonly key: string;
  /** JSON Pointer (RFC 6901) to the first place. */
  readonly pointer: string;
  /** How often it occurred. */
  readonly count: number;
  /** What it means and what to do, in a sentence. */
  readonly message: string;
}
