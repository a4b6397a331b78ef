import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../src/errors.ts';
import { CHECK_CODES, FINDING_CODES, LEVELS, levelOf } from '../../src/check/finding-codes.ts';
import { FindingLog, keysWithoutTerm, withNearestTerms, worstOf } from '../../src/check/findings.ts';
import { bytesHeld } from '../support/bytes-held.ts';
import { report, REPORT_FORMATS } from '../../src/check/library.ts';
import { WARNING_CODES } from '../../src/mapping/records/warnings.ts';
import { checkedFiles } from '../support/checked-files.ts';

const OPTIONS = { baseUrl: 'https://hub.example', release: '1.2.3', now: new Date('2026-03-01T10:15:00.5Z') };

describe('codes', () => {
  test('are each explained once, and none is that of an error', () => {
    const explained = Object.keys(FINDING_CODES);
    expect(new Set(explained)).toEqual(new Set([...WARNING_CODES, ...CHECK_CODES]));
    expect(ERROR_CODES.filter((code) => explained.includes(code))).toEqual([]);
    expect(ERROR_CODES.map(levelOf)).toEqual(ERROR_CODES.map(() => 'error'));
    expect(WARNING_CODES.map(levelOf)).toEqual(WARNING_CODES.map(() => 'warning'));
  });
});

describe('a log', () => {
  const place = (line: number) => ({ pointer: `/${line}/a`, line, column: 1 });

  test('are held without the texts of which their keys are parts', () => {
    const log = new FindingLog();
    const place = { pointer: null, line: 1, column: 1 };
    const before = bytesHeld();
    for (let i = 0; i < 300; i++) {
      const key = `${'x'.repeat(50_000)} a key of one document ${i}`.slice(50_001);
      log.add({ code: 'unmapped', key, message: 'It stays a plain literal.', place });
    }
    expect(bytesHeld() - before).toBeLessThan(2_000_000);
    expect(log.finish().findings).toHaveLength(300);
  });

  test('groups by code and key, of which it keeps the first places', () => {
    const log = new FindingLog();
    for (let line = 1; line <= 9; line++)
      log.add({ code: 'datatype-mismatch', key: 'a', message: `Line ${line}.`, place: place(line) });
    log.add({ code: 'datatype-mismatch', key: 'b', message: 'b', place: place(1), count: 7 });
    const other = new FindingLog();
    other.addAll(log.finish());
    other.addAll(log.finish());
    expect(other.finish()).toMatchObject({
      counts: { error: 0, warning: 2, note: 0 },
      findings: [
        { key: 'a', count: 18, message: 'Line 1.', places: [1, 2, 3, 4, 5].map(place) },
        { key: 'b', count: 14, places: [place(1), place(1)] },
      ],
    });
    expect(worstOf(log.finish())).toBe('warning');
    expect(worstOf(new FindingLog().finish())).toBeNull();
  });

  test('tells the nearest terms of names, and of nothing else', () => {
    const log = new FindingLog();
    for (const code of ['not-all-terms', 'not-a-term', 'unmapped'] as const)
      log.add({ code, key: `${code}-key`, message: 'It stays.', place: place(1) });
    expect(keysWithoutTerm(log.finish(), 5)).toEqual(['not-all-terms-key', 'not-a-term-key']);
    expect(keysWithoutTerm(log.finish(), 1)).toEqual(['not-all-terms-key']);
    const { findings } = withNearestTerms(log.finish(), new Map([['not-a-term-key', 'voltage-V']]));
    expect(findings.map(({ nearestTerm, message }) => [nearestTerm, message])).toEqual([
      [null, 'It stays.'],
      ['voltage-V', 'It stays. It may mean "voltage-V".'],
      [null, 'It stays.'],
    ]);
  });
});

describe('reports', () => {
  const files = checkedFiles();

  test('as text have a line for each finding', () => {
    expect(report('text', files, OPTIONS).split('\n')).toEqual([
      'data/a, b.json:2:5: error: The value "<&\'%:\u0001" is odd. [malformed-json]',
      'data/a, b.json:1:3: warning: Values do not fit. [datatype-mismatch, 12 times]',
      'data/a, b.json: 3 more findings are counted and not told.',
      'rows.ndjson:7: note: 100% :: of',
      'it. [mixed-offsets]',
      '',
    ]);
  });

  test('as JSON lines have an object for each finding', () => {
    const lines = report('jsonl', files, OPTIONS).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { file: 'data/a, b.json', level: 'error', code: 'malformed-json', key: null, line: 2, column: 5 },
      { key: 'odd "key"', pointer: '/rows/0/odd', count: 12, type: 'https://hub.example/problems/datatype-mismatch' },
      { file: 'data/a, b.json', omitted: 3 },
      { file: 'rows.ndjson', level: 'note', places: [{ line: 7 }] },
    ]);
  });

  test('as commands of GitHub escape what ends a line or a property', () => {
    expect(report('github', files, OPTIONS).split('\n')).toEqual([
      '::error file=data/a%2C b.json,line=2,col=5,title=malformed-json::The value "<&\'%25:\u0001" is odd. Mend it.',
      '::warning file=data/a%2C b.json,line=1,col=3,title=datatype-mismatch (odd "key")::Values do not fit. (12 times)',
      '::notice file=data/a%2C b.json::3 more findings are counted and not told.',
      '::notice file=rows.ndjson,line=7,col=9,title=mixed-offsets (timestamp)::100%25 :: of%0Ait.',
      '',
    ]);
    expect(report('github', [{ ...files[1]!, file: '-' }], OPTIONS)).toMatch(/^::notice line=7,/);
  });

  test('as JUnit fail from the level on that is asked for', () => {
    const failures = (failOn: (typeof LEVELS)[number]): string[] =>
      Array.from(report('junit', files, { ...OPTIONS, failOn }).matchAll(/failures="(\d+)"/g), ([, count]) => count!);
    expect(LEVELS.map(failures)).toEqual([
      ['1', '0', '0'],
      ['2', '0', '0'],
      ['2', '1', '0'],
    ]);
    const text = report('junit', files, OPTIONS);
    expect(text).toContain("The value &quot;&lt;&amp;'%:\uFFFD&quot; is odd.");
    expect(text).toContain('timestamp="2026-03-01T10:15:00"');
  });

  test('as SARIF have a rule for each code, and relative addresses of files', () => {
    const [run] = (JSON.parse(report('sarif', files, OPTIONS)) as { runs: Record<string, unknown>[] }).runs;
    expect(run).toMatchObject({
      tool: {
        driver: {
          version: '1.2.3',
          rules: [{ id: 'datatype-mismatch' }, { id: 'malformed-json' }, { id: 'mixed-offsets' }],
        },
      },
      artifacts: [
        { location: { uri: 'data/a%2C%20b.json' } },
        { location: { uri: 'rows.ndjson' } },
        { location: { uri: 'stdin' } },
      ],
      results: [
        { ruleId: 'malformed-json', ruleIndex: 1, level: 'error' },
        {
          ruleIndex: 0,
          occurrenceCount: 12,
          relatedLocations: [{ id: 1 }],
          partialFingerprints: { 'codeAndPlace/v1': 'datatype-mismatch odd "key" /rows/*/odd' },
        },
        { ruleIndex: 2, level: 'note' },
      ],
    });
  });

  test('as SARIF name no host in a path that begins with several slashes', () => {
    expect(report('sarif', [{ ...files[1]!, file: '///data/a.json' }], OPTIONS)).toContain('"uri": "/data/a.json"');
  });

  test('of nothing are whole', () => {
    expect(REPORT_FORMATS.map((format) => report(format, [], OPTIONS).length > 0)).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
  });
});
