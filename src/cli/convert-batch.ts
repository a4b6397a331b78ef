import { HubError } from '../errors.ts';
import { convertAny, validateAny } from '../mapping/any-document.ts';
import { convertDocument, type Conversion, type ConvertOptions } from '../mapping/convert.ts';
import { frameOf } from '../mapping/frame.ts';
import { embedSemantic } from '../mapping/embed.ts';
import type { Lexicon } from '../mapping/lexicon.ts';
import type { Warning, WarningCode } from '../mapping/warnings.ts';
import type { Batch, BatchFacts, Failure, Plan } from './batch.ts';
import { ReportLines } from './report-lines.ts';
import { TurtlePrefixes } from './turtle-prefixes.ts';

/** Output of one document that is held until its head is known. A longer one is converted twice: for its head, then for its bytes. */
const HELD_BYTES = 4 * 1024 * 1024;
/** Failures that a batch tells one by one. */
const TOLD_FAILURES = 100;

const LINE_END = 0x0a;
const NEW_LINE = new Uint8Array([LINE_END]);

/** Does the work of a plan on batches of documents, one after the other. */
export class BatchConverter {
  readonly #plan: Plan;
  readonly #lexicon: Lexicon;
  readonly #write: (bytes: Uint8Array) => void;
  /** Stands between two documents of one output. */
  readonly #separator: Uint8Array;
  readonly #prefixes: TurtlePrefixes | null;

  /** @param write gets the output; the bytes are the caller's until the next call */
  constructor(plan: Plan, lexicon: Lexicon, write: (bytes: Uint8Array) => void) {
    this.#plan = plan;
    this.#lexicon = lexicon;
    this.#write = write;
    this.#prefixes = plan.options.format === 'ttl' && plan.isParted ? new TurtlePrefixes(lexicon) : null;
    this.#separator = new TextEncoder().encode(frameOf(plan.options.format, lexicon).between);
  }

  /** Converts the documents of a batch. A document that fails is told; anything else that is thrown is a bug. */
  run(batch: Batch): BatchFacts {
    const facts = new FactsOfBatch(batch.file, this.#plan);
    let number = 0;
    for (const document of documentsOf(batch)) {
      const line = batch.lines === null ? batch.firstLine + number : batch.lines[number]!;
      const slot = batch.firstSlot + number;
      number++;
      if (document === null) continue;
      facts.begin(batch.layout === 'whole' ? null : line);
      try {
        this.#runOne(document, slot, facts);
      } catch (error) {
        if (!(error instanceof HubError)) throw error;
        facts.fail(error, batch.lines === null);
        if (!this.#plan.keepsGoing) break;
      }
    }
    return facts.finish();
  }

  #runOne(document: Uint8Array, slot: number, facts: FactsOfBatch): void {
    const { work } = this.#plan;
    if (work === 'embed') this.#embed(document, facts);
    else if (work === 'validate') this.#validate(document, facts);
    else this.#convert(document, slot, facts);
  }

  #embed(document: Uint8Array, facts: FactsOfBatch): void {
    const { base, now } = this.#plan.options;
    const { parts, report } = embedSemantic(document, this.#lexicon, { base, now });
    for (const part of parts) this.#write(part);
    this.#write(NEW_LINE);
    facts.noteKeys(report.notTerms, report.termsWithoutSemantics, []);
  }

  #validate(document: Uint8Array, facts: FactsOfBatch): void {
    const { options, semantics } = this.#plan;
    const run = (body: Uint8Array, to: ConvertOptions) => convertDocument(body, this.#lexicon, to, () => {});
    const validation = validateAny(run, document, this.#lexicon, semantics, options);
    const { notTerms, termsWithoutSemantics, unmapped } = validation;
    const isRefused = notTerms.length > 0 && (semantics === 'registry' || semantics === 'auto');
    facts.note(validation.triples, validation.warnings);
    facts.noteKeys(
      isRefused ? [] : notTerms,
      termsWithoutSemantics,
      unmapped.filter((key) => !notTerms.includes(key)),
    );
    // The conversion has the words for it.
    if (isRefused) this.#run(document, options, () => {});
  }

  #convert(document: Uint8Array, slot: number, facts: FactsOfBatch): void {
    const { options, isParted } = this.#plan;
    const to = isParted ? { ...options, part: { nodePrefix: `d${slot + 1}_` } } : options;
    const conversion = options.format === 'nt' ? this.#stream(document, to) : this.#hold(document, to, facts);
    facts.note(conversion.triples, conversion.warnings);
  }

  /** N-Triples have no head. */
  #stream(document: Uint8Array, to: Omit<ConvertOptions, 'semantics'>): Conversion {
    return this.#run(document, to, this.#write);
  }

  #hold(document: Uint8Array, to: Omit<ConvertOptions, 'semantics'>, facts: FactsOfBatch): Conversion {
    const held: Uint8Array[] = [];
    let size = 0;
    const conversion = this.#run(document, to, (chunk) => {
      size += chunk.length;
      if (size <= HELD_BYTES) held.push(chunk);
      else held.length = 0;
    });
    if (facts.hasOutput) this.#write(this.#separator);
    facts.hasOutput = true;
    const around = this.#prefixes?.around(conversion.head);
    this.#write(around?.before ?? conversion.head);
    if (size <= HELD_BYTES) for (const chunk of held) this.#write(chunk);
    else this.#run(document, to, this.#write);
    if (around !== undefined) this.#write(around.behind);
    return conversion;
  }

  #run(document: Uint8Array, to: Omit<ConvertOptions, 'semantics'>, write: (chunk: Uint8Array) => void): Conversion {
    const run = (body: Uint8Array, options: ConvertOptions) => convertDocument(body, this.#lexicon, options, write);
    return convertAny(run, document, this.#lexicon, this.#plan.semantics, to);
  }
}

/** The documents of a batch; null for a line that holds none. */
function* documentsOf({ bytes, layout }: Batch): Generator<Uint8Array | null> {
  if (layout === 'whole') return yield bytes;
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(LINE_END, start);
    const end = found < 0 ? bytes.length : found;
    yield isBlank(bytes, start, end) ? null : bytes.subarray(start, end);
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

/** Collects what is told of a batch. */
class FactsOfBatch {
  /** The batch has written something: what comes next has to be set apart from it. */
  hasOutput = false;
  readonly #file: string;
  readonly #lines: ReportLines | null;
  readonly #failures: Failure[] = [];
  readonly #warnings: Partial<Record<WarningCode, number>> = {};
  #documents = 0;
  #triples = 0;
  #unmapped = 0;
  #failed = 0;
  #line: number | null = null;
  readonly #stopsAtFailure: boolean;

  constructor(file: string, plan: Plan) {
    this.#file = file;
    this.#lines = plan.report === null ? null : new ReportLines(plan.report);
    this.#stopsAtFailure = !plan.keepsGoing;
  }

  begin(line: number | null): void {
    this.#line = line;
    this.#documents++;
  }

  note(triples: number, warnings: readonly Warning[]): void {
    this.#triples += triples;
    for (const warning of warnings) {
      this.#warnings[warning.code] = (this.#warnings[warning.code] ?? 0) + warning.count;
      this.#lines?.addWarning(this.#file, this.#line, warning);
    }
  }

  noteKeys(notTerms: readonly string[], termsWithoutSemantics: readonly string[], unmapped: readonly string[]): void {
    const known = new Set([...notTerms, ...termsWithoutSemantics]);
    const others = unmapped.filter((key) => !known.has(key));
    this.#unmapped += known.size + others.length;
    this.#lines?.addKeys(this.#file, this.#line, 'not-a-term', notTerms);
    this.#lines?.addKeys(this.#file, this.#line, 'without-semantics', termsWithoutSemantics);
    this.#lines?.addKeys(this.#file, this.#line, 'unmapped', others);
  }

  fail(error: HubError, knowsColumn: boolean): void {
    const { line, column, key, pointer, notTerms, termsWithoutSemantics } = error.details;
    const failure: Failure = {
      file: this.#file,
      line: this.#line ?? line ?? null,
      column: knowsColumn ? (column ?? null) : null,
      code: error.code,
      message: error.message,
      details: {
        ...(key === undefined ? {} : { key }),
        ...(pointer === undefined ? {} : { pointer }),
        ...(notTerms === undefined ? {} : { notTerms }),
        ...(termsWithoutSemantics === undefined ? {} : { termsWithoutSemantics }),
      },
    };
    this.#failed++;
    if (this.#failures.length < TOLD_FAILURES) this.#failures.push(failure);
    this.#lines?.addFailure(failure);
  }

  finish(): BatchFacts {
    return {
      documents: this.#documents,
      failed: this.#failed,
      triples: this.#triples,
      failures: this.#failures,
      warnings: this.#warnings,
      report: this.#lines?.text() ?? '',
      unmapped: this.#unmapped,
      stopped: this.#stopsAtFailure && this.#failed > 0,
    };
  }
}
