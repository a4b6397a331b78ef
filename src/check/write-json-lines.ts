import type { Finding } from './findings.ts';
import { pageOf, type CheckedFile, type ReportContext } from './report.ts';

/** A JSON object for each finding, one a line; a last one for findings that are not told. */
export function writeJsonLines(files: readonly CheckedFile[], context: ReportContext): string {
  const entries = files.flatMap(({ file, findings, omitted }) => [
    ...findings.map((finding) => ({ file, ...describeFinding(finding, context) })),
    ...(omitted === 0 ? [] : [{ file, omitted }]),
  ]);
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

/** A finding as other programs get it. */
export interface DescribedFinding extends Omit<Finding, 'places'> {
  /** The address that explains the code. */
  readonly type: string;
  /** Of the first place. */
  readonly pointer: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly places: Finding['places'];
}

export function describeFinding(finding: Finding, context: Pick<ReportContext, 'baseUrl'>): DescribedFinding {
  const { level, code, key, count, message, help, nearestTerm, places } = finding;
  const { pointer, line, column } = places[0]!;
  const type = pageOf(code, context);
  return { level, code, key, pointer, line, column, count, message, help, nearestTerm, type, places };
}
