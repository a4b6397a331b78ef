import { beforeAll, describe, expect, test } from 'vitest';
import type { Failure, Plan } from '../../src/cli/documents/batch.ts';
import { BatchConverter } from '../../src/cli/documents/convert-batch.ts';
import { readCsv } from '../../src/cli/documents/csv-batches.ts';
import { planOf } from '../../src/cli/documents/plan-of-settings.ts';
import type { CsvMarks } from '../../src/csv/csv-marks.ts';
import type { Lexicon } from '../../src/mapping/lexicon/lexicon.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

const LOAD = 'DE_load_actual_entsoe_transparency';
const HEADER = ['utc_timestamp', 'cet_cest_timestamp', LOAD, 'note'];
const TIME = '2020-01-01T00:00:00Z';
const LOCAL_TIME = '2020-01-01T01:00:00+0100';
const GERMAN: CsvMarks = { delimiter: ';', decimal: ',' };

let lexicon: Lexicon;
beforeAll(async () => {
  ({ lexicon } = await seededVocabulary());
});

/** The output for a table, and what was told of its rows. */
async function run(
  plan: Plan,
  rows: readonly (readonly string[])[],
  marks: CsvMarks = { delimiter: ',', decimal: '.' },
): Promise<{ readonly text: string; readonly failures: readonly Failure[]; readonly warnings: readonly string[] }> {
  const bytes = Buffer.from(rows.map((cells) => `${cells.join(marks.delimiter)}\n`).join(''));
  async function* source(): AsyncGenerator<Uint8Array> {
    yield bytes;
  }
  const pieces: Uint8Array[] = [];
  const failures: Failure[] = [];
  const warnings: string[] = [];
  const converter = new BatchConverter(plan, lexicon, (chunk) => {
    pieces.push(Buffer.from(chunk));
    return true;
  });
  for await (const piece of readCsv('a.csv', source(), 0, { marks, keepsGoing: true })) {
    if ('failure' in piece) throw new Error(piece.failure.message);
    const facts = converter.run(piece.batch);
    failures.push(...facts.failures);
    warnings.push(...Object.keys(facts.warnings));
  }
  return { text: Buffer.concat(pieces).toString(), failures, warnings };
}

/** The values of observations, in N-Triples. */
function valuesIn(text: string): string[] {
  return Array.from(text.matchAll(/numericValue> (.*) \.$/gm), ([, value]) => value!);
}

describe('a column that a source describes', () => {
  test.each(['opsd', 'auto'])('has the datatype of its term, by %s', async (source) => {
    const { text, warnings } = await run(planOf({ source }, 'nt'), [HEADER, [TIME, LOCAL_TIME, '45000.50', '007']]);
    expect(valuesIn(text)).toEqual(['"45000.50"^^<http://www.w3.org/2001/XMLSchema#decimal>']);
    expect(text).toContain('"007"');
    expect(warnings).toEqual([]);
  });

  test('is of the source that the header tells, also in rows with one cell', async () => {
    const { text, failures } = await run(planOf({ source: 'auto' }, 'nt'), [
      HEADER,
      ['', '', '45000.5', ''],
      [TIME, LOCAL_TIME, '1', ''],
    ]);
    expect(failures).toEqual([]);
    expect(valuesIn(text)).toHaveLength(2);
  });

  test('has numbers with the mark of the file, in other units, too', async () => {
    const plan = planOf({ source: 'opsd', units: 'GW' }, 'nt');
    const { text, failures } = await run(
      { ...plan, keepsGoing: true },
      [HEADER, [TIME, '', '1.230', ''], [TIME, '', '1.230,5', '']],
      GERMAN,
    );
    expect(valuesIn(text)).toEqual(['"1.2305"^^<http://www.w3.org/2001/XMLSchema#decimal>']);
    expect(failures).toMatchObject([{ code: 'malformed-csv', line: 2, details: { key: LOAD } }]);
  });

  test('has texts where its term is none of numbers, and where the source does not know it', async () => {
    const plan: Plan = { ...planOf({ source: 'opsd' }, 'nt'), work: 'embed' };
    const { text } = await run(plan, [
      [...HEADER, 'voltage-V'],
      ['2020', '', '1', '2', '3'],
    ]);
    expect(text).toContain(`"utc_timestamp":"2020","${LOAD}":1,"note":"2","voltage-V":3}`);
  });
});
