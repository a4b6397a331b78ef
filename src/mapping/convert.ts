import { HubError } from '../errors.ts';
import { assembleBlock } from './assemble.ts';
import { ByteSink } from './byte-sink.ts';
import { compileMapping, type Mapping } from './compile.ts';
import { JsonDocument } from './document.ts';
import { GraphBuilder } from './graph.ts';
import type { Lexicon } from './lexicon.ts';
import { withPositions } from './position.ts';
import { scanJson } from './scan.ts';
import { type Tape } from './tape.ts';
import { readSemanticBlock, type SemanticBlock } from './semantic-block.ts';
import { quote } from './text.ts';
import { WarningLog, type Warning } from './warnings.ts';
import { JsonLdWriter } from './write-jsonld.ts';
import { NTriplesWriter } from './write-ntriples.ts';
import { RdfXmlWriter } from './write-rdfxml.ts';
import { TurtleWriter } from './write-turtle.ts';
import type { Writer } from './writer.ts';

/** More triples than this are refused (interface, limits). */
const MAX_TRIPLES = 2_000_000;

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
  body: Uint8Array,
  lexicon: Lexicon,
  options: ConvertOptions,
  write: (chunk: Uint8Array) => void,
): Conversion {
  const tape = scanJson(body);
  const document = new JsonDocument(tape, options.maxArrayItems);
  const { mapping, described } = withPositions(document, () => {
    const { block, described } =
      options.semantics === 'block'
        ? { block: readSemanticBlock(document), described: 0 }
        : describeKeys(tape, lexicon, options);
    return { mapping: compileMapping(document, block, lexicon, options.base, options.align), described };
  });
  const warnings = new WarningLog();
  const sink = new ByteSink(write);
  const writer = createWriter(options.format, sink, document.bytes, mapping);
  const graph = new GraphBuilder(document, mapping, sink, writer, warnings, {
    skolemize: options.skolemize,
    forXml: options.format === 'rdf',
    maxTriples: options.maxTriples ?? MAX_TRIPLES,
    fallbackBase: lexicon.idIri,
  });
  graph.build();
  const head = writer.finish();
  return { triples: graph.triples, warnings: warnings.list(), unmapped: graph.unmapped(), described, head };
}

/** Assembles the block for a document of which every key is a term: of the whole document, as embedding would. */
function describeKeys(
  tape: Tape,
  lexicon: Lexicon,
  options: ConvertOptions,
): { block: SemanticBlock; described: number } {
  const document = new JsonDocument(tape, 0);
  const keys = document.dataKeys().map((key) => document.keyNames[key]!);
  const { block, report } = assembleBlock(keys, lexicon, options.base, options.now);
  const { notTerms, termsWithoutSemantics } = report;
  if (notTerms.length > 0) {
    const hint =
      'Rename the keys to vocabulary terms, or describe them: post the document to /api/semantic, fill the empty entries of @semantic.@context, and post the result to /api/rdf.';
    throw new HubError(
      'not-all-terms',
      `Not every key is a vocabulary term: ${notTerms.slice(0, 5).map(quote).join(', ')}${notTerms.length > 5 ? ` and ${notTerms.length - 5} more` : ''}.`,
      {
        notTerms,
        termsWithoutSemantics,
        hint,
      },
    );
  }
  return { block, described: report.described.length };
}

function createWriter(format: RdfFormat, sink: ByteSink, input: Uint8Array, mapping: Mapping): Writer {
  switch (format) {
    case 'nt':
      return new NTriplesWriter(sink, input);
    case 'ttl':
      return new TurtleWriter(sink, input, mapping);
    case 'rdf':
      return new RdfXmlWriter(sink, input, mapping);
    case 'jsonld':
      return new JsonLdWriter(sink, input, mapping);
  }
}
