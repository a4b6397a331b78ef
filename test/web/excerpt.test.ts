import { expect, test } from 'vitest';
import { excerptOf } from '../../src/web/parts/excerpt.ts';

test.each([
  ['a short text is whole', 'Voltage at the measuring point.', 'Voltage at the measuring point.'],
  ['one of as many characters as there is room for is whole', '🔋'.repeat(300), '🔋'.repeat(300)],
  ['a long text ends behind a word', 'power '.repeat(60), `${'power '.repeat(50).trimEnd()}…`],
  ['one without blanks ends behind a character', '電'.repeat(301), `${'電'.repeat(300)}…`],
  ['no character is cut in two', '🔋'.repeat(301), `${'🔋'.repeat(300)}…`],
  ['a blank near the beginning is no end', `at ${'x'.repeat(400)}`, `at ${'x'.repeat(297)}…`],
])('%s', (_name, text, shown) => {
  expect(excerptOf(text)).toBe(shown);
});
