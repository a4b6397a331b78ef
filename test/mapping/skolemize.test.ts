import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RDF_FORMATS } from '../../src/rdf/write/format.ts';
import { documentCase, extendLexicon } from '../support/arbitrary-document.ts';
import { numberText } from '../support/arbitrary-values.ts';
import { rewriteJson, writeJson } from '../support/written-json.ts';
import type { Written } from '../support/written-json.ts';
import { isNameable } from '../support/compare-conversions.ts';
import { listCopyDifferences } from '../support/compare-copies.ts';
import { convert, CONVERT_DEFAULTS } from '../support/convert.ts';
import type { ConvertOptions } from '../../src/mapping/convert.ts';
import { distinctTriples } from '../support/graph.ts';
import type { Triple } from '../support/graph.ts';
import { readGoldenLexicon } from '../support/golden-cases.ts';
import { canonicalize } from '../support/isomorphic.ts';
import { readBack } from '../support/read-back.ts';
import { quotientByReference } from '../support/quotient.ts';

const lexicon = extendLexicon(readGoldenLexicon());
const RUNS = Number(process.env['HUB_FUZZ_RUNS'] ?? 300);
const LIMIT = Math.max(60_000, RUNS * 600);

/** The triples of the document with names, each written once. */
async function skolemized(text: string, options: Partial<ConvertOptions> = {}): Promise<Triple[]> {
  const converted = convert(text, lexicon, { ...options, format: 'nt', skolemize: true });
  const triples = await readBack('nt', converted.text);
  expect(distinctTriples(triples), `written twice: ${text}`).toHaveLength(triples.length);
  expect(converted.triples, `triples of ${text}`).toBe(triples.length);
  return triples;
}

/** The lines of the document with names in N-Triples, each written once, in order. One writer writes equal triples as equal lines. */
function skolemizedLines(text: string): string[] {
  const converted = convert(text, lexicon, { format: 'nt', skolemize: true });
  const lines = converted.text.split('\n').slice(0, -1);
  expect(new Set(lines).size, `written twice: ${text}`).toBe(lines.length);
  expect(converted.triples, `triples of ${text}`).toBe(lines.length);
  return lines.sort();
}

/** Demands that the parts of a document make the graph of the whole, whose triples a reader finds to be as many as its lines. */
async function expectWhole(text: string, cuts: Iterable<readonly string[]>): Promise<void> {
  const whole = skolemizedLines(text);
  expect(await skolemized(text)).toHaveLength(whole.length);
  for (const parts of cuts) {
    const lines = new Set(parts.flatMap(skolemizedLines));
    expect([...lines].sort().join('\n'), `${text}\n${parts.join('\n')}`).toBe(whole.join('\n'));
  }
}

/** Demands that copied rows are walked ones, byte for byte. */
function expectCopies(text: string): void {
  expect(listCopyDifferences(Buffer.from(text), lexicon, CONVERT_DEFAULTS), text).toEqual([]);
}

const counts = (length: number): number[] => Array.from({ length }, (_, at) => at);

const sorted = (triples: readonly Triple[]) => triples.map((triple) => triple.join(' ')).sort();

function forgetNames(triples: readonly Triple[]): Triple[] {
  const forget = (term: string) =>
    /^<[^:]+:\/\/[^/]*\/\.well-known\/genid\//.test(term) ? `_:${term.slice(1, -1)}` : term;
  return triples.map(([s, p, o]) => [forget(s), p, forget(o)]);
}

describe('skolemize', () => {
  test(
    'law 1 and law 4: with names for blank nodes the graph is the same, but that nodes which nothing tells apart are one',
    async () => {
      await fc.assert(
        fc.asyncProperty(documentCase, async ({ text, options }) => {
          const triples = await skolemized(text, options);
          expect(triples.some(([s, , o]) => s.startsWith('_:') || o.startsWith('_:'))).toBe(false);
          const got = canonicalize(forgetNames(triples));
          const allowed = (['fine', 'coarse'] as const).map((grain) =>
            canonicalize(quotientByReference(text, lexicon, options, grain)),
          );
          expect(allowed, `${text}\n${JSON.stringify(options)}`).toContain(got);
        }),
        { numRuns: RUNS },
      );
    },
    LIMIT,
  );

  test('law 1: names stand under the authority of the base and have at least 128 bits', async () => {
    for (const [base, authority] of [
      ['https://ex.org/a/b#', 'https://ex.org'],
      ['http://ex.org:8080/', 'http://ex.org:8080'],
    ] as const) {
      for (const [subject] of await skolemized('{"@semantic":{},"x":1,"sub":{"y":2}}', { base })) {
        expect(subject.startsWith(`<${authority}/.well-known/genid/`)).toBe(true);
        expect(subject.length - `<${authority}/.well-known/genid/>`.length).toBeGreaterThanOrEqual(22);
      }
    }
  });

  test(
    'law 2: the same document gives the same bytes, however often and in whatever company it is converted',
    async () => {
      await fc.assert(
        fc.asyncProperty(documentCase, documentCase, async (one, other) => {
          const options = { ...one.options, skolemize: true };
          const graphs: string[][] = [];
          for (const format of RDF_FORMATS) {
            if (
              format === 'rdf' &&
              (await skolemized(one.text, one.options)).some(([, predicate]) => !isNameable(predicate))
            )
              continue;
            const first = convert(one.text, lexicon, { ...options, format });
            convert(other.text, lexicon, { ...other.options, format: 'nt', skolemize: true });
            const second = convert(one.text, lexicon, { ...options, format, now: new Date('2031-01-01T00:00:00Z') });
            expect(second.text).toBe(first.text);
            if (format !== 'rdf') graphs.push(sorted(distinctTriples(await readBack(format, first.text))));
          }
          for (const graph of graphs) expect(graph).toEqual(graphs[0]);
        }),
        { numRuns: Math.ceil(RUNS / 3) },
      );
    },
    LIMIT,
  );

  test(
    'law 2: white space, escapes and overruled members make no difference',
    () => {
      fc.assert(
        fc.property(documentCase, fc.nat(), ({ text, options }, style) => {
          const named = (document: string) => convert(document, lexicon, { ...options, skolemize: true }).text;
          expect(named(rewriteJson(text, style))).toBe(named(text));
        }),
        { numRuns: RUNS },
      );
    },
    LIMIT,
  );

  test('law 2: an entity is described in its place, however it is spelled', () => {
    const block =
      '"@semantic":{"@prefix":{"ex":"https://ex.org/ns#"},"@context":{"device_id":{"a":"sosa:Sensor","ex:p":"$status"},"site":{"ex:p":"@device_id"},"status":{"ex:p":"$status"}}}';
    const named = (last: string) =>
      convert(`{${block},"a":{"device_id":["inv-1","inv-2"]},"b":{"device_id":"${last}"}}`, lexicon, {
        skolemize: true,
      }).text;
    expect(named(String.raw`in\u0076-1`)).toBe(named('inv-1'));
  });

  test('law 4: half of a surrogate pair tells nothing apart, as it is U+FFFD', () => {
    const named = (value: string) =>
      convert(
        `{"@semantic":{"@context":{"t":{"a":"time:Instant"},"x":{"rdfs:label":"$x"}}},"t":"${value}","x":"${value}"}`,
        lexicon,
        {
          skolemize: true,
        },
      ).text;
    expect(named(String.raw`\ud800`)).toBe(named(String.raw`\ufffd`));
  });

  test(
    'law 3: the graphs of a wide series cut in two make the graph of the whole',
    async () => {
      await fc.assert(
        fc.asyncProperty(wideSeries, async ({ length, build }) => {
          const text = build(0, length);
          expectCopies(text);
          const cuts = counts(length - 1).map((at) => [build(0, at + 1), build(at + 1, length)]);
          await expectWhole(text, cuts);
        }),
        { numRuns: RUNS },
      );
    },
    LIMIT,
  );

  test(
    'law 3: the graphs of an array of stamped records cut in two make the graph of the whole',
    async () => {
      await fc.assert(
        fc.asyncProperty(stampedRecords, async ({ length, build }) => {
          const text = build(0, length);
          expectCopies(text);
          const cuts = counts(length + 1).map((at) => [build(0, at), build(at, length)]);
          await expectWhole(text, cuts);
        }),
        { numRuns: RUNS },
      );
    },
    LIMIT,
  );

  test(
    'law 3: so do the halves of a series of Unix times, and of records, wherever a time repeats',
    async () => {
      await fc.assert(
        fc.asyncProperty(unixSeries, async ({ whole: text, halves }) => {
          await expectWhole(text, halves);
        }),
        { numRuns: Math.ceil(RUNS / 3) },
      );
    },
    LIMIT,
  );

  test.each([
    [
      'a series',
      (rows: readonly string[][]) => [0, 1, 2].map((i) => `"${'txy'[i]}":[${rows.map((row) => row[i]).join()}]`).join(),
    ],
    [
      'records',
      (rows: readonly string[][]) => `"r":[${rows.map(([t, x, y]) => `{"t":${t},"x":${x},"y":${y}}`).join()}]`,
    ],
  ])('law 3: %s of hundreds of rows is named as the few rows of its parts, in every format', async (_, write) => {
    const rows = Array.from({ length: 240 }, (_, i) => {
      const stamp = new Date(Date.UTC(2026, 0, 1) + i * 900_000).toISOString();
      const text = i % 7 === 0 ? `"${i}" \n\u00e9` : `${i} is longer than a block is`;
      return [JSON.stringify(stamp), (i / 8).toFixed(3), JSON.stringify(text)];
    });
    const context =
      '"t":{"a":"time:Instant","time:inXSDDateTimeStamp":"$t"},"x":{"a":"ex:Q","ex:v":"$x","ex:n":"?n"},"?n":{"ex:y":"$y"},"y":{"ex:v":"$y"}';
    const documentOf = (from: number, to: number): string =>
      `{"@semantic":{"@prefix":{"ex":"https://ex.org/ns#","time":"http://www.w3.org/2006/time#"},"@context":{${context}}},${write(rows.slice(from, to))}}`;
    const parts: Triple[] = [];
    for (let from = 0; from < rows.length; from += 5) parts.push(...(await skolemized(documentOf(from, from + 5))));
    const expected = sorted(distinctTriples(parts));
    expectCopies(documentOf(0, rows.length));
    for (const format of RDF_FORMATS) {
      const { text } = convert(documentOf(0, rows.length), lexicon, { format, skolemize: true });
      expect(sorted(await readBack(format, text)), format).toEqual(expected);
    }
  });

  test('law 4: what has no instant is told apart by its index', async () => {
    const block = '"@semantic":{"@context":{"energy-kWh":{"sosa:hasResult":"?r"},"?r":{"a":"sosa:Result"}}}';
    for (const [text, subjects] of [
      [`{${block},"energy-kWh":[1,1]}`, 5],
      [`{${block},"readings":[{"x":1},{"x":1}]}`, 3],
      [`{${block},"a":{"x":1},"b":{"x":1}}`, 3],
      [`{${block},"a":{"energy-kWh":1},"b":{"energy-kWh":1}}`, 7],
    ] as const) {
      expect(new Set((await skolemized(text)).map(([subject]) => subject)).size, text).toBe(subjects);
    }
  });

  test(
    'every format writes the same names',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.oneof(wideSeries, stampedRecords), async ({ length, build }) => {
          const text = build(0, length);
          const expected = sorted(await skolemized(text));
          for (const format of RDF_FORMATS) {
            const converted = convert(text, lexicon, { format, skolemize: true });
            expect(sorted(await readBack(format, converted.text)), converted.text).toEqual(expected);
            expect(converted.triples).toBe(expected.length);
          }
        }),
        { numRuns: Math.ceil(RUNS / 3) },
      );
    },
    LIMIT,
  );

  test('law 1: records that are deeper than a format nests are described once, whoever holds them', async () => {
    const deep = (depth: number, inner: string): string => (depth === 0 ? inner : `{"x":${deep(depth - 1, inner)}}`);
    const block = '"@semantic":{"@context":{"energy-kWh":{"a":"sosa:Result"}}}';
    const rows = Array.from({ length: 10 }, (_, i) => `{"sub":${deep(70, `{"energy-kWh":[${i},{"y":${i}}]}`)}}`);
    const text = `{${block},"rows":[${rows.join()}]}`;
    const expected = sorted(await skolemized(text));
    for (const format of RDF_FORMATS) {
      const { triples, text: output } = convert(text, lexicon, { format, skolemize: true });
      expect(triples).toBe(expected.length);
      expect(sorted(await readBack(format, output))).toEqual(expected);
    }
  });

  test('law 4: what nothing tells apart is one node, written and counted once', async () => {
    const block =
      '"@semantic":{"@context":{"datetime":{"a":"time:Instant"},"energy-kWh":{"a":"sosa:Result"},"readings":{"a":"?m"}}}';
    for (const [text, triples] of [
      [`{${block},"rows":[{"datetime":"1"},{"datetime":"1"}]}`, 3],
      [`{${block},"readings":[{"datetime":"1"},{"datetime":"1"}]}`, 4],
      [`{${block},"datetime":["1","1"],"energy-kWh":[5,5]}`, 5],
      [`{${block},"datetime":["1","1"],"rows":[{},{}]}`, 3],
    ] as const) {
      expect(await skolemized(text), text).toHaveLength(triples);
      expect(convert(text, lexicon, { format: 'ttl', skolemize: true }).triples).toBe(triples);
    }
  });

  test('documents that share base, key and stamp share the instant', async () => {
    const block = '"@semantic":{"@context":{"datetime":{"a":"time:Instant","time:inXSDDateTimeStamp":"$datetime"}}}';
    const instants = async (rest: string, options: Partial<ConvertOptions> = {}) =>
      (await skolemized(`{${block},${rest}}`, options))
        .filter(([, p]) => p.includes('inXSDDateTimeStamp'))
        .map(([s]) => s);
    const one = await instants('"datetime":"2024-01-01T00:00:00Z"');
    expect(one).toHaveLength(1);
    expect(await instants('"x":1,"y":{"z":[{"datetime":"2024-01-01T00:00:00Z"}]}')).toEqual(one);
    expect(await instants('"datetime":["2024-01-01T00:00:00Z"]')).toEqual(one);
    expect(await instants('"datetime":"2024-01-01T00:00:00Z"', { base: 'https://other.example/' })).not.toEqual(one);
    expect(await instants('"datetime":"2024-01-01T00:00:00.0Z"')).not.toEqual(one);
  });
});

// Documents that can be cut. Other members are single values or arrays that are longer than any part, so that no cut makes them fit.

const CONTEXT: Written = plain({
  datetime: { 'rdf:type': 'time:Instant', 'time:inXSDDateTimeStamp': '$datetime' },
  'energy-kWh': {
    a: 'sosa:Observation',
    'sosa:hasSimpleResult': '$energy-kWh',
    'ex:site': '@site',
    'ex:state': '$status',
  },
  'active_power-kW': { 'sosa:hasResult': '?n', 'sosa:madeBySensor': '@device_id', 'ex:state': '@status' },
  status: { 'ex:p': ['$status', '?n'] },
  device_id: { a: 'sosa:Sensor', 'dcterms:identifier': '$device_id' },
  readings: { a: 'sosa:Sample', 'ex:p': ['$site', '?m', '$energy-kWh'] },
  '?n': { 'qudt:numericValue': '$active_power-kW', 'ex:p': '?m', 'ex:site': '$site' },
  '?m': { 'ex:state': '$status' },
});
const SEMANTIC: Written = {
  members: [
    ['@prefix', plain({ ex: 'https://ex.org/ns#', '@base': 'https://ex.org/' })],
    ['@context', CONTEXT],
  ],
};

function plain(value: unknown): Written {
  if (typeof value === 'string') return { characters: value };
  if (Array.isArray(value)) return { items: value.map(plain) };
  return { members: Object.entries(value as object).map(([key, member]) => [key, plain(member)] as const) };
}

const stamp: fc.Arbitrary<Written> = fc
  .oneof(fc.integer({ min: 10, max: 59 }), fc.constantFrom(10, 11))
  .map((minute) => ({ characters: `2024-01-01T00:${minute}:00Z` }));
const scalar: fc.Arbitrary<Written> = fc.oneof(
  { weight: 4, arbitrary: numberText.map((raw) => ({ raw })) },
  { weight: 3, arbitrary: fc.constantFrom('a', 'b', '1').map((characters) => ({ characters })) },
  { weight: 1, arbitrary: fc.constantFrom({ raw: 'null' }, { raw: 'true' }) },
);
const single: fc.Arbitrary<(readonly [string, Written])[]> = fc.uniqueArray(
  fc.oneof(
    fc.tuple(fc.constantFrom('site', 'device_id', 'status', 'note', 'energy-kWh', 'active_power-kW'), scalar),
    fc.tuple(
      fc.constant('sub'),
      fc
        .array(fc.tuple(fc.constantFrom('site', 'energy-kWh', 'x'), scalar), { maxLength: 3 })
        .map((members): Written => ({ members })),
    ),
    fc.tuple(
      fc.constantFrom('tags', 'port'),
      fc.array(scalar, { minLength: 19, maxLength: 20 }).map((items): Written => ({ items })),
    ),
  ),
  { selector: ([key]) => key, maxLength: 5 },
);

/** Where the record stands whose series is cut. */
type Within = 'root' | 'member' | 'array' | 'array of stamped';
const within: fc.Arbitrary<Within> = fc.constantFrom('root', 'member', 'array', 'array of stamped');
const SITE = ['site', { characters: 's' }] as const;
const OUTSIDE = {
  member: [SITE],
  array: [SITE],
  'array of stamped': [SITE, ['datetime', { characters: '2024-01-01T00:09:00Z' }]],
} as const;
const HOLDERS: Readonly<Record<Exclude<Within, 'root'>, (record: Written) => Written>> = {
  member: (record) => record,
  array: inArray,
  'array of stamped': inArray,
};

/** A record between two that are cut nowhere. */
function inArray(record: Written): Written {
  const neighbour = (raw: string): Written => ({ members: [['energy-kWh', { raw }]] });
  return { items: [neighbour('1'), record, neighbour('2')] };
}

interface Cuttable {
  readonly length: number;
  /** The document with the items from `from` up to `to`. */
  build(from: number, to: number): string;
}

function cuttable(
  length: number,
  others: readonly (readonly [string, Written])[],
  arrays: readonly (readonly [string, readonly Written[]])[],
  at: number,
  within: Within,
  isNested = false,
): Cuttable {
  const arrayOf = (items: readonly Written[]): Written => ({ items: isNested ? [{ items }] : items });
  return {
    length,
    build(from, to) {
      const cut = arrays.map(([key, items]): readonly [string, Written] => [key, arrayOf(items.slice(from, to))]);
      const names = new Set(arrays.map(([key]) => key));
      const kept = others.filter(([key]) => !names.has(key));
      const members: (readonly [string, Written])[] = [...kept.slice(0, at), ...cut, ...kept.slice(at)];
      return writeJson({
        members: [
          ['@semantic', SEMANTIC],
          ...(within === 'root' ? members : [...OUTSIDE[within], ['series', HOLDERS[within]({ members })] as const]),
        ],
      });
    },
  };
}

const wideSeries: fc.Arbitrary<Cuttable> = fc
  .oneof(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 8, max: 14 }))
  .chain((length) => {
    const exactly = { minLength: length, maxLength: length };
    const record: fc.Arbitrary<Written> = fc
      .array(
        fc.tuple(
          fc.constantFrom('energy-kWh', 'active_power-kW', 'x'),
          fc.oneof(
            scalar,
            fc.array(scalar, { maxLength: 3 }).map((items): Written => ({ items })),
          ),
        ),
        { maxLength: 3 },
      )
      .map((members) => ({ members }));
    const column = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.tuple(
          fc.constantFrom('energy-kWh', 'active_power-kW', 'status', 'x', 'device_id'),
          fc.array(scalar, exactly),
        ),
      },
      {
        weight: 1,
        arbitrary: fc.tuple(
          fc.constantFrom('readings', 'rows'),
          fc.array(fc.oneof({ weight: 3, arbitrary: record }, { weight: 1, arbitrary: scalar }), exactly),
        ),
      },
    );
    return fc
      .tuple(
        single,
        fc.array(stamp, exactly),
        fc.uniqueArray(column, { selector: ([key]) => key, maxLength: 5 }),
        fc.nat(5),
        within,
      )
      .map(([others, stamps, columns, at, place]) =>
        cuttable(length, others, [['datetime', stamps], ...columns], at, place),
      );
  });

/** Instants, anonymous or entities, that are described by nodes of their own, which the rows cite as well; and those in a node's node. */
const UNIX_CONTEXT = {
  epoch: { a: 'time:Instant', 'time:inTimePosition': '?position' },
  'energy-kWh': { 'sosa:hasSimpleResult': '$energy-kWh', 'sosa:phenomenonTime': '?position' },
  'active_power-kW': { 'sosa:hasResult': '?r' },
  '?r': { 'qudt:numericValue': '$active_power-kW' },
  '?position': { a: 'time:TimePosition', 'time:numericPosition': '$epoch', 'time:hasTRS': '?system' },
  '?system': { 'rdfs:label': ['$epoch', '$site'] },
};

/** Series and records whose few Unix times repeat, and all their halves. */
const unixSeries = fc
  .record({
    rows: fc
      .constantFrom({ minLength: 2, maxLength: 6 }, { minLength: 8, maxLength: 14 })
      .chain((lengths) =>
        fc.array(fc.tuple(fc.constantFrom('1', '2', '3', '4'), numberText, fc.constantFrom('1', '2')), lengths),
      ),
    areRecords: fc.boolean(),
    site: fc.constantFrom('', '"site":"s",'),
    cited: fc.constantFrom('$epoch', '@epoch'),
  })
  .map(({ rows, areRecords, site, cited }) => {
    const context = { ...UNIX_CONTEXT, 'active_power-kW': { 'sosa:hasResult': '?r', 'dcterms:date': cited } };
    const build = (some: typeof rows): string => {
      const keys = ['epoch', 'energy-kWh', 'active_power-kW'];
      const data = areRecords
        ? `"rows":[${some.map((row) => `{${keys.map((key, i) => `"${key}":${row[i]!}`).join()}}`).join()}]`
        : keys.map((key, i) => `"${key}":[${some.map((row) => row[i]!).join()}]`).join();
      return `{"@semantic":{"@context":${JSON.stringify(context)}},${site}${data}}`;
    };
    const cuts = Array.from({ length: rows.length - 1 }, (_, i) => i + 1);
    return {
      whole: build(rows),
      halves: cuts.map((cut) => [build(rows.slice(0, cut)), build(rows.slice(cut))] as const),
    };
  });

/** Records of one shape: long arrays of them are copies. */
const uniformRecords: fc.Arbitrary<readonly Written[]> = fc.array(
  fc.tuple(stamp, numberText, fc.constantFrom('a', 'b'), numberText).map(([time, power, device, inner]): Written => ({
    members: [
      ['datetime', time],
      ['active_power-kW', { raw: power }],
      ['device_id', { characters: device }],
      ['status', { characters: 'on' }],
      ['sub', { members: [['energy-kWh', { raw: inner }]] }],
      ['tags', { items: [{ members: [['x', { raw: inner }]] }] }],
    ],
  })),
  { minLength: 8, maxLength: 14 },
);

const stampedRecords: fc.Arbitrary<Cuttable> = fc
  .tuple(
    single,
    fc.oneof(
      uniformRecords,
      fc.array(
        fc.tuple(stamp, single, fc.nat(3)).map(([time, members, at]): Written => ({
          members: [...members.slice(0, at), ['datetime', time], ...members.slice(at)],
        })),
        { minLength: 2, maxLength: 6 },
      ),
    ),
    fc.constantFrom('readings', 'rows'),
    fc.nat(5),
    within,
    fc.boolean(),
  )
  .map(([others, records, key, at, place, isNested]) =>
    cuttable(records.length, others, [[key, records]], at, place, isNested),
  );
