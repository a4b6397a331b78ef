import { expect, test } from 'vitest';
import { HubError } from '../../src/errors.ts';
import { VersionLexicons } from '../../src/vocabulary/registry/version-lexicons.ts';
import { HUB } from './seeded.ts';

const VERSION = 'a'.repeat(64);

test.each([
  ['the store is away', new Error('away'), { code: 'registry-unavailable' }],
  [
    'the process lacks open files',
    new HubError('converter-busy', 'Try again.', { retryAfterSeconds: 5 }),
    { code: 'converter-busy', details: { retryAfterSeconds: 5 } },
  ],
])('a version that cannot be read as %s says so', async (_, error, expected) => {
  const archive = { history: () => [], read: () => Promise.reject(error) };
  const lexicons = new VersionLexicons({ archive, hub: HUB });
  await expect(lexicons.read(VERSION)).rejects.toMatchObject(expected);
  await lexicons.close();
});
