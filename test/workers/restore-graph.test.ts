import { expect, test } from 'vitest';
import type { MostRestored } from '../../src/workers/mapping-task.ts';
import { restoreGraph } from '../../src/workers/restore-graph.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

const { lexicon } = await seededVocabulary();

/** The list of the documents of three roots. */
async function listed(most?: MostRestored): Promise<readonly { notes: unknown[]; omitted?: number }[]> {
  const graph = ['a', 'b', 'c'].map((root) => `_:${root} <https://hub.example/id/k> "x" .\n`).join('');
  const options = { format: 'nt', semantic: null, base: null, byValue: false, output: 'texts' } as const;
  let text = '';
  await restoreGraph(Buffer.from(graph), { ...options, ...(most === undefined ? {} : { most }) }, lexicon, (chunk) => {
    text += Buffer.from(chunk).toString();
    return true;
  });
  return (JSON.parse(text) as { documents: { notes: unknown[]; omitted?: number }[] }).documents;
}

test('notes are told as far as a list may be long, and those that are left out are counted', async () => {
  const [whole] = await listed();
  const each = whole!.notes.length;
  expect(whole).not.toHaveProperty('omitted');
  const bounded = await listed({ documents: 3, notes: each + 1 });
  expect(bounded.map(({ notes, omitted }) => [notes.length, omitted])).toEqual([
    [each, 0],
    [1, each - 1],
    [0, each],
  ]);
});

test('a graph of more documents than are listed is refused', async () => {
  await expect(listed({ documents: 2, notes: 100 })).rejects.toMatchObject({
    code: 'answer-too-large',
    message: expect.stringContaining('more than 2 documents') as unknown,
    details: { hint: expect.stringContaining('POST /api/json') as unknown },
  });
});
