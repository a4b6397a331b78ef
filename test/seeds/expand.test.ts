import { beforeAll, describe, expect, test } from 'vitest';
import { readTurtle, type TurtleDocument } from '../../src/rdf/read-rdf.ts';
import { expandSeeds } from '../../src/vocabulary/seeds/expand-seeds.ts';
import { readSeedSources, type SeedSources } from '../../src/vocabulary/seeds/read-sources.ts';
import { HUB, SEED_PATHS } from '../vocabulary/seeded.ts';

let shipped: SeedSources;
beforeAll(async () => {
  shipped = (await readSeedSources(SEED_PATHS.seeds))!;
});

const OTHERS = `quality_flag: { example: valid, datatype: string, pattern: annotation, en: { label: Flag, definition: A flag. } }
estimated: { example: true, datatype: boolean, pattern: annotation, en: { label: Estimated, definition: A flag. } }
sensor_id: { example: s-1, datatype: string, pattern: entity, class: sosa:Sensor, en: { label: Sensor, definition: A sensor. } }`;

/** The Turtle of terms in the short form, as a file `thermal.yaml` of their own. */
const expand = (text: string): TurtleDocument =>
  expandSeeds({ ...shipped, terms: [{ name: 'thermal.yaml', text: `${text}\n${OTHERS}\n` }] }, HUB)[1]!;

/** What is said of a resource of the vocabulary: `property value`, IRIs cut behind their namespace. */
function said(document: TurtleDocument, subject: string): string[] {
  const last = (iri: string): string => /[^/#]*$/.exec(iri)![0];
  return readTurtle(document)
    .filter(({ s }) => s.value === HUB.vocabulary + subject)
    .map(
      ({ p, o }) =>
        `${last(p)} ${o.type === 'uri' ? last(o.value) : o.value}${o['xml:lang'] === undefined ? '' : `@${o['xml:lang']}`}`,
    );
}

const BLOCK = `steam_pressure:
  units: { bar: 1.20, hPa: 1200 }
  pattern: observation
  kind: Pressure
  by: [sensor_id]
  spellings: { any: [p_steam], hPa: [P1, P2] }
  en: { label: Steam pressure, definition: "Pressure of the steam." }
  variants:
    hPa: { see: [seas:pressure], en: { note: As boilers report it. } }`;

describe('a block', () => {
  test('stands for a term per unit: labels have the symbol, an example keeps its digits', () => {
    const document = expand(BLOCK);
    expect(said(document, 'steam_pressure-bar')).toEqual(
      expect.arrayContaining([
        'prefLabel Steam pressure (bar)@en',
        'example 1.20',
        'hasUnit BAR',
        'hiddenLabel p_steam',
        'broader thermal',
        'datatype double',
      ]),
    );
    expect(
      said(document, 'steam_pressure-bar').filter((line) => /^(seeAlso|scopeNote|hiddenLabel P)/.test(line)),
    ).toEqual([]);
  });

  test('may say for one unit what is other', () => {
    const lines = said(expand(BLOCK), 'steam_pressure-hPa');
    expect(lines).toEqual(
      expect.arrayContaining([
        'seeAlso pressure',
        'scopeNote As boilers report it.@en',
        'definition Pressure of the steam.@en',
        'hiddenLabel P2',
      ]),
    );
  });

  test.each([
    ['{ bar: 1.2, hPa: 1200, kPa: 120 }', 'Pressure', '[0, 2.5]', { bar: '0 2.5', hPa: '0 2500', kPa: '0 250' }],
    ['{ degC: 20, K: 293.15 }', 'CelsiusTemperature', '[-273.15, 100]', { degC: '-273.15 100', K: '0 373.15' }],
    ['{ percent: 40, fraction: 0.4 }', 'DimensionlessRatio', '[1, 99]', { percent: '1 99', fraction: '0.01 0.99' }],
    ['{ deg: 12, rad: 0.2 }', 'PlaneAngle', '[null, 360]', { deg: '360', rad: '6.28318530718' }],
  ])('says its range %s of each unit', (units, kind, range, bounds) => {
    const block = `some_quantity:\n  units: ${units}\n  pattern: observation\n  kind: ${kind}\n  range: ${range}\n  en: { label: L, definition: D. }`;
    const document = expand(block);
    for (const [unit, expected] of Object.entries(bounds)) {
      const lines = said(document, `some_quantity-${unit}`).filter((line) => /^m(?:in|ax)Value/.test(line));
      expect(lines.map((line) => line.split(' ')[1]).join(' '), unit).toBe(expected);
    }
  });

  test('may have another range for one unit, in that unit', () => {
    const document = expand(
      `${BLOCK.replace('  by:', '  range: [0, 2]\n  by:')}`.replace('hPa: {', 'hPa: { range: [0, 1999],'),
    );
    expect(said(document, 'steam_pressure-hPa')).toContain('maxValue 1999');
    expect(said(document, 'steam_pressure-bar')).toContain('maxValue 2');
  });

  test('has the rows of its pattern, in which it cites entities and a node of its own', () => {
    const document = expand(BLOCK);
    const rows = [1, 2, 3, 4, 5, 6].map((position) => said(document, `steam_pressure-bar#row-${position}`));
    expect(rows.map((row) => row.filter((line) => /^(predicate|object)/.test(line)))).toEqual([
      ['predicate type', 'object Observation'],
      ['predicate observedProperty', 'object steam_pressure-bar'],
      ['predicate madeBySensor', 'object entity'],
      ['predicate hasQualityAnnotation', 'object entity'],
      ['predicate hasQualityAnnotation', 'object entity'],
      ['predicate hasResult', 'object steam_pressure_bar_result'],
    ]);
    expect(said(document, 'node/steam_pressure_bar_result')).toContain('notation steam_pressure_bar_result');
  });

  test('writes rows itself where no pattern fits, with nodes of its own and of others', () => {
    const document = expand(`tank_place:
  example: top
  datatype: string
  template: { dcterms:spatial: ?where, dcterms:type: "@sensor_id", ?where: { schema:name: [$, $sensor_id] } }
  en: { label: Place in the tank, definition: A place. }`);
    expect(said(document, 'tank_place#row-1')).toContain('object tank_place_where');
    expect(said(document, 'node/tank_place_where#row-2')).toContain('object value');
  });

  test('knows of each line where it comes from', () => {
    const { text, lines } = expand(BLOCK);
    const at = (part: string): number => lines![text.split('\n').findIndex((line) => line.includes(part))]!;
    expect([at('prefLabel'), at('hasUnit'), at('hiddenLabel'), at('seeAlso'), at('madeBySensor')]).toEqual([
      7, 2, 6, 9, 5,
    ]);
  });
});

describe('a block that cannot be expanded is told by file, line and key, with what would be right', () => {
  test.each([
    [
      'kind: Pressure',
      'kinds: Pressure',
      /^thermal\.yaml:4: steam_pressure: kinds: there is no such key; there are units, /,
    ],
    [
      'bar: 1.20',
      'baar: 1.20',
      /^thermal\.yaml:2: steam_pressure: units: baar: schema\/units\.ttl does not spell such a unit/,
    ],
    [
      'pattern: observation',
      'pattern: measurement',
      /^thermal\.yaml:3: steam_pressure: pattern: there is no measurement; there are observation, /,
    ],
    [
      'pattern: observation',
      'pattern: annotation',
      /^thermal\.yaml:5: steam_pressure: by: its pattern has no place for it/,
    ],
    ['by: [sensor_id]', 'by: [meter]', /^thermal\.yaml:5: steam_pressure: @meter: it cites a key that is no term$/],
    [
      'by: [sensor_id]',
      'see: [nowhere:pressure]',
      /^thermal\.yaml:5: steam_pressure: see: nowhere:pressure is no prefixed name of a prefix/,
    ],
    ['    hPa: {', '    kPa: {', /^thermal\.yaml:9: steam_pressure: variants: kPa: this is none of its units$/],
    [
      'units: { bar: 1.20, hPa: 1200 }',
      'example: 1.2',
      /^thermal\.yaml:9: steam_pressure: variants: hPa: this is none of its units$/,
    ],
    [
      'by: [sensor_id]',
      'template: { schema:name: ?other }',
      /^thermal\.yaml:3: steam_pressure: pattern: a term has a pattern or writes its template, not both$/,
    ],
    ['definition: "', 'definition: ["', /^thermal\.yaml:\d+: this is not YAML: /],
    [
      'label: Steam pressure',
      'label: [Steam, pressure]',
      /^thermal\.yaml:7: steam_pressure: en: label: it is one text$/,
    ],
  ])('%s → %s', (from, to, message) => {
    expect(() => expand(BLOCK.replace(from, to))).toThrow(message);
  });
});
