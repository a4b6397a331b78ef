import { expect, test } from 'vitest';
import { FingerprintTable } from '../../src/restore/fingerprint-table.ts';

test('a name has the value that was set last, however many names there are', () => {
  const table = new FingerprintTable();
  for (let i = 0; i < 20_000; i++) table.set(`_:d${i}`, -1);
  for (let i = 0; i < 20_000; i++) table.set(`_:d${i}`, i);
  const values = Array.from({ length: 20_000 }, (_, i) => table.get(`_:d${i}`));
  expect(values).toEqual(values.map((_, i) => i));
  expect(table.get('_:d20000')).toBeUndefined();
});
