import { LEVELS, isAtLeast, type Level } from '../../check/finding-codes.ts';
import { FindingLog, keysWithoutTerm, withNearestTerms, type Findings } from '../../check/findings.ts';
import type { CheckedFile } from '../../check/report.ts';
import { writeReport, type ReportFormat } from '../../check/write-report.ts';
import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import { readRelease } from '../../package-folder.ts';
import type { Input } from './inputs.ts';
import type { VocabularyChoice } from '../vocabulary/load-vocabulary.ts';

/** Keys whose nearest terms are looked for. */
const MOST_NAMED = 20;

/** What was found in the inputs of a command, file by file. */
export class ValidationReport {
  readonly #files: Map<string, { readonly log: FindingLog; readonly isOfLines: boolean }>;

  /** @param inputs in their order */
  constructor(inputs: readonly Input[]) {
    this.#files = new Map(
      inputs.map(({ name, kind }) => [name, { log: new FindingLog(), isOfLines: kind !== 'json' }]),
    );
  }

  add(file: string, found: Findings): void {
    this.#files.get(file)!.log.addAll(found);
  }

  /** True where something is as bad as this level, or worse. */
  fails(failOn: Level): boolean {
    return this.#list().some(({ counts }) => LEVELS.some((level) => counts[level] > 0 && isAtLeast(level, failOn)));
  }

  /** All that was found, with the terms that keys probably mean. @throws HubError, CommandError when the vocabulary cannot be read */
  async write(
    format: ReportFormat,
    {
      failOn,
      lexicon,
      choice,
    }: { readonly failOn: Level; readonly lexicon: Lexicon; readonly choice: VocabularyChoice },
  ): Promise<string> {
    const files = await this.#nameTerms(this.#list(), lexicon, choice);
    return writeReport(format, files, {
      release: readRelease(),
      baseUrl: lexicon.vocabularyIri.replace(/\/vocabulary\/$/, ''),
      failOn,
      now: new Date(),
    });
  }

  #list(): CheckedFile[] {
    return Array.from(this.#files, ([file, { log, isOfLines }]) => ({ file, isOfLines, ...log.finish() }));
  }

  async #nameTerms(
    files: readonly CheckedFile[],
    lexicon: Lexicon,
    choice: VocabularyChoice,
  ): Promise<readonly CheckedFile[]> {
    const keys = [...new Set(files.flatMap((file) => keysWithoutTerm(file, MOST_NAMED)))].slice(0, MOST_NAMED);
    if (keys.length === 0) return files;
    const { nearestTerms } = await import('../vocabulary/nearest-terms.ts');
    const nearest = await nearestTerms(keys, lexicon, choice);
    return files.map((file) => ({ ...file, ...withNearestTerms(file, nearest) }));
  }
}
