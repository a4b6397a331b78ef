import { HubError } from '../errors.ts';
import type { FindingCode, Level } from './finding-codes.ts';
import type { Finding, Findings } from './findings.ts';

/** What was found in a file, or in what was sent. */
export interface CheckedFile extends Findings {
  /** Its path; `-` for standard input. */
  readonly file: string;
  /** Each of its lines is a document, so that the line is place enough for people. Default false. */
  readonly isOfLines?: boolean;
}

/** What reports tell besides findings. */
export interface ReportContext {
  /** The release that checked. */
  readonly release: string;
  /** Address at which `/problems/` explains the codes. */
  readonly baseUrl: string;
  /** The level from which a finding counts as a failure. */
  readonly failOn: Level;
  readonly now: Date;
}

const MAX_FILE_CHARACTERS = 1000;

/**
 * The path by which reports name a document that was sent, with that of one that has none.
 *
 * @throws HubError `invalid-option` for one that is too long: it stands in a report once for each finding
 */
export function fileOfReport(file: string | null | undefined): string {
  if (file == null || file === '') return 'document.json';
  const length = file.length <= MAX_FILE_CHARACTERS ? file.length : Array.from(file).length;
  if (length <= MAX_FILE_CHARACTERS) return file;
  throw new HubError('invalid-option', `file has ${length} characters; ${MAX_FILE_CHARACTERS} is the most.`, {
    key: 'file',
  });
}

/** The address that explains a code. */
export function pageOf(code: FindingCode, { baseUrl }: Pick<ReportContext, 'baseUrl'>): string {
  return `${baseUrl}/problems/${code}`;
}

/** The sentence of a finding with what to do, if that is known of it. */
export function sentenceOf({ message, help }: Finding): string {
  return help === null ? message : `${message} ${help}`;
}

/** A line for findings that are counted and not told; null where all are told. */
export function omission({ omitted }: Findings): string | null {
  return omitted === 0 ? null : `${omitted.toLocaleString('en')} more findings are counted and not told.`;
}
