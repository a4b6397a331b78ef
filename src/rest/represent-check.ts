import type { DocumentCheck } from '../check/check-document.ts';
import type { Level } from '../check/finding-codes.ts';
import { worstOf } from '../check/findings.ts';
import { describeFinding } from '../check/write-json-lines.ts';
import { REPORT_MEDIA_TYPES, writeReport, type ReportFormat } from '../check/write-report.ts';
import { readRelease } from '../package-folder.ts';

const RELEASE = readRelease();

interface CheckReport {
  readonly format: ReportFormat | 'json';
  readonly failOn: Level;
  readonly file: string;
}

/** What was found in a document, in the format that was asked for. */
export function representCheck(
  check: DocumentCheck,
  { format, failOn, file }: CheckReport,
  baseUrl: string,
): { readonly body: string; readonly mediaType: string } {
  if (format !== 'json') {
    const context = { release: RELEASE, baseUrl, failOn, now: new Date() };
    return { body: writeReport(format, [{ file, ...check }], context), mediaType: REPORT_MEDIA_TYPES[format] };
  }
  const { findings, counts, omitted, triples } = check;
  const described = findings.map((finding) => describeFinding(finding, { baseUrl }));
  return {
    body: JSON.stringify({ worst: worstOf(check), counts, omitted, triples, findings: described }),
    mediaType: 'application/json; charset=utf-8',
  };
}
