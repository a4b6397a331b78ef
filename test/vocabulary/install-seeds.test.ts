import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readTurtleInto } from '../../src/rdf/read-rdf.ts';
import { asText } from '../../src/rdf/rows.ts';
import { iri, sparql } from '../../src/rdf/sparql.ts';
import type { Quad, Triple } from '../../src/rdf/triple.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import { StoreError } from '../../src/store/store.ts';
import { replaceGraph } from '../../src/store/replace-graph.ts';
import { installSeeds, type ComingVocabulary } from '../../src/vocabulary/registry/install-seeds.ts';
import { KeptTable } from '../../src/vocabulary/registry/kept-table.ts';
import { readVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import { VocabularyRegistry } from '../../src/vocabulary/registry/registry.ts';
import { createShippedRegistry } from '../../src/vocabulary/registry/shipped-registry.ts';
import { builtTable } from '../../src/vocabulary/registry/shipped-vocabulary.ts';
import { TripleTable } from '../../src/vocabulary/triple-table.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { changeOfVocabulary, readVocabularyState } from '../../src/vocabulary/vocabulary-state.ts';
import { versionOf, writeCanonical } from '../../src/vocabulary/versions/version.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { HUB, SEED_PATHS } from './seeded.ts';
import { SMALL } from './small-vocabulary.ts';

const ACCEPTED = `@prefix hub: <../ontology#> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<late> a rdf:Property, skos:Concept, hub:Term ; skos:notation "late" ; skos:prefLabel "Late"@en ;
  skos:definition "Added by a suggestion."@en ; hub:datatype xsd:dateTime ; skos:broader <category/time> .`;

/** Waits for what comes, on a busy machine, too. */
const soon = <Found>(look: () => Found | Promise<Found>): Promise<Found> => vi.waitFor(look, { timeout: 30_000 });

let folder: string;
let paths: { seeds: string; ontology: string };
let store: EmbeddedStore;
const warnings: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-seeds-'));
  paths = { seeds: join(folder, 'seeds'), ontology: join(folder, 'ontology.ttl') };
  await cp(SEED_PATHS.ontology, paths.ontology);
  await mkdir(paths.seeds);
  await writeFile(join(paths.seeds, 'small.ttl'), SMALL);
  store = new EmbeddedStore();
  warnings.length = 0;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function install(
  check: (triples: Iterable<Triple>) => Promise<void> = async () => {},
  kept?: KeptTable,
): Promise<ComingVocabulary | null> {
  const log = { info: () => {}, warn: (_: object, message: string) => void warnings.push(message) };
  return installSeeds({ store, hub: HUB, paths, log, check, kept });
}

/** What an accepted suggestion adds to the store. */
function acceptedQuads(name = 'late'): Quad[] {
  const document = { name: 'accepted', text: ACCEPTED.replaceAll('late', name), baseIri: HUB.vocabulary };
  return [HUB.vocabularyGraph, HUB.acceptedGraph].flatMap((graph) => readTurtleInto(graph, [document]));
}

/** The same, and the version that it makes. */
function acceptedTo(triples: TripleTable): { quads: Quad[]; version: string } {
  const quads = acceptedQuads();
  const accepted = quads.filter(({ graph }) => graph === HUB.acceptedGraph);
  return { quads, version: versionOf(tableOf([...triples, ...accepted], HUB), HUB) };
}

/** By somebody who does not say which version it makes. */
async function accept(name?: string): Promise<void> {
  const add = acceptedQuads(name);
  await store.change(changeOfVocabulary(await readVocabularyState(store, HUB), { add }, HUB));
}

/** Puts what the build makes of the seeds in their place, without its table. */
async function buildSeeds() {
  const other = new EmbeddedStore();
  await replaceGraph(other, HUB.vocabularyGraph, [{ name: 'small', text: SMALL, baseIri: HUB.vocabulary }]);
  const { triples, version } = await readVocabulary(other, HUB);
  const built = gzipSync(writeCanonical(triples, HUB));
  paths.seeds = join(folder, 'vocabulary.nt.gz');
  await writeFile(paths.seeds, built);
  return { hash: createHash('sha256').update(built).digest('hex'), version, triples };
}

async function describeTerms(): Promise<Record<string, string>> {
  const { terms } = await readVocabulary(store, HUB);
  return Object.fromEntries([...terms.values()].map(({ name, description }) => [name, description]));
}

async function editSeeds(from: string, to: string): Promise<void> {
  await writeFile(join(paths.seeds, 'small.ttl'), SMALL.replace(from, to));
}

describe('the shipped vocabulary', () => {
  test('comes into a store that has none, and is not loaded again', async () => {
    await install();
    const { revision } = (await readVocabularyState(store, HUB))!;
    expect(Object.keys(await describeTerms())).toEqual(['end', 'start']);
    await install();
    expect((await readVocabularyState(store, HUB))!.revision).toBe(revision);
  });

  test('is known before the store holds it where the build made its table', async () => {
    const { hash, version, triples } = await buildSeeds();
    for (const revision of ['of other seeds', hash]) {
      await builtTable(paths.seeds, HUB).write({ revision, version, triples });
      store = new EmbeddedStore({
        folder: join(folder, 'store', revision),
        baseUrl: HUB.baseUrl,
        dumpedGraphs: [HUB.vocabularyGraph, HUB.ontologyGraph],
      });
      await store.open();
      const kept = new KeptTable(join(folder, 'in-use.table'), HUB);
      const coming = await install(undefined, kept);
      if (revision === hash) expect(await readVocabularyState(store, HUB)).toBeNull();
      expect(await coming?.store()).toBe(revision === hash ? true : undefined);
      const state = (await readVocabularyState(store, HUB))!;
      const known = revision === hash ? { revision: state.revision, version } : null;
      expect(state.version).toBe(known?.version ?? null);
      expect(await kept.read()).toEqual(known && { ...known, triples: expect.any(TripleTable) as TripleTable });
      const read = await readVocabulary(store, HUB);
      expect(read.version).toBe(version);
      if (coming !== null) {
        expect(coming).toMatchObject({ version, state });
        expect([...coming.triples]).toEqual([...read.triples]);
        expect(coming.ontology.length).toBeGreaterThan(0);
        expect([...coming.ontology]).toEqual([...read.ontology]);
      }
      await store.close();
    }
  });

  test('keeps what suggestions added when the next release ships other seeds', async () => {
    await install();
    await accept();
    await editSeeds('"Beginning."', '"First instant."');
    await install();
    expect(await describeTerms()).toMatchObject({ start: 'First instant.', late: 'Added by a suggestion.' });
  });

  test('overrules a suggestion that the next release ships itself', async () => {
    await install();
    await accept();
    const shipped = ACCEPTED.slice(ACCEPTED.indexOf('<late>')).replace('Added by a suggestion.', 'Shipped.');
    await writeFile(join(paths.seeds, 'small.ttl'), `${SMALL}\n${ACCEPTED.split('<late>')[0]}${shipped}`);
    await install();
    expect(await describeTerms()).toMatchObject({ late: 'Shipped.' });
    const accepted: Triple[] = [];
    for await (const triple of store.dump(HUB.acceptedGraph)) accepted.push(triple);
    expect(accepted).toEqual([]);
  });

  test('keeps the token of a shipped term that an accepted term alone cites', async () => {
    await install();
    const token = `@prefix hub: <../ontology#> . <end#entity> a hub:EntityToken ; hub:key <end> .`;
    const document = { name: 'token', text: token, baseIri: HUB.vocabulary };
    const add = [HUB.vocabularyGraph, HUB.acceptedGraph].flatMap((graph) => readTurtleInto(graph, [document]));
    await store.change(changeOfVocabulary(await readVocabularyState(store, HUB), { add }, HUB));
    await editSeeds('"Beginning."', '"First instant."');
    await install();
    const triples: Triple[] = [];
    for await (const triple of store.dump(HUB.vocabularyGraph)) triples.push(triple);
    expect(triples.filter(({ s }) => s.value.endsWith('end#entity'))).toHaveLength(2);
  });

  test('stays as it was when the new seeds and the suggestions do not fit together, and the log says so', async () => {
    await install();
    await accept();
    const before = await describeTerms();
    await editSeeds('"Beginning."', '"First instant."');
    await install(() => Promise.reject(new Error('broken')));
    expect(await describeTerms()).toEqual(before);
    expect(warnings).toEqual([expect.stringContaining('do not fit together')]);
  });

  test('never takes the place of what was loaded by somebody else; the ontology is kept up', async () => {
    await replaceGraph(store, HUB.vocabularyGraph, [
      { name: 'own', text: SMALL.replace('"Beginning."', '"Own."'), baseIri: HUB.vocabulary },
    ]);
    await install();
    expect(await describeTerms()).toMatchObject({ start: 'Own.' });
    await editSeeds('"Beginning."', '"First instant."');
    await writeFile(paths.ontology, `${await readFile(paths.ontology, 'utf8')}\n<#new> a <#Class> .\n`);
    await install();
    expect(await describeTerms()).toMatchObject({ start: 'Own.' });
    const { ontology } = await readVocabulary(store, HUB);
    expect(ontology.of(`${HUB.ontology}new`).length > 0).toBe(true);
  });

  test('is loaded once by hubs that start at the same time', async () => {
    await Promise.all([install(), install(), install()]);
    const query = sparql`SELECT ?revision WHERE { GRAPH ?g { ?s ${iri(`${HUB.stateGraph}#revision`)} ?revision } } ORDER BY ?revision`;
    const states = await store.select(query, { revision: asText });
    expect(states).toHaveLength(1);
  });
});

describe('a start reads the vocabulary once', () => {
  /** Dumps of the vocabulary's graph by a registry that starts on what the store holds. */
  async function readingsOfStart(): Promise<number> {
    let dumps = 0;
    const counting: Pick<EmbeddedStore, 'dump'> = {
      dump(graph, options) {
        if (graph === HUB.vocabularyGraph) dumps++;
        return EmbeddedStore.prototype.dump.call(store, graph, options);
      },
    };
    store.dump = counting.dump;
    const heard: string[] = [];
    const registry = new VocabularyRegistry({
      store,
      hub: HUB,
      log: { info: () => {}, warn: (_, message) => void heard.push(message) },
      prepare: () => install(),
      timing: DEFAULT_TIMING,
    });
    registry.onRead(({ version }) => heard.push(version));
    await registry.start();
    registry.stop();
    expect(heard).toEqual([registry.current().version]);
    return dumps;
  }

  test('the first one, on an empty store, and a later one', async () => {
    // Whether there is a vocabulary that no hub put there is seen by the first triples of a dump.
    expect(await readingsOfStart()).toBe(2);
    expect(await readingsOfStart()).toBe(1);
  });

  test('the first one after a vocabulary was loaded, which has no ontology yet', async () => {
    const add = readTurtleInto(HUB.vocabularyGraph, [{ name: 'small', text: SMALL, baseIri: HUB.vocabulary }]);
    await store.change(changeOfVocabulary(null, { add }, HUB));
    expect(await readingsOfStart()).toBe(1);
  });

  test('one that brings new seeds', async () => {
    await install();
    await editSeeds('"Beginning."', '"First instant."');
    expect(await readingsOfStart()).toBe(1);
  });
});

describe('a vocabulary that comes into use before the store holds it', () => {
  let kept: KeptTable;
  let registry: VocabularyRegistry;
  const heard: string[] = [];
  /** How often something had failed in a row, as each warning says. */
  const failed: Array<number | undefined> = [];
  beforeEach(async () => {
    const { hash, version, triples } = await buildSeeds();
    await builtTable(paths.seeds, HUB).write({ revision: hash, version, triples });
    store = new EmbeddedStore({
      folder: join(folder, 'store'),
      baseUrl: HUB.baseUrl,
      dumpedGraphs: [HUB.vocabularyGraph, HUB.ontologyGraph],
    });
    await store.open();
    kept = new KeptTable(join(folder, 'in-use.table'), HUB);
    registry = new VocabularyRegistry({
      store,
      hub: HUB,
      log: {
        info: () => {},
        warn({ failures }: { failures?: number }, message) {
          heard.push(message);
          failed.push(failures);
        },
      },
      prepare: () => install(undefined, kept),
      kept,
      timing: { firstRetryMs: 5, longestRetryMs: 20 },
    });
    heard.length = 0;
    failed.length = 0;
    registry.onRead(({ version }) => heard.push(version));
  });
  afterEach(async () => {
    registry.stop();
    await kept.close();
    await store.close();
  });

  test('is stored when that is asked for, and not read again', async () => {
    await registry.start();
    const { version } = registry.current();
    expect(await readVocabularyState(store, HUB)).toBeNull();
    const dump = vi.spyOn(store, 'dump');
    void registry.storeComing();
    await registry.whenStored();
    await registry.refresh();
    expect(dump).not.toHaveBeenCalled();
    const { revision } = (await readVocabularyState(store, HUB))!;
    expect(registry.currentAt(revision)).toBe(registry.current());
    expect(heard).toEqual([version]);
    await soon(async () =>
      expect(await new KeptTable(join(folder, 'in-use.table'), HUB).read()).toMatchObject({ revision, version }),
    );
    // Later changes are read as ever.
    await accept();
    await soon(() => expect(registry.current().terms.has('late')).toBe(true));
  });

  test('is not read by a start that comes before its table was kept, with a term that was accepted meanwhile or without', async () => {
    await registry.start();
    await registry.storeComing();
    const shipped = registry.current();
    registry.stop();
    const dumped = vi.spyOn(store, 'dump');
    async function startAgain(): Promise<Vocabulary> {
      // Nobody has written the table in use: the hub before was gone too soon.
      const next = createShippedRegistry({
        store,
        hub: HUB,
        log: { info: () => {}, warn: (_, message) => void heard.push(message) },
        shapes: { check: async () => {} },
        archive: { keep: async () => true, history: () => [] },
        kept: new KeptTable(join(folder, 'none.table'), HUB, 60_000),
        shipped: paths.seeds,
        isShared: false,
        timing: DEFAULT_TIMING,
      });
      await next.start();
      next.stop();
      return next.current();
    }
    expect((await startAgain()).version).toBe(shipped.version);
    const { quads, version } = acceptedTo(shipped.triples);
    await store.change(changeOfVocabulary(await readVocabularyState(store, HUB), { add: quads }, HUB, { version }));
    const extended = await startAgain();
    expect([extended.version, [...extended.terms.keys()]]).toEqual([version, ['end', 'late', 'start']]);
    expect(dumped).not.toHaveBeenCalledWith(HUB.vocabularyGraph, expect.anything());
    // What the shipped table does not lead to is read.
    await accept('later');
    expect([...(await startAgain()).terms.keys()]).toContain('later');
    expect(dumped).toHaveBeenCalledWith(HUB.vocabularyGraph, expect.anything());
    expect(heard).toEqual([shipped.version]);
  });

  test('stays in use and is called stale while it cannot be stored, and is stored when that is possible', async () => {
    const change = vi.spyOn(store, 'change').mockRejectedValue(new StoreError('The disk is full'));
    await registry.start();
    const { version } = registry.current();
    await registry.storeComing();
    expect(registry.state()).toMatchObject({ stale: true, lastError: 'The disk is full' });
    expect(registry.current().version).toBe(version);
    await soon(() => expect(change.mock.calls.length).toBeGreaterThan(2));
    // A reading in between finds an empty store, and leaves the vocabulary in use.
    await registry.refresh();
    expect(registry.current().version).toBe(version);
    expect(registry.state()).toMatchObject({ stale: true });
    // Nor does one that comes while it is being stored take the store for one that holds it.
    let isAsked = false;
    change.mockImplementation(async () => {
      await registry.refresh();
      isAsked = true;
      throw new StoreError('The disk is full');
    });
    await soon(() => expect(isAsked).toBe(true));
    // The pauses grow with the failures, and what is in use is told of once.
    await soon(() => expect(failed.slice(0, 3)).toEqual([1, 2, 3]));
    expect(heard.filter((message) => message === version)).toHaveLength(1);
    expect(heard[1]).toBe('the vocabulary could not be stored; the last good one stays in use');
    change.mockRestore();
    await soon(async () => expect((await readVocabularyState(store, HUB))?.version).toBe(version));
    await soon(() => expect(registry.state()).toMatchObject({ stale: false, lastError: null }));
  });

  test('gives way to one that was loaded in the meantime', async () => {
    await registry.start();
    const before = registry.current().version;
    const text = SMALL.replace('"Beginning."', '"Own."');
    const add = readTurtleInto(HUB.vocabularyGraph, [{ name: 'own', text, baseIri: HUB.vocabulary }]);
    await store.change(changeOfVocabulary(null, { add }, HUB));
    await registry.storeComing();
    await soon(() => expect(registry.current().terms.get('start')?.description).toBe('Own.'));
    expect(registry.current().version).not.toBe(before);
    expect((await describeTerms())['start']).toBe('Own.');
  });
});

describe('a hub on a store that others than hubs change, too', () => {
  const heard: string[] = [];
  const startAgain = async (timing = DEFAULT_TIMING): Promise<VocabularyRegistry> => {
    const registry = createShippedRegistry({
      store,
      hub: HUB,
      log: { info: () => {}, warn: (_, message) => void heard.push(message) },
      shapes: { check: async () => {} },
      archive: { keep: async () => true, history: () => [] },
      kept: new KeptTable(join(folder, 'shared.table'), HUB),
      shipped: paths.seeds,
      isShared: true,
      timing,
    });
    await registry.start();
    return registry;
  };
  const isKept = (version: string) =>
    soon(async () => expect(await new KeptTable(join(folder, 'shared.table'), HUB).read()).toMatchObject({ version }));
  beforeEach(async () => {
    heard.length = 0;
    const { hash, version, triples } = await buildSeeds();
    await builtTable(paths.seeds, HUB).write({ revision: hash, version, triples });
    const first = await startAgain();
    await first.storeComing();
    await isKept(version);
    first.stop();
  });

  test('starts from the table that it kept, and proves that the store holds it', async () => {
    const dumped = vi.spyOn(store, 'dump');
    const registry = await startAgain();
    expect(dumped).not.toHaveBeenCalledWith(HUB.vocabularyGraph, expect.anything());
    const inUse = registry.current();
    await registry.prove();
    expect(dumped).toHaveBeenCalledWith(HUB.vocabularyGraph, expect.anything());
    expect(registry.current()).toBe(inUse);
    registry.stop();
    expect(heard).toEqual([]);
  });

  test.each<[string, (quads: Quad[]) => Promise<unknown>]>([
    ['more', (quads) => store.change({ add: quads })],
    [
      'less',
      async () => {
        const [row] = [...(await readVocabulary(store, HUB)).triples].filter(({ s }) =>
          s.value.endsWith('start#value'),
        );
        return store.change({ remove: [{ ...row!, graph: HUB.vocabularyGraph }] });
      },
    ],
  ])('takes what it holds in truth into use when another program left %s there, once', async (_, change) => {
    await change(acceptedQuads().filter(({ graph }) => graph === HUB.vocabularyGraph));
    const registry = await startAgain();
    const believed = registry.current().version;
    await registry.prove();
    const { version } = await readVocabulary(store, HUB);
    expect(version).not.toBe(believed);
    expect(registry.current().version).toBe(version);
    expect(heard).toEqual(['the vocabulary in the store was changed by another program than a hub, and is read']);
    await isKept(version);
    registry.stop();
    const next = await startAgain();
    expect(next.current().version).toBe(version);
    await next.prove();
    next.stop();
    expect(heard).toHaveLength(1);
  });

  /** Has something happen when the vocabulary is read for the first time from now on. */
  const whenFirstRead = (happens: () => Promise<unknown>): void => {
    const dump = store.dump.bind(store);
    let isFirst = true;
    vi.spyOn(store, 'dump').mockImplementation(async function* (graph, options) {
      const isMeant = graph === HUB.vocabularyGraph && isFirst;
      if (isMeant) isFirst = false;
      if (isMeant) await happens();
      yield* dump(graph, options);
    });
  };
  /** A hub accepts a term, and says the version that this makes. */
  const acceptKnown = async (triples: TripleTable): Promise<void> => {
    const { quads, version } = acceptedTo(triples);
    await store.change(changeOfVocabulary(await readVocabularyState(store, HUB), { add: quads }, HUB, { version }));
  };
  /** Another program removes a row. */
  const removeRow = async (): Promise<void> => {
    const [row] = [...(await readVocabulary(store, HUB)).triples].filter(({ s }) => s.value.endsWith('start#value'));
    await store.change({ remove: [{ ...row!, graph: HUB.vocabularyGraph }] });
  };

  test('takes a change of a hub that comes while it proves for no other program’s', async () => {
    const registry = await startAgain();
    whenFirstRead(() => accept());
    await registry.prove();
    vi.restoreAllMocks();
    await soon(() => expect(registry.current().terms.has('late')).toBe(true));
    registry.stop();
    expect(heard).toEqual([]);
  });

  test('takes what it holds in truth into use also when a hub accepts a term while that is looked for', async () => {
    await removeRow();
    const registry = await startAgain();
    whenFirstRead(() => acceptKnown(registry.current().triples));
    await registry.prove();
    vi.restoreAllMocks();
    const { version } = await readVocabulary(store, HUB);
    expect(registry.current().version).toBe(version);
    expect(registry.current().terms.has('late')).toBe(true);
    registry.stop();
    expect(heard).toEqual(['the vocabulary in the store was changed by another program than a hub, and is read']);
  });

  test('takes it into use when the server was away at the start, or went away while it was looked for', async () => {
    await removeRow();
    const { version } = await readVocabulary(store, HUB);
    const select = vi.spyOn(store, 'select').mockRejectedValueOnce(new StoreError('The store is away'));
    const registry = await startAgain({ ...DEFAULT_TIMING, firstRetryMs: 50, longestServerRetryMs: 50 });
    expect(registry.state().readAt).toBeNull();
    whenFirstRead(() => Promise.reject(new StoreError('The store is away again')));
    // As the hub does when first requests are prepared for, which does not wait for the server.
    await registry.prove();
    await soon(() => expect(registry.current().version).toBe(version));
    expect(select).toHaveBeenCalled();
    registry.stop();
    expect(heard).toEqual([
      'the vocabulary could not be read; there is none to serve',
      'the vocabulary in the store could not be compared with its table; it is tried again',
      'the vocabulary in the store was changed by another program than a hub, and is read',
    ]);
  });

  test('compares once, whoever asks for it', async () => {
    const registry = await startAgain();
    const dumped = vi.spyOn(store, 'dump');
    await Promise.all([registry.prove(), registry.prove()]);
    await registry.prove();
    expect(dumped.mock.calls.filter(([graph]) => graph === HUB.vocabularyGraph)).toHaveLength(1);
    registry.stop();
  });
});
