import { randomUUID } from 'node:crypto';
import type { Log } from '../../log.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { readTurtleInto, type TurtleDocument } from '../../rdf/read-rdf.ts';
import { inGraph, type Quad } from '../../rdf/triple.ts';
import type { Change, QueryOptions, Store } from '../../store/store.ts';
import { readOntology, type SeedPaths } from '../load-seeds.ts';
import { changeOfVocabulary, readVocabularyState, type VocabularyState } from '../vocabulary-state.ts';
import type { TripleTable } from '../triple-table.ts';
import { tableOf } from '../triple-table-builder.ts';
import { versionOf } from '../versions/version.ts';
import type { KeptTable, KeptVersion } from './kept-table.ts';
import { hashOfDocuments, openShippedVocabulary, type ShippedVocabulary } from './shipped-vocabulary.ts';

interface InstallOptions {
  readonly store: Store;
  readonly hub: HubNamespaces;
  /** Of the seeds the folder, or the file that the build made of it. */
  readonly paths: SeedPaths;
  readonly log: Log;
  /** Throws when this may not be the vocabulary. */
  readonly check: (triples: TripleTable, version: string) => Promise<void>;
  /** Called before the store gets the shipped vocabulary for the first time. */
  readonly keepEditions?: () => Promise<void>;
  /** Gets what the store is about to hold, where that is known without reading it back. */
  readonly kept?: Pick<KeptTable, 'hold'> | undefined;
}

/** A vocabulary that a store is about to hold, whose every triple is known. */
export interface ComingVocabulary extends Omit<KeptVersion, 'revision'> {
  readonly ontology: TripleTable;
  /** What the store says of it then. */
  readonly state: VocabularyState;
  /**
   * Makes the store hold it; false when the store holds another one. It takes seconds.
   *
   * @throws StoreError when it cannot be saved
   */
  store(): Promise<boolean>;
}

/**
 * Makes the store hold the shipped vocabulary, unless it holds one already. When the seeds are others than those that it was made
 * of, it becomes the new ones and what suggestions added. A vocabulary that an operator loaded is left alone.
 *
 * @returns what the store has to be made to hold by the caller; null when there is no such thing
 * @throws StoreError when the store cannot answer
 */
export async function installSeeds(options: InstallOptions, query?: QueryOptions): Promise<ComingVocabulary | null> {
  const { store, hub, paths } = options;
  const [seeds, ontology] = await Promise.all([
    openShippedVocabulary(paths.seeds, hub),
    readOntology(paths.ontology, hub),
  ]);
  const shipped = { seeds: seeds.hash, ontology: hashOfDocuments([ontology]) };
  const large = { ...query, isLarge: true };
  let state = await readVocabularyState(store, hub, query);
  if (state === null) {
    const { change, coming, editions } = await firstChange(options, seeds, ontology, shipped);
    const storeIt = async (asked: QueryOptions): Promise<boolean> => {
      await editions;
      return store.change(change, asked);
    };
    if (coming !== null) return { ...coming, store: () => storeIt({ isLarge: true }) };
    // Another hub may start on the same store in this moment; one of the two is enough.
    await storeIt(large);
    return null;
  }
  if (state.ontology !== shipped.ontology) {
    const change = { clear: [hub.ontologyGraph], add: readTurtleInto(hub.ontologyGraph, [ontology]) };
    await store.change(
      changeOfVocabulary(state, change, hub, { ontology: shipped.ontology, version: state.version }),
      large,
    );
    state = await readVocabularyState(store, hub, query);
  }
  if (state !== null && state.seeds !== null && state.seeds !== shipped.seeds)
    await upgrade(options, state, seeds, large);
  return null;
}

/** The change that puts the shipped vocabulary into a store. */
interface FirstChange {
  readonly change: Change;
  /** What the store holds then, where that is known without reading it back. */
  readonly coming: Omit<ComingVocabulary, 'store'> | null;
  /** Has to resolve before the change is made. A server takes seconds, in which what comes can be in use. */
  readonly editions?: Promise<void> | undefined;
}

async function firstChange(
  { store, hub, log, keepEditions, kept }: InstallOptions,
  seeds: ShippedVocabulary,
  ontology: TurtleDocument,
  shipped: Pick<VocabularyState, 'seeds' | 'ontology'>,
): Promise<FirstChange> {
  const add = readTurtleInto(hub.ontologyGraph, [ontology]);
  const clear = [hub.ontologyGraph];
  if (await hasVocabulary(store, hub)) {
    log.info({ graph: hub.vocabularyGraph }, 'the store holds a vocabulary that no hub put there; it stays');
    return { change: changeOfVocabulary(null, { clear, add }, hub, { ...shipped, seeds: null }), coming: null };
  }
  const editions = keepEditions?.();
  // Whoever makes the change learns of it.
  editions?.catch(() => {});
  const table = await seeds.table();
  const version = kept === undefined ? null : (table?.version ?? null);
  const state = { ...shipped, revision: randomUUID(), version };
  const triples = table?.triples ?? (await seeds.triples());
  const fill = { graph: hub.vocabularyGraph, triples };
  const change = changeOfVocabulary(null, { clear: [...clear, hub.vocabularyGraph], add, fill }, hub, state);
  if (table === null || kept === undefined) return { change, coming: null, editions };
  kept.hold({ ...table, revision: state.revision });
  return { change, coming: { ...table, ontology: tableOf(add, hub), state }, editions };
}

/** The seeds are others: the vocabulary becomes they and what suggestions added. */
async function upgrade(
  options: InstallOptions,
  state: VocabularyState,
  shipped: ShippedVocabulary,
  query?: QueryOptions,
): Promise<void> {
  const { store, hub, log, check } = options;
  const seeds = inGraph(hub.vocabularyGraph, await shipped.triples());
  const { kept, dropped } = await readAccepted(options, seeds, query);
  const merged = [...seeds, ...kept.map((quad) => ({ ...quad, graph: hub.vocabularyGraph }))];
  const table = tableOf(merged, hub);
  const version = versionOf(table, hub);
  try {
    await check(table, version);
  } catch (error) {
    log.warn(
      { err: error, version },
      'the shipped vocabulary and the accepted suggestions do not fit together; the vocabulary before stays in use',
    );
    return;
  }
  const change = { clear: [hub.vocabularyGraph], remove: dropped, add: merged };
  if (await store.change(changeOfVocabulary(state, change, hub, { seeds: shipped.hash }), query)) {
    log.info(
      { version, suggested: kept.length, overruled: dropped.length },
      'the shipped vocabulary was brought up to date',
    );
    return;
  }
  const now = await readVocabularyState(store, hub, query);
  if (now !== null && now.seeds !== null && now.seeds !== shipped.hash) await upgrade(options, now, shipped, query);
}

/** What suggestions added. Terms and nodes that the seeds describe by now are theirs; of these, tokens that accepted terms cite stay. */
async function readAccepted(
  { store, hub }: InstallOptions,
  seeds: readonly Quad[],
  query?: QueryOptions,
): Promise<{ readonly kept: readonly Quad[]; readonly dropped: readonly Quad[] }> {
  const shipped = new Set(seeds.map(({ s }) => s.value));
  const accepted: Quad[] = [];
  for await (const { s, p, o } of store.dump(hub.acceptedGraph, query))
    accepted.push({ s, p, o, graph: hub.acceptedGraph });
  const overruled = new Set(accepted.map(({ s }) => s.value).filter((subject) => shipped.has(subject)));
  const isTheirs = ({ s }: Quad): boolean => overruled.has(s.value) || overruled.has(s.value.split('#', 1)[0]!);
  return { kept: accepted.filter((quad) => !isTheirs(quad)), dropped: accepted.filter(isTheirs) };
}

async function hasVocabulary(store: Store, hub: HubNamespaces): Promise<boolean> {
  for await (const _ of store.dump(hub.vocabularyGraph)) return true;
  return false;
}
