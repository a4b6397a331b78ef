import { afterEach, describe, expect, test, vi } from 'vitest';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import type { Store } from '../../src/store/store.ts';
import { StoreError } from '../../src/store/store.ts';
import { VocabularyRegistry } from '../../src/vocabulary/registry/registry.ts';
import { SKOS } from '../../src/rdf/namespaces.ts';
import { inGraph, type Quad, type Triple } from '../../src/rdf/triple.ts';
import { readVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { changeOfVocabulary, readVocabularyState } from '../../src/vocabulary/vocabulary-state.ts';
import { versionOf } from '../../src/vocabulary/versions/version.ts';
import { plainVocabulary } from './plain-vocabulary.ts';
import { HUB } from './seeded.ts';
import { replaceVocabulary, SMALL, smallStore } from './small-vocabulary.ts';

/** A store that can be away. */
class FlakyStore extends EmbeddedStore {
  away = false;
  reads = 0;
  /** IRIs of the graphs that were read whole. */
  readonly dumped: string[] = [];
  override select: Store['select'] = async (query, shape, options) => {
    this.reads += 1;
    if (this.away) throw new StoreError('The store is away');
    return super.select(query, shape, options);
  };
  override dump(...[graphIri, options]: Parameters<Store['dump']>): AsyncGenerator<Triple> {
    this.dumped.push(graphIri);
    return super.dump(graphIri, options);
  }
}

const registries: VocabularyRegistry[] = [];
afterEach(() => {
  for (const registry of registries.splice(0)) registry.stop();
});

function newRegistry(store: Store, pollMs?: number) {
  const log: { level: string; message: string; fields: object }[] = [];
  const write = (level: string) => (fields: object, message: string) => void log.push({ level, message, fields });
  const registry = new VocabularyRegistry({
    store,
    hub: HUB,
    log: { info: write('info'), warn: write('warn') },
    timing: { firstRetryMs: 5, longestRetryMs: 20, ...(pollMs === undefined ? {} : { pollMs }) },
  });
  registries.push(registry);
  return { registry, log };
}

describe('VocabularyRegistry', () => {
  test('is unavailable until it has read the vocabulary', async () => {
    const { registry } = newRegistry(await smallStore());
    expect(() => registry.current()).toThrow(expect.objectContaining({ code: 'registry-unavailable' }));
    expect(registry.state()).toEqual({ readAt: null, stale: false, lastError: null });
    await registry.start();
    expect([...registry.current().terms.keys()]).toEqual(['end', 'start']);
    expect(registry.state()).toEqual({ readAt: expect.any(Date), stale: false, lastError: null });
  });

  test('is replaced whole when the store changes', async () => {
    const store = await smallStore();
    const { registry } = newRegistry(store);
    await registry.start();
    const before = registry.current();
    await replaceVocabulary(store, SMALL.replace('"Beginning."', '"First instant."'));
    await vi.waitFor(() => expect(registry.current().version).not.toBe(before.version));
    expect(registry.current().terms.get('start')?.description).toBe('First instant.');
    expect(before.terms.get('start')?.description).toBe('Beginning.');
  });

  test('ends with the last of many changes', async () => {
    const store = await smallStore();
    const { registry } = newRegistry(store);
    await registry.start();
    await Promise.all(
      ['one', 'two', 'three'].map((word) => replaceVocabulary(store, SMALL.replace('Beginning', word))),
    );
    await vi.waitFor(() => expect(registry.current().terms.get('start')?.description).toBe('three.'));
  });

  test('keeps the last good vocabulary while the store is away, says so, and refreshes when it is back', async () => {
    const store = new FlakyStore();
    await replaceVocabulary(store, SMALL);
    const { registry, log } = newRegistry(store);
    await registry.start();
    const before = registry.current();

    store.away = true;
    await replaceVocabulary(store, SMALL.replace('Beginning', 'Start'));
    await vi.waitFor(() => expect(log.filter((line) => line.level === 'warn').length).toBeGreaterThan(2));
    expect(registry.current()).toBe(before);
    expect(registry.state()).toEqual({ readAt: expect.any(Date), stale: true, lastError: 'The store is away' });

    store.away = false;
    await vi.waitFor(() => expect(registry.state()).toMatchObject({ stale: false, lastError: null }));
    expect(registry.current().terms.get('start')?.description).toBe('Start.');
  });

  test('reads nothing again when the store that was away holds what is in use', async () => {
    const store = new FlakyStore();
    await replaceVocabulary(store, SMALL);
    await store.change(changeOfVocabulary(null, {}, HUB));
    const { registry } = newRegistry(store, 5);
    await registry.start();
    const before = registry.current();
    store.dumped.length = 0;
    store.away = true;
    await vi.waitFor(() => expect(registry.state().stale).toBe(true));
    store.away = false;
    await vi.waitFor(() => expect(registry.state()).toMatchObject({ stale: false, lastError: null }));
    expect(store.dumped).toEqual([]);
    expect(registry.current()).toBe(before);
  });

  test('starts although the store is away, and is there once the store is', async () => {
    const store = new FlakyStore();
    await replaceVocabulary(store, SMALL);
    store.away = true;
    const { registry } = newRegistry(store);
    await registry.start();
    expect(() => registry.current()).toThrow(
      expect.objectContaining({ code: 'registry-unavailable', cause: expect.any(StoreError) }),
    );
    expect(registry.state()).toEqual({ readAt: null, stale: false, lastError: 'The store is away' });
    store.away = false;
    await vi.waitFor(() => expect(registry.current().terms.size).toBe(2));
  });

  test('waits longer after each failure, up to a bound', async () => {
    const store = new FlakyStore();
    store.away = true;
    const { registry, log } = newRegistry(store);
    await registry.start();
    await vi.waitFor(() => expect(log.length).toBeGreaterThanOrEqual(5));
    expect(log.slice(0, 5).map((line) => (line.fields as { retryMs: number }).retryMs)).toEqual([5, 10, 20, 20, 20]);
  });

  test('keeps the last good vocabulary when the new one is refused', async () => {
    const store = await smallStore();
    const { registry } = newRegistry(store);
    await registry.start();
    const before = registry.current();
    await replaceVocabulary(store, `${SMALL} <start> hub:datatype xsd:date .`);
    await vi.waitFor(() =>
      expect(registry.state().lastError).toMatch(/The vocabulary is refused: the term start has two/),
    );
    expect(registry.current()).toBe(before);
  });

  describe('when another hub accepted something', () => {
    const label = { type: 'literal', value: 'Anfang', 'xml:lang': 'de' } as const;
    const accepted: Triple[] = [
      { s: { type: 'uri', value: `${HUB.vocabulary}start` }, p: `${SKOS}prefLabel`, o: label },
    ];

    /** A registry that is behind by what was accepted, and the graphs that it reads then. */
    async function readAfter(removed: readonly Quad[], isVersionKnown = true) {
      const store = new FlakyStore();
      await replaceVocabulary(store, `${SMALL} <end> skos:prefLabel "Fim"@pt .`);
      await store.change(changeOfVocabulary(null, {}, HUB));
      const { registry } = newRegistry(store);
      await registry.start();
      const { triples } = registry.current();
      const after = [...triples, ...accepted].filter(({ o }) => !removed.some((gone) => gone.o.value === o.value));
      const version = isVersionKnown ? versionOf(tableOf(after, HUB), HUB) : null;
      const state = await readVocabularyState(store, HUB);
      const add = [...inGraph(HUB.vocabularyGraph, accepted), ...inGraph(HUB.acceptedGraph, accepted)];
      store.dumped.length = 0;
      await store.change(changeOfVocabulary(state, { add, remove: removed }, HUB, { version }));
      await vi.waitFor(() => expect(registry.current().triples).not.toBe(triples));
      const read = { ...plainVocabulary(registry.current()), triples: [...registry.current().triples] };
      const { dumped } = store;
      const whole = await readVocabulary(store, HUB);
      expect(read).toEqual({
        ...plainVocabulary(whole),
        triples: [...whole.triples],
        ontology: read.ontology,
        cameOf: read.cameOf,
      });
      return dumped.slice(0, -2);
    }

    test('reads what was accepted alone', async () => {
      expect(await readAfter([])).toEqual([HUB.acceptedGraph]);
    });

    /** What others accept while a registry reads what was accepted before: at once, or when that is read. */
    async function readDuring(moment: 'before' | 'behind') {
      const store = new FlakyStore();
      await replaceVocabulary(store, SMALL);
      await store.change(changeOfVocabulary(null, {}, HUB));
      const { registry } = newRegistry(store);
      await registry.start();
      const used: string[] = [];
      registry.onRead(({ version }) => used.push(version));
      const versions: string[] = [];
      const known = [...registry.current().triples];
      const accept = async (value: string, language: string): Promise<void> => {
        const triple: Triple = {
          s: { type: 'uri', value: `${HUB.vocabulary}start` },
          p: `${SKOS}prefLabel`,
          o: { type: 'literal', value, 'xml:lang': language },
        };
        known.push(triple);
        const version = versionOf(tableOf(known, HUB), HUB);
        versions.push(version);
        const add = [...inGraph(HUB.vocabularyGraph, [triple]), ...inGraph(HUB.acceptedGraph, [triple])];
        await store.change(changeOfVocabulary(await readVocabularyState(store, HUB), { add }, HUB, { version }));
      };
      const dump = store.dump.bind(store);
      let isFirst = true;
      store.dump = async function* (graph, options) {
        const isDuring = isFirst;
        isFirst = false;
        if (isDuring && moment === 'before') await accept('Début', 'fr');
        yield* dump(graph, options);
        if (isDuring && moment === 'behind') await accept('Début', 'fr');
      };
      await accept('Anfang', 'de');
      await vi.waitFor(() => expect([versions.length, used.at(-1)]).toEqual([2, versions[1]]));
      return { used, versions, dumped: store.dumped };
    }

    test('takes each version into use, also when the next one is accepted meanwhile', async () => {
      const { used, versions } = await readDuring('behind');
      expect(used).toEqual(versions);
    });

    test('does not read all when it finds more than its version has', async () => {
      const { used, versions, dumped } = await readDuring('before');
      expect(used).toEqual(versions.slice(1));
      expect(dumped.slice(-2)).toEqual([HUB.acceptedGraph, HUB.acceptedGraph]);
    });

    test('reads all when something else is different, or nobody knows which version it is', async () => {
      const all = [HUB.vocabularyGraph, HUB.ontologyGraph];
      const note: Quad = {
        graph: HUB.vocabularyGraph,
        s: { type: 'uri', value: `${HUB.vocabulary}end` },
        p: `${SKOS}prefLabel`,
        o: { type: 'literal', value: 'Fim', 'xml:lang': 'pt' },
      };
      expect(await readAfter([note])).toEqual([HUB.acceptedGraph, ...all]);
      expect(await readAfter([], false)).toEqual(all);
    });
  });

  test('reads no more once stopped, and keeps what it has', async () => {
    const store = new FlakyStore();
    await replaceVocabulary(store, SMALL);
    const { registry } = newRegistry(store);
    await registry.start();
    const before = registry.current();
    registry.stop();
    const { reads } = store;
    await replaceVocabulary(store, SMALL.replace('Beginning', 'Start'));
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(store.reads).toBe(reads);
    expect(registry.current()).toBe(before);
  });
});
