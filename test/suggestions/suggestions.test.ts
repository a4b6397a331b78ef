import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { HubError } from '../../src/errors.ts';
import { readTurtle, readTurtleInto } from '../../src/rdf/read-rdf.ts';
import type { Triple } from '../../src/rdf/triple.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { StoreError, type Store } from '../../src/store/store.ts';
import { eraseOldContacts } from '../../src/suggestions/erase-contacts.ts';
import { createSuggestions, type Suggestions, type SuggestionsBasis } from '../../src/suggestions/suggestions.ts';
import { tryReading } from '../../src/vocabulary/registry/try-reading.ts';
import type { CheckedOptions } from '../../src/vocabulary/shapes/check-shapes.ts';
import { readVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import { VocabularyRegistry } from '../../src/vocabulary/registry/registry.ts';
import { changeOfVocabulary, readVocabularyState } from '../../src/vocabulary/vocabulary-state.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { listSuggestions } from '../support/list-suggestions.ts';
import { HUB } from '../vocabulary/seeded.ts';
import { SMALL } from '../vocabulary/small-vocabulary.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';

const FIELDS = { description: 'When it began.', datatype: 'xsd:dateTimeStamp', email: 'ada@example.org' };
const TERM = { label: null, category: 'time', unit: null, quantityKind: null, example: null, template: [] };
const DAY_MS = 24 * 60 * 60 * 1000;

interface Basis {
  readonly store: Store;
  readonly suggestions: Suggestions['terms'];
  readonly vocabulary: Vocabulary;
}

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function loaded(store: EmbeddedStore): Promise<EmbeddedStore> {
  const add = readTurtleInto(HUB.vocabularyGraph, [{ name: 'small', text: SMALL, baseIri: HUB.vocabulary }]);
  await store.change(changeOfVocabulary(null, { add }, HUB));
  return store;
}

/** Suggestions over the small vocabulary, with no shapes to keep unless given. */
async function basis(over: Partial<SuggestionsBasis> = {}): Promise<Basis> {
  const store = over.store ?? (await loaded(new EmbeddedStore()));
  const vocabulary = await readVocabulary(store, HUB);
  const { terms: suggestions } = createSuggestions({
    store,
    hub: HUB,
    vocabulary: () => vocabulary,
    // What is accepted is in use as soon as it is saved, for all that is tested here.
    onVocabulary: (listener) => {
      setTimeout(() => void readVocabulary(store, HUB).then(listener), 1);
      return () => {};
    },
    shapes: { check: async () => {} },
    now: () => new Date('2026-01-02T03:04:05Z'),
    log: pino({ level: 'silent' }),
    timing: DEFAULT_TIMING,
    ...over,
  });
  return { store, suggestions, vocabulary };
}

async function dumped(store: Store, graph: string): Promise<Triple[]> {
  const triples: Triple[] = [];
  for await (const triple of store.dump(graph)) triples.push(triple);
  return triples;
}

async function failureOf(doing: Promise<unknown>): Promise<HubError> {
  const error: unknown = await doing.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(HubError);
  return error as HubError;
}

describe('accepting', () => {
  test('takes into use what reading the store would give, without reading it', async () => {
    const store = await loaded(new EmbeddedStore());
    const registry = new VocabularyRegistry({
      store,
      hub: HUB,
      log: pino({ level: 'silent' }),
      timing: { firstRetryMs: 1_000, longestRetryMs: 1_000 },
    });
    await registry.start();
    const { suggestions } = await basis({
      store,
      registry,
      vocabulary: () => registry.current(),
      onVocabulary: (listener) => registry.onRead(listener),
    });
    const { id } = (await suggestions.suggest({ ...FIELDS, parameter: 'begin' }, 'client')).suggestion;
    const dumps = vi.spyOn(store, 'dump');
    const template = [{ subject: null, predicate: 'time:hasTime', object: '?interval' }];
    const outcome = await suggestions.accept(id, { ...TERM, template }, null, 'ada');
    expect(outcome).toMatchObject({ problems: [], isInUse: true });
    expect(dumps).not.toHaveBeenCalled();
    const read = await readVocabulary(store, HUB);
    // What it was made of is no part of what a store says.
    const { triples, cameOf: _, ...used } = registry.current();
    expect({ ...used, triples: [...triples] }).toEqual({ ...read, triples: [...read.triples] });
    expect(read.terms.get('begin')?.rows).toHaveLength(1);
    registry.stop();
  });

  test('of what another hub accepted a moment ago reads that alone, and has it noted before the next version is there', async () => {
    const store = await loaded(new EmbeddedStore());
    const registry = new VocabularyRegistry({
      store,
      hub: HUB,
      log: pino({ level: 'silent' }),
      timing: { firstRetryMs: 1_000, longestRetryMs: 1_000 },
    });
    // As on a server, which tells nobody of a change.
    store.onChange = () => () => {};
    await registry.start();
    const used: string[] = [];
    const noted: (string | undefined)[][] = [];
    const shared: Partial<SuggestionsBasis> = {
      store,
      registry,
      vocabulary: () => registry.current(),
      onVocabulary: (listener) => registry.onRead(listener),
      whenNoted: async () => {
        noted.push([registry.current().version, (await readVocabularyState(store, HUB))?.version ?? undefined]);
      },
    };
    const other = await basis({ store });
    const { suggestions } = await basis({ ...shared, timing: { ...DEFAULT_TIMING, inUseMs: 10 } });
    const ids = [];
    for (const parameter of ['begin', 'finish'])
      ids.push((await suggestions.suggest({ ...FIELDS, parameter }, 'client')).suggestion.id);
    registry.onRead(({ version }) => used.push(version));
    await other.suggestions.accept(ids[0]!, TERM, null, 'bob');
    const { version } = await readVocabulary(store, HUB);
    const dumps = vi.spyOn(store, 'dump');
    const { problems } = await suggestions.accept(ids[1]!, TERM, null, 'ada');
    expect(problems).toEqual([]);
    expect(new Set(dumps.mock.calls.map(([graph]) => graph))).toEqual(new Set([HUB.acceptedGraph]));
    expect([used[0], noted]).toEqual([version, [[version, version]]]);
    expect([...(await readVocabulary(store, HUB)).terms.keys()]).toEqual(expect.arrayContaining(['begin', 'finish']));
    registry.stop();
  });
});

test('an acceptance on a table that a hub kept waits until the store is known to hold it', async () => {
  const store = await loaded(new EmbeddedStore());
  const { version, triples } = await readVocabulary(store, HUB);
  const other = await basis({ store });
  const ids = [];
  for (const parameter of ['begin', 'finish'])
    ids.push((await other.suggestions.suggest({ ...FIELDS, parameter }, 'client')).suggestion.id);
  await other.suggestions.accept(ids[0]!, TERM, null, 'bob');
  const { revision } = (await readVocabularyState(store, HUB))!;
  const registry = new VocabularyRegistry({
    store,
    hub: HUB,
    log: pino({ level: 'silent' }),
    kept: { read: async () => ({ revision, version, triples }), heldAt: () => null, keep() {}, distrust() {} },
    isShared: true,
    timing: { firstRetryMs: 1_000, longestRetryMs: 1_000 },
  });
  await registry.start();
  expect(registry.current().version).toBe(version);
  const shared = { store, registry, vocabulary: () => registry.current() };
  const { suggestions } = await basis({ ...shared, onVocabulary: (listener) => registry.onRead(listener) });
  expect((await suggestions.accept(ids[1]!, TERM, null, 'ada')).problems).toEqual([]);
  const read = await readVocabulary(store, HUB);
  expect([...read.terms.keys()]).toEqual(expect.arrayContaining(['begin', 'finish']));
  expect((await readVocabularyState(store, HUB))!.version).toBe(read.version);
  expect(registry.current().version).toBe(read.version);
  registry.stop();
});

describe('saving', () => {
  test('a store that cannot write is told as not saved, without a word of what is inside', async () => {
    const { store, suggestions } = await basis();
    await store.close();
    const error = await failureOf(suggestions.suggest({ ...FIELDS, parameter: 'begin' }, 'client'));
    expect(error.code).toBe('not-saved');
    expect(error.message).toBe('The suggestion could not be saved.');
    expect(error.cause).toBeInstanceOf(StoreError);
    expect((await failureOf(suggestions.findByReceipts(['x'.repeat(32)]))).code).toBe('suggestions-unavailable');
    expect((await failureOf(listSuggestions(suggestions, { state: null, first: 1, after: null }))).code).toBe(
      'suggestions-unavailable',
    );
  });

  test('a change whose answer was lost counts when the store has it, and only then', async () => {
    const inner = await loaded(new EmbeddedStore());
    let isMade = true;
    const store: Store = Object.assign(Object.create(inner) as Store, {
      select: inner.select.bind(inner),
      hasLists: inner.hasLists.bind(inner),
      lengthsOfLists: inner.lengthsOfLists.bind(inner),
      dump: inner.dump.bind(inner),
      async change(change: Parameters<Store['change']>[0]) {
        if (isMade) await inner.change(change);
        throw new StoreError('the connection was cut', { outcome: 'unknown' });
      },
    });
    const { suggestions } = await basis({ store });
    const { receipt } = await suggestions.suggest({ ...FIELDS, parameter: 'begin' }, 'client');
    expect((await suggestions.findByReceipts([receipt]))[0]).toMatchObject({ name: 'begin', state: 'pending' });
    isMade = false;
    const error = await failureOf(suggestions.suggest({ ...FIELDS, parameter: 'finish' }, 'client'));
    expect(error.code).toBe('not-saved');
    expect(error.details.hint).toMatch(/may have been saved after all/);
  });

  test('while the store is being given its first vocabulary, it is said that this is why, and what to do', async () => {
    const answer: { outcome?: 'unknown' } = {};
    const made = await basis({ registry: { isStoring: () => true } });
    vi.spyOn(made.store, 'change').mockImplementation(async () => {
      throw new StoreError('no answer within 4000 ms', answer);
    });
    const error = await failureOf(made.suggestions.suggest({ ...FIELDS, parameter: 'begin' }, 'client'));
    expect([error.code, error.message]).toEqual([
      'not-saved',
      expect.stringMatching(/^The suggestion could not be saved: .*first vocabulary.* Try again then\.$/),
    ]);
    answer.outcome = 'unknown';
    const doubtful = await failureOf(made.suggestions.suggest({ ...FIELDS, parameter: 'begin' }, 'client'));
    expect(doubtful.details.hint).toMatch(/may have been saved after all/);
  });

  test('no more wait than may', async () => {
    const { suggestions } = await basis({ maxWaiting: 2 });
    await suggestions.suggest({ ...FIELDS, parameter: 'begin' }, 'client');
    await suggestions.suggest({ ...FIELDS, parameter: 'finish' }, 'client');
    const error = await failureOf(suggestions.suggest({ ...FIELDS, parameter: 'middle' }, 'client'));
    expect([error.code, error.message]).toEqual([
      'not-saved',
      expect.stringMatching(/could not be saved: 2 suggestions wait for review, which is as many as may/),
    ]);
  });

  test('the receipt is nowhere kept, and the e-mail stands in a graph of its own', async () => {
    const { store, suggestions } = await basis();
    const { receipt } = await suggestions.suggest({ ...FIELDS, parameter: 'begin' }, 'client');
    const kept = await dumped(store, HUB.suggestionsGraph);
    expect(JSON.stringify(kept)).not.toContain('ada@example.org');
    expect(JSON.stringify(kept)).not.toContain(receipt);
    const contacts = await dumped(store, HUB.contactsGraph);
    expect(contacts.map(({ o }) => o.value)).toEqual(['ada@example.org']);
    expect(JSON.stringify((await suggestions.findByReceipts([receipt]))[0])).not.toContain('ada@example.org');
    // What they are written in is all described.
    const ontology = await readFile(new URL('../../schema/ontology.ttl', import.meta.url), 'utf8');
    for (const { p, o } of [...kept, ...contacts]) {
      for (const iri of [p, o.value].filter((value) => value.startsWith(HUB.ontology)))
        expect(ontology).toContain(`\n:${iri.slice(HUB.ontology.length)}\n`);
    }
  });
});

describe('e-mails', () => {
  test('are erased when the suggestion has been closed for 90 days, from the disk too, and not before', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hub-contacts-'));
    folders.push(folder);
    const store = new EmbeddedStore({ folder, baseUrl: HUB.baseUrl });
    await store.open();
    await loaded(store);
    const closedAt = new Date('2026-01-02T03:04:05.006Z');
    const { suggestions } = await basis({ store, now: () => closedAt });
    // What is compressed on the disk has no text that could be found but one that nothing can be made of.
    const [closedEmail, openEmail] = [0, 1].map(() => `${randomBytes(24).toString('base64url')}@example.org`) as [
      string,
      string,
    ];
    await suggestions.suggest({ ...FIELDS, parameter: 'closed', email: closedEmail }, 'client');
    await suggestions.suggest({ ...FIELDS, parameter: 'open', email: openEmail }, 'client');
    const [closed] = (await listSuggestions(suggestions, { state: null, first: 10, after: null })).suggestions.filter(
      ({ name }) => name === 'closed',
    );
    await suggestions.reject(closed!.id, 'No.', 'ada');
    const isOnDisk = async (email: string): Promise<boolean> => {
      const text = email.split('@', 1)[0]!;
      const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1')));
      return files.some((bytes) => bytes.includes(text));
    };
    expect([await isOnDisk(closedEmail), await isOnDisk(openEmail)]).toEqual([true, true]);
    expect(await eraseOldContacts(store, HUB, new Date(closedAt.getTime() + 90 * DAY_MS - 1))).toBe(0);
    expect(await eraseOldContacts(store, HUB, new Date(closedAt.getTime() + 90 * DAY_MS))).toBe(1);
    const listed = await listSuggestions(suggestions, { state: null, first: 10, after: null });
    expect(listed.suggestions.map(({ name, email }) => [name, email]).toSorted()).toEqual([
      ['closed', null],
      ['open', openEmail],
    ]);
    expect([await isOnDisk(closedEmail), await isOnDisk(openEmail)]).toEqual([false, true]);
    expect(await eraseOldContacts(store, HUB, new Date('2036-01-01T00:00:00Z'))).toBe(0);
    await store.close();
  });
});

describe('accepting', () => {
  async function suggested({ suggestions }: Basis, parameter: string): Promise<string> {
    return (await suggestions.suggest({ ...FIELDS, parameter }, 'client')).suggestion.id;
  }

  test('adds the same to the vocabulary and to what was accepted, and nothing that is there already', async () => {
    const made = await basis();
    const before = await dumped(made.store, HUB.vocabularyGraph);
    const id = await suggested(made, 'begin');
    const template = [
      { subject: null, predicate: 'time:hasTime', object: '?interval' },
      { subject: null, predicate: 'time:hasBeginning', object: '$start' },
    ];
    const { problems, suggestion, isInUse } = await made.suggestions.accept(id, { ...TERM, template }, null, 'ada');
    expect(problems).toEqual([]);
    expect([suggestion?.termIri, isInUse]).toEqual([`${HUB.vocabulary}begin`, true]);
    const after = await dumped(made.store, HUB.vocabularyGraph);
    const told = (triples: readonly Triple[]): string[] => triples.map((triple) => JSON.stringify(triple)).toSorted();
    const added = told(after).filter((triple) => !told(before).includes(triple));
    expect(after).toHaveLength(before.length + added.length);
    expect(told(await dumped(made.store, HUB.acceptedGraph))).toEqual(added);
    expect(added.join('\n')).not.toMatch(/"bnode"|node\/interval","p":|start#value","p":/);
    const vocabulary = await readVocabulary(made.store, HUB);
    expect(vocabulary.terms.get('begin')).toMatchObject({
      label: 'Begin',
      description: 'When it began.',
      datatype: 'xsd:dateTimeStamp',
      category: 'time',
      rows: [
        { subject: 'begin', predicate: 'time:hasTime', object: '?interval' },
        { subject: 'begin', predicate: 'time:hasBeginning', object: '$start' },
      ],
    });
  });

  test('is checked anew when the vocabulary changed meanwhile, and given up when it does again and again', async () => {
    let changes = 1;
    let checks = 0;
    const store = await loaded(new EmbeddedStore());
    const made = await basis({
      store,
      shapes: {
        async check() {
          checks++;
          if (changes-- > 0) await store.change(changeOfVocabulary(await readVocabularyState(store, HUB), {}, HUB));
        },
      },
    });
    const first = await made.suggestions.accept(await suggested(made, 'begin'), TERM, null, 'ada');
    expect([first.problems, checks]).toEqual([[], 2]);
    changes = 100;
    const second = await made.suggestions.accept(await suggested(made, 'finish'), TERM, null, 'ada');
    expect(second.problems).toMatchObject([{ code: 'vocabulary-changed' }]);
    expect(second.suggestion).toMatchObject({ state: 'pending' });
    expect((await readVocabulary(store, HUB)).terms.has('finish')).toBe(false);
  });

  test('is checked without a look into the files of the vocabulary, of which it is none', async () => {
    const asked: CheckedOptions[] = [];
    const made = await basis({
      shapes: {
        async check(_triples, _version, options = {}) {
          asked.push(options);
        },
      },
    });
    await made.suggestions.accept(await suggested(made, 'begin'), TERM, null, 'ada');
    expect(await Promise.all(asked.map((options) => options.sources?.()))).toEqual([[]]);
  });

  test('is not done when the check itself fails, and can be tried again', async () => {
    let isBroken = true;
    const made = await basis({
      shapes: {
        async check() {
          if (isBroken) throw new StoreError('the disk is full');
        },
      },
    });
    const id = await suggested(made, 'begin');
    expect((await failureOf(made.suggestions.accept(id, TERM, null, 'ada'))).code).toBe('not-saved');
    isBroken = false;
    expect((await made.suggestions.accept(id, TERM, null, 'ada')).problems).toEqual([]);
  });

  test.each(['whenStored', 'prove'] as const)(
    'waits no longer than it may for the store of a start (%s)',
    async (what) => {
      const registry = { [what]: () => new Promise<never>(() => {}) };
      const made = await basis({ registry, timing: { ...DEFAULT_TIMING, storeKnownMs: 20 } });
      const error = await failureOf(made.suggestions.accept(await suggested(made, 'begin'), TERM, null, 'ada'));
      expect([error.code, error.message]).toEqual(['not-saved', expect.stringMatching(/Try again in a minute\.$/)]);
    },
  );

  test('is told as what may have been saved when the store is away behind it', async () => {
    const made = await basis();
    const { store, suggestions } = made;
    const id = await suggested(made, 'begin');
    const change = store.change.bind(store);
    vi.spyOn(store, 'change').mockImplementation(async (...asked) => {
      const isMade = await change(...asked);
      vi.spyOn(store, 'select').mockRejectedValueOnce(new StoreError('the server is away'));
      return isMade;
    });
    const error = await failureOf(suggestions.accept(id, TERM, null, 'ada'));
    expect([error.code, error.details.hint]).toEqual(['not-saved', expect.stringMatching(/may have been saved after/)]);
    vi.restoreAllMocks();
    expect((await suggestions.accept(id, TERM, null, 'ada')).problems[0]?.code).toBe('already-reviewed');
  });

  test('does not take what the registry would refuse', async () => {
    const broken = SMALL.replace('hub:key <start>', 'hub:key <nothing>');
    const read = (name: string, text: string) =>
      tryReading(tableOf(readTurtle({ name, text, baseIri: HUB.vocabulary }), HUB), name, HUB);
    expect((await read('broken', broken)).refusal).toMatch(/The vocabulary is refused: the token .* cites .* no term/);
    expect(await read('sound', SMALL)).toMatchObject({ refusal: null, terms: 2 });
  });
});
