import { expect, test } from 'vitest';
import { HubError } from '../../src/errors.ts';
import { refuseLongFile } from '../../src/rest/term-routes.ts';
import { HUB } from '../vocabulary/seeded.ts';

test.each([
  ['csv', 20_000, '20,000'],
  ['ttl', 2_000, '2,000'],
] as const)('a file of %s has at most %i terms, and the refusal of more says what to do', (format, most, written) => {
  expect(() => refuseLongFile(format, most, HUB)).not.toThrow();
  const refused = () => refuseLongFile(format, most + 100_000, HUB);
  expect(refused).toThrow(HubError);
  expect(refused).toThrow(
    new RegExp(`^${(most + 100_000).toLocaleString('en')} terms were found, .* at most ${written} of them`),
  );
  expect(refused).toThrow(
    /Narrow the search by q, category, unit or facet, .* https:\/\/hub\.example\/vocabulary\/\?format=ttl/,
  );
});
