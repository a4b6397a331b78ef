import { HubError } from '../errors.ts';
import { RDF_TYPE, type HubNamespaces } from '../rdf/namespaces.ts';
import type { Triple } from '../rdf/triple.ts';
import { graphsOf, type Loss } from '../store/salvage.ts';
import { openShippedVocabulary, shippedPath } from '../vocabulary/registry/shipped-vocabulary.ts';
import type { TripleTable } from '../vocabulary/triple-table.ts';
import { collectTable, TripleTableBuilder } from '../vocabulary/triple-table-builder.ts';
import { canonicalTriples, versionOf } from '../vocabulary/versions/version.ts';
import { changeOfVocabulary, readVocabularyState, type VocabularyState } from '../vocabulary/vocabulary-state.ts';
import { keptGraphs, type StoreParts } from './store-contents.ts';

type Parts = Pick<StoreParts, 'store' | 'hub' | 'archive'>;

/** Other than the hash of any seeds: the next start joins those of its release and what was accepted. */
const UNKNOWN_SEEDS = 'unknown';

/** What a salvaged store has, in sentences. */
export interface Completed {
  /** What cannot be read of each file, and the graphs that this was of. */
  readonly losses: readonly string[];
  readonly vocabulary: string;
  /** Names of graphs that may lack something, or have it as it was before. */
  readonly uncertain: readonly string[];
  readonly suggestions: number;
  readonly accounts: number;
  readonly webhooks: number;
}

/**
 * Makes the vocabulary of a salvaged store whole, if something of it may be lost: it stays where it makes up the version that it was, else
 * it becomes the newest version of the archive that can be read, or that of this release. Where what the store says about its vocabulary may be
 * older than the vocabulary was, the newest version of the archive is the one that it was. The next start loads the ontology.
 *
 * @throws StoreError
 */
export async function completeSalvaged(parts: Parts, losses: readonly Loss[]): Promise<Completed> {
  const { store, hub } = parts;
  const lacking = new Map<string, Set<string>>();
  for (const loss of losses) {
    const said = `${loss.file} ${loss.what}`;
    const graphs = graphsOf(loss, keptGraphs(hub), hub.baseUrl);
    lacking.set(said, new Set([...(lacking.get(said) ?? []), ...graphs]));
  }
  const all = new Set([...lacking.values()].flatMap((graphs) => [...graphs]));
  const state = await readVocabularyState(store, hub);
  const isTouched = state === null || all.has(hub.vocabularyGraph);
  const found = isTouched ? await findVocabulary(parts, state, all.has(hub.stateGraph)) : UNTOUCHED;
  const { vocabularyGraph: graph } = hub;
  // Where a removal is lost, the state before is there besides.
  const clear = [hub.stateGraph, ...(found.triples === null ? [] : [graph])];
  const change = { clear, ...(found.triples === null ? {} : { fill: { graph, triples: found.triples } }) };
  const after = { ontology: null, ...(found.seeds === undefined ? {} : { seeds: found.seeds }) };
  await store.change(changeOfVocabulary(state, change, hub, after), { isLarge: true });
  // What becomes of these is known.
  all.delete(hub.vocabularyGraph);
  all.delete(hub.ontologyGraph);
  return {
    losses: [...lacking].map(
      ([what, graphs]) => `${what} (${[...graphs].map(nameOf).join(', ') || 'nothing that is not made again'})`,
    ),
    vocabulary: found.said,
    uncertain: [...all].map(nameOf),
    suggestions: await countIn(parts, hub.suggestionsGraph),
    accounts: await countIn(parts, hub.accountsGraph),
    webhooks: await countIn(parts, hub.webhooksGraph),
  };
}

function nameOf(graph: string): string {
  return graph.slice(graph.lastIndexOf('/') + 1);
}

interface FoundVocabulary {
  readonly said: string;
  /** null for those that are there. */
  readonly triples: Iterable<Triple> | null;
  /** undefined for what the state says. */
  readonly seeds?: string | null;
}

const UNTOUCHED: FoundVocabulary = { said: 'Nothing of the vocabulary is lost.', triples: null };

/** @param isStateTouched whether the state may be older than the vocabulary was */
async function findVocabulary(
  { store, hub, archive }: Parts,
  state: VocabularyState | null,
  isStateTouched: boolean,
): Promise<FoundVocabulary> {
  const shipped = await openShippedVocabulary(shippedPath(), hub);
  const stated = state?.version ?? null;
  const version = versionOf(await collectTable(store.dump(hub.vocabularyGraph), hub), hub);
  const seedsOf = async (taken: string): Promise<Pick<FoundVocabulary, 'seeds'>> => {
    if (state !== null && (!isStateTouched || taken === (stated ?? version))) return {};
    // Where it is not known what the vocabulary was made of, one of an operator would never be replaced.
    return { seeds: (await shipped.table())?.version === taken ? shipped.hash : null };
  };
  // With those that cannot be read: one before them is not what the vocabulary was.
  const known = archive.durable().map((entry) => entry.version);
  const newest = known.at(-1) ?? null;
  // A hub notes a version when it is in use: one that the archive lacks was loaded later, while no hub ran.
  const wanted = stated === null || (isStateTouched && known.includes(stated)) ? newest : stated;
  const saidOf = (taken: string | null): string => {
    const others = new Set([
      ...(isStateTouched ? [wanted, newest] : [wanted]),
      stated,
      known.includes(version) ? version : null,
    ]);
    return [...others]
      .filter((other) => other !== null && other !== taken)
      .map((other) => {
        if (other === stated) return ` The store says that it was version ${other}.`;
        return other === version
          ? ` The store has version ${other}.`
          : ` The newest version in the folder vocabulary/ is ${other}.`;
      })
      .join('');
  };
  if (version === wanted) {
    const said = isStateTouched
      ? `The vocabulary is version ${version}, whole.${saidOf(version) || ' No newer one is known.'}`
      : `Nothing of the vocabulary is lost: it is version ${version}.`;
    return { said, triples: null, ...(await seedsOf(version)) };
  }
  for (const candidate of new Set([wanted ?? [], known.toReversed()].flat())) {
    const triples = await readVersion(archive, candidate, hub);
    if (triples === null) continue;
    return {
      said: `The vocabulary is version ${candidate}, as the folder vocabulary/ of HUB_DATA has it.${saidOf(candidate)}`,
      triples,
      ...(await seedsOf(candidate)),
    };
  }
  return {
    said: `The vocabulary is that of this release: no version in the folder vocabulary/ of HUB_DATA can be read.${saidOf(null)}`,
    triples: await shipped.triples(),
    seeds: UNKNOWN_SEEDS,
  };
}

/** The triples of a version; null where it cannot be read. */
async function readVersion(
  archive: Parts['archive'],
  version: string,
  hub: HubNamespaces,
): Promise<TripleTable | null> {
  const triples = new TripleTableBuilder();
  let isCanonical = true;
  try {
    for await (const text of archive.pieces(version))
      try {
        for (const triple of isCanonical ? canonicalTriples(text, hub) : []) triples.add(triple);
      } catch {
        // That it is damaged is known behind its end alone, where the archive tells it.
        isCanonical = false;
      }
  } catch (error) {
    if (error instanceof HubError && error.code === 'not-found') return null;
    throw error;
  }
  return isCanonical ? triples.finish(hub) : null;
}

async function countIn({ store }: Parts, graph: string): Promise<number> {
  let count = 0;
  for await (const { p } of store.dump(graph)) if (p === RDF_TYPE) count++;
  return count;
}
