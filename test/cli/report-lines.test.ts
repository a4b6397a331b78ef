import { expect, test } from 'vitest';
import { describeFailure } from '../../src/cli/documents/report-lines.ts';

const FAILURE = { file: 'a.ndjson', line: 2, column: 14, code: 'malformed-json', details: {} } as const;

test('a failure names its place in the file alone', () => {
  const message = 'Found "N" where a value was expected (line 1, column 14, byte 13).';
  expect(describeFailure({ ...FAILURE, message, hint: 'Write null.' })).toBe(
    'a.ndjson:2:14: error: Found "N" where a value was expected. Write null. [malformed-json]',
  );
  expect(describeFailure({ ...FAILURE, message: 'The block is odd (line 1, column 14).' })).toBe(
    'a.ndjson:2:14: error: The block is odd. [malformed-json]',
  );
  expect(describeFailure({ ...FAILURE, file: '-', line: null, column: null, message })).toBe(
    `(standard input): error: ${message} [malformed-json]`,
  );
});
