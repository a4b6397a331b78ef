import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RDF_FORMATS } from '../../src/rdf/write/format.ts';
import { FORM_ROWS, formOfRecords, formOfSeries } from '../support/arbitrary-forms.ts';
import { listCopyDifferences, outcomeOf } from '../support/compare-copies.ts';
import { CONVERT_DEFAULTS } from '../support/convert.ts';
import { readGoldenLexicon } from '../support/golden-cases.ts';

const lexicon = readGoldenLexicon();
/** Raise it for a long hunt. */
const RUNS = Number(process.env['HUB_FUZZ_RUNS'] ?? 40);
const LIMIT = Math.max(120_000, RUNS * 1_000);

/** Rows of one shape that are walked: one is seen, one is recorded, and the first of all has other separators. */
const WALKED_OF_A_SHAPE = 3;

describe.each([
  ['records', formOfRecords],
  ['series', formOfSeries],
])('%s of random shapes', (_, forms) => {
  test(
    'are copied, and say what each row says by itself',
    () => {
      fc.assert(
        fc.property(forms, ({ text, shapes, arrays, entities }) => {
          const body = Buffer.from(text);
          const rows = arrays * (FORM_ROWS - WALKED_OF_A_SHAPE * shapes);
          const described = Math.max(0, entities - WALKED_OF_A_SHAPE);
          for (const format of RDF_FORMATS)
            for (const skolemize of [false, true]) {
              const { copiedRows } = outcomeOf(body, lexicon, { ...CONVERT_DEFAULTS, format, skolemize });
              // Turtle writes named records as subjects of their own, and what they cite behind each.
              const leastCopied = format === 'ttl' && skolemize ? rows : rows + described;
              expect(copiedRows, `${format}${skolemize ? ', skolemized' : ''}: ${text}`).toBeGreaterThanOrEqual(
                leastCopied,
              );
            }
          expect(listCopyDifferences(body, lexicon, CONVERT_DEFAULTS), text).toEqual([]);
        }),
        { numRuns: RUNS },
      );
    },
    LIMIT,
  );
});
