import type { DocumentCheck } from '../../check/check-document.ts';
import type { FindingCode } from '../../check/finding-codes.ts';
import { FindingLog, type Finding } from '../../check/findings.ts';
import type { ErrorCode, HubError } from '../../errors.ts';
import type { Warning } from '../../mapping/records/warnings.ts';
import type { BatchFacts, Failure, Plan } from './batch.ts';
import { deadLetterOfFile } from './dead-letter.ts';
import { ReportLines } from './report-lines.ts';

/** A failure, with its place in the document alone. */
export type Failed = Omit<Failure, 'file'>;

/** Failures of a batch that are reported one by one. */
const TOLD_FAILURES = 100;

/** Collects the facts of a batch. */
export class FactsOfBatch {
  /** The batch has written something: what comes next has to be set apart from it. */
  hasOutput = false;
  readonly #file: string;
  readonly #lines: ReportLines | null;
  readonly #failures: Failure[] = [];
  readonly #deadLetters: Uint8Array[] = [];
  readonly #warnings: Partial<Record<FindingCode, number>> = {};
  readonly #found = new FindingLog();
  #documents = 0;
  #triples = 0;
  #unmapped = 0;
  #failed = 0;
  #line: number | null = null;
  readonly #stopsAtFailure: boolean;
  readonly #writesDeadLetters: boolean;
  readonly #vocabulary: string;

  /** @param vocabulary IRI of the version that documents are converted with */
  constructor(file: string, plan: Plan, vocabulary: string) {
    this.#file = file;
    this.#vocabulary = vocabulary;
    this.#writesDeadLetters = plan.writesDeadLetters;
    this.#lines = plan.writesReport ? new ReportLines() : null;
    this.#stopsAtFailure = !plan.keepsGoing;
  }

  begin(line: number | null): void {
    this.#line = line;
    this.#documents++;
  }

  note(triples: number, warnings: readonly Warning[]): void {
    this.#triples += triples;
    for (const warning of warnings) {
      this.#countWarning(warning);
      this.#lines?.addWarning(this.#file, this.#line, warning);
    }
  }

  #countWarning({ code, count }: { readonly code: FindingCode; readonly count: number }): void {
    this.#warnings[code] = (this.#warnings[code] ?? 0) + count;
  }

  /** Notes what was found in a document. @param knowsColumn the document stands in the file as it was checked */
  noteFindings(check: DocumentCheck, knowsColumn: boolean): void {
    this.#triples += check.triples ?? 0;
    this.#unmapped += check.plainKeys;
    if (check.counts.error > 0) this.#failed++;
    const findings = check.findings.map((finding) => this.#inFile(finding, knowsColumn));
    this.#found.addAll({ ...check, findings });
    for (const finding of findings) {
      if (finding.level === 'warning') this.#countWarning(finding);
      this.#lines?.addFinding(this.#file, this.#line, finding);
      if (finding.level === 'error' && this.#failures.length < TOLD_FAILURES)
        this.#failures.push(failureOf(this.#file, finding));
    }
  }

  /** The finding with its places in the file. */
  #inFile(finding: Finding, knowsColumn: boolean): Finding {
    const line = this.#line;
    if (line === null) return finding;
    const places = finding.places.map(({ pointer, column }) => ({
      pointer,
      line,
      column: knowsColumn ? column : null,
    }));
    return { ...finding, places };
  }

  noteKeys(notTerms: readonly string[], termsWithoutSemantics: readonly string[], unmapped: readonly string[]): void {
    const known = new Set([...notTerms, ...termsWithoutSemantics]);
    const others = unmapped.filter((key) => !known.has(key));
    this.#unmapped += known.size + others.length;
    this.#lines?.addKeys(this.#file, this.#line, 'not-a-term', notTerms);
    this.#lines?.addKeys(this.#file, this.#line, 'without-semantics', termsWithoutSemantics);
    this.#lines?.addKeys(this.#file, this.#line, 'unmapped', others);
  }

  /**
   * @param text the document as it stands in the input
   * @param offset of the document in the input
   */
  fail({ line, column, ...failed }: Failed, knowsColumn: boolean, text: Uint8Array, offset: number): void {
    const failure: Failure = {
      ...failed,
      file: this.#file,
      line: this.#line ?? line,
      column: knowsColumn ? column : null,
    };
    this.#failed++;
    if (this.#failures.length < TOLD_FAILURES) this.#failures.push(failure);
    this.#lines?.addFailure(failure);
    if (!this.#writesDeadLetters) return;
    const place = { offset, vocabulary: this.#vocabulary, endsInput: false };
    this.#deadLetters.push(...deadLetterOfFile(failure, text, place));
  }

  finish(): BatchFacts {
    return {
      file: this.#file,
      documents: this.#documents,
      failed: this.#failed,
      triples: this.#triples,
      failures: this.#failures,
      warnings: this.#warnings,
      found: this.#found.finish(),
      report: this.#lines?.text() ?? '',
      deadLetters: this.#deadLetters,
      endsInput: false,
      unmapped: this.#unmapped,
      stopped: this.#stopsAtFailure && this.#failed > 0,
    };
  }
}

/** Faults of texts, about which the hint of every interface holds. */
const OF_TEXTS: ReadonlySet<string> = new Set<ErrorCode>(['malformed-json', 'not-utf8', 'not-an-object']);

/** The failure of a document that is no file's. */
export function failureOfError(error: HubError): Failure {
  const { line, column, key, pointer, notTerms, termsWithoutSemantics, hint } = error.details;
  return {
    file: '',
    line: line ?? null,
    column: column ?? null,
    code: error.code,
    message: error.message,
    details: {
      ...(key === undefined ? {} : { key }),
      ...(pointer === undefined ? {} : { pointer }),
      ...(notTerms === undefined ? {} : { notTerms }),
      ...(termsWithoutSemantics === undefined ? {} : { termsWithoutSemantics }),
    },
    ...(hint !== undefined && OF_TEXTS.has(error.code) ? { hint } : {}),
  };
}

function failureOf(file: string, { code, key, message, places }: Finding): Failure {
  const { pointer, line, column } = places[0]!;
  const details = { ...(key === null ? {} : { key }), ...(pointer === null ? {} : { pointer }) };
  return { file, line, column, code, message, details };
}
