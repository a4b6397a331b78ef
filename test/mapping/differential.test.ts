import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentCase, extendLexicon } from '../support/arbitrary-document.ts';
import { listDisagreements } from '../support/compare-conversions.ts';
import { readGoldenLexicon } from '../support/golden-cases.ts';

const lexicon = extendLexicon(readGoldenLexicon());
/** Raise it for a long hunt. */
const RUNS = Number(process.env['HUB_FUZZ_RUNS'] ?? 300);

describe('the conversion and its reference', () => {
  it(
    'agree on every document: graph in all four formats, counts, warnings, unmapped keys, refusals',
    async () => {
      await fc.assert(
        fc.asyncProperty(documentCase, async ({ text, options }) => {
          const disagreements = await listDisagreements(text, lexicon, options);
          expect(disagreements, `${text}\n${JSON.stringify(options)}`).toEqual([]);
        }),
        { numRuns: RUNS },
      );
    },
    Math.max(60_000, RUNS * 200),
  );
});
