import { describe, expect, test, vi } from 'vitest';
import { didYouMean, searchTerms } from '../../src/vocabulary/search/find-terms.ts';
import { NO_REST } from '../../src/vocabulary/thread-slices.ts';
import { TermSearch } from '../../src/vocabulary/search/search.ts';
import { editDistance, spellingOf, wordsOf, wordsOfKey } from '../../src/vocabulary/search/words.ts';
import { WordIndex } from '../../src/vocabulary/search/word-index.ts';
import { seededVocabulary } from './seeded.ts';

const vocabulary = await seededVocabulary();
const SEARCHER = { client: 'somebody' };
const find = async (text: string, most = 5): Promise<string[]> =>
  (await searchTerms(vocabulary, text, most, SEARCHER)).map(({ term }) => term.name);

describe('the first term that is found', () => {
  test.each([
    ['active_power-kW', 'active_power-kW', 'by its name'],
    ['Active_Power kW', 'active_power-kW', 'by its name in another spelling'],
    ['power', 'active_power-kW', 'by a word'],
    ['Power (kW)', 'active_power-kW', 'by the name of a column'],
    ['nabenhöhe', 'hub_height-m', 'by a German label without its unit'],
    ['wind speed', 'wind_speed-m_per_s', 'by its label without the unit'],
    ['potencia activa', 'active_power-kW', 'by a Spanish label'],
    ['potência ativa', 'active_power-kW', 'by a Portuguese label'],
    ['potencia ativa', 'active_power-kW', 'without its accents'],
    ['DE_load_actual_entsoe_transparency', 'area_load-MW', 'by the name that a data set has for it'],
    ['SoC', 'state_of_charge-percent', 'by an abbreviation'],
    ['soc', 'state_of_charge-percent', 'by an abbreviation in small letters'],
    ['W', 'active_power-W', 'by a single letter that is its name in SunSpec'],
    ['GHI', 'global_horizontal_irradiance-W_per_m2', 'by what meteorologists call it'],
    ['actve powr', 'active_power-kW', 'with letters wrong'],
    ['batery temprature', 'battery_temperature-degC', 'with letters wrong in each word'],
    ['ladezustand', 'state_of_charge-percent', 'by a German word in small letters'],
  ])('%j is %s: %s', async (text, name) => {
    expect((await find(text))[0]).toBe(name);
  });

  test('is, for a name of OCPP, one of the terms that have it', async () => {
    expect((await find('Power.Active.Import', 2)).toSorted()).toEqual([
      'active_power_import-W',
      'active_power_import-kW',
    ]);
  });
});

test('words of one label find all terms that have them, in any unit', async () => {
  expect((await find('Wirkleistung', 3)).toSorted()).toEqual(['active_power-MW', 'active_power-W', 'active_power-kW']);
});

test('every term is found first by its own name', async () => {
  const missed: string[] = [];
  for (const name of vocabulary.terms.keys()) if ((await find(name, 1))[0] !== name) missed.push(name);
  expect(missed).toEqual([]);
});

test('every term is among the first twelve for each of its labels', async () => {
  const missed: string[] = [];
  for (const { name, label } of vocabulary.terms.values())
    if (!(await find(label, 12)).includes(name)) missed.push(name);
  expect(missed).toEqual([]);
});

test('scores fall, and terms come once', async () => {
  const found = await searchTerms(vocabulary, 'energy', 500, SEARCHER);
  const scores = found.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(new Set(found.map(({ term }) => term.name)).size).toBe(found.length);
});

test.each(['', '   ', '-', '()', '\u0000', '💡'])('a text without words finds nothing: %j', async (text) => {
  expect(await find(text)).toEqual([]);
  expect(await didYouMean(vocabulary, text, SEARCHER)).toBeNull();
});

test.each(['hasOwnProperty', 'xylophone'])('a word that no term has finds nothing: %s', async (text) => {
  expect(await find(text)).toEqual([]);
});

test('a text of any length is searched by its beginning', async () => {
  expect((await find(`active power kW ${'x'.repeat(1_000_000)}`)).length).toBeGreaterThan(0);
  expect(await didYouMean(vocabulary, 'ab '.repeat(100_000), SEARCHER)).toBeNull();
});

describe('did you mean', () => {
  test.each([
    ['actve powr', 'active power'],
    ['batery temprature', 'battery temperature'],
    ['Wirkleistng', 'wirkleistung'],
    ['potencia activaa', 'potencia activa'],
  ])('%j is %j', async (text, meant) => {
    expect(await didYouMean(vocabulary, text, SEARCHER)).toBe(meant);
  });

  test.each(['active power', 'Wirkleistung', 'temp', 'SoC', 'xylophone'])(
    '%j needs no mending, or has none',
    async (text) => {
      expect(await didYouMean(vocabulary, text, SEARCHER)).toBeNull();
    },
  );
});

test('terms without labels and other names, as other hubs tell them, are found too', async () => {
  const terms = [
    { name: 'cycle_count', description: 'Full cycles.' },
    { name: 'site', description: 'Where it is.' },
  ];
  const search = await TermSearch.build(terms, NO_REST);
  expect((await search.find('cycles', 5, NO_REST)).map(({ term }) => term.name)).toEqual(['cycle_count']);
});

describe('texts of scripts that have no blanks between words', () => {
  const terms = [
    {
      name: 'power',
      description: 'What is fed in.',
      alternatives: ['发电厂的有功功率测量值并网点', '系統の有効電力', 'バッテリー充電状態'],
    },
    { name: 'voltage', description: 'ค่าแรงดันไฟฟ้าจริงของโรงไฟฟ้า', alternatives: ['母线电压测量', '모선 전압'] },
  ];

  test.each([
    ['有功功率', 'power'],
    ['测量值', 'power'],
    ['有効電力', 'power'],
    ['電力', 'power'],
    ['充電状態', 'power'],
    ['电压', 'voltage'],
    ['แรงดันไฟฟ้า', 'voltage'],
    ['โรงไฟฟ้า', 'voltage'],
    ['전압', 'voltage'],
  ])('%s is found in the middle of a text', async (text, name) => {
    const search = await TermSearch.build(terms, NO_REST);
    expect((await search.find(text, 5, NO_REST))[0]?.term.name).toBe(name);
  });

  test('are named by the whole of them, too', async () => {
    const search = await TermSearch.build(terms, NO_REST);
    expect(search.named('母线电压测量').owners).toEqual([1]);
    expect(search.named('母线').owners).toEqual([]);
  });
});

describe('words', () => {
  test('are the same in every spelling', () => {
    expect(wordsOf('Potência-ATIVA (kW)')).toEqual(['potencia', 'ativa', 'kw']);
    expect(wordsOfKey('activePowerKW')).toEqual(['active', 'power', 'kw']);
    expect(wordsOfKey('WindSpeed10m')).toEqual(['wind', 'speed10m']);
    expect(spellingOf('Straße °C')).toBe('strassedegc');
    expect(wordsOf('母线电压(kV)')).toEqual(['母', '线', '电压', 'kv']);
    expect(spellingOf('母线电压(kV)')).toBe('母线电压kv');
  });

  test('that nothing stands between are divided at once, whatever stands between others', () => {
    const divide = vi.spyOn(Intl.Segmenter.prototype, 'segment');
    const text = '母线电压 kV, 有効電力-チャンネル\n电压 ค่าแรงดัน';
    const parts = ['母线电压', 'kV', '有効電力', 'チャンネル', '电压', 'ค่าแรงดัน'];
    expect(wordsOf(text)).toEqual(parts.flatMap(wordsOf));
    expect(divide).toHaveBeenCalledTimes(6);
    divide.mockRestore();
  });

  test.each([
    ['as one run', ''],
    ['with signs between', '。'],
  ])('that nothing stands between are divided in short pieces where there are many, %s', (_, sign) => {
    const divide = vi.spyOn(Intl.Segmenter.prototype, 'segment');
    const sentence = `母线电压的测量值由系统记录并存储用于报告${sign}`;
    const words = wordsOf(sentence.repeat(5_000));
    const lengths = divide.mock.calls.map(([text]) => text.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(1_000);
    // What a piece divides anew of the one before it is a word, not more.
    expect(lengths.reduce((sum, length) => sum + length)).toBeLessThan(1.1 * sentence.length * 5_000);
    divide.mockRestore();
    expect(words.join('')).toBe(spellingOf(sentence).repeat(5_000));
    // Where a piece begins within a sentence, some of its words may be others.
    const own = new Set(wordsOf(sentence.repeat(3)));
    expect(words.filter((word) => !own.has(word)).length).toBeLessThan(words.length / 100);
  });

  test('of two units of UTF-16 a letter stay whole where long texts are divided', () => {
    const text = '𠮷𠀋'.repeat(1_500);
    expect(wordsOf(text).join('')).toBe(text);
    expect(wordsOf(`母${text}`).filter((word) => /\p{Surrogate}/u.test(word))).toEqual([]);
  });

  test.each([
    ['power', 'power', 0],
    ['powr', 'power', 1],
    ['pwoer', 'power', 1],
    ['pwr', 'power', 2],
    ['', 'ab', 2],
    ['flower', 'power', 2],
    ['voltage', 'current', 3],
  ])('%j and %j are %i letters apart', (one, other, distance) => {
    expect(editDistance(one, other, 2)).toBe(distance);
  });
});

test('a word that is as near to very many others is corrected in one pass over the index, to the one whose term has most of what is near', async () => {
  const numbers = Array.from({ length: 1_000 }, (_, at) => String(at).padStart(3, '0'));
  const terms = numbers.map((number) => ({ name: `plant${number}_value`, description: 'A value.' }));
  const search = await TermSearch.build(
    [...terms, { name: 'plant777_plant778', description: 'Two of them.' }],
    NO_REST,
  );
  const score = vi.spyOn(WordIndex.prototype, 'score');
  try {
    expect(await search.didYouMean('plant77x', NO_REST)).toMatch(/^plant77[78]$/);
    // One for what is near, one for what the correction finds.
    expect(score.mock.calls.length).toBeLessThan(5);
  } finally {
    score.mockRestore();
  }
});
