import { readdirSync, readFileSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { parse } from 'yaml';
import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { HubError } from '../../src/errors.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { readVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { changeOfVocabulary } from '../../src/vocabulary/vocabulary-state.ts';
import { readTurtleInto } from '../../src/rdf/read-rdf.ts';
import { backUp } from '../../src/operations/back-up.ts';
import { restore } from '../../src/operations/restore.ts';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { draftSource } from '../../src/suggestions/draft-source.ts';
import { findByReceipts } from '../../src/suggestions/find-suggestions.ts';
import type { ShapeCheck } from '../../src/vocabulary/shapes/check-shapes.ts';
import type { VocabularyArchive } from '../../src/vocabulary/versions/archive.ts';
import { eraseOldContacts } from '../../src/suggestions/erase-contacts.ts';
import { createSuggestions, type Suggestions } from '../../src/suggestions/suggestions.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import { HUB, seededVocabulary } from '../vocabulary/seeded.ts';
import { SMALL } from '../vocabulary/small-vocabulary.ts';

const FILE = {
  title: 'Acme meter',
  documentation: 'https://acme.example/meter/api',
  keys: { 'meter.begun': 'start' },
  also: { 'meter.ended': 'end' },
};
const EMAIL = 'ada@example.org';
const NOW = new Date('2026-01-02T03:04:05Z');
const DAY_MS = 24 * 60 * 60 * 1000;

async function basis(maxWaiting?: number): Promise<{ store: EmbeddedStore; suggestions: Suggestions }> {
  const store = new EmbeddedStore();
  const add = readTurtleInto(HUB.vocabularyGraph, [{ name: 'small', text: SMALL, baseIri: HUB.vocabulary }]);
  await store.change(changeOfVocabulary(null, { add }, HUB));
  let vocabulary = await readVocabulary(store, HUB);
  const suggestions = createSuggestions({
    store,
    hub: HUB,
    vocabulary: () => vocabulary,
    onVocabulary: (listener) => {
      const read = async (): Promise<void> => {
        vocabulary = await readVocabulary(store, HUB);
        listener(vocabulary);
      };
      setTimeout(() => void read(), 1);
      return () => {};
    },
    shapes: { check: async () => {} },
    now: () => NOW,
    log: pino({ level: 'silent' }),
    timing: DEFAULT_TIMING,
    ...(maxWaiting === undefined ? {} : { maxWaiting }),
  });
  return { store, suggestions };
}

function fields(source: string, file: object | string = FILE): Record<string, unknown> {
  return { source, file: typeof file === 'string' ? file : JSON.stringify(file, null, 2), email: EMAIL };
}

async function refusalOf(doing: Promise<unknown>): Promise<HubError> {
  const error: unknown = await doing.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(HubError);
  return error as HubError;
}

describe('a suggestion of a source', () => {
  test('is known by its receipt, without the e-mail, and is no suggestion of a term', async () => {
    const { suggestions } = await basis();
    const { receipt, suggestion, message } = await suggestions.sources.suggest(fields('acme-meter'), 'client');
    expect(message).toContain(receipt);
    const [found] = await suggestions.sources.findByReceipts([receipt]);
    expect(found).toEqual(suggestion);
    expect(found).toMatchObject({ name: 'acme-meter', state: 'pending', sourceIri: null });
    expect(JSON.stringify(found)).not.toContain(EMAIL);
    expect(await suggestions.terms.findByReceipts([receipt])).toEqual([null]);
    expect(await suggestions.terms.count([null, 'pending'])).toEqual([0, 0]);
    expect(await suggestions.sources.count([null, 'pending'])).toEqual([1, 1]);
    const [page] = await suggestions.sources.listPages([{ state: null, first: 10, after: null }]);
    expect(page).toEqual({ ids: [suggestion.id], hasNext: false });
    expect(await suggestions.terms.listPages([{ state: null, first: 10, after: null }])).toEqual([
      { ids: [], hasNext: false },
    ]);
    expect(await suggestions.sources.findByIds([suggestion.id])).toMatchObject([{ email: EMAIL, reviewer: null }]);
  });

  test('of a name waits once, and a term of the same name is another thing', async () => {
    const { suggestions } = await basis();
    await suggestions.sources.suggest(fields('middle'), 'client');
    expect((await refusalOf(suggestions.sources.suggest(fields('middle'), 'client'))).code).toBe('source-suggested');
    const term = { parameter: 'middle', description: 'Half way.', datatype: 'xsd:dateTimeStamp', email: EMAIL };
    expect((await suggestions.terms.suggest(term, 'client')).suggestion.state).toBe('pending');
  });

  test('is refused when as many wait as may', async () => {
    const { suggestions } = await basis(1);
    await suggestions.sources.suggest(fields('one'), 'client');
    const error = await refusalOf(suggestions.sources.suggest(fields('two'), 'client'));
    expect([error.code, error.message]).toEqual(['not-saved', expect.stringContaining('1 suggestions wait')]);
  });

  test('loses its e-mail 90 days after it was closed', async () => {
    const { store, suggestions } = await basis();
    const { suggestion } = await suggestions.sources.suggest(fields('acme-meter'), 'client');
    await suggestions.sources.reject(suggestion.id, 'No.', 'ada');
    expect(await eraseOldContacts(store, HUB, new Date(NOW.getTime() + 90 * DAY_MS - 1))).toBe(0);
    expect(await eraseOldContacts(store, HUB, new Date(NOW.getTime() + 90 * DAY_MS))).toBe(1);
    expect(await suggestions.sources.findByIds([suggestion.id])).toMatchObject([{ email: null, state: 'rejected' }]);
  });
});

describe('a source that was accepted', () => {
  test('is in the vocabulary with its variants, and in what survives new seeds', async () => {
    const { store, suggestions } = await basis();
    const file = { ...FILE, variants: { late: { 'meter.late': 'end' } } };
    const { suggestion } = await suggestions.sources.suggest(fields('acme-meter', file), 'client');
    const outcome = await suggestions.sources.accept(suggestion.id, {}, 'Thank you.', 'ada');
    expect(outcome.problems).toEqual([]);
    expect(outcome.isInUse).toBe(true);
    expect(outcome.suggestion).toMatchObject({
      state: 'accepted',
      sourceIri: `${HUB.vocabulary}source/acme-meter`,
      reviewer: 'ada',
    });
    const { lexicon } = await readVocabulary(store, HUB);
    expect(lexicon.sources?.map(({ name, variantOf }) => [name, variantOf])).toEqual([
      ['acme-meter', null],
      ['acme-meter-late', 'acme-meter'],
    ]);
    const kept: string[] = [];
    for await (const { s } of store.dump(HUB.acceptedGraph)) kept.push(s.value);
    expect(new Set(kept)).toEqual(
      new Set([`${HUB.vocabulary}source/acme-meter`, `${HUB.vocabulary}source/acme-meter-late`]),
    );
    expect((await refusalOf(suggestions.sources.suggest(fields('acme-meter'), 'client'))).code).toBe('source-exists');
  });

  test('may be changed by the administrator, and is checked again', async () => {
    const { store, suggestions } = await basis();
    const { suggestion } = await suggestions.sources.suggest(fields('acme-meter'), 'client');
    const accept = (edits: { readonly name?: string; readonly file?: string }) =>
      suggestions.sources.accept(suggestion.id, edits, null, 'ada');
    const wrong = await accept({ file: JSON.stringify({ ...FILE, keys: { 'meter.begun': 'begin' } }) });
    expect(wrong.problems).toMatchObject([{ code: 'invalid-review', path: ['source', 'file'], value: 'begin' }]);
    expect((await accept({ name: 'fronius' })).problems).toMatchObject([
      { code: 'source-exists', path: ['source', 'name'] },
    ]);
    expect((await accept({ name: 'acme', file: JSON.stringify({ ...FILE, title: 'Acme' }) })).problems).toEqual([]);
    const { lexicon } = await readVocabulary(store, HUB);
    expect(lexicon.sources).toMatchObject([{ name: 'acme', title: 'Acme', keys: [['meter.begun', 'start']] }]);
    expect((await accept({})).problems).toMatchObject([{ code: 'already-reviewed' }]);
  });

  test('comes back with a backup, at another address too', async () => {
    const { store, suggestions } = await basis();
    const { suggestion, receipt } = await suggestions.sources.suggest(fields('acme-meter'), 'client');
    await suggestions.sources.accept(suggestion.id, {}, null, 'ada');
    const archive = { history: () => [], durable: () => [] } as unknown as VocabularyArchive;
    const shapes = { check: async () => {} } as unknown as ShapeCheck;
    const other = hubNamespaces('https://other.example');
    const restored = new EmbeddedStore();
    const backup = (await backUp({ store, hub: HUB, archive, shapes, kept: undefined })).pipe(createGunzip());
    await restore(backup, { store: restored, hub: other, archive, shapes, kept: undefined });
    const { lexicon } = await readVocabulary(restored, other);
    expect(lexicon.sources).toMatchObject([{ name: 'acme-meter', keys: [['meter.begun', 'start']] }]);
    expect(await findByReceipts(restored, other, 'source', [receipt])).toMatchObject([
      { state: 'accepted', sourceIri: `${other.vocabulary}source/acme-meter` },
    ]);
  });

  test('is refused with the vocabulary when its file is none', async () => {
    const source = (name: string, file: string) => `
      <source/${name}> a hub:Source ; skos:notation "${name}" ; hub:sourceFile ${JSON.stringify(file)} .`;
    const texts = { format: 1, name: 'other', variantOf: null, title: 'Other', documentation: '', currency: null };
    const lists =
      'keys alike context empty units by only positions columns series records texts affixes recognise requires';
    const ofOther = { ...texts, ...Object.fromEntries(lists.split(' ').map((list) => [list, []])) };
    for (const [file, reason] of [
      ['{', /has no file that can be read: .*JSON/],
      ['{}', /has no file that can be read: .*\(format\)/],
      ['{"format":1,"name":"acme","keys":[["a","start"]]}', /has no file that can be read: .*\(variantOf\)/],
      [JSON.stringify(ofOther), /is that of other, not of acme/],
    ] as const) {
      const store = new EmbeddedStore();
      const text = SMALL + source('acme', file);
      await store.change({ add: readTurtleInto(HUB.vocabularyGraph, [{ name: 's', text, baseIri: HUB.vocabulary }]) });
      await expect(readVocabulary(store, HUB)).rejects.toThrow(reason);
    }
  });
});

describe('the file of a source', () => {
  let vocabulary: Vocabulary;
  beforeAll(async () => {
    vocabulary = await seededVocabulary();
  });
  const POWER = { title: 'Acme', documentation: 'https://acme.example/', keys: { 'meter.pwr': 'active_power-W' } };

  async function messagesOf(file: object | string, name = 'acme'): Promise<string[]> {
    const text = typeof file === 'string' ? file : JSON.stringify(file, null, 2);
    return (await draftSource({ name, file: text }, vocabulary, HUB)).faults.map(({ message }) => message);
  }

  test('may be any that the package ships, as JSON', async () => {
    const folder = new URL('../../seeds/sources/', import.meta.url);
    for (const entry of readdirSync(folder)) {
      const file: unknown = parse(readFileSync(new URL(entry, folder), 'utf8'));
      const found = await messagesOf(file as object, `own-${entry.replace('.yaml', '')}`);
      expect([entry, found.filter((message) => !message.includes('which is no term'))]).toEqual([entry, []]);
    }
  });

  test('names terms that there are; the message says which key of which line, and which terms are like it', async () => {
    expect(await messagesOf({ ...POWER, keys: { 'meter.pwr': 'active_powr-W' } })).toEqual([
      expect.stringMatching(
        /^file:5: keys: "meter\.pwr" names "active_powr-W", which is no term\. Similar terms .*active_power-W/,
      ),
    ]);
    const deprecated = [...vocabulary.terms.values()].find(({ replacedBy }) => replacedBy !== null)!;
    expect(await messagesOf({ ...POWER, alike: { x: deprecated.name } })).toEqual([
      expect.stringContaining(`which is deprecated; use ${deprecated.replacedBy}`),
    ]);
    expect(await messagesOf({ ...POWER, also: { 'a.{inverter}.b': 'timestamp' } })).toEqual([
      expect.stringContaining('names {inverter}, which is no term'),
    ]);
  });

  test('has no key twice', async () => {
    const [start] = JSON.stringify(POWER).split('"keys"');
    const twice = `${start}"keys": { "a": "active_power-W",\n"a": "active_power-kW" } }`;
    expect(await messagesOf(twice)).toEqual(['file:2: "a" stands here a second time.']);
    expect(await messagesOf({ ...POWER, alike: { 'meter.pwr': 'active_power-kW' } })).toEqual([
      expect.stringMatching(/^file:8: alike: "meter\.pwr" stands in keys, too\./),
    ]);
  });

  test('is refused in few words, however long the names are that its file has', async () => {
    const long = 'n'.repeat(15_000);
    const files = [
      { ...POWER, [long]: {} },
      { ...POWER, keys: { [`{${long}}`]: 'active_power-W' } },
      { ...POWER, keys: { [long]: long } },
      { ...POWER, constants: { [long]: 'GB' } },
      { ...POWER, alike: { [long]: 'active_power-W' }, also: { [long]: 'active_power-W' } },
      { ...POWER, variants: { [long]: { [long]: long } } },
      JSON.stringify({ ...POWER, [long]: 1 }).replace(/}$/, `,"${long}":2}`),
    ];
    for (const file of files) {
      const messages = await messagesOf(file);
      expect(messages.length).toBeGreaterThan(0);
      expect(Math.max(...messages.map((message) => message.length))).toBeLessThan(800);
    }
  });

  test.each<[string, string | object, RegExp]>([
    ['no JSON', '{"title":', /JSON/],
    ['no object', '[]', /The file of a source is no JSON object/],
    ['an unknown member', { ...POWER, key: {} }, /^file:7: there is no key key; there are title/],
    ['no title', { ...POWER, title: undefined }, /title is missing/],
    ['an empty title', { ...POWER, title: ' ' }, /^file:2: title: /],
    ['documentation that is no address', { ...POWER, documentation: 'acme' }, /^file:3: documentation: an http/],
    ['keys of another form', { ...POWER, keys: ['meter.pwr'] }, /names with what is said of each are expected here/],
    ['a term that is none', { ...POWER, keys: { a: { b: 'c' } } }, /a text is expected here/],
    ['no keys', { ...POWER, keys: {} }, /at least one key has to have a term/],
    ['an empty pattern', { ...POWER, keys: { '': 'active_power-W' } }, /"" is empty: a pattern is/],
    ['an open bracket', { ...POWER, keys: { 'a[0.b': 'active_power-W' } }, /has a \[ without its \]/],
    ['an open brace', { ...POWER, keys: { 'a.{b': 'active_power-W' } }, /has a { or } alone/],
    ['a constant of no term', { ...POWER, constants: { zone: 'GB' } }, /^file:8: constants: "zone" is no term/],
    ['too deep a nesting', `{"title":${'['.repeat(200)}`, /deep/],
  ])('is refused with %s', async (_, file, message) => {
    expect((await messagesOf(file)).join('\n')).toMatch(message);
  });

  const variantsOf = (count: number): object =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`v${at}`, {}]));

  test('has at most 100 variants, each under a short name', async () => {
    expect(await messagesOf({ ...POWER, variants: variantsOf(100) })).toEqual([]);
    expect(await messagesOf({ ...POWER, variants: variantsOf(101) })).toEqual([
      expect.stringMatching(/^file:7: variants has 101 names; at most 100 are taken: describe the others as a source/),
    ]);
    const long = await messagesOf({ ...POWER, variants: { ['v'.repeat(10_000)]: { a: 'power', b: 'power' } } });
    expect(long).toHaveLength(3);
    for (const message of long) expect(message.length).toBeLessThan(600);
  });

  test('becomes at most a million characters more by its variants, whatever they repeat', async () => {
    const empty = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`unknown_${at}`, '']));
    const files = async (count: number) => {
      const file = JSON.stringify({ ...POWER, empty, variants: variantsOf(count) });
      return draftSource({ name: 'acme', file }, vocabulary, HUB);
    };
    expect((await files(50)).faults.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^file:1: variants: each of the 50 has what stands outside of variants, which makes 1\d{6} characters; at most 1000000 are taken/,
      ),
    ]);
    const { faults, triples } = await files(20);
    expect(faults).toEqual([]);
    expect(triples.reduce((sum, { o }) => sum + o.value.length, 0)).toBeLessThan(1_100_000);
  });

  test('leaves out of a variant what is empty for the others alone', async () => {
    const file = JSON.stringify({ ...POWER, empty: { a: 'why', b: '' }, variants: { one: { a: 'active_power-W' } } });
    const { triples } = await draftSource({ name: 'acme', file }, vocabulary, HUB);
    const made = triples.filter(({ p }) => p.endsWith('sourceFile')).map(({ o }) => JSON.parse(o.value) as object);
    expect(made).toMatchObject([
      {
        empty: [
          ['a', 'why'],
          ['b', ''],
        ],
      },
      {
        name: 'acme-one',
        keys: [
          ['meter.pwr', 'active_power-W'],
          ['a', 'active_power-W'],
        ],
        empty: [['b', '']],
      },
    ]);
  });

  test.each(['Acme', 'a b', '-a', 'a--b', '', 'x'.repeat(61), 'auto', 'ä', '../x'])(
    'is refused with the name %j',
    async (name) => {
      expect(await messagesOf(POWER, name)).toEqual([expect.stringMatching(/is no name of a source/)]);
    },
  );

  test('is refused with the name of a source that there is, or with that of a variant', async () => {
    const { faults } = await draftSource({ name: 'fronius', file: '{}' }, vocabulary, HUB);
    expect(faults).toMatchObject([{ field: 'name', isTaken: true }]);
    const file = JSON.stringify({ ...POWER, variants: { gen1: { a: 'active_power-W' } } });
    const variant = await draftSource({ name: 'shelly', file }, vocabulary, HUB);
    expect(variant.faults).toMatchObject([{ field: 'name', isTaken: true, piece: 'shelly-gen1' }]);
  });
});
