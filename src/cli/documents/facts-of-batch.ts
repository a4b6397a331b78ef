import type { HubError } from '../../errors.ts';
import type { Warning, WarningCode } from '../../mapping/records/warnings.ts';
import type { BatchFacts, Failure, Plan } from './batch.ts';
import { ReportLines } from './report-lines.ts';

/** Failures of a batch that are reported one by one. */
const TOLD_FAILURES = 100;

/** Collects the facts of a batch. */
export class FactsOfBatch {
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
