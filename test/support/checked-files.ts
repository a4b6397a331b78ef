import { FindingLog, type NewFinding } from '../../src/check/findings.ts';
import type { CheckedFile } from '../../src/check/report.ts';

function fileOf(file: string, findings: readonly NewFinding[], omitted = 0): CheckedFile {
  const log = new FindingLog();
  for (const finding of findings) log.add(finding);
  return { file, isOfLines: file.endsWith('.ndjson'), ...log.finish(), omitted };
}

/** What was found in three files, with characters that have a meaning in some formats; nothing in the last one. */
export function checkedFiles(): CheckedFile[] {
  const fits = { code: 'datatype-mismatch', key: 'odd "key"', message: 'Values do not fit.' } as const;
  return [
    fileOf(
      'data/a, b.json',
      [
        {
          code: 'malformed-json',
          key: null,
          message: 'The value "<&\'%:\u0001" is odd.',
          help: 'Mend it.',
          place: { pointer: null, line: 2, column: 5 },
        },
        { ...fits, count: 11, place: { pointer: '/rows/0/odd', line: 1, column: 3 } },
        { ...fits, place: { pointer: '/rows/1/odd', line: 3, column: null } },
      ],
      3,
    ),
    fileOf('rows.ndjson', [
      {
        code: 'mixed-offsets',
        key: 'timestamp',
        message: '100% :: of\nit.',
        place: { pointer: '/timestamp', line: 7, column: 9 },
      },
    ]),
    fileOf('-', []),
  ];
}
