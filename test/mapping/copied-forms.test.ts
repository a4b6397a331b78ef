import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  FORM_ROWS,
  formOfRecords,
  formOfSeries,
  recordsAmongArrays,
  recordsOfSeries,
} from '../support/arbitrary-forms.ts';
import { formOfMembers, membersInDisorder } from '../support/arbitrary-members.ts';
import { compareCopies, outcomeOf } from '../support/compare-copies.ts';
import { CONVERT_DEFAULTS } from '../support/convert.ts';
import { readGoldenLexicon } from '../support/golden-cases.ts';

const lexicon = readGoldenLexicon();
/** Raise it for a long hunt. */
const RUNS = Number(process.env['HUB_FUZZ_RUNS'] ?? 40);
const LIMIT = Math.max(120_000, RUNS * 1_000);

/**
 * Expects copies to say what walked rows say, of a document alone and of one of many in a file: there RDF/XML declares namespaces where they are used.
 * Gives what was copied of the document alone, by format, with and without names for nodes.
 */
function expectSameWalked(text: string): ReturnType<typeof compareCopies> {
  const body = Buffer.from(text);
  const [alone] = [CONVERT_DEFAULTS, { ...CONVERT_DEFAULTS, part: { nodePrefix: 'd1_' } }].map((options) => {
    const compared = compareCopies(body, lexicon, options);
    expect(
      compared.flatMap(({ differences }) => differences),
      text,
    ).toEqual([]);
    return compared;
  });
  return alone!;
}

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
          const rows = arrays * (FORM_ROWS - WALKED_OF_A_SHAPE * shapes);
          const described = Math.max(0, entities - WALKED_OF_A_SHAPE);
          for (const { format, skolemize, copiedRows } of expectSameWalked(text)) {
            // Turtle writes named records as subjects of their own, and what they cite behind each.
            const leastCopied = format === 'ttl' && skolemize ? rows : rows + described;
            expect(copiedRows, `${format}${skolemize ? ', skolemized' : ''}: ${text}`).toBeGreaterThanOrEqual(
              leastCopied,
            );
          }
        }),
        { numRuns: RUNS },
      );
    },
    LIMIT,
  );
});

test(
  'records that each have a series say what each says by itself',
  () => {
    fc.assert(
      fc.property(recordsOfSeries, (text) => {
        expectSameWalked(text);
      }),
      { numRuns: RUNS },
    );
  },
  LIMIT,
);

test(
  'records among arrays of records say what each says by itself',
  () => {
    fc.assert(
      fc.property(recordsAmongArrays, (text) => {
        expectSameWalked(text);
      }),
      { numRuns: RUNS },
    );
  },
  LIMIT,
);

/** Numbers as JSON writes them, some of one text and another kind. */
const numeral = fc.constantFrom('0', '7', '-21', '21.0', '7.0', '-0.5', '2e1', '2E-3', 'true', 'false');
/** By column: keys without a datatype, decimals and doubles. */
const COLUMNS = ['c0', 'energy-kWh', 'active_power-kW', 'c3', 'price-EUR_per_MWh', 'reactive_power-kvar'];
/** Records of which each value is of a kind of its own, in some columns seldom. */
const recordsOfAnyKind = fc
  .array(
    fc.record({
      usual: numeral,
      others: fc.array(numeral, { minLength: FORM_ROWS, maxLength: FORM_ROWS }),
      share: fc.nat(9),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((columns) => {
    const memberAt = ({ usual, others, share }: (typeof columns)[number], i: number, at: number): string => {
      const key = COLUMNS[i] ?? `c${i}`;
      const value = (at * 7) % 10 < share ? others[at]! : usual;
      // A boolean fits no datatype of a number, and warns.
      return `"${key}":${key.startsWith('c') ? value : value.replace(/true|false/u, '1')}`;
    };
    const rows = Array.from(
      { length: FORM_ROWS },
      (_, at) => `{"id":${at},${columns.map((column, i) => memberAt(column, i, at)).join()}}`,
    );
    const prefixes = ['int', 'dec', 'd']
      .map((start) => `"${start}":"http://www.w3.org/2001/XMLSchema#${start}"`)
      .join();
    const context = '"c0":{"ex:of":"$value","ex:is":"@id"},"energy-kWh":{"ex:is":"$active_power-kW"}';
    return `{"@semantic":{"@prefix":{"ex":"https://ex.org/ns#",${prefixes}},"@context":{${context}}},"rows":[${rows.join()}]}`;
  });

test(
  'records whose numbers are of random kinds are copied, and say what each says by itself',
  () => {
    fc.assert(
      fc.property(recordsOfAnyKind, (text) => {
        for (const { format, skolemize, copiedRows } of expectSameWalked(text))
          if (!skolemize)
            expect(copiedRows, `${format}: ${text}`).toBeGreaterThanOrEqual(FORM_ROWS - WALKED_OF_A_SHAPE);
      }),
      { numRuns: RUNS },
    );
  },
  LIMIT,
);

describe('records with data for keys', () => {
  test(
    'have their members copied, which say what each says by itself',
    () => {
      fc.assert(
        fc.property(formOfMembers, ({ text, members, shapes, areXmlNames }) => {
          for (const { format, skolemize, copiedRows } of expectSameWalked(text)) {
            // RDF/XML refuses most keys, or has a namespace for each.
            if (format === 'rdf' && !areXmlNames) continue;
            const words = `${format}${skolemize ? ', skolemized' : ''}: ${text}`;
            expect(copiedRows, words).toBeGreaterThanOrEqual(members - WALKED_OF_A_SHAPE * shapes);
          }
        }),
        { numRuns: RUNS },
      );
    },
    LIMIT,
  );

  test(
    'say the same whatever stands between their members, and whichever prefixes there are',
    () => {
      fc.assert(
        fc.property(membersInDisorder, (text) => {
          expectSameWalked(text);
        }),
        { numRuns: RUNS },
      );
    },
    LIMIT,
  );

  test('have no member copied where a prefix stands for a longer IRI that begins with the base', () => {
    const members = Array.from({ length: FORM_ROWS }, (_, row) => `"row-${row}":${row}`);
    const textWith = (prefix: string): string =>
      `{"@semantic":{"@prefix":{"@base":"https://ex.org/","ex":"${prefix}"},"@context":{}},${members.join()}}`;
    const copiedWith = (prefix: string): number =>
      outcomeOf(Buffer.from(textWith(prefix)), lexicon, { ...CONVERT_DEFAULTS, format: 'ttl' }).copiedRows;
    expect(copiedWith('https://ex.org/row-')).toBe(0);
    expect(copiedWith('https://ex.org/')).toBe(FORM_ROWS - 2);
  });
});
