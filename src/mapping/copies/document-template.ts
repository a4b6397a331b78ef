import type { ByteSink } from '../../rdf/write/byte-sink.ts';
import type { Writer } from '../../rdf/write/writer.ts';
import type { CompiledMapping } from '../compiled-mapping.ts';
import type { Conversion, ConvertOptions } from '../convert.ts';
import type { JsonDocument } from '../json/document.ts';
import { STRIDE } from '../json/tape-entry.ts';
import { isRepaired, isSpelled } from '../rdf-terms/literal-form.ts';
import { MOST_REPAIRED } from '../rdf-terms/verdict.ts';
import { EntityIris } from '../records/entity-iris.ts';
import { LiteralForms } from '../records/literal-forms.ts';
import { findOutOfRange, warnOfRange } from '../records/values-out-of-range.ts';
import { WarningLog } from '../records/warnings.ts';
import { EntityCopier } from '../rows/entity-copier.ts';
import type { Leaf } from '../rows/row-shape.ts';
import type { Mapping } from '../semantic/mapping.ts';
import type { DocumentImage } from './document-image.ts';
import type { DocumentNames } from './document-names.ts';
import type { DocumentShape, ReadDocument } from './document-shape.ts';

/** Bytes from which on a text may not fit into a chunk. */
const LONG_TEXT = 1024;

/** A text of the output that is made of a value of the document. */
export interface TextSlot {
  readonly leaf: Leaf;
  readonly isEntity: boolean;
  /** The bytes of the document are those of the text, whatever the format. */
  readonly isSafe: boolean;
}

/** What was written of one document. Others of the same shape differ in nothing but labels and texts, so that their output is a copy. */
export class DocumentTemplate {
  readonly shape: DocumentShape;
  /** Null if nodes have numbers. */
  readonly names: DocumentNames | null;
  private readonly image: DocumentImage;
  /** In turn with the pieces of the image. */
  private readonly texts: readonly TextSlot[];
  /** Without what values that are outside of their ranges say. */
  private readonly conversion: Conversion;
  /** Those that may be outside of a range. */
  private readonly ranged: readonly Leaf[];
  private readonly mapping: Mapping;
  private readonly forXml: boolean;
  private readonly sink: ByteSink;
  private readonly writer: Writer;
  /** By key: what the IRIs of entities begin with. */
  private readonly entityStarts: DataView[] = [];

  /** @param sink of all templates: one document is written at a time */
  constructor(
    facts: {
      readonly shape: DocumentShape;
      readonly image: DocumentImage;
      readonly names: DocumentNames | null;
      readonly texts: readonly TextSlot[];
      readonly leaves: readonly Leaf[];
    },
    conversion: Conversion,
    compiled: CompiledMapping,
    { format, part }: ConvertOptions,
    sink: ByteSink,
  ) {
    this.shape = facts.shape;
    this.image = facts.image;
    this.names = facts.names;
    this.texts = facts.texts;
    this.ranged = facts.leaves.filter(({ plan }) => plan.range !== null);
    const warnings = conversion.warnings.filter(({ code }) => code !== 'out-of-range');
    this.conversion = { ...conversion, warnings };
    this.mapping = compiled.mapping;
    this.forXml = format === 'rdf';
    this.sink = sink;
    // It escapes texts as the format does; documents are written without it.
    this.writer = compiled.createWriter(format, this.sink, part);
  }

  get triples(): number {
    return this.conversion.triples;
  }

  /** A document as the shape and the texts are read of it. */
  read(document: JsonDocument): ReadDocument {
    const { mapping, forXml, writer } = this;
    const forms = new LiteralForms(document, mapping, forXml, writer.writesBare);
    return { document, forms, iris: new EntityIris(document, mapping.base) };
  }

  /**
   * Writes the output of a document that matches the shape, right after it was asked and its nodes were named.
   *
   * @param nodePrefix what labels of its nodes begin with; empty if that is the same for all documents
   */
  run(read: ReadDocument, nodePrefix: string): Conversion {
    const { image, names, texts, sink, writer, entityStarts } = this;
    const { document, iris } = read;
    sink.attach(document.bytes, document.view);
    const entities = new EntityCopier(document, iris, sink, writer, entityStarts);
    image.show(nodePrefix);
    const { pieces } = image;
    for (let i = 0; i < pieces.length; i++) {
      sink.bytes(pieces[i]!);
      names?.show(sink, i);
      if (i < texts.length) this.writeText(texts[i]!, read, entities);
    }
    sink.flush();
    return this.withRanges(document);
  }

  /** The facts of the conversion of a document. */
  private withRanges(document: JsonDocument): Conversion {
    const { ranged, conversion } = this;
    let warnings: WarningLog | null = null;
    for (let i = 0; i < ranged.length; i++) {
      const { plan, source } = ranged[i]!;
      const { offset } = source;
      if (findOutOfRange(document, plan, offset, offset + STRIDE) === offset)
        warnOfRange(document, plan, offset, (warnings ??= new WarningLog(document)));
    }
    return warnings === null ? conversion : { ...conversion, warnings: [...conversion.warnings, ...warnings.list()] };
  }

  private writeText({ leaf, isEntity, isSafe }: TextSlot, { document, forms }: ReadDocument, to: EntityCopier): void {
    const { sink, writer } = this;
    const { plan, form } = leaf;
    const value = leaf.source.offset;
    const start = document.entries[value + 1]!;
    const end = document.entries[value + 2]!;
    if (isEntity) to.write(plan, value);
    else if (isSpelled(form)) forms.spelled.write(writer, value);
    else if (isRepaired(form) && end - start > LONG_TEXT) sink.text(forms.repairedText(plan, value));
    else if (isRepaired(form)) {
      sink.makeRoom(end - start + MOST_REPAIRED);
      sink.at = forms.repair(plan, value, sink.chunk, sink.at);
    } else if (isSafe) sink.copy(start, end);
    else writer.lexical(start, end);
  }
}
