import type { Lexicon } from './lexicon.ts';

export interface EmbedOptions {
  /** Written as `@prefix.@base` when given. */
  readonly base: string | null;
  readonly now: Date;
}

/** Lists of keys in order of first appearance. */
export interface EmbedReport {
  readonly described: readonly string[];
  readonly undescribed: readonly string[];
  readonly notTerms: readonly string[];
  readonly termsWithoutSemantics: readonly string[];
  readonly undeclaredPrefixes: readonly string[];
}

export interface Embedding {
  /** The document with the block as its first member, in pieces: concatenate them. Pieces may be views of the body. */
  readonly parts: readonly Uint8Array[];
  readonly report: EmbedReport;
}

/**
 * Embeds `@semantic` into a JSON document, leaving every other byte as it was written.
 *
 * @throws HubError `malformed-json`, `not-utf8`, `not-an-object`, `too-deep`
 */
export function embedSemantic(_body: Uint8Array, _lexicon: Lexicon, _options: EmbedOptions): Embedding {
  throw new Error('not written yet');
}
