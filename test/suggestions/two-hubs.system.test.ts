import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import { readTurtleInto } from '../../src/rdf/read-rdf.ts';
import type { Store } from '../../src/store/store.ts';
import { RemoteStore } from '../../src/store/remote.ts';
import { eraseOldContacts } from '../../src/suggestions/erase-contacts.ts';
import { UnmappedKeys } from '../../src/suggestions/unmapped-keys.ts';
import { createSuggestions, type Suggestions } from '../../src/suggestions/suggestions.ts';
import { readVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import { changeOfVocabulary } from '../../src/vocabulary/vocabulary-state.ts';
import { listSuggestions } from '../support/list-suggestions.ts';
import { findOxigraphServer } from '../support/oxigraph-server.ts';
import { isMissing, type SparqlServer } from '../support/sparql-server.ts';
import { HUB } from '../vocabulary/seeded.ts';
import { SMALL } from '../vocabulary/small-vocabulary.ts';

/** Two hubs on one SPARQL server, each with its own idea of the vocabulary. */
const engine = await findOxigraphServer();
const FIELDS = { description: 'When it began.', datatype: 'xsd:dateTimeStamp', email: 'ada@example.org' };
const TERM = { label: null, category: 'time', unit: null, quantityKind: null, example: null, template: [] };
const NOW = new Date('2026-01-02T03:04:05.600Z');
const log = pino({ level: 'silent' });

describe.skipIf(isMissing(engine))('two hubs on one server', () => {
  let server: SparqlServer;
  const stores: RemoteStore[] = [];
  const hubs: Suggestions['terms'][] = [];
  beforeAll(async () => {
    if (engine.missing !== null) return;
    server = await engine.start();
    for (let at = 0; at < 2; at++) {
      const options = {
        ...server,
        authorization: undefined,
        changesGraph: `${HUB.baseUrl}/graph/changes`,
        timing: DEFAULT_TIMING,
      };
      stores.push(new RemoteStore(options));
    }
    const add = readTurtleInto(HUB.vocabularyGraph, [{ name: 'small', text: SMALL, baseIri: HUB.vocabulary }]);
    await stores[0]!.change(changeOfVocabulary(null, { add }, HUB));
    for (const store of stores) hubs.push(await suggestionsOn(store));
  }, 120_000);
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await server?.stop();
  });

  async function suggestionsOn(store: Store): Promise<Suggestions['terms']> {
    const vocabulary = await readVocabulary(store, HUB);
    const { terms } = createSuggestions({
      store,
      hub: HUB,
      vocabulary: () => vocabulary,
      onVocabulary: (listener) => {
        setTimeout(() => void readVocabulary(store, HUB).then(listener), 1);
        return () => {};
      },
      shapes: { check: async () => {} },
      now: () => NOW,
      log,
      timing: DEFAULT_TIMING,
    });
    return terms;
  }

  test('take one of many proposals of a name, whichever hub they come to', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, at) => hubs[at % 2]!.suggest({ ...FIELDS, parameter: 'begin' }, 'client')),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'already-suggested' });
    const page = { state: null, first: 10, after: null };
    expect((await listSuggestions(hubs[1]!, page)).suggestions.map(({ name, email }) => [name, email])).toEqual([
      ['begin', 'ada@example.org'],
    ]);
  });

  test('know each other’s receipts, list the same pages, and review once', async () => {
    const { receipt, suggestion } = await hubs[0]!.suggest({ ...FIELDS, parameter: 'finish' }, 'client');
    expect((await hubs[1]!.findByReceipts([receipt]))[0]).toMatchObject({
      id: suggestion.id,
      state: 'pending',
      createdAt: NOW,
    });
    const first = await listSuggestions(hubs[1]!, { state: 'pending', first: 1, after: null });
    expect([first.total, first.hasNext]).toEqual([2, true]);
    const second = await listSuggestions(hubs[0]!, { state: 'pending', first: 1, after: first.suggestions[0]! });
    expect([second.suggestions.length, second.hasNext]).toEqual([1, false]);
    expect(new Set([first, second].flatMap(({ suggestions }) => suggestions.map(({ name }) => name)))).toEqual(
      new Set(['begin', 'finish']),
    );
    const outcomes = await Promise.all([
      hubs[0]!.accept(suggestion.id, TERM, null, 'ada'),
      hubs[1]!.accept(suggestion.id, TERM, null, 'bob'),
    ]);
    expect(outcomes.filter(({ problems }) => problems.length === 0)).toHaveLength(1);
    expect(outcomes.flatMap(({ problems }) => problems)).toMatchObject([{ code: 'already-reviewed' }]);
    expect((await readVocabulary(stores[1]!, HUB)).terms.has('finish')).toBe(true);
    // One of them does not know the term yet, and still does not take it for a new one.
    for (const hub of hubs)
      await expect(hub.suggest({ ...FIELDS, parameter: 'finish' }, 'client')).rejects.toMatchObject({
        code: 'term-exists',
      });
  });

  test('erase e-mails and count keys as one does', async () => {
    expect(await eraseOldContacts(stores[1]!, HUB, new Date('2026-07-01T00:00:00Z'))).toBe(1);
    const counting = stores.map(
      (store, at) =>
        new UnmappedKeys({
          store,
          hub: HUB,
          hubId: async () => `hub-${at}`,
          now: () => NOW,
          log,
          timing: DEFAULT_TIMING,
        }),
    );
    await Promise.all(counting.map((keys) => keys.start()));
    for (const keys of counting) keys.note(['wattage', '<odd> "key"\n']);
    await Promise.all(counting.map((keys) => keys.stop()));
    const { terms } = await counting[0]!.list(await readVocabulary(stores[0]!, HUB), 10);
    expect(terms.map(({ key, count, error }) => [key, count, error])).toEqual([
      ['<odd> "key"\n', 2, 0],
      ['wattage', 2, 0],
    ]);
  });
});
