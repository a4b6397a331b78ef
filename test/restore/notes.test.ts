import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { embedSemantic } from '../../src/mapping/embed.ts';
import { convert } from '../support/convert.ts';
import { restoreNTriples } from '../support/restored.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

const { lexicon } = await seededVocabulary();
const runs = process.env['HUB_NIGHTLY'] === '1' ? 10_000 : 150;
const now = new Date('2026-11-29T12:00:00Z');

/** What comes back of a document without a residue, and the codes of its notes. */
function restored(text: string, skolemize = false): { readonly text: string; readonly codes: ReadonlySet<string> } {
  const body = Buffer.concat(embedSemantic(Buffer.from(text), lexicon, { base: null, now }).parts);
  const [document] = restoreNTriples(convert(body, lexicon, { skolemize }).text, lexicon);
  return { text: document!.text, codes: new Set(document!.notes.map(({ code }) => code)) };
}

describe('the form in which a value was written', () => {
  test.each([
    ['{"timestamp":"2026-03-01 10:15Z"}', '{"timestamp":"2026-03-01T10:15:00Z"}'],
    ['{"timestamp":"2026-03-01T10:15:00+01"}', '{"timestamp":"2026-03-01T10:15:00+01:00"}'],
    ['{"commissioning_date":"2026-03-01z"}', '{"commissioning_date":"2026-03-01Z"}'],
    ['{"activated_energy-MWh":1e3}', '{"activated_energy-MWh":1000}'],
    ['{"customers_affected":12.0}', '{"customers_affected":12}'],
    ['{"note":"\\ud800"}', '{"note":"\uFFFD"}'],
    ['{"\\ud800":true}', '{"\uFFFD":true}'],
  ])('%s comes back as %s, with a note', (source, text) => {
    for (const document of [source, text]) {
      const back = restored(document);
      expect(back.text).toBe(text);
      expect(back.codes).toContain('form-of-value');
    }
  });

  test.each([
    '{"commissioning_date":"2026-03-01"}',
    '{"voltage-V":1.50E+2}',
    '{"note":12.0}',
    '{"note":"2026-03-01 10:15Z"}',
    '{"activated_energy-MWh":"unknown"}',
  ])('%s has no other form', (text) => {
    const back = restored(text);
    expect(back.text).toBe(text);
    expect(back.codes).not.toContain('form-of-value');
  });
});

describe('how many equal items there were', () => {
  test.each([
    ['{"note":["a","a"]}', '{"note":"a"}', false],
    ['{"device_id":["m1","m1"],"voltage-V":1.5}', '{"device_id":"m1","voltage-V":1.5}', false],
    [
      '{"timestamp":["2026-03-01T10:15:00Z","2026-03-01T10:15:00Z","2026-03-01T10:30:00Z"]}',
      '{"timestamp":["2026-03-01T10:15:00Z","2026-03-01T10:30:00Z"]}',
      false,
    ],
    [
      '{"timestamp":"2026-03-01T10:15:00Z","voltage-V":[1.0,1.0]}',
      '{"timestamp":"2026-03-01T10:15:00Z","voltage-V":1.0}',
      true,
    ],
    ['{"timestamp":"2026-03-01T10:15:00Z","parts":[{},{}]}', '{"timestamp":"2026-03-01T10:15:00Z","parts":{}}', true],
  ])('of %s comes back %s, with a note', (source, text, skolemize) => {
    const back = restored(source, skolemize);
    expect(JSON.parse(back.text)).toEqual(JSON.parse(text));
    expect(back.codes).toContain('equal-items');
  });

  test.each([
    ['{"voltage-V":[1.0,1.0]}', false],
    ['{"voltage-V":[1.0,1.0]}', true],
    ['{"parts":[{},{}]}', false],
    ['{"parts":[{},{}]}', true],
  ])('is known of %s, skolemized: %s', (text, skolemize) => {
    const back = restored(text, skolemize);
    expect(back.text).toBe(text);
    expect(back.codes).not.toContain('equal-items');
  });
});

const STAMPS = ['"2026-03-01T10:15:00Z"', '"2026-03-01T10:30:00Z"', '"2026-03-01 10:15Z"', 'null'];
const SCALARS = ['1.0', '1.0', '2', '1e3', '-0.0', '"a"', '"\\ud800"', 'true', 'null'];
const series = (values: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(...values),
    fc.array(fc.constantFrom(...values), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
  );
const members = (inner: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .dictionary(
      fc.constantFrom('voltage-V', 'activated_energy-MWh', 'customers_affected', 'device_id', 'note', 'parts'),
      fc.oneof(series(SCALARS), inner),
      { maxKeys: 3 },
    )
    .chain((record) =>
      fc.option(series(STAMPS), { freq: 3 }).map((stamp) => {
        const all = Object.entries(stamp === null ? record : { timestamp: stamp, ...record });
        return `{${all.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`;
      }),
    );
const documents = members(
  fc.array(members(fc.constant('{}')), { minLength: 1, maxLength: 3 }).map((items) => `[${items.join(',')}]`),
);

/** A document whose numbers are texts, as they were written. */
const parsed = (text: string): unknown =>
  JSON.parse(
    text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => (token.startsWith('"') ? token : `"${token}"`)),
  );

/** The values of a document by their keys, without what every document may have lost: nulls, order, types and single arrays. */
function values(document: unknown, codes: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value)) for (const item of value) walk(item, path);
    else if (typeof value !== 'object') found.push(`${path} ${codes.has('form-of-value') ? '' : String(value)}`);
    else if (value !== null) {
      found.push(path);
      for (const [key, member] of Object.entries(value)) walk(member, `${path}/${key}`);
    }
  };
  walk(document, '');
  return (codes.has('equal-items') ? [...new Set(found)] : found).toSorted();
}

test('what differs in a document that comes back is named by a note', () => {
  let told = 0;
  fc.assert(
    fc.property(documents, fc.boolean(), (text, skolemize) => {
      const back = restored(text, skolemize);
      // A value whose text is in no triple may be any.
      if (back.codes.has('unknown-value')) return;
      const codes = back.codes;
      if (!codes.has('form-of-value') || !codes.has('equal-items')) told++;
      expect(values(parsed(back.text), codes), text).toEqual(values(parsed(text), codes));
    }),
    { numRuns: runs },
  );
  expect(told).toBeGreaterThan(runs / 5);
});
