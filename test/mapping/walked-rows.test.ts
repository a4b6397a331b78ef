import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RDF_FORMATS } from '../../src/rdf/write/format.ts';
import { convert } from '../support/convert.ts';
import { EMPTY_LEXICON } from '../support/empty-lexicon.ts';
import { distinctTriples } from '../support/graph.ts';
import { readBack } from '../support/read-back.ts';

const BLOCK = {
  '@prefix': {
    '@base': 'https://plant.example/id/',
    time: 'http://www.w3.org/2006/time#',
    sosa: 'http://www.w3.org/ns/sosa/',
    qudt: 'http://qudt.org/schema/qudt/',
    unit: 'http://qudt.org/vocab/unit/',
  },
  '@context': {
    timestamp: { a: 'time:Instant', 'time:inXSDDateTimeStamp': '$timestamp' },
    power: { a: 'sosa:Observation', 'sosa:hasSimpleResult': '$power' },
    energy: { a: 'qudt:QuantityValue', 'qudt:numericValue': '$energy', 'qudt:hasUnit': 'unit:KiloW' },
  },
};

/** Values in all forms that Turtle writes with quotes and without. */
const value = fc.oneof(
  fc.integer({ min: -99_999, max: 99_999 }),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  fc.boolean(),
  fc.constantFrom('1.5', '5.', '1e5', 'true', '+7', 'derated 80 %', 'ä "b" \\'),
);
const row = fc.record(
  { power: value, energy: value, a: value, b: value, c: value, d: value, e: value },
  { requiredKeys: [] },
);

describe('rows that are walked', () => {
  test('are written whole wherever a chunk of the output ends, and say the same in each format', async () => {
    // Each has another set of keys than most, so that few are copied, and together they fill several chunks.
    for (const rows of fc.sample(fc.array(row, { minLength: 500, maxLength: 600 }), 1)) {
      const records = rows.map((members, i) => ({
        timestamp: new Date(1_700_000_000_000 + i * 900_000).toISOString(),
        ...members,
      }));
      const document = JSON.stringify({ '@semantic': BLOCK, records });
      const graphs: string[][] = [];
      for (const format of RDF_FORMATS)
        for (const copyRows of [true, false]) {
          const { text, triples } = convert(document, EMPTY_LEXICON, { format, skolemize: true, copyRows });
          const read = distinctTriples(await readBack(format, text)).map((triple) => triple.join(' '));
          expect(read).toHaveLength(triples);
          if (format === 'nt') expect(text.length).toBeGreaterThan(200_000);
          graphs.push(read.toSorted());
        }
      for (const graph of graphs.slice(1)) expect(graph).toEqual(graphs[0]);
    }
  });
});
