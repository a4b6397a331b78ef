import { joinBytes } from '../../join-bytes.ts';
import { checkBase } from '../../rdf/check-base.ts';
import { decodeUtf8 } from '../../rdf/utf8.ts';
import { documentBytes } from '../json/text.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import type { EmbedReport } from '../semantic/assemble.ts';
import { embedBySource } from './embed-by-source.ts';
import type { Source } from './source.ts';
import { SourceChooser } from './source-chooser.ts';

// The public entry, `vocabulary-hub/sources`: what stands here is a promise to other people's code. docs/library.md tells it.

export type { SourceFile } from '../lexicon/source-file.ts';
export { readSource, type Source } from './source.ts';

export interface SourceOptions {
  /** What `readLexicon` gave. */
  readonly vocabulary: Lexicon;
  /** What `readSource` gave; several, of which the one is taken whose keys fit clearly best. */
  readonly source: Source | readonly Source[];
  /** Replaces keys by their paths. Default true. */
  readonly restructure?: boolean | undefined;
  /** Namespace in which entities are minted: an absolute http(s) IRI that ends in `/` or `#`. */
  readonly base?: string | undefined;
  /** The date that `@annotations` records. Default: now. */
  readonly now?: Date | undefined;
}

/** A document with the `@semantic` that its source gives it. */
export interface DescribedDocument {
  /** The name of the source. */
  readonly source: string;
  /** Keys were replaced by their paths. */
  readonly isRestructured: boolean;
  readonly report: EmbedReport;
  bytes(): Uint8Array;
  text(): string;
}

/**
 * Describes a document of a source of data: embeds `@semantic` by what the source says of its keys. `convert` makes RDF of the result.
 *
 * @example
 * ```ts
 * import { convert, readLexicon } from 'vocabulary-hub/mapping';
 * import { describe, readSource } from 'vocabulary-hub/sources';
 * import file from 'vocabulary-hub/vocabulary.json' with { type: 'json' };
 * import fronius from 'vocabulary-hub/sources/fronius.json' with { type: 'json' };
 *
 * const vocabulary = readLexicon(file);
 * const answer = '{"Body":{"Data":{"FAC":{"Unit":"Hz","Value":49.98}}}}';
 * const described = describe(answer, { vocabulary, source: readSource(fronius) });
 * console.log(described?.report.described, convert(described!.bytes(), { vocabulary }).text());
 * ```
 *
 * @param document JSON as text or as UTF-8
 * @returns null when none of several sources fits clearly best
 * @throws HubError `malformed-json`, `not-utf8`, `not-an-object`, `too-deep`, `invalid-option`
 */
export function describe(document: string | Uint8Array, options: SourceOptions): DescribedDocument | null {
  const { vocabulary, source, restructure = true, base, now = new Date() } = options;
  const body = documentBytes(document);
  const from = 'says' in source ? source : new SourceChooser(source);
  const minted = base === undefined ? null : checkBase(base);
  const embedding = embedBySource(body, vocabulary, from, { base: minted, now, restructure });
  if (embedding === null) return null;
  const { parts, report, isRestructured } = embedding;
  const bytes = (): Uint8Array => joinBytes(parts);
  const text = (): string => decodeUtf8(bytes(), 0, Infinity);
  return { source: embedding.source, isRestructured, report, bytes, text };
}
