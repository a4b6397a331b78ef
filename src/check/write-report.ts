import type { CheckedFile, ReportContext } from './report.ts';
import { writeGithub } from './write-github.ts';
import { writeJsonLines } from './write-json-lines.ts';
import { writeJUnit } from './write-junit.ts';
import { writeSarif } from './write-sarif.ts';
import { writeText } from './write-text.ts';

/** How findings are written: for people, as JSON lines, SARIF 2.1.0, JUnit's XML, or as commands of GitHub's workflows. */
export const REPORT_FORMATS = ['text', 'jsonl', 'sarif', 'junit', 'github'] as const;

export type ReportFormat = (typeof REPORT_FORMATS)[number];

export const REPORT_MEDIA_TYPES: Readonly<Record<ReportFormat, string>> = {
  text: 'text/plain; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
  sarif: 'application/sarif+json; charset=utf-8',
  junit: 'application/xml; charset=utf-8',
  github: 'text/plain; charset=utf-8',
};

const WRITERS: Readonly<Record<ReportFormat, (files: readonly CheckedFile[], context: ReportContext) => string>> = {
  text: writeText,
  jsonl: writeJsonLines,
  sarif: writeSarif,
  junit: writeJUnit,
  github: writeGithub,
};

/** What was found, in one of the formats. Every line ends with a line feed. */
export function writeReport(format: ReportFormat, files: readonly CheckedFile[], context: ReportContext): string {
  return WRITERS[format](files, context);
}
