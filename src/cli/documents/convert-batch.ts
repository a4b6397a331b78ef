import { checkDocument } from '../../check/check-document.ts';
import { HubError } from '../../errors.ts';
import { joinBytes } from '../../join-bytes.ts';
import { convertAny } from '../../mapping/any-document.ts';
import type { TakeChunk } from '../../rdf/write/byte-sink.ts';
import { DocumentCopies } from '../../mapping/copies/document-copies.ts';
import { MAX_TRIPLES, type Conversion, type ConvertOptions } from '../../mapping/convert.ts';
import { embedSemantic } from '../../mapping/embed.ts';
import { embedBySource, type SourceEmbedding } from '../../mapping/sources/embed-by-source.ts';
import type { Source } from '../../mapping/sources/source.ts';
import type { SourceChooser } from '../../mapping/sources/source-chooser.ts';
import { getSourceOrChooser } from '../../sources/source-files.ts';
import { envelopeOf } from '../../mapping/envelope.ts';
import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import { convertWithResidue } from '../../restore/convert-with-residue.ts';
import type { Batch, BatchFacts, Plan } from './batch.ts';
import { readRows, type RowFault } from './csv-rows.ts';
import { withAdvice } from '../../mapping/json/fault-advice.ts';
import { failureOfError, FactsOfBatch, type Failed } from './facts-of-batch.ts';
import { TurtlePrefixes } from './turtle-prefixes.ts';

/** Output of one document that is held until its head is known. A longer one is converted twice: for its head, then for its bytes. */
const HELD_BYTES = 4 * 1024 * 1024;

const LINE_END = 0x0a;
const NEW_LINE = new Uint8Array([LINE_END]);

/** Does the work of a plan on batches of documents, one after the other. */
export class BatchConverter {
  readonly #plan: Plan;
  readonly #lexicon: Lexicon;
  readonly #write: TakeChunk;
  readonly #options: Readonly<Record<ConvertOptions['semantics'], ConvertOptions>>;
  /** Of documents that a source described: their values are in the units that were asked for. */
  readonly #described: ConvertOptions;
  /** Of the document at hand. */
  readonly #part = { nodePrefix: '' };
  /** Says what the keys of the batch at hand mean; null where documents or the names of terms do. */
  #source: Source | SourceChooser | null = null;
  readonly #copies: DocumentCopies;
  /** Stands between two documents of one output. */
  readonly #separator: Uint8Array;
  readonly #prefixes: TurtlePrefixes | null;

  /** @param write gets the output, piece by piece */
  constructor(plan: Plan, lexicon: Lexicon, write: TakeChunk) {
    this.#plan = plan;
    this.#lexicon = lexicon;
    this.#write = write;
    const options = plan.isParted ? { ...plan.options, part: this.#part } : plan.options;
    this.#options = { block: { ...options, semantics: 'block' }, registry: { ...options, semantics: 'registry' } };
    const { units: _, ...described } = this.#options.block;
    this.#described = described;
    this.#copies = new DocumentCopies(lexicon);
    this.#prefixes = plan.options.format === 'ttl' && plan.isParted ? new TurtlePrefixes(lexicon) : null;
    this.#separator = new TextEncoder().encode(envelopeOf(plan.options.format, lexicon).between);
  }

  /** Converts the documents of a batch. A document that fails is reported; anything else that is thrown is a bug. */
  run(batch: Batch): BatchFacts {
    const facts = new FactsOfBatch(batch.file, this.#plan, this.#lexicon.versionIri);
    let slot = batch.firstSlot - 1;
    const knowsColumn = batch.layout !== 'rows';
    this.#source = this.#sourceOf(batch);
    for (const { document, line, fault = null, text, offset } of documentsOf(batch, this.#lexicon, this.#source)) {
      slot++;
      if (document === null) continue;
      facts.begin(line);
      const failed = fault === null ? this.#attempt(document, slot, facts, knowsColumn) : failureOfRow(fault);
      if (failed === null) continue;
      facts.fail(failed, knowsColumn, text, offset);
      if (!this.#plan.keepsGoing) break;
    }
    return facts.finish();
  }

  /** The header of a table tells the source of all its rows. */
  #sourceOf({ table }: Batch): Source | SourceChooser | null {
    const { source } = this.#plan;
    if (source === null) return null;
    const from = getSourceOrChooser(source.name, this.#lexicon);
    return table !== null && 'choose' in from ? from.choose(table.columns) : from;
  }

  /** What a document failed at; null when it did not. */
  #attempt(document: Uint8Array, slot: number, facts: FactsOfBatch, knowsColumn: boolean): Failed | null {
    try {
      this.#runOne(document, slot, facts, knowsColumn);
      return null;
    } catch (error) {
      const told = withAdvice(error, document);
      if (told instanceof HubError) return failureOfError(told);
      throw told;
    }
  }

  #runOne(document: Uint8Array, slot: number, facts: FactsOfBatch, knowsColumn: boolean): void {
    const { work } = this.#plan;
    if (work === 'embed') this.#embed(document, facts);
    else if (work === 'validate') this.#validate(document, facts, knowsColumn);
    else this.#convert(document, slot, facts);
  }

  #embed(document: Uint8Array, facts: FactsOfBatch): void {
    const { base, now } = this.#plan.options;
    const { parts, report } = this.#describe(document) ?? embedSemantic(document, this.#lexicon, { base, now });
    // A document that ends its line is the only one that needs no end.
    const isLine = parts.findLast(({ length }) => length > 0)?.at(-1) === LINE_END;
    for (const part of parts) this.#write(part);
    if (!isLine) this.#write(NEW_LINE);
    facts.noteKeys(report.notTerms, report.termsWithoutSemantics, []);
  }

  #validate(document: Uint8Array, facts: FactsOfBatch, knowsColumn: boolean): void {
    const { options, semantics, source } = this.#plan;
    const check = checkDocument(document, this.#lexicon, {
      ...options,
      semantics,
      source: this.#source,
      restructure: source?.restructure ?? true,
      maxTriples: Number.MAX_SAFE_INTEGER,
      maxCheckedTriples: MAX_TRIPLES,
    });
    facts.noteFindings(check, knowsColumn);
  }

  #convert(document: Uint8Array, slot: number, facts: FactsOfBatch): void {
    this.#part.nodePrefix = `d${slot + 1}_`;
    const conversion =
      this.#plan.options.format === 'nt' ? this.#run(document, this.#write) : this.#hold(document, facts);
    facts.note(conversion.triples, conversion.warnings);
  }

  /** All formats but N-Triples have a head. */
  #hold(document: Uint8Array, facts: FactsOfBatch): Conversion {
    const held: Uint8Array[] = [];
    let size = 0;
    const conversion = this.#run(document, (chunk) => {
      size += chunk.length;
      if (size <= HELD_BYTES) held.push(chunk);
      else held.length = 0;
    });
    if (facts.hasOutput) this.#write(this.#separator);
    facts.hasOutput = true;
    const around = this.#prefixes?.around(conversion.head);
    this.#write(around?.before ?? conversion.head);
    if (size <= HELD_BYTES) for (const chunk of held) this.#write(chunk);
    else this.#run(document, this.#write);
    if (around !== undefined) this.#write(around.behind);
    return conversion;
  }

  #run(document: Uint8Array, write: TakeChunk): Conversion {
    const described = this.#describe(document);
    if (described !== null) {
      const options = { ...this.#described, checkUnits: !described.areUnitsChecked };
      const conversion = this.#convertBody(joinBytes(described.parts), options, document, write);
      return { ...conversion, warnings: [...described.warnings, ...conversion.warnings] };
    }
    const run = (body: Uint8Array, semantics: ConvertOptions['semantics']) =>
      this.#convertBody(body, this.#options[semantics], document, write);
    return convertAny(run, document, this.#lexicon, this.#plan.semantics, this.#plan.options.now);
  }

  /** Converts a text of the document, with what leads back to it where that is asked for. */
  #convertBody(body: Uint8Array, options: ConvertOptions, document: Uint8Array, write: TakeChunk): Conversion {
    const { residue } = this.#plan;
    if (residue === null) return this.#copies.convert(body, options, write);
    // The graph is held while it is read.
    return convertWithResidue(body, this.#lexicon, { ...options, maxTriples: MAX_TRIPLES }, residue, write, document);
  }

  /** The document with the block of its source; null without one. */
  #describe(document: Uint8Array): SourceEmbedding | null {
    const { source, options } = this.#plan;
    if (source === null || this.#source === null) return null;
    const { base, now, maxArrayItems } = options;
    const units = this.#plan.work === 'embed' || options.units === undefined ? {} : { units: options.units };
    const { restructure } = source;
    return embedBySource(document, this.#lexicon, this.#source, { base, now, restructure, maxArrayItems, ...units });
  }
}

/** A document, or null for a line that holds none, with its line in the input; null for one that is an input of its own. */
interface Found {
  readonly document: Uint8Array | null;
  readonly line: number | null;
  readonly fault?: RowFault | null;
  /** The document as it stands in the input, and the offset of its first byte there. */
  readonly text: Uint8Array;
  readonly offset: number;
}

function failureOfRow({ code, message, key }: RowFault): Failed {
  return { code, message, details: key === null ? {} : { key }, line: null, column: null };
}

function documentsOf(batch: Batch, lexicon: Lexicon, source: Source | SourceChooser | null): Iterable<Found> {
  const { bytes, layout, table, firstByte } = batch;
  if (layout === 'whole') return [{ document: bytes, line: null, text: bytes, offset: firstByte }];
  return table === null ? linesOf(batch) : readRows(batch, table, lexicon, source);
}

function* linesOf({ bytes, firstLine, firstByte }: Batch): Generator<Found> {
  let line = firstLine;
  // A buffer is searched several times as fast as another array.
  const searched = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let start = 0; start < bytes.length; line++) {
    const found = searched.indexOf(LINE_END, start);
    const end = found < 0 ? bytes.length : found;
    const text = bytes.subarray(start, end);
    yield { document: isBlank(bytes, start, end) ? null : text, line, text, offset: firstByte + start };
    start = end + 1;
  }
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte !== 0x20 && byte !== 0x0d && byte !== 0x09) return false;
  }
  return true;
}
