import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brokenNamingRule, MAX_NAME_CHARACTERS, NAME_PATTERN } from '../../src/suggestions/term-name.ts';

/** As `docs/vocabulary.md` writes it. */
const RULE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*(-[A-Za-z0-9%]+(_[A-Za-z0-9%]+)*)?$/;

test('the documentation has the rule', () => {
  const text = readFileSync(new URL('../../docs/vocabulary.md', import.meta.url), 'utf8');
  expect(text).toContain(`\`${RULE.source}\`, at most ${MAX_NAME_CHARACTERS} characters`);
});

test('the description of the interface has the rule', () => {
  expect(NAME_PATTERN).toBe(RULE.source);
});

test('a name is refused exactly when it breaks the rule, whatever it is made of', () => {
  const pieces = fc.constantFrom(
    'a',
    'power',
    'Z',
    '0',
    '_',
    '__',
    '-',
    '--',
    '%',
    ' ',
    'kW',
    '/',
    'é',
    '\n',
    '\ud800',
  );
  const names = fc.oneof(
    fc.array(pieces, { maxLength: 8 }).map((all) => all.join('')),
    fc.string(),
  );
  fc.assert(
    fc.property(names, (name) => {
      expect(brokenNamingRule(name) === null).toBe(RULE.test(name) && !name.includes('\n'));
    }),
    { numRuns: 5000 },
  );
});

test('a name of 100 characters is allowed, one of 101 is not', () => {
  expect(brokenNamingRule('a'.repeat(100))).toBeNull();
  expect(brokenNamingRule('a'.repeat(101))).toMatch(/at most 100 characters; this one has 101/);
});
