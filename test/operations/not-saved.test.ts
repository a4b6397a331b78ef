import { expect, test } from 'vitest';
import { tellNotSaved } from '../../src/operations/not-saved.ts';
import { StoreError } from '../../src/store/store.ts';

test('a change that was not made leaves what was before, and one whose answer was lost may have been made', () => {
  const refused = new StoreError('away');
  const lost = new StoreError('cut', { outcome: 'unknown' });
  const tell = (error: unknown) => () => tellNotSaved(error, 'The one before stays.');
  expect(tell(refused)).toThrow(expect.objectContaining({ code: 'not-saved', cause: refused }));
  expect(tell(refused)).toThrow('It could not be saved. The one before stays. away.');
  expect(tell(lost)).toThrow(/Nobody knows/);
  expect(tell(lost)).not.toThrow(/stays/);
});

test('what is no failure of the store goes on as it is', () => {
  const mistake = new TypeError('a mistake');
  expect(() => tellNotSaved(mistake, 'The one before stays.')).toThrow(mistake);
});
