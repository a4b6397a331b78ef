import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeEmail } from '../../src/accounts/account.ts';

test('an address is compared in one form, however often it is brought into it', () => {
  // J with a caron, whose small letter is one character.
  for (const text of ['J\u030Can@example.org', 'H\u0331@example.org', ' ADA@Example.org '])
    expect(normalizeEmail(normalizeEmail(text))).toBe(normalizeEmail(text));
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const normalized = normalizeEmail(text);
      expect(normalizeEmail(normalized)).toBe(normalized);
    }),
  );
});
