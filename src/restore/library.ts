import { HubError } from '../errors.ts';
import { joinBytes } from '../join-bytes.ts';
import { convertAny, type Semantics } from '../mapping/any-document.ts';
import type { ConvertOptions } from '../mapping/convert.ts';
import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import { readOptions, type ConversionOptions } from '../mapping/conversion-options.ts';
import { documentBytes } from '../mapping/json/text.ts';
import type { ConvertedDocument } from '../mapping/library.ts';
import { checkBase } from '../rdf/check-base.ts';
import { decodeUtf8 } from '../rdf/utf8.ts';
import { RDF_FORMATS, type RdfFormat } from '../rdf/write/format.ts';
import { convertWithResidue } from './convert-with-residue.ts';
import type { Grade } from './digest.ts';
import { parseRdf } from './parse-rdf.ts';
import { readBlock } from './residue.ts';
import {
  restoreDocuments,
  type RestoredDocument,
  type RestoreOptions as DocumentsOptions,
} from './restore-documents.ts';
import { streamDocuments } from './stream-documents.ts';

// The public entry, `vocabulary-hub/restore`: what stands here is a promise to other people's code. docs/restore.md tells it.

export { HubError, type ErrorCode, type ErrorDetails } from '../errors.ts';
export type { Lexicon } from '../mapping/lexicon/lexicon.ts';
export type { Grade } from './digest.ts';
export { NOTE_CODES, type Note, type NoteCode } from './notes.ts';
export type { RestoredDocument } from './restore-documents.ts';

/** Triples that a graph may have unless the caller says otherwise. */
const MAX_TRIPLES = 2_000_000;
/** Characters that a document may have; a string of JavaScript ends near 536 million. */
const MAX_LENGTH = 256 * 1024 * 1024;

export interface RestoreOptions {
  /** What `readLexicon` gave; of several versions, the one that the graph names. The first is for graphs that name none. */
  readonly vocabulary: Lexicon | readonly Lexicon[];
  /** Default `nt`. */
  readonly format?: RdfFormat | undefined;
  /** The `@semantic` object of the documents, as JSON text, where they had one of their own and the graph has no residue. */
  readonly semantic?: string | undefined;
  /** Namespace in which entities were minted. Default: found in the graph. */
  readonly base?: string | undefined;
  /** Takes documents whose digest differs, because a store has rewritten numbers. Default false. */
  readonly byValue?: boolean | undefined;
  /** Triples that the graph may have. Default 2,000,000. */
  readonly maxTriples?: number | undefined;
}

/**
 * The JSON documents that a graph of the hub was made of, one for each root.
 *
 * @example
 * ```ts
 * import { readLexicon } from 'vocabulary-hub/mapping';
 * import { convertWithSource, restore } from 'vocabulary-hub/restore';
 * import file from 'vocabulary-hub/vocabulary.json' with { type: 'json' };
 *
 * const vocabulary = readLexicon(file);
 * const graph = convertWithSource('{"voltage-V": 231.40}', { vocabulary, format: 'nt', residue: 'bytes' }).text();
 * for (const { text, proof } of await restore(graph, { vocabulary })) console.log(proof, text);
 * ```
 *
 * @param graph RDF as text or as UTF-8
 * @throws HubError `malformed-rdf`, `not-utf8`, `not-restorable`, `digest-differs`, `vocabulary-not-known`, `too-deep`,
 *   `too-many-triples`, `answer-too-large`, `invalid-semantic`, `invalid-option`
 */
export async function restore(graph: string | Uint8Array, options: RestoreOptions): Promise<RestoredDocument[]> {
  const { format, maxTriples, ...to } = checkOptions(options);
  const read = await parseRdf(documentBytes(graph), format, maxTriples);
  return [...restoreDocuments(read, to)];
}

/**
 * The JSON documents of a graph of any length, each as soon as it is complete.
 *
 * N-Triples and Turtle are read piece by piece where they are as the hub writes them, with several documents one after another: memory is
 * that of a few megabytes, or of the largest document, and `maxTriples` counts for each document. RDF/XML, JSON-LD and graphs that were put
 * in another order are read whole.
 *
 * @param chunks RDF in UTF-8, such as a stream of Node
 * @throws HubError as `restore` does, after the documents that were complete before
 */
export async function* restoreStream(
  chunks: AsyncIterable<Uint8Array>,
  options: RestoreOptions,
): AsyncGenerator<RestoredDocument, void, void> {
  const { format, maxTriples, ...to } = checkOptions(options);
  if (format === 'nt' || format === 'ttl') return yield* streamDocuments(chunks, { ...to, format, maxTriples });
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  yield* restoreDocuments(await parseRdf(joinBytes(parts), format, maxTriples), to);
}

function checkOptions(
  options: RestoreOptions,
): DocumentsOptions & { readonly format: RdfFormat; readonly maxTriples: number } {
  const { vocabulary, format = 'nt', semantic, base, byValue = false, maxTriples = MAX_TRIPLES } = options;
  if (!RDF_FORMATS.includes(format)) {
    const message = `format has to be one of ${RDF_FORMATS.join(', ')}; it is ${String(format).slice(0, 200)}.`;
    throw new HubError('invalid-option', message, { key: 'format' });
  }
  const lexicons = 'terms' in vocabulary ? [vocabulary] : vocabulary;
  if (lexicons.length === 0)
    throw new HubError('invalid-option', 'vocabulary has to have at least one version.', { key: 'vocabulary' });
  const block = semantic === undefined ? null : readBlock(semantic);
  const checkedBase = base === undefined ? null : checkBase(base);
  return { lexicons, block, base: checkedBase, byValue, maxLength: MAX_LENGTH, format, maxTriples };
}

export interface SourcedConversionOptions extends ConversionOptions {
  /** What leads back to the document: its value with the order of its keys, or its bytes. Default `value`. */
  readonly residue?: Grade | undefined;
}

/**
 * Converts as `convert` of `vocabulary-hub/mapping` does. The root has at most two triples more: `hub:sourceDigest` and, where the graph
 * alone does not give the document, `hub:residue`.
 *
 * @throws HubError as `convert` does
 */
export function convertWithSource(
  document: string | Uint8Array,
  options: SourcedConversionOptions & { readonly vocabulary: Lexicon },
): ConvertedDocument {
  const { vocabulary, residue = 'value', semantics = 'auto' } = options;
  if (residue !== 'value' && residue !== 'bytes') {
    const message = `residue has to be value or bytes; it is ${String(residue).slice(0, 200)}.`;
    throw new HubError('invalid-option', message, { key: 'residue' });
  }
  const to = readOptions(options);
  const source = documentBytes(document);
  let chunks: Uint8Array[] = [];
  const run = (body: Uint8Array, by: ConvertOptions['semantics']) => {
    chunks = [];
    return convertWithResidue(
      body,
      vocabulary,
      { ...to, semantics: by },
      residue,
      (chunk) => chunks.push(chunk),
      source,
    );
  };
  const { head, triples, warnings, unmapped, described } = convertAny(
    run,
    source,
    vocabulary,
    semantics satisfies Semantics,
    to.now,
  );
  if (head.length > 0) chunks.unshift(head);
  const bytes = (): Uint8Array => joinBytes(chunks);
  const text = (): string => {
    const whole = bytes();
    return decodeUtf8(whole, 0, whole.length);
  };
  return { triples, warnings, unmapped, described, chunks, bytes, text };
}
