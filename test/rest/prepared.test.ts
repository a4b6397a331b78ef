import { expect, test } from 'vitest';
import { Representation } from '../../src/http/representation.ts';
import { PreparedAnswers } from '../../src/rest/prepared.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';

const KEY = 'ttl';
const vocabulary = (version: string) => ({ version }) as Vocabulary;
const textOf = async ({ version }: Vocabulary) => new Representation('text/turtle', version, version);

test('what was made of a vocabulary that is no longer in use is answered, and not kept', async () => {
  let current = vocabulary('first');
  const answers = new PreparedAnswers(() => current);
  const made = answers.read(KEY, async (first) => {
    current = vocabulary('second');
    return textOf(first);
  });
  expect((await made).bytes.toString()).toBe('first');
  expect(answers.find(KEY)).toBeNull();
  expect((await answers.read(KEY, textOf)).bytes.toString()).toBe('second');
  expect(answers.find(KEY)!.bytes.toString()).toBe('second');
});
