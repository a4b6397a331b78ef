import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extendLexicon } from '../support/arbitrary-document.ts';
import { seriesOfRows, tablesOfRecords } from '../support/arbitrary-rows.ts';
import { listDisagreements } from '../support/compare-conversions.ts';
import { readGoldenLexicon } from '../support/golden-cases.ts';

const lexicon = extendLexicon(readGoldenLexicon());
/** Raise it for a long hunt. */
const RUNS = Number(process.env['HUB_FUZZ_RUNS'] ?? 100);
const LIMIT = Math.max(120_000, RUNS * 1_500);

describe.each([
  ['rows that are copies of a recorded one', seriesOfRows],
  ['records that are copies of a recorded one', tablesOfRecords],
])('%s', (_, documents) => {
  test(
    'say what each of them says by itself, in every format',
    async () => {
      await fc.assert(
        fc.asyncProperty(documents, async ({ text, options }) => {
          expect(await listDisagreements(text, lexicon, options), text).toEqual([]);
        }),
        { numRuns: RUNS },
      );
    },
    LIMIT,
  );
});

describe('a row that is longer than a chunk', () => {
  test('is no copy, wherever the chunk ends', async () => {
    const key = 'k'.repeat(70_000);
    const context = { [key]: { 'qudt:numericValue': `$${key}` }, status: { 'rdfs:label': '$status' } };
    const texts = Array.from({ length: 9 }, (_, i) => `"${String(i).repeat(70_000)}"`);
    const text = `{"@semantic":{"@context":${JSON.stringify(context)}},"${key}":[1,2,3,4,5,6,7,8,9],"status":[${texts.join(',')}]}`;
    const options = { base: null, align: true, maxArrayItems: 0 };
    expect((await listDisagreements(text, lexicon, options)).map((words) => words.slice(0, 200))).toEqual([]);
  });
});
