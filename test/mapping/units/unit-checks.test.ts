import { beforeAll, describe, expect, test } from 'vitest';
import { convert, embed, type Lexicon } from '../../../src/mapping/library.ts';
import { DocumentCopies } from '../../../src/mapping/copies/document-copies.ts';
import { seededVocabulary } from '../../vocabulary/seeded.ts';

const NOW = new Date('2026-11-23T00:00:00Z');
let vocabulary: Lexicon;
beforeAll(async () => {
  vocabulary = (await seededVocabulary()).lexicon;
}, 120_000);

/** Pointers of the mismatches, with how often they occurred. */
const mismatches = (document: string, maxArrayItems = 0) =>
  convert(document, { vocabulary, now: NOW, semantics: 'auto-open', format: 'nt', maxArrayItems })
    .warnings.filter(({ code }) => code === 'unit-mismatch')
    .map(({ pointer, count }) => `${pointer} ${count}`);

/** A document whose key has the meaning of a term. */
const described = (key: string, term: string) =>
  embed(`{${JSON.stringify(term)}:1}`, { vocabulary, now: NOW })
    .text()
    .replaceAll(`"${term}":`, `${JSON.stringify(key)}:`)
    .replaceAll(`"$${term}"`, JSON.stringify(`$${key}`));

describe('a unit that contradicts the template', () => {
  test.each([
    ['{"active_power-kW":812.40,"unit":"MW"}', ['/active_power-kW 1']],
    ['{"active_power-kW":[812.40,1],"unitCode":"MAW"}', ['/active_power-kW 1']],
    [
      '{"a":[{"active_power-kW":1,"uom":"kW"},{"active_power-kW":2,"uom":"W"},{"active_power-kW":3,"uom":"W"}]}',
      ['/a/1/active_power-kW 2'],
    ],
    ['{"active_power-kW":{"value":1,"unit":"W"}}', ['/active_power-kW 1']],
    ['{"air_temperature-degC":20,"unit":"K"}', ['/air_temperature-degC 1']],
    ['{"active_power-kW":1,"unit":"kVA"}', ['/active_power-kW 1']],
  ])('stands beside the value: %s', (document, expected) => {
    expect(mismatches(document)).toEqual(expected);
  });

  test.each([
    '{"active_power-kW":812.40,"unit":"kW"}',
    '{"active_power-kW":812.40,"unitCode":"KWT"}',
    '{"air_temperature-degC":20,"unit":"°C"}',
    '{"active_power-kW":1,"unit":"pieces"}',
    '{"active_power-kW":1,"x":2,"unit":"W"}',
    '{"active_power-kW":"a","unit":"W"}',
    '{"active_power-kW":1,"inner":{"unit":"W"}}',
    '{"peak_power-kWp":5,"unit":"kW"}',
  ])('is none: %s', (document) => {
    expect(mismatches(document)).toEqual([]);
  });

  test.each([
    ['power_MW', 'active_power-kW', true],
    ['power-VA', 'active_power-kW', true],
    ['speed_km_per_h', 'wind_speed-m_per_s', true],
    ['power_kW', 'active_power-kW', false],
    ['phase_A', 'active_power-kW', false],
    ['sensor-A', 'active_power-kW', false],
    ['voltage_min', 'voltage-V', false],
    ['power', 'active_power-kW', false],
  ])('in the name of %s, which means %s: %s', (key, term, isWarned) => {
    expect(mismatches(described(key, term))).toEqual(isWarned ? [`/${key} 1`] : []);
  });

  test('is looked for in what counts alone: not behind a cut, nor in the lost value of equal keys', () => {
    const rows = '{"rows":[{"active_power-kW":1,"unit":"kW"},{"active_power-kW":[1,2],"unit":"MW"}]}';
    expect(mismatches(rows, 1)).toEqual([]);
    expect(mismatches(rows, 2)).toEqual(['/rows/1/active_power-kW 1']);
    const inKilowatts = '{"active_power-kW":1,"unit":"kW"}';
    const inMegawatts = '{"active_power-kW":2,"unit":"MW"}';
    expect(mismatches(`{"a":${inMegawatts},"a":${inKilowatts}}`)).toEqual([]);
    expect(mismatches(`{"a":${inKilowatts},"b":${inMegawatts},"a":${inMegawatts}}`)).toEqual(['/a/active_power-kW 2']);
  });

  test.each(['registry', 'block'] as const)(
    'is told of the document as it came, whose values stay then: %s',
    (semantics) => {
      const found = (document: string) => {
        const body = semantics === 'block' ? embed(document, { vocabulary, now: NOW }).text() : document;
        const conversion = convert(body, { vocabulary, now: NOW, units: 'MW', semantics: 'auto-open', format: 'nt' });
        const power = /numericValue> "([^"]*)"/.exec(conversion.text())?.[1];
        return [power, ...conversion.warnings.map(({ code, pointer }) => `${code} ${pointer}`)];
      };
      expect(found('{"active_power-kW":812.40,"unit":"MW"}')).toEqual([
        '812.40',
        'unit-mismatch /active_power-kW',
        'unit-not-converted /active_power-kW',
      ]);
      expect(found('{"active_power-kW":812.40,"unit":"kW"}')).toEqual(['0.81240']);
      expect(found('{"active_power-MW":0.8,"unit":"kW"}')).toEqual(['0.8', 'unit-mismatch /active_power-MW']);
    },
  );

  test('is found in each of many documents that are alike', () => {
    const copies = new DocumentCopies(vocabulary);
    const found = Array.from({ length: 40 }, (_, i) => {
      const text = embed(`{"active_power-kW":${i},"unit":"${i % 2 === 0 ? 'kW' : 'MW'}"}`, {
        vocabulary,
        now: NOW,
      }).text();
      const { warnings } = copies.convert(
        new TextEncoder().encode(text),
        { format: 'nt', base: null, skolemize: false, align: true, maxArrayItems: 0, semantics: 'block', now: NOW },
        () => {},
      );
      return warnings.filter(({ code }) => code === 'unit-mismatch').length;
    });
    expect(found).toEqual(Array.from({ length: 40 }, (_, i) => i % 2));
  });
});
