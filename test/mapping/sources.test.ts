import { beforeAll, describe, expect, test } from 'vitest';
import { joinBytes } from '../../src/join-bytes.ts';
import { embedBySource, type SourceEmbedding } from '../../src/mapping/sources/embed-by-source.ts';
import { readMeanings } from '../../src/mapping/sources/read-meanings.ts';
import { Source } from '../../src/mapping/sources/source.ts';
import { SourceChooser } from '../../src/mapping/sources/source-chooser.ts';
import type { Lexicon } from '../../src/mapping/lexicon/lexicon.ts';
import { readSourceYaml } from '../../src/sources/read-source-yaml.ts';
import { getSource, listSources } from '../../src/sources/source-files.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';
import { convert } from '../support/convert.ts';

const NOW = new Date('2026-03-01T00:00:00Z');
const UNIT = 'http://qudt.org/schema/qudt/hasUnit';
const SYSTEM_OF_TIME = 'http://www.w3.org/2006/time#hasTRS';
const VALUE = 'http://qudt.org/schema/qudt/numericValue';

let lexicon: Lexicon;
beforeAll(async () => {
  ({ lexicon } = await seededVocabulary());
});

function sourceOf(lines: string): Source {
  return new Source(
    readSourceYaml('made', 'made.yaml', `title: Made\ndocumentation: https://made.example\n${lines}`)[0]!,
  );
}

function embed(
  document: unknown,
  source: string | Source,
  restructure = true,
): SourceEmbedding & { readonly text: string } {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const from = typeof source === 'string' ? sourceOf(source) : source;
  const embedding = embedBySource(new TextEncoder().encode(text), lexicon, from, {
    base: null,
    now: NOW,
    restructure,
  })!;
  return { ...embedding, text: new TextDecoder().decode(joinBytes(embedding.parts)) };
}

/** The document without its block, as text, and the entries of the block. */
function partsOf(document: unknown, source: string | Source, restructure = true) {
  const { text } = embed(document, source, restructure);
  const { '@semantic': block, ...data } = JSON.parse(text) as Record<string, unknown> & {
    '@semantic': { '@context': Record<string, Record<string, string | string[]>> };
  };
  return { data, context: block['@context'] };
}

/** The values of a property, in N-Triples. */
function objectsOf(document: unknown, source: string | Source, property: string): string[] {
  const { text } = convert(embed(document, source).text, lexicon);
  return text.split('\n').flatMap((line) => line.split(`<${property}> `)[1]?.replace(/ \.$/, '') ?? []);
}

describe('a key of a source', () => {
  test('has the template of its term, with its own $key', () => {
    const { context } = partsOf({ P: 1.5 }, 'keys:\n  P: active_power-W');
    expect(context['P']?.['sosa:observedProperty']).toBe('vocab:active_power-W');
    expect(context['?P/active_power_W_result']?.['qudt:numericValue']).toBe('$P');
    expect(JSON.stringify(context)).not.toMatch(/[$@]active_power|"\?active_power/);
  });

  test('keeps its value when another key of the same record has the same term', () => {
    const document = { U1: 230.5, U2: 231.25, U3: null };
    const keys = 'keys:\n  U1: voltage-V\n  U2: voltage-V\n  U3: voltage-V';
    expect(objectsOf(document, keys, VALUE).map((value) => /"(.*?)"/.exec(value)?.[1])).toEqual(['230.5', '231.25']);
  });

  test('shares the nodes that terms share on purpose', () => {
    const { text } = convert(
      embed({ la: 41.1, lo: -8.6 }, 'keys:\n  la: latitude-deg\n  lo: longitude-deg').text,
      lexicon,
    );
    const points = text.split('\n').filter((line) => line.includes('wgs84_pos#location>'));
    expect(new Set(points.map((line) => line.split(' ').at(-2))).size).toBe(1);
  });

  test('cites the key that is the entity of its template, and nothing when the document has none', () => {
    const keys = 'keys:\n  P: active_power-W\nalso:\n  nr: meter_id';
    expect(JSON.stringify(partsOf({ nr: 'M1', P: 1 }, keys).context['P'])).toContain('"@nr"');
    expect(JSON.stringify(partsOf({ P: 1 }, keys).context['P'])).not.toContain('@');
  });

  test('cites the nearest of several entities, and none in items that it is not in', () => {
    const keys = 'keys:\n  P: active_power-W\nalso:\n  nr: meter_id';
    const { context } = partsOf({ a: { nr: 'A', P: 1 }, b: { nr: 'B', P: 2 }, list: [{ nr: 'C' }] }, keys);
    expect(JSON.stringify(context['b.P'])).toContain('"@b.nr"');
    const far = partsOf({ P: 1, list: [{ nr: 'C' }] }, keys);
    expect(JSON.stringify(far.context['P'])).not.toContain('@list');
  });

  test('is told by the longest pattern that fits, and by one without a star before one with it', () => {
    const keys = 'keys:\n  P: active_power-W\n  grid.P: active_power_import-W\n  "*.P": voltage-V';
    const { context } = partsOf({ P: 1, grid: { P: 2 }, x: { P: 3 } }, keys);
    const property = (key: string) => context[key]?.['sosa:observedProperty'];
    expect(property('P')).toBe('vocab:active_power-W');
    expect(property('grid.P')).toBe('vocab:active_power_import-W');
    expect(property('x.P')).toBe('vocab:voltage-V');
  });

  test('is what the path names where a pattern has a name', () => {
    const { text } = convert(
      embed({ inv: { a1: { P: 5 } } }, 'keys:\n  "inv.{meter_id}.P": active_power-W').text,
      lexicon,
    );
    expect(text).toContain('<https://hub.example/id/meter_id/a1>');
  });

  test('without a published term stays empty and is reported', () => {
    const { report, text } = embed({ P: 1, Q: 2 }, 'keys:\n  P: no_such_term-W');
    expect(report.notTerms).toEqual(['P', 'Q']);
    expect(text).toContain('"P":{}');
  });

  test('that is a term by name keeps its template, unless the source says otherwise', () => {
    expect(partsOf({ 'active_power-W': 1 }, 'keys: {}').context['active_power-W']).not.toEqual({});
    expect(partsOf({ 'active_power-W': 1 }, 'empty:\n  active_power-W: other sign').context['active_power-W']).toEqual(
      {},
    );
  });
});

describe('a key that is the name of a term', () => {
  const SOURCE = 'also:\n  date: timestamp\nkeys:\n  power: active_power-W';
  const STAMP = 'http://www.w3.org/2006/time#inXSDDateTimeStamp';

  test('and means another one has the name of that other, whose datatype its values take', () => {
    const document = { date: '2026-03-01T10:15:00Z', power: 7 };
    expect(Object.keys(partsOf(document, SOURCE).data)).toEqual(['timestamp', 'power']);
    expect(objectsOf(document, SOURCE, STAMP)).toEqual([
      '"2026-03-01T10:15:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTimeStamp>',
    ]);
    expect(embed(document, SOURCE).isRestructured).toBe(true);
  });

  test('takes no value from one that has that name', () => {
    const [date, timestamp] = ['2026-03-01T10:15:00Z', '2026-03-01T10:16:00Z'];
    const both = { 'timestamp [2]': date, timestamp };
    expect(partsOf({ date, timestamp }, SOURCE).data).toEqual(both);
    expect(partsOf({ timestamp, date }, SOURCE).data).toEqual(both);
    expect(partsOf({ date: null, timestamp }, SOURCE).data).toEqual({ 'timestamp [2]': null, timestamp });
  });

  test('stays what it is where keys are to stay, and for those who ask what it means', () => {
    expect(partsOf({ date: '2026-03-01' }, SOURCE, false).data).toEqual({ date: '2026-03-01' });
    const asked = readMeanings(new TextEncoder().encode('{"date":"2026-03-01"}'), lexicon, sourceOf(SOURCE));
    expect(asked.keys).toEqual([{ key: 'date', term: 'timestamp' }]);
  });
});

describe('the unit beside a value', () => {
  const SOURCE = 'units:\n  "*.Value": Unit\nkeys:\n  PAC.Value: active_power-W';

  test('decides between the variants of a quantity', () => {
    expect(objectsOf({ PAC: { Value: 1, Unit: 'W' } }, SOURCE, UNIT)).toEqual(['<http://qudt.org/vocab/unit/W>']);
    expect(objectsOf({ PAC: { Value: 1, Unit: 'kW' } }, SOURCE, UNIT)).toEqual(['<http://qudt.org/vocab/unit/KiloW>']);
    expect(objectsOf({ PAC: { Value: 1 } }, SOURCE, UNIT)).toEqual(['<http://qudt.org/vocab/unit/W>']);
    expect(objectsOf({ PAC: { Value: 1, Unit: null } }, SOURCE, UNIT)).toEqual(['<http://qudt.org/vocab/unit/W>']);
  });

  test('leaves a key empty whose quantity has no such variant', () => {
    const { report } = embed({ PAC: { Value: 1, Unit: 'furlong' } }, SOURCE);
    expect(report.undescribed).toContain('PAC.Value furlong');
    expect(report.described).toEqual([]);
  });

  test('is found by a name that reads like a step of a path', () => {
    const source = 'records: [hourly]\nunits:\n  "hourly.*": hourly_units.*\nkeys:\n  hourly.*: active_power-W';
    const document = { hourly_units: { 'p[a=b]': 'kW' }, hourly: { 'p[a=b]': [1] } };
    expect(objectsOf(document, source, UNIT)).toEqual(['<http://qudt.org/vocab/unit/KiloW>']);
  });

  test('stands in a record of units, too, for the key of the same name', () => {
    const source = 'records: [hourly]\nunits:\n  "hourly.*": hourly_units.*\nkeys:\n  hourly.t: air_temperature-degC';
    const document = { hourly_units: { t: '°F' }, hourly: { t: [50, 51] } };
    expect(objectsOf(document, source, UNIT)).not.toContain('<http://qudt.org/vocab/unit/DEG_C>');
    expect(objectsOf({ ...document, hourly_units: { t: '°C' } }, source, UNIT)).toContain(
      '<http://qudt.org/vocab/unit/DEG_C>',
    );
  });

  test('decides where the key may be any name, too', () => {
    const source =
      'currency: currency\nunits:\n  "Values.*": Unit\nkeys:\n  "Values.{inverter_id}": active_power-W\n  "areas.*": day_ahead_price-EUR_per_MWh';
    const document = { PAC: { Unit: 'kW', Values: { 1: 2.5 } }, currency: 'XTS', areas: { SE3: 12.31 } };
    expect(objectsOf(document, source, UNIT)).toEqual(['<http://qudt.org/vocab/unit/KiloW>']);
    expect(embed(document, source).report.undescribed).toContain('areas.SE3 XTS');
  });

  test('in a currency that no term has leaves prices empty, and amounts of energy as they are', () => {
    const source = 'currency: currency\nkeys:\n  cost: energy_cost-EUR\n  used: grid_import_energy-kWh';
    const { report } = embed({ nodes: [{ cost: 1, used: 2, currency: 'XTS' }] }, source);
    expect(report.described).toEqual(['nodes[].used']);
  });

  test('may be told by several texts, one of which makes a value something else', () => {
    const source = 'only:\n  v: { tens: ["0"] }\nkeys:\n  v: active_power-W';
    expect(embed({ v: 7, tens: 0 }, source).report.described).toEqual(['v']);
    expect(embed({ v: 7, tens: 3 }, source).report.described).toEqual([]);
  });

  test('may stand in an item of a list, which a member beside the value tells', () => {
    const source =
      'by: { payloads: { type: "" } }\nunits:\n  values: "descriptors[kind=type].unit"\nkeys:\n  "payloads[A].values": active_power-W\n  "payloads[B].values": active_power-W';
    const payloads = (descriptors: unknown) => ({
      descriptors,
      payloads: [
        { type: 'A', values: [1] },
        { type: 'B', values: [2] },
      ],
    });
    const described = [{ kind: 'B', unit: 'kW' }, { kind: 'B', unit: 'MW' }, 7, { unit: 'MW' }];
    expect(objectsOf(payloads(described), source, UNIT)).toEqual([
      '<http://qudt.org/vocab/unit/W>',
      '<http://qudt.org/vocab/unit/KiloW>',
    ]);
    for (const other of [null, 'kW', { kind: 'B', unit: 'kW' }, []])
      expect(objectsOf(payloads(other), source, UNIT)).toEqual([
        '<http://qudt.org/vocab/unit/W>',
        '<http://qudt.org/vocab/unit/W>',
      ]);
  });

  test.each([
    [
      'openadr3',
      '{"payloadDescriptors":[{"payloadType":"PRICE","units":"KWH","currency":"USD"}],"payloads":[{"type":"PRICE","values":[0.17]}]}',
      ['USD-PER-KiloW-HR'],
    ],
    [
      'openadr3',
      '{"payloadDescriptors":[{"payloadType":"PRICE","units":"KW","currency":"EUR"}],"payloads":[{"type":"PRICE","values":[0.17]}]}',
      [],
    ],
    [
      'openadr3',
      '{"payloadDescriptors":[{"payloadType":"DEMAND","units":"W"}],"payloads":[{"type":"DEMAND","values":[170]}]}',
      [],
    ],
    [
      'openadr3',
      '{"payloadDescriptors":[{"payloadType":"DEMAND","units":"KW"}],"payloads":[{"type":"DEMAND","values":[1.7]}]}',
      ['KiloW'],
    ],
    ['fronius', '{"Body":{"LoggerInfo":{"CashCurrency":"AUD","CashFactor":0.12}}}', []],
    ['iec61850', '{"MMXU1":{"TotW":{"mag":{"f":1.5},"units":{"SIUnit":62,"multiplier":3}}}}', []],
    ['iec61850', '{"MMXU1":{"TotW":{"mag":{"f":1.5},"units":{"SIUnit":62,"multiplier":0}}}}', ['W']],
    ['iec61850', '{"MMTR1":{"SupWh":{"actVal":15,"pulsQty":100}}}', []],
    ['smart-data-models', '{"totalActivePower":{"type":"Property","value":2.41,"unitCode":"KWT"}}', ['KiloW']],
    ['smart-data-models', '{"totalActivePower":{"type":"Property","value":2.41,"unitCode":"WTT"}}', ['W']],
    ['smart-data-models', '{"activePower":{"value":{"L1":2.41},"unitCode":"KWT"}}', ['KiloW']],
    ['smart-data-models', '{"phaseVoltage":{"value":{"L1":2.41},"unitCode":"XYZ"}}', []],
    ['electricity-maps', '{"zone":"FR","value":9.5,"unit":"EUR/MWh"}', ['EUR-PER-MegaW-HR']],
    ['electricity-maps', '{"zone":"US-CAL-CISO","price":9.5,"currency":"USD"}', ['USD-PER-MegaW-HR']],
    ['electricity-maps', '{"zone":"FR","value":9.5,"unit":"gCO2eq/kWh"}', []],
  ])('of %s is that which the document says: %s', (name, document, units) => {
    const found = objectsOf(document, getSource(name, {}), UNIT);
    expect(found.map((unit) => unit.replace(/^.*\/unit\/|>$/g, ''))).toEqual(units);
  });

  test.each([
    ['fronius', '{"Body":{"Data":{"PAC":{"unit":"kW","Value":5}}}}', ['ac_output_power-kW']],
    ['open-meteo', '{"hourly_units":{"temperature_2m":"°F"},"hourly":{"Temperature_2m":[50]}}', []],
    ['sunspec', '{"models":[{"ID":103,"w":5000,"w_sf":-1}]}', []],
    ['ocpp-1.6', '{"meterValue":[{"sampledValue":[{"Measurand":"Voltage","value":"230"}]}]}', ['voltage-V']],
  ])('of %s may be told by a name in another letter case, as keys are', (name, document, terms) => {
    const { text } = convert(embed(document, getSource(name, {})).text, lexicon);
    expect(Array.from(text.matchAll(/observedProperty> <[^>]*\/vocabulary\/([^>]*)>/g), ([, term]) => term)).toEqual(
      terms,
    );
  });

  test('is the member of exactly that name, and none of several of other cases', () => {
    expect(partsOf({ PAC: { Value: 1, unit: 'kW', Unit: 'MW' } }, SOURCE).data).toHaveProperty(['PAC.Value MW']);
    expect(partsOf({ PAC: { Value: 1, unit: 'kW', UNIT: 'MW' } }, SOURCE).data).toHaveProperty(['PAC.Value']);
  });
});

describe('restructuring', () => {
  test('replaces keys by their paths, and leaves values, their spelling and their order', () => {
    const document = '{"a":{"b":1.50,"c":[1e400,-0,"\\u00e9"]},"d":[{"e":{"f":9007199254740993}},null],"g":{}}';
    const { text } = embed(document, 'keys: {}');
    expect(text.slice(text.indexOf('},"a.b"') + 2)).toBe(
      '"a.b":1.50,"a.c":[1e400,-0,"\\u00e9"],"d":[{"d[].e.f":9007199254740993},null],"g":{}}',
    );
  });

  test('leaves a document alone whose keys are their paths', () => {
    const { text, isRestructured } = embed('{ "P" : 1.0 , "note" : [ 1, 2 ] }', 'keys:\n  P: active_power-W');
    expect(isRestructured).toBe(false);
    expect(text.endsWith(' "P" : 1.0 , "note" : [ 1, 2 ] }')).toBe(true);
  });

  test('gives values the time of the record that they join', () => {
    const source = 'keys:\n  Body.P: active_power-W\nalso:\n  Head.Time: timestamp';
    const { text } = convert(embed({ Body: { P: 1 }, Head: { Time: '2026-03-01T10:15:00Z' } }, source).text, lexicon);
    expect(text.match(/2006\/time#hasTime>/g)).toHaveLength(1);
  });

  test('leaves objects their own records where the source says so', () => {
    const source = 'records: [site, load]\nkeys:\n  power: active_power-W\nalso:\n  at: timestamp';
    const document = {
      site: { at: '2026-03-01T10:00:00Z', power: 1 },
      load: { at: '2026-03-01T10:00:05Z', power: 2 },
    };
    const conversion = convert(embed(document, source).text, lexicon);
    expect(conversion.warnings).toEqual([]);
    expect(conversion.text.match(/2006\/time#hasTime>/g)).toHaveLength(2);
  });

  test('tells items apart by what they say of themselves, or by their position', () => {
    const kinds = partsOf({ s: [{ m: 'A', ph: 'L1', v: 1 }, { v: 2 }] }, 'by:\n  s: { m: Usual, ph: "" }');
    expect(kinds.data).toEqual({ s: [{ 's[A L1].m': 'A', 's[A L1].ph': 'L1', 's[A L1].v': 1 }, { 's[Usual].v': 2 }] });
    const places = partsOf({ e: [{ p: 1 }, { p: 2 }], i: [4.6, 0] }, 'positions: [e, i]');
    expect(places.data).toEqual({ e: [{ 'e[0].p': 1 }, { 'e[1].p': 2 }], 'i[0]': 4.6, 'i[1]': 0 });
  });

  test('makes columns of rows', () => {
    const { data } = partsOf({ series: [[1, 2.5], [2, null], [3]] }, 'columns:\n  series: [time, value]');
    expect(data).toEqual({ 'series.time': [1, 2, 3], 'series.value': [2.5, null, null] });
    const wider = { series: [[1, 2, 3]] };
    expect(partsOf(wider, 'columns:\n  series: [time, value]').data).toEqual(wider);
  });

  test('makes a time axis of keys that are stamps', () => {
    const source =
      'series: ["*"]\nkeys:\n  Load.value: active_power-MW\nalso:\n  "*.time": unix_timestamp-ms\n  "*.timestamp": timestamp';
    const numbers = partsOf({ Load: { '1772355600000': 1.5, '1772356500000': null }, other: { 1: 2 } }, source);
    expect(numbers.data).toEqual({
      Load: { 'Load.time': [1772355600000, 1772356500000], 'Load.value': [1.5, null] },
      'other.1': 2,
    });
    expect(partsOf({ '1772355600000': 1.5 }, source).data).toEqual({ time: [1772355600000], value: [1.5] });
    expect(partsOf({ Load: { '0123456789': 1 }, none: {} }, source).data).toEqual({ 'Load.0123456789': 1, none: {} });
    const texts = embed({ Load: { '2026-03-01T10:00:00Z': 1.5, '2026-03-01T10:15:00Z': 2 } }, source);
    expect(convert(texts.text, lexicon).text.match(/2006\/time#hasTime>/g)).toHaveLength(2);
  });

  test('tells by the magnitude of stamps what unit they have', () => {
    const entsoe = getSource('entsoe', {});
    const systemsOf = (...stamps: string[]): string[] =>
      objectsOf({ 'Actual Load': Object.fromEntries(stamps.map((stamp) => [stamp, 5])) }, entsoe, SYSTEM_OF_TIME).map(
        (iri) => /[^/]*(?=>$)/.exec(iri)![0],
      );
    expect(systemsOf('1700000000000', '1700000900000')).toEqual(['UnixTimeMilliseconds', 'UnixTimeMilliseconds']);
    expect(systemsOf('1700000000', '1700000900')).toEqual(['UnixTimeSeconds', 'UnixTimeSeconds']);
    expect(systemsOf('1700000000000000', '1700000900000000')).toEqual([]);
    expect(systemsOf('1700000000', '1700000900000')).toEqual([]);
  });

  test('takes an array for a document', () => {
    expect(partsOf('\ufeff [{"a":1}]', 'keys: {}').data).toEqual({ items: [{ 'items[].a': 1 }] });
  });

  test.each([
    ['[{"a":1}],"b":2', 9],
    ['[{"a":1},]', 9],
    ['\n[{"a":1}', 9],
  ])('refuses %j, an array that is no document, at its place', (document, offset) => {
    expect(() => embed(document, 'keys: {}')).toThrow(
      expect.objectContaining({ code: 'malformed-json', details: expect.objectContaining({ offset }) }),
    );
  });

  test('makes numbers of texts where the source sends numbers so, and of no other text', () => {
    const source = 'texts: ["*"]\nkeys:\n  p: active_power-W\n  q: active_power-W';
    expect(objectsOf({ a: { p: '12.50', q: '3' } }, source, VALUE)).toEqual([
      '"12.50"^^<http://www.w3.org/2001/XMLSchema#double>',
    ]);
    expect(embed({ a: { p: '-' } }, source).report.described).toEqual([]);
  });

  test('says nothing of a second text of one term in a record, which no key makes a number of', () => {
    const source =
      'texts: ["*"]\nkeys:\n  p: active_power-W\n  q: active_power-W\nalso:\n  t: timestamp\n  u: timestamp';
    const document = { a: { p: '12.50', q: '3', t: '2026-03-01T10:00:00Z', u: '2026-03-01T11:00:00Z' } };
    expect(objectsOf(document, source, VALUE)).toEqual(['"12.50"^^<http://www.w3.org/2001/XMLSchema#double>']);
    const { text, report } = embed(document, source);
    expect(text).toContain('"active_power-W":"12.50","a.q":"3",');
    expect(report.undescribed).toEqual(['a.q']);
    expect(report.described).toEqual(['active_power-W', 'timestamp', 'a.u']);
  });

  test('loses no value where two paths are spelled alike', () => {
    const { data } = partsOf('{"a.b":1,"a":{"b":2},"a.b [2]":3}', 'keys:\n  a.b: active_power-W');
    expect(data).toEqual({ 'a.b': 1, 'a.b [2]': 2, 'a.b [2] [2]': 3 });
    expect(partsOf('{"x[].v":1,"x":[{"v":2}]}', 'keys:\n  "[].v": active_power-W').context['x[].v']).toEqual({});
  });

  test('loses no key, whatever its name', () => {
    const { data } = partsOf('{"a":{"__proto__":1,"":2,"?x":3,"$y":4,"\\ud800":5}}', 'keys: {}');
    expect(Object.keys(data)).toEqual(['a.__proto__', 'a.', 'a.?x', 'a.$y', 'a.\ud800']);
  });

  test('ends each key in a name of XML, so that RDF/XML has it, too', () => {
    const source = 'keys:\n  "Gas (Open)": active_power-W\n  P: active_power-W\nonly:\n  P: { factor: ["0"] }';
    const { data, context } = partsOf({ list: [{ 'Gas (Open)': 1 }, { P: 2, factor: -1 }] }, source);
    expect(data).toEqual({ list: [{ 'list[].Gas (Open)_': 1 }, { 'list[].P -1_': 2, 'list[].factor': -1 }] });
    expect(context['list[].Gas (Open)_']?.['sosa:observedProperty']).toBe('vocab:active_power-W');
    expect(partsOf('{"":1,"2026":2,"2026_":3,"C3":4,"é":5,"Ä":6}', 'keys: {}').data).toEqual({
      _: 1,
      '2026_ [2]': 2,
      '2026_': 3,
      C3: 4,
      é: 5,
      Ä_: 6,
    });
    expect(partsOf('{"2026":{}}', 'keys: {}').data).toEqual({ '2026_': {} });
    expect(partsOf('{"2026":1}', 'keys: {}', false).data).toEqual({ 2026: 1 });
    const once = partsOf('{"Gas (Open)":1}', source);
    expect(partsOf(JSON.stringify(once.data), source)).toEqual(once);
    expect(once.context['Gas (Open)_']?.['sosa:observedProperty']).toBe('vocab:active_power-W');
  });

  test('keeps a member of an object without a name, whatever its name', () => {
    const document = { '': { '@semantic': 7, x: 1 }, 'voltage-V': 230 };
    expect(partsOf(document, 'keys: {}').data).toEqual({ '.@semantic': 7, '.x': 1, 'voltage-V': 230 });
  });

  test('replaces a block that was there', () => {
    expect(embed('{"@semantic":{"old":1},"a":{"b":1}}', 'keys: {}').text).not.toContain('old');
  });

  test('takes time and memory in proportion to the document', () => {
    const long = 'k'.repeat(20_000);
    const many = { [long]: Array.from({ length: 5000 }, (_, i) => ({ x: i })) };
    expect(() => embed(many, 'keys: {}')).toThrow(expect.objectContaining({ code: 'body-too-large' }));
    const some = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`k${i}`, i]));
    expect(() => embed({ [long]: some }, 'keys: {}')).toThrow(expect.objectContaining({ code: 'body-too-large' }));
    expect(embed({ [long]: 1, [`${long}.b`]: 2 }, 'keys: {}').report.notTerms).toEqual([long, `${long}.b`]);
    const below = { [long.slice(0, 3990)]: some };
    expect(embed(below, 'keys:\n  k1: active_power-W').report.described).toHaveLength(1);
    const devices = Array.from({ length: 5000 }, (_, i) => [`d${i}`, { nr: `M${i}`, P: i }]);
    const { context } = partsOf(Object.fromEntries(devices), 'keys:\n  P: active_power-W\nalso:\n  nr: meter_id');
    expect(JSON.stringify(context['d4999.P'])).toContain('"@d4999.nr"');
    const alike = Array.from({ length: 12 }, (_, i) => `{"a${'.b'.repeat(i)}":`).join('');
    expect(embed(`${alike}1${'}'.repeat(12)}`, 'keys: {}').report.described).toEqual([]);
  });

  test('takes little time for many keys within a long name', () => {
    const within = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`k${i}`, i]));
    const sample = JSON.stringify({ ['k'.repeat(20_000)]: within });
    const before = process.cpuUsage();
    expect(() => readMeanings(new TextEncoder().encode(sample), lexicon, sourceOf('keys: {}'))).toThrow(
      expect.objectContaining({ code: 'body-too-large' }),
    );
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(2);
  });

  test('takes time in proportion to a list of units', () => {
    const source = sourceOf('units:\n  v: "units[key=k].unit"\nkeys:\n  v: active_power-W');
    const document = JSON.stringify({
      units: Array.from({ length: 20_000 }, (_, i) => ({ key: `k${i}`, unit: 'W' })),
      values: Array.from({ length: 20_000 }, (_, i) => ({ k: `k${19_999 - i}`, v: i })),
    });
    const before = process.cpuUsage();
    embed(document, source);
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(2);
  });

  test('takes no time for units that no record has', () => {
    const wide = JSON.stringify(
      Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, { v: i, c: 'x' }])),
    );
    const { report } = embed(wide, 'currency: currency\nkeys:\n  v: energy_cost-EUR');
    expect(report.described).toHaveLength(20_000);
  });
});

describe('without restructuring', () => {
  test('a key is described that means one thing wherever it stands', () => {
    const source = 'keys:\n  pv.P: active_power-W\n  grid.Q: reactive_power-var';
    const { context, data } = partsOf({ pv: { P: 1 }, grid: { Q: 2 } }, source, false);
    expect(context['P']).not.toEqual({});
    expect(context['Q']).not.toEqual({});
    expect(data).toEqual({ pv: { P: 1 }, grid: { Q: 2 } });
  });

  test('a key that means several things, or nothing in one place, stays empty', () => {
    const source = 'keys:\n  pv.P: active_power-W\n  load.P: active_power_import-W';
    expect(partsOf({ pv: { P: 1 }, load: { P: 2 } }, source, false).context['P']).toEqual({});
    expect(partsOf({ other: { P: 1 }, pv: { P: 2 } }, source, false).context['P']).toEqual({});
    expect(partsOf({ pv: { P: [{ P: 2 }] } }, source, false).context['P']).toEqual({});
  });
});

describe('a constant of a source', () => {
  const source =
    'constants:\n  bidding_zone: GB 1\nalso:\n  zone: bidding_zone\nkeys:\n  load: area_load-MW\n  f: frequency-Hz';
  const SUBJECT = 'http://www.w3.org/ns/sosa/hasFeatureOfInterest';
  const ABOUT = '<https://hub.example/id/bidding_zone/GB%201>';

  test('is what values are about, where their terms say so', () => {
    expect(objectsOf({ load: 1, f: 50 }, source, SUBJECT)).toEqual([ABOUT]);
    expect(objectsOf({ rows: [{ load: 1 }, { load: 2 }] }, source, SUBJECT)).toEqual([ABOUT, ABOUT]);
  });

  test('gives way to what the document says', () => {
    const objects = objectsOf({ load: 1, zone: 'FR' }, source, SUBJECT);
    expect(objects).toEqual(['<https://hub.example/id/zone/FR>']);
    expect(objectsOf({ load: 1, zone: 'FR' }, source.replace(/^constants:\n.*\n/, ''), SUBJECT)).toEqual(objects);
  });

  test('is in a namespace of its own below the base of the document', () => {
    const { text } = embed({ load: 1 }, source);
    expect(JSON.parse(text)['@semantic']['@prefix']['bidding_zone']).toBe('https://hub.example/id/bidding_zone/');
  });
});

describe('a value of SunSpec', () => {
  const sunspec = getSource('sunspec', {});
  const described = (model: object): string[] => {
    const { report } = embed({ models: [{ ID: 103, ...model }] }, sunspec);
    return report.described.map((key) => key.replace('models[103].', ''));
  };

  test('has no term beside a scale factor that is not 0, of whatever name the factor is', () => {
    expect(described({ W: 342, AphA: 495, AphB: 494, Hz: 5 })).toEqual(['W', 'AphA', 'AphB', 'Hz']);
    expect(described({ W: 342, W_SF: 1, AphA: 495, AphB: 494, A_SF: -2, Hz: 5, Hz_SF: 0 })).toEqual(['Hz']);
    expect(described({ W: 342, W_SF: null, Hz: 5, Hz_SF: '0' })).toEqual(['W', 'Hz']);
  });

  test('has it in each point of a model that names a factor', () => {
    const points = sunspec.file.keys.filter(([pattern]) => /^models\[103\]\.\w+$/.test(pattern));
    const names = points.map(([pattern]) => pattern.replace('models[103].', ''));
    const values = Object.fromEntries(names.map((name) => [name, 1]));
    const factors = Object.fromEntries(
      ['A', 'V', 'W', 'Hz', 'VA', 'VAr', 'PF', 'WH', 'DCA', 'DCV', 'DCW', 'Tmp'].map((name) => [`${name}_SF`, -1]),
    );
    expect(described(values)).toEqual(names);
    expect(described({ ...values, ...factors })).toEqual([]);
  });
});

test('which source a document has is found without a look at each of very many, for each key', () => {
  let looks = 0;
  const many = Array.from({ length: 300 }, (_, at) => {
    const { file } = sourceOf(`keys:\n  left${at}: voltage-V\n  right${at}: voltage-V`);
    const affixes: readonly string[] = [];
    return new Source({
      ...file,
      name: `made${at}`,
      get affixes() {
        looks++;
        return affixes;
      },
    });
  });
  const chooser = new SourceChooser(many);
  const before = looks;
  const keys = Array.from({ length: 100 }, (_, at) => `other${at}`);
  expect(chooser.choose([...keys.slice(0, 2), 'left7', 'right7'])?.name).toBe('made7');
  expect(chooser.choose(keys)).toBeNull();
  expect(looks).toBe(before);
});

test('sources that are listed are not made ready for paths', () => {
  let looks = 0;
  const { file } = sourceOf('keys:\n  left: voltage-V');
  const sources = Array.from({ length: 300 }, (_, at) => {
    const { keys } = file;
    return {
      ...file,
      name: `listed${at}`,
      get keys() {
        looks++;
        return keys;
      },
    };
  });
  const inUse = { sources };
  expect(listSources(inUse).filter(({ name }) => name.startsWith('listed'))).toHaveLength(300);
  expect(looks).toBe(0);
  expect(embed({ left: 1 }, getSource('listed7', inUse)).text).toContain('voltage-V');
  expect(looks).toBe(1);
});

describe('the choice of a source', () => {
  const choose = (keys: readonly string[]) => new SourceChooser(listSources({})).choose(keys)?.name ?? null;

  test('takes the one whose keys fit clearly best', () => {
    expect(choose(['Body', 'Data', 'DAY_ENERGY', 'Value', 'Unit', 'Head', 'Timestamp'])).toBe('fronius');
    expect(choose(['1-0:1.8.0*255', '1-0:2.8.0*255', 'value', 'unit'])).toBe('obis');
  });

  test('takes none when in doubt', () => {
    expect(choose([])).toBeNull();
    expect(choose(['power', 'voltage', 'timestamp'])).toBeNull();
    expect(choose(['DAY_ENERGY'])).toBeNull();
    expect(choose(['name', 'value', 'note'])).toBeNull();
  });

  test.each([
    // Energi Data Service sends MWh of an hour.
    ['HourUTC', 'HourDK', 'PriceArea', 'TotalLoad', 'Biomass', 'Waste', 'SolarPower'],
    ['received_at', 'uplink_message', 'f_port', 'rssi', 'snr', 'location', 'latitude', 'longitude'],
    ['freq', 'ba', 'percent', 'moer', 'point_time'],
    // An answer of InfluxDB, and a message of SEMP.
    ['results', 'statement_id', 'series', 'name', 'tags', 'columns', 'values'],
    ['Device2EM', 'DeviceStatus', 'DeviceId', 'PowerConsumption', 'PowerInfo', 'AveragePower', 'Timestamp'],
  ])('takes none that knows a few names that many use: %s, …', (...keys) => {
    expect(choose(keys)).toBeNull();
  });

  test.each(['timestamp', 'utc_timestamp', 'eid', 'power'])('takes none for rows with %s', (key) => {
    const rows = [{ [key]: '2026-03-01T10:15:00Z', 'active_power-kW': 812.4 }];
    const all = new SourceChooser(listSources({}));
    for (const document of [rows, { items: rows }]) {
      const body = new TextEncoder().encode(JSON.stringify(document));
      expect(embedBySource(body, lexicon, all, { base: null, now: NOW, restructure: true })).toBeNull();
      expect(readMeanings(body, lexicon, all).source).toBeNull();
    }
  });

  test('takes one that knows few of the keys if one of them tells it', () => {
    expect(choose(['utc_timestamp', 'cet_cest_timestamp', 'a', 'b', 'c', 'd', 'e', 'f'])).toBe('opsd');
    expect(choose(['Time', 'ENERGY', 'TotalStartTime', 'Power', 'ApparentPower', 'Factor', 'Voltage'])).toBe('tasmota');
    expect(choose(['em:0', 'a_act_power', 'a', 'b', 'c', 'd', 'e', 'f'])).toBe('shelly-gen2');
  });

  test('knows keys as they were written for a document that was described before', () => {
    expect(choose(["('Solar', 'Actual Aggregated')_", "('Nuclear', 'Actual Aggregated')_"])).toBe('entsoe');
  });

  test.each([
    [['1-0:1.8.0*255', '1-0:2.8.0*255'], 'obis'],
    [['EinheitMastrNummer', 'Bruttoleistung', 'Laengengrad'], 'mastr'],
    [['Actual Load', 'Forecasted Load'], 'entsoe'],
    [['t2m', 'ssrd', 'latitude'], 'era5'],
    [['poa_global', 'effective_irradiance'], 'pvlib'],
    [['actEnergyDlvd', 'actEnergyRcvd', 'pwrFactor'], 'enphase'],
  ])('takes %s beside twenty keys of their own for %s', (keys, source) => {
    const own = Array.from({ length: 20 }, (_, at) => `own_${at}`);
    expect(choose([...keys, ...own])).toBe(source);
  });

  test('takes no part of a source, which no document tells', () => {
    expect(listSources({}).some(({ file }) => file.variantOf === 'smard')).toBe(true);
    expect(choose(['meta_data', 'series', 'versions'])).toBe('smard');
  });

  test('is the same source each time it is asked for', () => {
    expect(getSource('fronius', {})).toBe(getSource('fronius', {}));
  });
});
