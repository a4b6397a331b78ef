import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { ByteSink } from '../../src/rdf/write/byte-sink.ts';
import { RDF_FORMATS } from '../../src/rdf/write/format.ts';
import { MAX_ALIKE, MAX_MEMBER_BYTES, MAX_MEMBER_KEYS } from '../../src/mapping/rows/limits.ts';
import { MemberTemplate } from '../../src/mapping/rows/member-template.ts';
import { listCopyDifferences, outcomeOf } from '../support/compare-copies.ts';
import { CONVERT_DEFAULTS } from '../support/convert.ts';
import { readGoldenLexicon } from '../support/golden-cases.ts';

const lexicon = readGoldenLexicon();
const ROWS = 60;
/** Raise it for a long hunt. */
const RUNS = Number(process.env['HUB_FUZZ_RUNS'] ?? 25);
const KEYS = Array.from({ length: 9 }, (_, i) => `k${i}`);

afterEach(() => {
  vi.restoreAllMocks();
});

/** A document whose records have each another set of keys. */
function documentOf(context: object, row: (at: number) => Record<string, unknown>, around: object = {}): string {
  const block = { '@prefix': { ex: 'https://ex.org/ns#', time: 'http://www.w3.org/2006/time#' }, '@context': context };
  const records = Array.from({ length: ROWS }, (_, at) => row(at));
  return JSON.stringify({ '@semantic': block, ...around, records });
}

/** The keys of a record: sets of which each comes once. */
const keysOf = (at: number): string[] => KEYS.filter((_, i) => ((at * 37 + 11) >> (i % 8)) % 2 === 0 || i === 8);
const stamp = (at: number): string => new Date(Date.UTC(2024, 1, 27) + at * 900_000).toISOString();
const membersOf = (at: number, value: (i: number) => unknown = (i) => at + i / 2): Record<string, unknown> =>
  Object.fromEntries(keysOf(at).map((key, i) => [key, value(i)]));

/** How many members were copied, and what differs where none are. */
function copiedIn(text: string): number {
  const write = vi.spyOn(MemberTemplate.prototype, 'write');
  const counts = RDF_FORMATS.map((format) => {
    write.mockClear();
    outcomeOf(Buffer.from(text), lexicon, { ...CONVERT_DEFAULTS, format });
    return write.mock.calls.length;
  });
  expect(listCopyDifferences(Buffer.from(text), lexicon, CONVERT_DEFAULTS)).toEqual([]);
  return Math.min(...counts);
}

const observed = (key: string, more: object = {}): [string, object] => [
  key,
  { a: 'ex:Observation', 'ex:value': `$${key}`, ...more },
];
const allObserved = (more: object = {}): Record<string, object> =>
  Object.fromEntries(KEYS.map((key) => observed(key, more)));
const TIME = { t: { a: 'time:Instant', 'time:inXSDDateTimeStamp': '$t' } };
/** Members of some sixty records, of which a few of each key are walked before one is recorded. */
const MOST = 120;

const COPIED: readonly (readonly [name: string, text: string])[] = [
  ['plain keys', documentOf({}, (at) => ({ id: at, ...membersOf(at) }))],
  ['described keys', documentOf(allObserved(), (at) => membersOf(at))],
  [
    'described keys with the instant of their record',
    documentOf({ ...TIME, ...allObserved() }, (at) => ({ t: stamp(at), ...membersOf(at) })),
  ],
  [
    'keys that cite the entity and a text of their record',
    documentOf(allObserved({ 'ex:by': '@device', 'ex:note': '$note' }), (at) => ({
      device: `device ${at % 7}`,
      ...(at % 3 === 0 ? {} : { note: `<é> "${at}"` }),
      ...membersOf(at),
    })),
  ],
  [
    'keys that cite what stands beside the records',
    documentOf(allObserved({ 'ex:by': '@site' }), (at) => membersOf(at), { site: 'one' }),
  ],
  ['texts that are escaped', documentOf(allObserved(), (at) => membersOf(at, (i) => `"${i}"\n é \\ ${at}`))],
];

test.each(COPIED)('%s that come and go are copied', (_, text) => {
  expect(copiedIn(text)).toBeGreaterThan(MOST);
});

const WALKED: readonly (readonly [name: string, text: string])[] = [
  [
    'a node that members of a record share',
    documentOf({ ...allObserved({ 'ex:in': '?row' }), '?row': { a: 'ex:Row' } }, (at) => membersOf(at)),
  ],
  ['a record that others cite', documentOf(allObserved({ 'ex:of': '$records' }), (at) => membersOf(at))],
  [
    'objects of one predicate that may be equal',
    documentOf(allObserved({ 'ex:both': ['$k8', '$k7'] }), (at) => membersOf(at)),
  ],
];

test.each(WALKED)('members with %s are walked', (_, text) => {
  expect(copiedIn(text)).toBe(0);
});

test('values that do not fit their datatypes warn each, whether their members are copied or walked', () => {
  const text = documentOf(TIME, (at) => ({ t: `day ${at}`, ...membersOf(at) }));
  expect(copiedIn(text)).toBeGreaterThan(MOST);
  const { facts } = outcomeOf(Buffer.from(text), lexicon, CONVERT_DEFAULTS);
  expect(facts).toContain(`"code":"datatype-mismatch","key":"t","pointer":"/records/0/t","count":${ROWS}`);
});

test('the limit of triples counts copied members', () => {
  const text = documentOf(allObserved(), (at) => membersOf(at));
  const { facts } = outcomeOf(Buffer.from(text), lexicon, CONVERT_DEFAULTS);
  const { triples } = JSON.parse(facts) as { triples: number };
  const limited = (maxTriples: number): string =>
    outcomeOf(Buffer.from(text), lexicon, { ...CONVERT_DEFAULTS, maxTriples }).facts;
  expect(limited(triples)).toBe(facts);
  expect(limited(triples - 1)).toBe('too-many-triples');
});

test('the instant of a record is found by other keys in other records, of which some are entities', () => {
  const time = (key: string): object => ({ [key]: { 'time:inXSDDateTimeStamp': `$${key}` } });
  const context = { ...time('t'), ...time('u'), ...allObserved(), by: { 'ex:by': '@u' } };
  const text = documentOf(context, (at) => ({ [at % 14 < 9 ? 't' : 'u']: stamp(at), ...membersOf(at), t: stamp(at) }));
  expect(copiedIn(text)).toBeGreaterThan(0);
});

/** Members of so many keys, from a number on. */
const countedKeys = (from: number, count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${from + i}`, from]));

test('of very many keys some are copied: what is kept of them is bounded', () => {
  const write = vi.spyOn(MemberTemplate.prototype, 'write');
  const groups = Math.ceil(MAX_MEMBER_KEYS / 50) + 9;
  // A member more in each record, so that rows are like none before.
  const records = Array.from({ length: groups * 9 }, (_, at) => ({
    [`a${at}`]: at,
    ...countedKeys(Math.floor(at / 9) * 50, 50),
  }));
  const body = Buffer.from(JSON.stringify({ '@semantic': { '@prefix': {}, '@context': {} }, records }));
  const copied = outcomeOf(body, lexicon, CONVERT_DEFAULTS);
  expect(copied.bytes.equals(outcomeOf(body, lexicon, { ...CONVERT_DEFAULTS, copyRows: false }).bytes)).toBe(true);
  const keys = new Set(write.mock.calls.map(([, , plan]) => plan.name));
  expect(keys.size).toBeGreaterThan(MAX_MEMBER_KEYS / 2);
  expect(keys.size).toBeLessThanOrEqual(MAX_MEMBER_KEYS);
});

test('members of which none is like one before are recorded less and less often', () => {
  const record = vi.spyOn(ByteSink.prototype, 'startRecording');
  const cited = Array.from({ length: 8 }, (_, i) => `c${i}`);
  const template = Object.fromEntries(cited.map((key) => [`ex:${key}`, `$${key}`]));
  // Of the keys that it cites each record has others, each of which is recorded once.
  const text = documentOf({ k: { ...template, 'ex:value': '$k' } }, (at) => ({
    k: at,
    ...Object.fromEntries(cited.map((key, i) => [key, (at >> i) % 2 === 0 ? at : null])),
  }));
  outcomeOf(Buffer.from(text), lexicon, CONVERT_DEFAULTS);
  const recorded = record.mock.calls.filter(([maxBytes]) => maxBytes === MAX_MEMBER_BYTES).length;
  expect(recorded).toBeGreaterThan(cited.length);
  expect(recorded - cited.length).toBeLessThanOrEqual(MAX_ALIKE / 2);
});

const scalar = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom('1.5', '<b>&', '\ud800', '2024-02-27T00:00:00', '2024-02-27T00:00:00+01:00'),
);
const value = fc.oneof(
  { weight: 12, arbitrary: scalar },
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('k0', 'p'), scalar),
);
const token = fc.constantFrom('ex:Thing', '$k0', '@k1', '$t', '@device', '$site', '?shared', '$records');
const template = fc.record(
  { a: fc.constant('ex:A'), 'ex:p': token, 'ex:q': fc.oneof(token, fc.array(token, { maxLength: 2 })) },
  { requiredKeys: [] },
);

test(
  'members of random records say the same copied and walked',
  () => {
    fc.assert(
      fc.property(
        fc.array(template, { minLength: 9, maxLength: 9 }),
        fc.array(fc.dictionary(fc.constantFrom(...KEYS, 'device', 't'), value), { minLength: 30, maxLength: 60 }),
        (templates, records) => {
          const context = Object.fromEntries(KEYS.map((key, i) => [key, { ...templates[i], 'ex:value': `$${key}` }]));
          const text = documentOf(
            { ...TIME, ...context, '?shared': { a: 'ex:S' } },
            (at) => records[at % records.length]!,
            {
              site: 'one',
            },
          );
          expect(listCopyDifferences(Buffer.from(text), lexicon, CONVERT_DEFAULTS), text).toEqual([]);
        },
      ),
      { numRuns: RUNS },
    );
  },
  Math.max(120_000, RUNS * 2_000),
);
