import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { FIXTURES, readFixture } from '../support/fixtures.ts';
import { listSourceExamples } from '../support/source-graphs.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

/** The least share of the keys of each source, and of all, that have a term. */
const TARGET = { perSource: 0.75, overAll: 0.85 };

/** How many keys of each source have a term. It may rise; a change that lowers one says why. */
const REACHED: Record<string, number> = {
  agsi: 17,
  'carbon-intensity-gb': 27,
  cim: 78,
  dsmr: 65,
  eebus: 57,
  'electricity-maps': 45,
  elexon: 33,
  'energi-data-service': 4,
  enphase: 78,
  entsoe: 62,
  era5: 31,
  evcc: 90,
  fronius: 106,
  'green-button': 33,
  'home-assistant': 40,
  homewizard: 79,
  iec61850: 41,
  mastr: 31,
  matter: 37,
  'modbus-sdm630': 79,
  'nord-pool-awattar': 16,
  obis: 90,
  ocpi: 48,
  'ocpp-1.6': 50,
  'ocpp-2.0.1': 65,
  octopus: 20,
  'open-meteo': 123,
  openadr3: 38,
  opsd: 37,
  powerwall: 61,
  pvlib: 55,
  'shelly-gen1': 18,
  'shelly-gen2': 62,
  sma: 96,
  smard: 37,
  'smart-data-models': 93,
  solaredge: 62,
  sonnen: 17,
  sunspec: 364,
  tasmota: 18,
  teslamate: 30,
  tibber: 38,
};

interface ListedKey {
  readonly key: string;
  readonly unit: string;
  /** The name of a term, of the vocabulary or of `wanted.txt`; empty when the key has none. */
  readonly term: string;
  /** Why the key has no term; empty when it has one. */
  readonly why: string;
}

let vocabulary: Vocabulary;
beforeAll(async () => {
  vocabulary = await seededVocabulary();
});

const sources = readdirSync(`${FIXTURES}sources`)
  .filter((name) => name.endsWith('.tsv'))
  .map((name) => name.replace('.tsv', ''));
const listed = new Map(sources.map((source) => [source, readKeys(source)]));

const hasTerm = ({ term }: ListedKey) => vocabulary.terms.get(term)?.deprecated === false;
const countKeys = (source: string) => listed.get(source)?.length ?? 0;
const countCovered = (source: string) => listed.get(source)?.filter(hasTerm).length ?? 0;
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

describe('the lists of keys of sources', () => {
  test('say where each is from', () => {
    for (const source of sources) expect(readFixture(`sources/${source}.tsv`), source).toMatch(/^# Source: \S/m);
  });

  test('are as many as the texts say', () => {
    const { length } = sources;
    expect(readFixture('sources/README.md')).toContain(`What ${length} sources of energy data send`);
    const docs = readFileSync(new URL('../../docs/vocabulary.md', import.meta.url), 'utf8');
    expect(docs).toContain(`lists what ${length} sources of energy data send`);
  });

  test('have a key once, with a term or a reason why it has none', () => {
    for (const [source, keys] of listed) {
      expect(new Set(keys.map(({ key }) => key)).size, source).toBe(keys.length);
      for (const { key, term, why } of keys) expect(term === '', `${source} ${key}`).toBe(why !== '');
    }
  });

  test('name terms that exist and are in force, or that are wanted', () => {
    const wanted = new Set(readFixture('sources/wanted.txt').split('\n'));
    for (const [source, keys] of listed)
      for (const entry of keys)
        if (entry.term !== '')
          expect(hasTerm(entry) || wanted.has(entry.term), `${source} ${entry.key}: ${entry.term}`).toBe(true);
  });

  test('have documents of their source, which hold keys of the list', () => {
    const examples = listSourceExamples();
    for (const [source, keys] of listed) {
      const own = examples.filter(({ path }) => path.startsWith(`${source}/`));
      for (const { path, document } of own) expect(JSON.parse(document), path).toBeTypeOf('object');
      // Where numbers are keys, names of documents and of parts have them.
      const texts = own.map((one) => `${one.path} ${one.source.replaceAll('-', '_')}_ ${one.document}`).join('\n');
      expect(
        keys.filter(({ key }) => namesOf(key).some((name) => texts.includes(name))).length,
        source,
      ).toBeGreaterThan(1);
    }
  });

  test('name terms of the unit in which the values come', () => {
    for (const [source, keys] of listed)
      for (const { key, unit, term } of keys)
        if (term !== '') expect(/-(.*)/.exec(term)?.[1] ?? '', `${source} ${key}`).toBe(spellUnit(unit));
  });
});

describe('the coverage of sources by the vocabulary', () => {
  test('is no lower than it was', () => {
    process.stdout.write(`${printCoverage()}\n`);
    expect(Object.keys(REACHED).toSorted()).toEqual(sources.toSorted());
    for (const source of sources) expect(countCovered(source), source).toBeGreaterThanOrEqual(REACHED[source] ?? 0);
  });

  test('is 75 % of the keys of each source, and 85 % of all', () => {
    for (const source of sources)
      expect(countCovered(source) / countKeys(source), source).toBeGreaterThanOrEqual(TARGET.perSource);
    expect(sum(sources.map(countCovered)) / sum(sources.map(countKeys))).toBeGreaterThanOrEqual(TARGET.overAll);
  });
});

function readKeys(source: string): ListedKey[] {
  const [columns, ...rows] = readFixture(`sources/${source}.tsv`)
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('# '));
  expect(columns, source).toBe('key\tmeaning\tunit\tterm\twhy');
  return rows.map((row) => {
    const [key = '', , unit = '', term = '', why = ''] = row.split('\t');
    return { key, unit, term, why };
  });
}

/** How a document can hold a listed key: as a member or a value, by its whole name or the last part of its path; SMARD has it in its address. */
function namesOf(key: string): string[] {
  const first = key.split(' ')[0] ?? key;
  const last = first.split(/[.[\]]+/).findLast((part) => part !== '') ?? first;
  return [`"${key}"`, `"${first}"`, `"${last}"`, `/${first}_`, `_${first}_`];
}

/** A unit as the name of a term spells it after its hyphen: `degC` for °C, `EUR_per_kWh` for EUR/kWh. */
function spellUnit(unit: string): string {
  return unit
    .replace('°C', 'degC')
    .replace('°F', 'degF')
    .replace('°', 'deg')
    .replace('%', 'percent')
    .replace('²', '2')
    .replaceAll('³', '3')
    .replace('1/', 'per_')
    .replace('/', '_per_')
    .replace(' ', '_');
}

/** A table of the sources, those furthest from the target first. */
function printCoverage(): string {
  const share = (covered: number, keys: number) => `${((100 * covered) / keys).toFixed(0).padStart(4)} %`;
  const row = (name: string, keys: number, covered: number, target: number) =>
    `${name.padEnd(20)}${String(keys).padStart(6)}${String(covered).padStart(8)}${share(covered, keys)}${
      covered / keys < target ? `  below ${100 * target} %` : ''
    }`;
  const rows = sources
    .toSorted((a, b) => countCovered(a) / countKeys(a) - countCovered(b) / countKeys(b))
    .map((source) => row(source, countKeys(source), countCovered(source), TARGET.perSource));
  const all = row('all', sum(sources.map(countKeys)), sum(sources.map(countCovered)), TARGET.overAll);
  return ['source                keys  covered', ...rows, all].join('\n');
}
