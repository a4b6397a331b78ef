import { HubError } from '../errors.ts';
import { assembleBlock } from './semantic/assemble.ts';
import { DocumentPrefixCache } from './json/document-prefix-cache.ts';
import { ByteSink, type TakeChunk } from '../rdf/write/byte-sink.ts';
import type { RdfFormat } from '../rdf/write/format.ts';
import { compileMapping } from './semantic/compile.ts';
import { CompiledMapping } from './compiled-mapping.ts';
import { JsonDocument } from './json/document.ts';
import { unitChecksOf, warnOfUnits } from './units/unit-checks.ts';
import { WalkContext } from './walk/walk-context.ts';
import { writeGraph } from './walk/write-graph.ts';
import { UnnameablePredicate } from './unnameable-predicate.ts';
import type { Lexicon, Template } from './lexicon/lexicon.ts';
import { perLexicon } from './lexicon/per-lexicon.ts';
import { MappingCache } from './mapping-cache.ts';
import { withPositions } from './json/position.ts';
import { TermsCache } from './terms-cache.ts';
import { scanJson } from './json/scan.ts';
import { citesVersion, readSemanticBlock, type SemanticBlock } from './semantic/semantic-block.ts';
import { quote } from './json/text.ts';
import { WarningLog, type Warning } from './records/warnings.ts';
import type { Fragment } from '../rdf/write/writer.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** More triples than this are refused (`docs/rest.md`, `too-many-triples`). */
export const MAX_TRIPLES = 2_000_000;

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
  /** Lexicon of another version of the vocabulary, for a document whose block cites that version. Only with `semantics: 'block'`. */
  readonly pinned?: Lexicon;
  /** In which units values are wanted, as `readUnitChoice` takes it. When not given, values stay as they are, and nothing is looked at. */
  readonly units?: string;
  /** False where units that contradict were looked for before values were converted, which no longer tell them. Default true. */
  readonly checkUnits?: boolean;
  /** The date that `@annotations` records when the block is assembled. */
  readonly now: Date;
  /** False leaves out the `@annotations` of an assembled block. Default true. No adapter offers it. */
  readonly annotates?: boolean;
  /** Default 2,000,000. */
  readonly maxTriples?: number;
  /**
   * False walks each row of an array and copies none. The output is the same, byte for byte, only slower: tests compare both. Default
   * true. No adapter offers it.
   */
  readonly copyRows?: boolean;
  /** Texts are written as RDF/XML has to write them, whatever the format. Default: in that format alone. */
  readonly forXml?: boolean;
  /** The output is a part of a longer one: `frameOf` tells what stands around it. */
  readonly part?: Fragment;
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
  /** Rows of arrays that are copies of a recorded one: for tests, which would otherwise not notice that all rows are walked. */
  readonly copiedRows: number;
}

/** Options that leave values in their units: changing them is code that not every program loads, `src/mapping/convert-document.ts`. */
export type OptionsAsWritten = ConvertOptions & { readonly units?: never };

/** `writeGraph`, or what calls it and looks at what it does. */
export type Walk = (context: WalkContext, compiled: CompiledMapping) => void;

/** Converts documents by one vocabulary; documents with the same keys share what is compiled for them. */
export class Converter {
  private readonly lexicon: Lexicon;
  private readonly mappings = new MappingCache();
  private readonly terms: TermsCache;
  private readonly prefixCache = new DocumentPrefixCache();

  constructor(lexicon: Lexicon) {
    this.lexicon = lexicon;
    this.terms = new TermsCache(lexicon, (names) => this.mappings.forget(names));
  }

  /**
   * Converts a document whose values stay in their units.
   *
   * @param walk writes the graph
   * @throws HubError those of `convertDocument`
   */
  convert(body: Uint8Array, options: OptionsAsWritten, write: TakeChunk, walk?: Walk): Conversion {
    const document = this.scan(body, options.maxArrayItems);
    const lexicon = this.lexiconFor(document, options);
    return (lexicon === this.lexicon ? this : converterOf(lexicon)).write(document, options, write, walk);
  }

  /** The vocabulary by which a document is converted: the pinned one where the document cites it. */
  lexiconFor(document: JsonDocument, { pinned }: Pick<ConvertOptions, 'pinned'>): Lexicon {
    const isPinned =
      pinned !== undefined &&
      citesVersion(
        withPositions(document, () => readSemanticBlock(document)),
        pinned.versionIri,
      );
    return isPinned ? pinned : this.lexicon;
  }

  /**
   * @param entries memory for the tape of a short document: the document is valid until they are used again
   * @throws HubError those of a body that is no document
   */
  scan(body: Uint8Array, maxArrayItems: number, entries?: Int32Array<ArrayBuffer>): JsonDocument {
    return new JsonDocument(scanJson(body, this.prefixCache, entries), maxArrayItems);
  }

  /** Converts a document that was scanned, whichever version it cites. @throws HubError the others of `convertDocument` */
  write(
    document: JsonDocument,
    options: ConvertOptions,
    write: TakeChunk,
    walk: Walk = (context) => writeGraph(context),
  ): Conversion {
    const compiled = this.compile(document, options);
    const { mapping, described } = compiled;
    const warnings = new WarningLog(document);
    const sink = new ByteSink(document.bytes, write);
    const writer = compiled.createWriter(options.format, sink, options.part);
    const context = new WalkContext(document, mapping, sink, writer, warnings, {
      skolemize: options.skolemize,
      forXml: options.forXml ?? options.format === 'rdf',
      maxTriples: options.maxTriples ?? MAX_TRIPLES,
      copyRows: options.copyRows ?? true,
      fallbackBase: this.lexicon.idIri,
    });
    if (options.checkUnits !== false) warnOfUnits(document, compiled.unitChecks, warnings);
    try {
      walk(context, compiled);
    } catch (error) {
      throw error instanceof UnnameablePredicate ? error.of(mapping) : error;
    }
    const head = writer.finish();
    return {
      triples: context.emitter.triples,
      warnings: warnings.list(),
      unmapped: context.scalars.unmapped(),
      described,
      head,
      copiedRows: context.copiedRows,
    };
  }

  private compile(document: JsonDocument, options: ConvertOptions): CompiledMapping {
    const { lexicon } = this;
    const { base, align, semantics, now, annotates = true } = options;
    const dataKeys = document.dataKeys();
    const withBlock = semantics === 'block';
    // The keys of the whole document are described, also those that `maxArrayItems` cuts.
    const described = withBlock || options.maxArrayItems === 0 ? dataKeys : wholeOf(document).dataKeys();
    const day = annotates ? Math.floor(now.getTime() / DAY_MS) : '';
    const settings = `${align} ${base ?? ''} ${withBlock ? '' : `${day} ${described.join()}`}`;
    return this.mappings.get(document, dataKeys, withBlock, settings, (isKept, names) =>
      withPositions(document, () => {
        const assembly = withBlock
          ? { block: readSemanticBlock(document), described: 0 }
          : describeKeys(document, described, lexicon, options);
        const { terms, keys, names: written } = this.terms.of(assembly.block, base, isKept);
        const mapping = compileMapping(document, names, dataKeys, assembly.block, terms, keys, align);
        const { context } = assembly.block;
        const templateOf = (name: string): Template | undefined => context.get(name);
        const unitChecks = unitChecksOf(
          document,
          dataKeys,
          names.namesOf(dataKeys),
          templateOf,
          lexicon,
          (name) => keys.get(name).unit,
        );
        return new CompiledMapping(mapping, assembly.described, unitChecks, written);
      }),
    );
  }
}

/** The converter of a vocabulary. */
export const converterOf = perLexicon((lexicon) => new Converter(lexicon));

function wholeOf(document: JsonDocument): JsonDocument {
  return new JsonDocument(document.tape, 0);
}

/** Assembles the block for a document of which every key is a term: of the whole document, as embedding would. */
function describeKeys(
  document: JsonDocument,
  dataKeys: readonly number[],
  lexicon: Lexicon,
  options: ConvertOptions,
): { block: SemanticBlock; described: number } {
  const keys = dataKeys.map((key) => document.nameOf(key));
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
  const annotations = options.annotates === false ? [] : block.annotations;
  return { block: { ...block, annotations }, described: report.described.length };
}
