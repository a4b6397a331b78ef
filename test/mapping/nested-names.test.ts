import { afterEach, expect, test, vi } from 'vitest';
import { RecordContent } from '../../src/mapping/nodes/record-content.ts';
import { convert } from '../support/convert.ts';
import { readGoldenLexicon } from '../support/golden-cases.ts';

const lexicon = readGoldenLexicon();
const LEVELS = 40;

afterEach(() => {
  vi.restoreAllMocks();
});

/** Records in one another, each with two members. */
function nested(levels: number, between: (record: object) => unknown): object {
  let record: object = { value: 1 };
  for (let level = 0; level < levels; level++) record = { value: level, inner: between(record) };
  return record;
}

/** How often a member is mixed into a sum while a document is converted with names. */
function countMixed(document: object): number {
  const addMember = vi.spyOn(RecordContent.prototype, 'addMember');
  convert(JSON.stringify({ '@semantic': {}, ...document }), lexicon, { skolemize: true });
  return addMember.mock.calls.length;
}

test.each([
  ['records in records', (record: object) => record],
  ['arrays of records', (record: object) => [record]],
  ['arrays of arrays', (record: object) => [[record, null]]],
])('the members of %s are mixed into names once', (_, between) => {
  expect(countMixed(nested(LEVELS, between))).toBeLessThanOrEqual(2 * LEVELS + 2);
});

test('the members of records in stamped records are mixed in as constant content and as all content, at most', () => {
  const context = { stamp: { 'time:inXSDDateTimeStamp': '$stamp' } };
  const rows = [1, 2].map((day) => ({ stamp: `2026-01-0${day}T00:00:00Z`, ...nested(LEVELS, (record) => record) }));
  expect(countMixed({ '@semantic': { '@context': context }, rows })).toBeLessThanOrEqual(2 * 2 * (2 * LEVELS + 4));
});

test('names of records in records stay what they are', () => {
  const document = {
    '@semantic': { '@context': { stamp: { 'time:inXSDDateTimeStamp': '$stamp' } } },
    site: { name: 's', at: { lat: 1, empty: {}, list: [{ a: 1 }, { a: null, b: [] }] } },
    rows: [
      { stamp: '2026-01-01T00:00:00Z', inner: { x: 1, series: [{ stamp: '2026-01-02T00:00:00Z', y: { z: 2 } }] } },
    ],
  };
  const { text } = convert(JSON.stringify(document), lexicon, { skolemize: true });
  const names = Array.from(text.matchAll(/genid\/([0-9a-f]{32})>/g), ([, name]) => name!.slice(0, 8));
  expect([...new Set(names)]).toEqual([
    'c7d3aa27',
    '3f1a2592',
    '410a2447',
    '789dfd11',
    '76319e0c',
    'd5ce987e',
    'f5f2c432',
    'ac1d6d7e',
    'f0956f0f',
    '371f9975',
    '1a0b0639',
    'a680d09d',
  ]);
});
