import type { Lexicon } from './lexicon.ts';
import type { Warning } from './warnings.ts';

export const RDF_FORMATS = ['ttl', 'nt', 'rdf', 'jsonld'] as const;
export type RdfFormat = (typeof RDF_FORMATS)[number];

export interface ConvertOptions {
  readonly format: RdfFormat;
  /** Wins over `@prefix.@base`; null leaves it to the block and then to the hub. */
  readonly base: string | null;
  readonly skolemize: boolean;
  readonly align: boolean;
  /** 0 keeps all. */
  readonly maxArrayItems: number;
  /** `block`: the document carries `@semantic`. `registry`: assemble it from the lexicon, every key must be a term. */
  readonly semantics: 'block' | 'registry';
  /** The date that `@annotations` records when the block is assembled. */
  readonly now: Date;
  /** Default 2,000,000. */
  readonly maxTriples?: number;
}

export interface Conversion {
  /** Distinct triples of the graph. */
  readonly triples: number;
  readonly warnings: readonly Warning[];
  /** Keys kept as plain literals, in order of first appearance. */
  readonly unmapped: readonly string[];
  /** Keys that took their template from the registry; 0 with `semantics: 'block'`. */
  readonly described: number;
  /** The bytes that belong before the chunks: what they declare is known only when the last chunk is written. */
  readonly head: Uint8Array;
}

/**
 * Converts a JSON document to RDF. Synchronous; hands the output to `write` in chunks that it never touches again.
 *
 * @throws HubError `malformed-json`, `not-utf8`, `not-an-object`, `too-deep`, `missing-semantic`, `invalid-semantic`,
 *   `unnameable-predicate`, `not-all-terms`, `too-many-triples`
 */
export function convertDocument(
  _body: Uint8Array,
  _lexicon: Lexicon,
  _options: ConvertOptions,
  _write: (chunk: Uint8Array) => void,
): Conversion {
  throw new Error('not written yet');
}
