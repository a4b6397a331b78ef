import { joinBytes } from '../join-bytes.ts';
import { convertAny, validateAny, type Semantics, type Validation } from './any-document.ts';
import type { TakeChunk } from '../rdf/write/byte-sink.ts';
import { readOptions, type ConversionOptions, type DocumentOptions } from './conversion-options.ts';
import { convertDocument } from './convert-document.ts';
import type { Conversion, ConvertOptions } from './convert.ts';
import { embedSemantic } from './embed.ts';
import { documentBytes } from './json/text.ts';
import type { EmbedReport } from './semantic/assemble.ts';
import type { Lexicon } from './lexicon/lexicon.ts';
import { DEFAULT_BASE_URL } from './lexicon/lexicon-file.ts';
import type { Warning } from './records/warnings.ts';

// The public entry, `vocabulary-hub/mapping`: what stands here is a promise to other people's code. docs/library.md tells it.

export { ERROR_CODES, HubError, type ErrorCode, type ErrorDetails } from '../errors.ts';
export type { Semantics, Validation } from './any-document.ts';
export type { ConversionOptions, DocumentOptions } from './conversion-options.ts';
export { RDF_FORMATS, type RdfFormat } from '../rdf/write/format.ts';
export type { EmbedReport } from './semantic/assemble.ts';
export type { Lexicon, LexiconTerm, LexiconUnit, Template, TermRange } from './lexicon/lexicon.ts';
export { readLexicon, type ReadLexiconOptions } from './lexicon/lexicon-file.ts';
export { convertUnit, type AskedUnits, type ConvertedValue } from './units/convert-unit.ts';
export { WARNING_CODES, type Warning, type WarningCode } from './records/warnings.ts';

/** What a conversion tells beside its output. */
export interface ConversionFacts {
  /** Distinct triples of the graph. */
  readonly triples: number;
  readonly warnings: readonly Warning[];
  /** Keys kept as plain literals, in order of first appearance. */
  readonly unmapped: readonly string[];
  /** Keys that took their template from the vocabulary. */
  readonly described: number;
}

/** A conversion with its output, in UTF-8. */
export interface ConvertedDocument extends ConversionFacts {
  /** The output in pieces, in order. */
  readonly chunks: readonly Uint8Array[];
  /** The output as one piece. */
  bytes(): Uint8Array;
  /** The output as text. @throws RangeError when it is longer than a string can be */
  text(): string;
}

/** A conversion whose chunks went to `write`. */
export interface StreamedConversion extends ConversionFacts {
  /** The bytes that belong before all chunks; empty for `nt`. What they declare is known only at the end. */
  readonly head: Uint8Array;
}

/** A document with its `@semantic`. */
export interface EmbeddedDocument {
  readonly report: EmbedReport;
  bytes(): Uint8Array;
  text(): string;
}

/**
 * Converts a JSON document to RDF.
 *
 * @example
 * ```ts
 * import { convert, readLexicon } from 'vocabulary-hub/mapping';
 * import file from 'vocabulary-hub/vocabulary.json' with { type: 'json' };
 *
 * const vocabulary = readLexicon(file, { baseUrl: 'https://hub.example' });
 * const reading = '{"timestamp":"2026-03-01T10:15:00Z","active_power-kW":812.40}';
 * const { text, triples, warnings } = convert(reading, { vocabulary, format: 'ttl' });
 * console.log(triples, warnings.length, text());
 * ```
 *
 * @param document JSON as text or as UTF-8
 * @throws HubError `malformed-json`, `not-utf8`, `not-an-object`, `too-deep`, `missing-semantic`, `invalid-semantic`,
 *   `unnameable-predicate`, `not-all-terms`, `too-many-triples`, `invalid-option`
 */
export function convert(document: string | Uint8Array, options: ConversionOptions = {}): ConvertedDocument {
  const chunks: Uint8Array[] = [];
  const { head, ...facts } = convertInChunks(document, options, (chunk) => chunks.push(chunk));
  if (head.length > 0) chunks.unshift(head);
  // An object that is spread last is copied in a tenth of a microsecond, one that more members follow in some.
  return { chunks, bytes: () => joinBytes(chunks), text: () => decode(chunks), ...facts };
}

/**
 * Converts a JSON document to RDF and hands the output over in chunks while it grows, so that it is never held whole.
 *
 * @example
 * ```ts
 * import { convertInChunks } from 'vocabulary-hub/mapping';
 *
 * const described = '{"@semantic":{"@prefix":{},"@context":{}},"power":812.40}';
 * let bytes = 0;
 * const { head, triples } = convertInChunks(described, { format: 'nt' }, (chunk) => {
 *   bytes += chunk.length;
 *   return true;
 * });
 * console.log(triples, head.length + bytes);
 * ```
 *
 * @param write gets each chunk, and answers `true` when it is done with its bytes; else the chunk is its own to keep. `head` of the result belongs before the first
 * @throws HubError as `convert` does; chunks may have been written before `unnameable-predicate` and `too-many-triples`
 */
export function convertInChunks(
  document: string | Uint8Array,
  options: ConversionOptions,
  write: TakeChunk,
): StreamedConversion {
  const { vocabulary = NO_VOCABULARY } = options;
  const to = readOptions(options);
  const run = (body: Uint8Array, semantics: ConvertOptions['semantics']) =>
    convertDocument(body, vocabulary, { semantics, ...to }, write);
  const { head, triples, warnings, unmapped, described } = convertAny(
    run,
    documentBytes(document),
    vocabulary,
    semanticsOf(options),
    to.now,
  );
  return { head, triples, warnings, unmapped, described };
}

/**
 * Embeds `@semantic` into a JSON document as its first member; every other byte stays as it was written.
 *
 * @example
 * ```ts
 * import { embed, readLexicon } from 'vocabulary-hub/mapping';
 * import file from 'vocabulary-hub/vocabulary.json' with { type: 'json' };
 *
 * const { report, text } = embed('{"active_power-kW":812.40,"U_L1":231.4}', { vocabulary: readLexicon(file) });
 * console.log(report.described, report.notTerms, text());
 * ```
 *
 * @param document JSON as text or as UTF-8
 * @throws HubError `malformed-json`, `not-utf8`, `not-an-object`, `too-deep`, `invalid-option`
 */
export function embed(
  document: string | Uint8Array,
  options: DocumentOptions & { readonly vocabulary: Lexicon },
): EmbeddedDocument {
  const { base, now } = readOptions(options);
  const { parts, report } = embedSemantic(documentBytes(document), options.vocabulary, { base, now });
  return { report, bytes: () => joinBytes(parts), text: () => decode(parts) };
}

/**
 * Tells what would become of a document: its warnings, the keys that stay plain literals, and those that are no terms. A key that
 * is no term is no error here.
 *
 * @example
 * ```ts
 * import { readLexicon, validate } from 'vocabulary-hub/mapping';
 * import file from 'vocabulary-hub/vocabulary.json' with { type: 'json' };
 *
 * const { notTerms, warnings } = validate('{"active_power-kW":"broken"}', { vocabulary: readLexicon(file) });
 * for (const { code, pointer, message } of warnings) console.log(code, pointer, message);
 * console.log(notTerms);
 * ```
 *
 * @throws HubError as `convert` does, but for `not-all-terms`
 */
export function validate(document: string | Uint8Array, options: ConversionOptions = {}): Validation {
  const { vocabulary = NO_VOCABULARY } = options;
  const to = readOptions({ format: 'nt', ...options });
  const run = (input: Uint8Array, semantics: ConvertOptions['semantics']): Conversion =>
    convertDocument(input, vocabulary, { ...to, semantics }, () => {});
  return validateAny(run, documentBytes(document), vocabulary, semanticsOf(options), to.now);
}

/** A vocabulary that knows nothing. */
const NO_VOCABULARY: Lexicon = {
  versionIri: `${DEFAULT_BASE_URL}/vocabulary/`,
  vocabularyIri: `${DEFAULT_BASE_URL}/vocabulary/`,
  idIri: `${DEFAULT_BASE_URL}/id/`,
  terms: new Map(),
  nodes: new Map(),
  prefixes: new Map(),
};

/** Without a vocabulary a document has to carry its meaning, and is told so. */
function semanticsOf({ vocabulary, semantics = 'auto' }: ConversionOptions): Semantics {
  return vocabulary === undefined && semantics === 'auto' ? 'block' : semantics;
}

function decode(pieces: readonly Uint8Array[]): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode();
}
