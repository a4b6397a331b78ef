import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeEmail, storedForms, type Account } from '../../src/accounts/account.ts';
import { AccountsGraph } from '../../src/accounts/accounts-graph.ts';
import { newAccount } from '../../src/accounts/registration.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { HUB } from '../vocabulary/seeded.ts';

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

describe('an address that was stored when small letters were composed before they became small alone', () => {
  const asOnce = (text: string): string => text.trim().normalize('NFC').toLowerCase();

  test('is one of the forms of what it is now, whatever its letters', () => {
    for (let point = 0; point < 0x30000; point++) {
      const letter = String.fromCodePoint(point);
      for (const text of [letter, letter.toUpperCase()]) {
        const once = asOnce(`${text}@example.org`);
        if (!storedForms(normalizeEmail(text + '@example.org')).includes(once)) expect.fail(`U+${point.toString(16)}`);
      }
    }
    expect(storedForms('ada@example.org')).toEqual(['ada@example.org']);
  });

  test('is found in each form, and not registered twice', async () => {
    const accounts = new AccountsGraph(new EmbeddedStore(), HUB);
    const account: Account = newAccount(asOnce('J\u030Can@example.org'), 'hash', new Date(0));
    expect(account.email).not.toBe(normalizeEmail(account.email));
    expect(await accounts.add(account)).toBe(true);
    for (const text of ['J\u030Can@example.org', '\u01F0an@example.org', 'j\u030Can@example.org']) {
      expect(await accounts.findByEmail(normalizeEmail(text))).toEqual(account);
      expect(await accounts.add(newAccount(normalizeEmail(text), null, new Date(0)))).toBe(false);
    }
    expect(await accounts.update(account.id, (found) => ({ ...found, generation: 2 }))).toMatchObject({
      generation: 2,
    });
    expect(await accounts.count()).toBe(1);
  });
});
