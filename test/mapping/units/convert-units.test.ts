import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { convert, embed, HubError, type Lexicon } from '../../../src/mapping/library.ts';
import { convertUnits } from '../../../src/mapping/units/convert-units.ts';
import { describe as describeBySource, readSource } from '../../../src/mapping/sources/library.ts';
import { embedBySource } from '../../../src/mapping/sources/embed-by-source.ts';
import { getSource } from '../../../src/sources/source-files.ts';
import { seededVocabulary } from '../../vocabulary/seeded.ts';

const NOW = new Date('2026-11-23T00:00:00Z');
let vocabulary: Lexicon;
beforeAll(async () => {
  vocabulary = (await seededVocabulary()).lexicon;
}, 120_000);

const encode = (text: string) => new TextEncoder().encode(text);
const changed = (text: string, units: string, semantics: 'block' | 'registry' = 'registry') => {
  const { body, warnings } = convertUnits(encode(text), vocabulary, units, { semantics });
  return {
    text: new TextDecoder().decode(body),
    warnings: warnings.map(({ code, key, pointer, count }) => [code, key, pointer, count]),
  };
};
const refusalOf = (units: string) => {
  try {
    changed('{}', units);
  } catch (error) {
    if (error instanceof HubError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return null;
};

/** What stands in the document, what is asked for, and what a person would have written. */
const CASES: [name: string, document: string, units: string, expected: string][] = [
  ['one value', '{"active_power-kW":812.40}', 'MW', '{"active_power-MW":0.81240}'],
  [
    'by the quantity',
    '{"active_power-kW":812.40,"load-kW":5}',
    'active_power=MW',
    '{"active_power-MW":0.81240,"load-kW":5}',
  ],
  ['by an IRI and codes', '{"active_power-kW":812.40}', 'MAW', '{"active_power-MW":0.81240}'],
  [
    'in the SI',
    '{"active_power-kW":812.40,"air_temperature-degC":20.10}',
    'si',
    '{"active_power-W":812400,"air_temperature-K":293.25}',
  ],
  [
    'a series',
    '{ "active_power-kW" : [1, null, 2.50 ,"3", [4]] }',
    'W',
    '{ "active_power-W" : [1000, null, 2500 ,"3000", [4000]] }',
  ],
  ['nested records', '{"rows":[{"load-kW":1.5},{"load-kW":-2}]}', 'W', '{"rows":[{"load-W":1500},{"load-W":-2000}]}'],
  [
    'what is no number',
    '{"active_power-kW":["INF","NaN","1,5",true,"x"," 5"]}',
    'MW',
    '{"active_power-MW":["INF","NaN","1,5",true,"x"," 5"]}',
  ],
  ['escapes', '{"active_power-k\\u0057":"\\u0035.0"}', 'W', '{"active_power-W":"5000"}'],
  ['equal keys', '{"active_power-kW":1,"active_power-kW":2}', 'W', '{"active_power-W":1000,"active_power-W":2000}'],
  [
    'other families',
    '{"apparent_power-kVA":1,"reactive_power-kvar":2,"active_power-kW":3}',
    'W',
    '{"apparent_power-kVA":1,"reactive_power-kvar":2,"active_power-W":3000}',
  ],
  ['peak power', '{"peak_power-kWp":5}', 'MW', '{"peak_power-kWp":5}'],
  ['what is in the unit', '{"active_power-W":5}', 'W', '{"active_power-W":5}'],
  ['other keys', '{"device_id":"kW","note":[1,2],"@semantic":7}', 'W', '{"device_id":"kW","note":[1,2],"@semantic":7}'],
  ['nothing', '{"active_power-kW":812.40}', 'term', '{"active_power-kW":812.40}'],
];

describe('values in other units', () => {
  test.each(CASES)('%s', (_, document, units, expected) => {
    expect(changed(document, units)).toEqual({ text: expected, warnings: [] });
  });

  test('are what a person would have written, in the graph as well, with a block and without', () => {
    for (const [, document, units, expected] of CASES.slice(0, 7)) {
      const options = { vocabulary, now: NOW, format: 'nt', semantics: 'open' } as const;
      const graph = convert(expected, options).text();
      expect(convert(document, { ...options, units }).text()).toBe(graph);
      const described = embed(document, { vocabulary, now: NOW }).text();
      expect(convert(described, { ...options, semantics: 'block', units }).text()).toBe(graph);
    }
  });

  test('stay where the vocabulary has no such term, with a warning at the first place', () => {
    expect(changed('{"a":[{"peak_power-kWp":5},{"peak_power-kWp":6}]}', 'peak_power=MWp').warnings).toEqual([]);
    expect(changed('{"a":[{"soil_moisture-m3_per_m3":0.3},{"soil_moisture-m3_per_m3":0.2}]}', 'ppm')).toEqual({
      text: '{"a":[{"soil_moisture-m3_per_m3":0.3},{"soil_moisture-m3_per_m3":0.2}]}',
      warnings: [['unit-not-converted', 'soil_moisture-m3_per_m3', '/a/0/soil_moisture-m3_per_m3', 1]],
    });
  });

  test('stay where two keys of a record would become one, and integers stay integers', () => {
    expect(changed('{"active_power-kW":1,"active_power-W":2}', 'W')).toEqual({
      text: '{"active_power-kW":1,"active_power-W":2}',
      warnings: [['unit-not-converted', 'active_power-kW', '/active_power-kW', 1]],
    });
    expect(changed('{"a":{"active_power-kW":1},"b":{"active_power-W":2}}', 'W').text).toBe(
      '{"a":{"active_power-W":1000},"b":{"active_power-W":2}}',
    );
    expect(
      changed('{"load-kW":1,"contracted_power-kVA":2,"contracted_power-W":3}', 'load=MW,contracted_power=kW'),
    ).toMatchObject({
      warnings: [
        ['unit-not-converted', 'load-kW', '/load-kW', 1],
        ['unit-not-converted', 'contracted_power-kVA', '/contracted_power-kVA', 1],
      ],
      text: '{"load-kW":1,"contracted_power-kVA":2,"contracted_power-kW":0.003}',
    });
    expect(changed('{"unix_timestamp-ms":1772360100000}', 's').warnings).toHaveLength(1);
    expect(changed('{"active_power-kW":{"value":1}}', 'W')).toEqual({
      text: '{"active_power-kW":{"value":1}}',
      warnings: [['unit-not-converted', 'active_power-kW', '/active_power-kW', 1]],
    });
  });

  test('that have no end are rounded, which is counted', () => {
    expect(changed('{"wind_speed-km_per_h":[10,36,20]}', 'm_per_s')).toEqual({
      text: '{"wind_speed-m_per_s":[2.78,10,5.56]}',
      warnings: [['unit-rounded', 'wind_speed-km_per_h', '/wind_speed-km_per_h/0', 2]],
    });
  });

  test('are those that count: what is cut or lost changes nothing', () => {
    expect(changed('{"active_power-kW":{"x":1},"active_power-kW":5}', 'MW')).toEqual({
      text: '{"active_power-MW":{"x":1},"active_power-MW":0.005}',
      warnings: [],
    });
    const rounded = (document: string, maxArrayItems: number) =>
      convertUnits(encode(document), vocabulary, 'si', { semantics: 'registry', maxArrayItems }).warnings.map(
        ({ pointer, count }) => `${pointer} ${count}`,
      );
    expect(rounded('{"wind_speed-km_per_h":[36,10,10,10]}', 1)).toEqual([]);
    expect(rounded('{"wind_speed-km_per_h":[36,10,10,10]}', 2)).toEqual(['/wind_speed-km_per_h/1 1']);
    expect(rounded('{"a":{"wind_speed-km_per_h":10},"a":{"wind_speed-km_per_h":10}}', 0)).toEqual([
      '/a/wind_speed-km_per_h 1',
    ]);
  });

  test('stay where the block of a document says something else than the vocabulary', () => {
    const described = embed('{"active_power-kW":1}', { vocabulary, now: NOW }).text();
    const { warnings } = changed(described.replace('quantitykind:ActivePower', 'quantitykind:Power'), 'W', 'block');
    expect(warnings).toEqual([['unit-not-converted', 'active_power-kW', '/active_power-kW', 1]]);
    expect(changed(described, 'W', 'block').text).toContain('"active_power-W":1000');
  });

  test('stay where the block gives a unit to a key that is no term', () => {
    const block = `{"@prefix":{"qudt":"http://qudt.org/schema/qudt/","unit":"http://qudt.org/vocab/unit/"},"@context":{
      "U_L1":{"qudt:value":"?v"},"?v":{"qudt:numericValue":"$U_L1","qudt:hasUnit":"unit:V"},"U_L2":{}}}`;
    const document = `{"@semantic":${block},"U_L1":231.4,"U_L2":230,"?v":1}`;
    const kept = changed(document, 'kV', 'block');
    expect(kept.warnings).toEqual([['unit-not-converted', 'U_L1', '/U_L1', 1]]);
    expect(kept.text).toBe(document);
    for (const units of ['si', 'V,kW']) expect(changed(document, units, 'block').warnings).toEqual([]);
  });

  test('are of terms of the version that a document cites', () => {
    const { terms, units, ...others } = vocabulary;
    const old: Lexicon = {
      ...others,
      versionIri: `${vocabulary.vocabularyIri}v/${'0'.repeat(64)}/`,
      terms: new Map([
        ['load-kW', terms.get('load-kW')!],
        ['load-W', terms.get('load-W')!],
      ]),
    };
    const document = embed('{"load-kW":1.5}', { vocabulary: old, now: NOW }).bytes();
    const changedTo = (unit: string, pinned = old) => {
      const { body, warnings } = convertUnits(document, vocabulary, unit, { semantics: 'block', pinned });
      return { text: new TextDecoder().decode(body), codes: warnings.map(({ code }) => code) };
    };
    expect(changedTo('W').text).toContain('"load-W":1500');
    expect(changedTo('MW').text).toContain('"load-kW":1.5');
    expect(changedTo('W', { ...old, units: units!.map((unit) => ({ ...unit })) }).text).toContain('"load-W":1500');
    expect(changedTo('MW').codes).toEqual(['unit-not-converted']);
  });

  test('are converted that a source describes', () => {
    const source = readSource({
      format: 1,
      name: 'acme',
      variantOf: null,
      title: 'Acme',
      documentation: 'https://acme.example/',
      keys: [['power.value', 'active_power-W']],
      alike: [],
      context: [],
      empty: [],
      units: [],
      currency: null,
      by: [],
      only: [],
      positions: [],
      columns: [],
      series: [],
      records: [],
      texts: [],
      affixes: [],
      recognise: [],
      requires: [],
    });
    const options = { base: null, now: NOW, restructure: true };
    const inKilowatts = embedBySource(encode('{"power":{"value":1500},"load-W":5}'), vocabulary, source, {
      ...options,
      units: 'kW',
    })!;
    const text = new TextDecoder().decode(Buffer.concat(inKilowatts.parts));
    expect(text).toContain('"power.value":1.500,"load-kW":0.005');
    expect(text).toContain('unit:KiloW');
    expect(text).not.toContain('"unit:W"');
    expect(describeBySource('{"power":{"value":1500}}', { vocabulary, source })!.text()).toContain('"unit:W"');
  });

  test.each([
    [
      'home-assistant',
      '{"state":"12","attributes":{"device_class":"power","unit_of_measurement":"kW"}}',
      'MW',
      'active_power-MW',
    ],
    [
      'home-assistant',
      '{"state":"20","attributes":{"device_class":"temperature","unit_of_measurement":"°C"}}',
      'si',
      'temperature-K',
    ],
    [
      'ocpp-1.6',
      '{"meterValue":[{"sampledValue":[{"measurand":"Power.Active.Import","value":"1500"}]}]}',
      'kW',
      'active_power_import-kW',
    ],
  ])('of a number that %s sends as a text has the key of the other term', (name, document, units, term) => {
    const { parts, report, warnings } = embedBySource(encode(document), vocabulary, getSource(name, {}), {
      base: null,
      now: NOW,
      restructure: true,
      units,
    })!;
    const text = new TextDecoder().decode(Buffer.concat(parts));
    const graph = convert(text, { vocabulary });
    expect(warnings).toEqual([]);
    expect(graph.warnings).toEqual([]);
    expect(report.described).toEqual([term]);
    expect(graph.text()).toContain(`observedProperty vocab:${term}`);
  });

  test.each([
    ['kw', /^unknown-unit/],
    ['', /^unknown-unit/],
    ['kW,MW', /^invalid-option: .*another unit of power/],
    ['term,kW', /^invalid-option/],
    ['active_power=Hz', /^unit-families-differ: .*power.*frequency/],
    ['active_power=kVA', /^unit-families-differ/],
    ['day_ahead_price=kW', /^unit-families-differ/],
    ['peak_power=kW', /^unit-families-differ/],
    ['nothing=kW', /^invalid-option: .*no quantity/],
    ['device_id=kW', /^invalid-option: .*no quantity/],
    ['soil_moisture=ppm', /^invalid-option: There is no term/],
    [Array.from({ length: 101 }, () => 'kW').join(), /^invalid-option: .*100 is the most/],
  ])('%j is refused', (units, words) => {
    expect(refusalOf(units)).toMatch(words);
  });
});

test('documents of any shape keep their other bytes, and come back by the way back', () => {
  const keys = fc.constantFrom('active_power-kW', 'load-kW', 'device_id', 'x', 'active_power-k\\u0057');
  const numbers = fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.nat(99)).map(([whole, part]) => `${whole}.${part}`);
  const { document } = fc.letrec<{ value: string; record: string; document: string }>((tie) => ({
    value: fc.oneof(
      numbers,
      fc.constantFrom('null', '"a"', 'true'),
      tie('record'),
      fc.array(tie('value')).map((items) => `[${items.join(' ,')}]`),
    ),
    record: fc
      .uniqueArray(fc.tuple(keys, tie('value')), { selector: ([key]) => key })
      .map((members) => `{ ${members.map(([key, value]) => `"${key}":${value}`).join(',')}}`),
    document: tie('record'),
  }));
  fc.assert(
    fc.property(document, (text) => {
      const there = changed(text, 'W');
      expect(() => JSON.parse(there.text) as unknown).not.toThrow();
      const back = changed(there.text, 'kW').text;
      expect(JSON.stringify(JSON.parse(back))).toBe(JSON.stringify(JSON.parse(text)));
    }),
    { numRuns: 100 },
  );
});
