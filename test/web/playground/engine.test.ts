import { beforeAll, describe, expect, test, vi } from 'vitest';
import { convert, readLexicon } from '../../../src/mapping/library.ts';
import { listSources } from '../../../src/sources/source-files.ts';
import { lexiconTablePieces, writeLexiconFile } from '../../../src/vocabulary/registry/write-lexicon-file.ts';
import { Engine } from '../../../src/web/playground/engine.ts';
import { EXAMPLES } from '../../../src/web/playground/examples.ts';
import { kindOf } from '../../../src/web/playground/kind-of.ts';
import type { Analysis, DocumentKind } from '../../../src/web/playground/model.ts';
import type { Change, FromWorker, Job } from '../../../src/web/playground/protocol.ts';
import { hubNamespaces } from '../../../src/rdf/namespaces.ts';
import { readFixture, readSample } from '../../support/fixtures.ts';
import { areIsomorphic } from '../../support/isomorphic.ts';
import { readBack } from '../../support/read-back.ts';
import { seededVocabulary } from '../../vocabulary/seeded.ts';

const BASE = 'http://localhost:4000';
const seeded = await seededVocabulary(hubNamespaces(BASE));
const file = writeLexiconFile(seeded, BASE);
/** As the hub gives it. */
const tablesOf = (withTexts: boolean): ArrayBuffer =>
  new TextEncoder().encode([...lexiconTablePieces(seeded, BASE, withTexts)].join('')).buffer as ArrayBuffer;

const bytesOf = (value: unknown): ArrayBuffer => new TextEncoder().encode(JSON.stringify(value)).buffer as ArrayBuffer;

/** A worker's engine, and what it said since it was asked last. */
let said: FromWorker[];
let engine: Engine;
beforeAll(async () => {
  said = [];
  engine = new Engine((message) => said.push(message));
  const sources = { data: listSources({}).map(({ file: source }) => source) };
  await engine.take({ type: 'vocabulary', bytes: tablesOf(false), baseUrl: BASE });
  await engine.take({ type: 'texts', lexicon: tablesOf(true), sources: bytesOf(sources) });
});

const jobOf = (
  text: string,
  kind: DocumentKind = 'json',
  format: Job['format'] = 'ttl',
  units: string | null = null,
): Job => ({
  id: 7,
  text,
  kind,
  format,
  units,
});

async function ask<Type extends FromWorker['type']>(
  type: Type,
  message: Parameters<Engine['take']>[0],
): Promise<FromWorker & { readonly type: Type }> {
  said = [];
  await engine.take(message);
  return said.find((one): one is FromWorker & { readonly type: Type } => one.type === type)!;
}

const analyse = async (text: string, kind?: DocumentKind, format?: Job['format'], units?: string): Promise<Analysis> =>
  (await ask('analysis', { type: 'analyse', job: jobOf(text, kind, format, units) })).analysis;

async function changed(text: string, change: Change, kind?: DocumentKind): Promise<string> {
  const { replacements } = await ask('changed', { type: 'change', job: jobOf(text, kind), change });
  return replacements
    .toSorted((a, b) => b.from - a.from)
    .reduce((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), text);
}

const statesOf = ({ keys }: Analysis): Record<string, string> =>
  Object.fromEntries(keys.map(({ key, state }) => [key, state]));

describe('a document', () => {
  test('has a state for each key, at its place', async () => {
    const text = '{"größe 😀":1,"voltage-V":231.40,"\\u0076oltage-V":2,"a":{"b":null}}';
    const { keys, triples } = await analyse(text);
    expect(keys.map(({ key, state, from, to }) => [key, state, text.slice(from, to)])).toEqual([
      ['größe 😀', 'nothing', '"größe 😀"'],
      ['voltage-V', 'term', '"voltage-V"'],
      ['a', 'nothing', '"a"'],
      ['b', 'nothing', '"b"'],
    ]);
    expect(keys[1]).toMatchObject({ count: 2, smallest: '2', largest: '231.40', term: { unit: 'V' } });
    expect(triples).toBeGreaterThan(5);
  });

  test('that states its meaning itself has keys of its own', async () => {
    const block = {
      '@prefix': { qudt: 'http://qudt.org/schema/qudt/' },
      '@context': { U: { 'qudt:value': '$U' }, x: {} },
    };
    const analysis = await analyse(JSON.stringify({ '@semantic': block, U: 1, x: 2, 'voltage-V': 3 }));
    expect(statesOf(analysis)).toEqual({ U: 'own', x: 'nothing', 'voltage-V': 'nothing' });
    expect(analysis.hasBlock).toBe(true);
  });

  test.each(['__proto__', 'constructor', '</script>', '1', ''])('may have the key %j', async (key) => {
    const text = `{${JSON.stringify(key)}:1}`;
    expect(statesOf(await analyse(text))[key] ?? 'own property').toBeDefined();
    const filled = await changed(text, { name: 'fill', key, term: 'voltage-V' });
    const { keys } = await analyse(filled);
    expect(keys.map((facts) => [facts.key, facts.state])).toEqual([[key, 'own']]);
  });

  test.each(EXAMPLES)('as the example $name is read without a warning that it is lost', async ({ text, kind }) => {
    const { fault, keys, triples } = await analyse(text, kind);
    expect(fault).toBeNull();
    expect(keys.filter(({ state }) => state === 'term').length).toBeGreaterThan(2);
    expect(triples).toBeGreaterThan(20);
  });

  test('converts as the library does', async () => {
    const text = readSample('09_battery_state.json');
    const vocabulary = readLexicon(file, { baseUrl: BASE });
    const { output } = await analyse(text);
    expect(output).toBe(convert(text, { vocabulary, semantics: 'open' }).text());
  });

  test('of which a long output is shown in part', async () => {
    const records = Array.from({ length: 3000 }, (_, i) => ({ 'voltage-V': i }));
    const { output, outputBytes, isWhole } = await analyse(JSON.stringify({ records }), 'json', 'nt');
    expect(isWhole).toBe(false);
    expect(output.length).toBeLessThan(200_001);
    expect(output.endsWith('\n')).toBe(true);
    expect(outputBytes).toBeGreaterThan(1_000_000);
  });
});

describe('a check', () => {
  const checked = async (text: string, kind?: DocumentKind) =>
    (await ask('checked', { type: 'check', job: jobOf(text, kind) })).findings;
  const stamp = (hour: string, offset = 'Z') => `"timestamp":"2026-03-01T${hour}:00:00${offset}","voltage-V":231`;

  test('finds nothing in a document that is in order, and leaves warnings and keys to those who tell them', async () => {
    expect(await checked(`{${stamp('10')},"x":1,"frequency-Hz":"n/a"}`)).toEqual([]);
  });

  test('finds keys that stand twice, at their places', async () => {
    const text = '{"größe":1,"voltage-V":231,"voltage-V":232}';
    const [finding, ...others] = await checked(text);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ code: 'duplicate-key', level: 'error', count: 1 });
    expect(finding!.message).toContain('"voltage-V"');
    expect(finding!.places.map(({ pointer, from, to }) => [pointer, text.slice(from, to)])).toEqual([
      ['/voltage-V', '232'],
    ]);
  });

  test('finds timestamps that come twice or go back in lines, at their lines', async () => {
    const lines = [`{${stamp('11')}}`, `{${stamp('10')}}`, `{${stamp('10', '+00:00')}}`];
    const text = lines.join('\n');
    const found = await checked(text, 'ndjson');
    expect(found.map(({ code }) => code).toSorted()).toEqual([
      'mixed-offsets',
      'repeated-timestamp',
      'unordered-timestamps',
    ]);
    const { places } = found.find(({ code }) => code === 'unordered-timestamps')!;
    expect(text.slice(0, places[0]!.from).split('\n')).toHaveLength(2);
  });

  test('finds a graph that contradicts the vocabulary', async () => {
    const block = {
      '@prefix': { qudt: 'http://qudt.org/schema/qudt/' },
      '@context': { 'voltage-V': { 'qudt:value': '$voltage-V' } },
    };
    const found = await checked(JSON.stringify({ '@semantic': block, 'voltage-V': 3 }));
    expect(found.map(({ code }) => code)).toContain('shape-violated');
  });

  test('of what is no JSON is told by the conversion', async () => {
    expect(await checked('{"voltage-V":')).toEqual([]);
  });
});

describe('values in other units', () => {
  const text = '{"active_power-W":812400,"x":[{"active_power-W":"nothing"}],"active_energy-kWh":1}';

  test('are what the library makes of them, in the panel, in the file and in the picture', async () => {
    const vocabulary = readLexicon(file, { baseUrl: BASE });
    const expected = convert(text, { vocabulary, semantics: 'open', units: 'MW' }).text();
    expect(expected).toContain('"0.812400"');
    expect((await analyse(text, 'json', 'ttl', 'MW')).output).toBe(expected);
    const job = jobOf(text, 'json', 'ttl', 'MW');
    const { bytes } = await ask('output', { type: 'output', job, what: 'rdf' });
    expect(new TextDecoder().decode(bytes)).toBe(expected);
    const { drawing } = await ask('drawn', { type: 'draw', job });
    expect(drawing.svg).toContain('0.812400');
  });

  test('are warned of at the places that they have in the document', async () => {
    const { warnings } = await analyse(text, 'json', 'ttl', 'MW');
    expect(warnings.map(({ code, from, to }) => [code, text.slice(from, to)])).toEqual([
      ['datatype-mismatch', '"nothing"'],
    ]);
    const kept = await analyse(text, 'json', 'ttl', 'GJ,MW');
    expect(kept.warnings.map(({ code, key }) => [code, key])).toContainEqual([
      'unit-not-converted',
      'active_energy-kWh',
    ]);
  });

  test('in a unit that there is not are a fault that says how units are named', async () => {
    expect((await analyse(text, 'json', 'ttl', 'kWatt')).fault).toMatchObject({
      code: 'unknown-unit',
      line: null,
      message: expect.stringMatching(/There is no unit "kWatt".*Units are named/),
    });
  });
});

describe('a fault', () => {
  test.each([
    ['{"ä":1,\n "b": nope}', 'json', 2, 'n'],
    ['{"a":1}\n\n{"b":}\n', 'ndjson', 3, '}'],
    ['{"a":1}\r\n{"b":1', 'ndjson', 2, '1'],
  ] as const)('of %j is told at its place', async (text, kind, line, sign) => {
    const { fault } = await analyse(text, kind);
    expect(fault).toMatchObject({ code: 'malformed-json', line });
    expect(text.slice(fault!.from, fault!.to)).toBe(sign);
  });

  test('of a document that is too long, pasted as well as opened, says what takes it', async () => {
    const { fault, keys } = await analyse(`{"a": "${'x'.repeat(20 * 1024 * 1024)}"}`);
    expect(fault).toMatchObject({ code: 'body-too-large', line: null });
    expect(fault!.message).toBe(
      'This document has 21 MB. The playground takes 20 MB; the command line converts files of any length.',
    );
    expect(keys).toEqual([]);
  });

  test('of an empty document has no place', async () => {
    expect((await analyse('')).fault).toMatchObject({ from: 0, to: 0 });
  });

  test('of a number with a point among those with a comma names its line', async () => {
    const { fault } = await analyse('voltage-V;current-A\n230,1;1,5\n230,1;1.500\n', 'csv');
    expect(fault).toMatchObject({
      line: 3,
      message: expect.stringContaining('The point in 1.500, a cell of the column "current-A"'),
    });
  });

  test('of CSV names its line', async () => {
    expect((await analyse('a,b\n1,2,3\n', 'csv')).fault).toMatchObject({
      line: 2,
      message: 'Line 2 has 3 cells; the first line has 2. A cell with the separator in it stands in double quotes.',
    });
  });

  test.each([
    ['Version CSV1\nSerial,Power\n1,2\n', 2, 'take away what stands above their names'],
    ['voltage-V\n231,4\n', 2, 'first line has 1. Where its comma is that of a number, write the line sep=; above'],
    ['note\nclear\nrain, wind\n', 3, 'A cell with the separator in it stands in double quotes'],
    ['voltage-V,timestamp,voltage-V\n1,2024-01-01T00:00:00Z,2\n', 1, 'Two columns have the name "voltage-V"'],
    ['name,voltage-V\n5" pipe,3\n', 2, 'has two for each of its own'],
    ['name,voltage-V\n"pipe,3\npipe,4\n', 2, 'Quote Not Closed'],
  ])('of CSV says what to do: %j', async (text, line, advice) => {
    // No browser has it.
    vi.stubGlobal('Buffer', undefined);
    const { fault } = await analyse(text, 'csv').finally(() => vi.unstubAllGlobals());
    expect(fault).toMatchObject({ line, message: expect.stringContaining(advice) });
  });

  test('of a line that is cut before others names that line', async () => {
    expect((await analyse('{"a":1}\n{"a":2\n{"a":3}\n', 'ndjson')).fault).toMatchObject({
      line: 3,
      message: 'Found "{" where a key in double quotes was expected. The line before ends before its record does.',
    });
  });

  test.each([
    ['{"a":1}{"b":2}\n', 'Found "{" where "," or "]" was expected. A line end is missing before it'],
    ['{"a":1}\n{"b":[{}{}]}\n', 'A comma is missing before it'],
  ])('of records on one line tells what is missing: %j', async (text, said) => {
    expect((await analyse(text, 'ndjson')).fault!.message).toContain(said);
  });

  test('of a last line that is cut says so, in words of the text', async () => {
    expect((await analyse('{"a":1}\n{"a":2', 'ndjson')).fault).toMatchObject({
      line: 2,
      message: 'The last line ends before its record does.',
    });
  });

  test.each([
    ['<!DOCTYPE html><p>502', 'XML or HTML'],
    ['voltage-V: 231.4\n', 'YAML'],
    ["{'voltage-V': 1}", 'double quotes'],
    ['{"a": NaN}', 'no such number'],
    ['{"a": -Infinity}', 'no such number'],
    ['{"a": True}', 'json.dumps'],
    ['{"a": 1,\n}', 'Take away the comma'],
    ['{"a": [1,]}', 'Take away the comma'],
    ['{ // volts\n"a": 1}', 'no comments'],
    ['- voltage: 231\n', 'YAML'],
    ['---\nvoltage: 231\n', 'YAML'],
    ['{“a”: 1}', 'Found "“" (U+201C)'],
    ['{“a”: 1}', 'straight double quotes'],
    ['{"a":\u00a01}', 'looks like a space'],
    ['{"a":\u202e1}', 'Found U+202E where'],
    ['\u200b{"a":1}', 'invisible'],
    ['{voltage: 231}', 'Keys stand in double quotes'],
    ['{"a": 1, b: 2}', 'Keys stand in double quotes'],
    ['{"state": on}', 'Texts stand in double quotes'],
    ['{"a": [1, abc]}', 'column 11, byte 10). Texts stand in double quotes'],
    ['["x", off]', 'Texts stand in double quotes'],
    ['{"a": undefined}', 'leave the key out'],
    ['{"a": 4,2}', 'a point before their fraction'],
    ['{"a": 007}', 'do not begin with 0'],
    ['{"a": .5}', 'digits on both sides'],
    ['{"a": 5.}', 'digits on both sides'],
    ['{"a": +5}', 'no plus'],
    ['{"a": 1\n "b": 2}', 'A comma is missing'],
    ['{"a": {"b": 1}\n', 'a bracket is missing'],
    ['{"a: 1}\n', 'lacks the quote that ends it'],
    ['{"a": "C:\\data"}', 'written twice'],
    ['{\\"a\\": 1}', 'take the backslashes away'],
    ['{\n"a": 1\n}\n{\n"a": 2\n}', 'Another document follows'],
    ['{"a": 1},\n{"a": 2}', 'Another document follows'],
    ['{"a": 1} thanks', 'Take away what stands behind'],
    ['curl http://inverter/', 'paste what begins so'],
    ['voltage-V\n231.4\n', 'CSV chosen under Read as'],
    ['2026-03-01 11:00 {"a": 1}', 'paste what begins so'],
  ])('of %j says what to do', async (text, advice) => {
    expect((await analyse(text)).fault!.message).toContain(advice);
  });
});

describe('records', () => {
  const keysAndPlaces = ({ keys }: Analysis, text: string): unknown =>
    keys.map(({ key, count, from, to }) => [key, count, text.slice(from, to)]);

  test('of NDJSON are told by their lines, with blank ones between', async () => {
    const text = '{"voltage-V":1}\r\n\n  \n{"voltage-V":"x"}\n';
    const analysis = await analyse(text, 'ndjson');
    expect(keysAndPlaces(analysis, text)).toEqual([['voltage-V', 2, '"voltage-V"']]);
    expect(analysis.warnings.map(({ code, from, to }) => [code, text.slice(from, to)])).toEqual([
      ['datatype-mismatch', '"x"'],
    ]);
  });

  test.each([
    ['voltage-V;note\n231,40;1,5\n', ',', ['231.40', '1.5']],
    ['voltage-V;note\n1.231,40;a\n0,5;b\n2;1.5\n', ',', ['1231.40', '1.5']],
    ['voltage-V\tnote\n231.40\t1,5\n230.1\tx\n', '.', ['231.40', '1,5']],
    ['voltage-V,note\n231.40,"1,5"\n', '.', ['231.40', '1,5']],
  ])('of CSV have the mark of most of its numbers: %j', async (text, decimal, values) => {
    const analysis = await analyse(text, 'csv', 'nt');
    expect(analysis.marks?.decimal).toBe(decimal);
    for (const value of values) expect(analysis.output).toContain(`"${value}"`);
  });

  test('of CSV may have a line before its header that names the separator', async () => {
    for (const line of ['sep=;', '"sep=|"']) {
      const sign = line.includes(';') ? ';' : '|';
      const text = `${line}\r\nvoltage-V${sign}note\r\n231,40${sign}x,y,z\r\n`;
      const analysis = await analyse(text, 'csv', 'nt');
      expect(analysis.fault).toBeNull();
      expect(keysAndPlaces(analysis, text)).toEqual([
        ['voltage-V', 1, 'voltage-V'],
        ['note', 1, 'note'],
      ]);
      expect(analysis.output).toContain('"231.40"');
    }
  });

  test('without a value are told from records', async () => {
    const { keys } = await analyse('{"a":null,"b":[],"c":{"d":1},"e":[{"d":2}]}');
    expect(keys.map(({ key, hasValues, hasRecords }) => [key, hasValues, hasRecords])).toEqual([
      ['a', false, false],
      ['b', false, false],
      ['c', false, true],
      ['d', true, false],
      ['e', false, true],
    ]);
  });

  test('of CSV have the keys of its header, numbers with all digits, and quotes', async () => {
    const text = 'voltage-V;"a ""b"""\n231.40;x\n;\n"1.0";007\n';
    const analysis = await analyse(text, 'csv', 'nt');
    expect(keysAndPlaces(analysis, text)).toEqual([
      ['voltage-V', 2, 'voltage-V'],
      ['a "b"', 2, 'a ""b""'],
    ]);
    expect(analysis.output).toContain('"231.40"');
    expect(analysis.output).toContain('"007"');
  });

  test.each([
    ['data.csv', 'a', 'csv'],
    ['x', 'timestamp,voltage-V\n2026,1', 'csv'],
    ['x', 'Time [s],Power [W]\n0,1200', 'csv'],
    ['x', 'data = [1, 2]', 'json'],
    ['x.json', '{"a":1}\n{"a":2}', 'ndjson'],
    ['x', '{\n"a":1}', 'json'],
    ['readings.jsonl', '', 'ndjson'],
    ['READINGS.CSV.GZ', '', 'csv'],
    ['x', '', 'json'],
  ])('of %s with %j are read as they are', (name, text, kind) => {
    expect(kindOf(name, text)).toBe(kind);
  });
});

describe('a picture', () => {
  test('of a long array shows the first items, and says so', async () => {
    const items = Array.from({ length: 40 }, (_, i) => ({ 'voltage-V': i, '<b>': [1, 2] }));
    const { drawing } = await ask('drawn', { type: 'draw', job: jobOf(JSON.stringify({ items })) });
    expect(drawing.cut).toEqual([{ key: 'items', length: 40, shown: 3 }]);
    expect(drawing.model.cards.length).toBeGreaterThan(3);
    expect(drawing.model.cards.length).toBeLessThan(20);
    expect(drawing.svg).not.toContain('<b>');
  });

  test('of no document is none', async () => {
    expect(await ask('failed', { type: 'draw', job: jobOf('{') })).toMatchObject({ id: 7 });
  });
});

describe('a key without a meaning', () => {
  test('has candidates, and the document a source', async () => {
    const { candidates, source } = await ask('candidates', {
      type: 'analyse',
      job: jobOf(readFixture('sources/fronius/meter_and_storage.json')),
    });
    expect(source).toBe('fronius');
    expect(candidates.length).toBeGreaterThan(5);
  });

  const candidatesFor = async (text: string): Promise<Record<string, string[] | null>> => {
    const { candidates } = await ask('candidates', { type: 'analyse', job: jobOf(text) });
    return Object.fromEntries(candidates.map(({ key, terms }) => [key, terms?.map(({ name }) => name) ?? null]));
  };

  test('is offered no term that its values cannot be those of', async () => {
    const found = await candidatesFor(
      '{"last_communication_time":"2026-04-02T16:11:41Z","connected":true,"name":"device_1","V_SF":-1,"SN":"300586","Uac":"231,4"}',
    );
    expect(found['last_communication_time']).not.toContain('load-W');
    expect(found['connected']).not.toContain('session_duration-h');
    expect(found['name']).not.toContain('rated_power-W');
    expect(found['V_SF']).not.toContain('snowfall_water_equivalent-m');
    expect(found['SN']![0]).toBe('serial_number');
    expect(found['Uac']![0]).toBe('voltage-V');
  });

  test('is told from what a factor of SunSpec scales, whatever the model', async () => {
    const text =
      '{"models":[{"ID":103,"W":342,"W_SF":1,"PhVphA":2301,"V_SF":-1,"Hz":50,"Hz_SF":0,"AphA":495,"DCV":1}]}';
    const { candidates } = await ask('candidates', { type: 'analyse', job: jobOf(text) });
    const found = Object.fromEntries(candidates.map((each) => [each.key, each]));
    expect(found['W']!.factor).toEqual({ key: 'W_SF', value: '1' });
    expect(found['PhVphA']!.factor).toEqual({ key: 'V_SF', value: '-1' });
    expect(['Hz', 'AphA', 'DCV', 'W_SF'].map((key) => found[key]!.factor)).toEqual([null, null, null, null]);
    expect(found['W_SF']!.terms).toEqual([]);
  });

  test('behind the first 200 is told that no terms were looked for', async () => {
    const keys = Array.from({ length: 201 }, (_, i) => [`k${i}_power`, i]);
    const found = await candidatesFor(JSON.stringify(Object.fromEntries(keys)));
    expect(found['k199_power']).not.toBeNull();
    expect(found['k200_power']).toBeNull();
  });

  test('can be filled in as each term that is not plain', async () => {
    const { candidates } = await ask('candidates', { type: 'analyse', job: jobOf('{"Mn":"SMA","Pac":1}') });
    const plain = candidates.map(({ key, terms }) => [key, terms!.filter(({ isPlain }) => isPlain).length]);
    expect(plain).toEqual([
      ['Mn', 1],
      ['Pac', expect.any(Number)],
    ]);
    for (const { key, terms } of candidates)
      for (const { name, isPlain } of terms!) {
        const filled = await analyse(await changed('{"Mn":"SMA","Pac":1}', { name: 'fill', key, term: name }));
        expect([name, statesOf(filled)[key]]).toEqual([name, isPlain ? 'nothing' : 'own']);
      }
  });

  test.each([
    ['{"r":[{"Uac":1,"voltage-V":2}]}', 'json'],
    ['{"voltage-V":2}\n{"Uac":1,"x":{},"voltage-V":2}', 'ndjson'],
    ['Uac,voltage-V\n1,2\n', 'csv'],
  ] as const)('keeps its name beside a key of the term: %j', async (text, kind) => {
    const change: Change = { name: 'rename', key: 'Uac', term: 'voltage-V' };
    const { fault, replacements } = await ask('changed', { type: 'change', job: jobOf(text, kind), change });
    expect(fault).toContain('one of their values would be lost');
    expect(fault).toContain('Fill it in instead.');
    expect(replacements).toEqual([]);
  });

  test('is told to stay where a term has no entry to fill in', async () => {
    const change: Change = { name: 'rename', key: 'SN', term: 'serial_number' };
    const job = jobOf('{"SN":"a","serial_number":"b"}');
    const { fault } = await ask('changed', { type: 'change', job, change });
    expect(fault).toContain('would be lost. Leave "SN" as it is, or take one of the two away.');
  });

  test('becomes a term whose key other records have', async () => {
    const text = '{"r":[{"Uac":1},{"voltage-V":2}],"@semantic":{"@context":{}}}';
    expect(await changed(text, { name: 'rename', key: 'Uac', term: 'voltage-V' })).toContain('[{"voltage-V":1}');
  });

  test('becomes a term by its name, everywhere but in texts', async () => {
    const text = '{"P":1,"r":[{"P":"P"},{"\\u0050":2}]}';
    expect(await changed(text, { name: 'rename', key: 'P', term: 'active_power-kW' })).toBe(
      '{"active_power-kW":1,"r":[{"active_power-kW":"P"},{"active_power-kW":2}]}',
    );
    expect(await changed('x,P\n1,2\n', { name: 'rename', key: 'P', term: 'voltage-V' }, 'csv')).toBe(
      'x,voltage-V\n1,2\n',
    );
  });

  test('may be renamed in a document that says its meaning itself', async () => {
    const described = await changed('{"voltage-V":1,"P":2}', { name: 'describe' });
    const renamed = await changed(described, { name: 'rename', key: 'P', term: 'active_power-kW' });
    expect(statesOf(await analyse(renamed))).toEqual({ 'voltage-V': 'term', 'active_power-kW': 'term' });
    expect(renamed).not.toContain('"P"');
  });

  test('that is filled in says what the term says', async () => {
    const text = '{"timestamp":"2026-03-01T10:15:00Z","U_L1":231.40,"x":1}';
    const filled = await changed(text, { name: 'fill', key: 'U_L1', term: 'voltage_l1-V' });
    const analysis = await analyse(filled);
    expect(statesOf(analysis)).toEqual({ timestamp: 'term', U_L1: 'own', x: 'nothing' });
    expect(analysis.keys[1]!.term?.name).toBe('voltage_l1-V');
    expect(analysis.output).toContain('numericValue 231.40 ');
    // What is filled in next leaves what is there.
    const twice = await changed(filled, { name: 'fill', key: 'x', term: 'current-A' });
    expect(statesOf(await analyse(twice))).toEqual({ timestamp: 'term', U_L1: 'own', x: 'own' });
  });

  test('that is described leaves the graph as it is', async () => {
    const text = '{"timestamp":"2026-03-01T10:15:00Z","voltage-V":231.40,"n":[{"x":1}]}';
    const described = await changed(text, { name: 'describe' });
    const [before, after] = [await analyse(text, 'json', 'nt'), await analyse(described, 'json', 'nt')];
    expect(areIsomorphic(await readBack('nt', before.output), await readBack('nt', after.output))).toBe(true);
    expect(described).toContain('\n      "voltage-V": {');
    expect(described.endsWith('"timestamp":"2026-03-01T10:15:00Z","voltage-V":231.40,"n":[{"x":1}]}')).toBe(true);
  });

  test('beside terms alone tells of no source', async () => {
    const text = '{"records":[{"timestamp":"2026-03-01T10:15:00Z","Uac":230}]}';
    expect((await ask('candidates', { type: 'analyse', job: jobOf(text) })).source).toBeNull();
  });

  test('is found for an array, too, which it makes a document', async () => {
    const text = readFixture('sources/home-assistant/states.json');
    const { source } = await ask('candidates', { type: 'analyse', job: jobOf(text) });
    expect(source).toBe('home-assistant');
    const described = await changed(text, { name: 'source', source: source! });
    expect((await analyse(described)).fault).toBeNull();
    expect(described).toContain('"active_power-W":"3104.2"');
    for (const malformed of ['[{"entity_id": 1, "state": ]', '7', '"text"'])
      expect((await ask('candidates', { type: 'analyse', job: jobOf(malformed) })).source).toBeNull();
  });

  test('of a source is described by its path', async () => {
    const text = readFixture('sources/fronius/meter_and_storage.json');
    const described = await changed(text, { name: 'source', source: 'fronius' });
    const { keys, fault } = await analyse(described);
    expect(fault).toBeNull();
    expect(keys.filter(({ state }) => state === 'own').length).toBeGreaterThan(10);
  });
});
