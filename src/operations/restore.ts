import type { Readable } from 'node:stream';
import { inGraph } from '../rdf/triple.ts';
import { checkCandidate } from '../vocabulary/registry/check-candidate.ts';
import { renewRevision } from '../vocabulary/vocabulary-state.ts';
import { tellNotSaved } from './not-saved.ts';
import { readBackup } from './read-backup.ts';
import { keptGraphs, type StoreParts } from './store-contents.ts';

export interface Restored {
  /** The version of the vocabulary that is in use now. */
  readonly version: string;
  readonly terms: number;
  /** How many triples each graph holds, by its name below `{base_url}/graph/`. */
  readonly triples: Readonly<Record<string, number>>;
  /** How many versions of the vocabulary the backup has. */
  readonly versions: number;
}

/**
 * Makes the store hold what a backup holds, and nothing else, whole or not at all. Versions of the vocabulary that the backup does not
 * have stay.
 *
 * @throws HubError `invalid-option` when it is not a backup, `registry-unavailable` when its vocabulary would be refused, `not-saved`
 */
export async function restore(input: Readable, { store, hub, archive, shapes }: StoreParts): Promise<Restored> {
  const { graphs, history, textOf } = await readBackup(input, hub);
  const vocabulary = await checkCandidate(graphs.get(hub.vocabularyGraph) ?? [], hub, shapes);

  // First of all: versions are named by their content, so that one too much does no harm.
  const known = new Set(archive.history().map(({ version }) => version));
  for (const { version, since } of history)
    if (!known.has(version)) await archive.keep(version, () => textOf(version), since);

  const kept = keptGraphs(hub);
  const add = kept.flatMap((graph) => inGraph(graph, graphs.get(graph) ?? []));
  try {
    await store.change({ clear: kept, add: renewRevision(add, hub) }, { isLarge: true });
  } catch (error) {
    tellNotSaved(error, 'Everything is as it was.');
  }
  const counts = kept.map(
    (graph) => [graph.slice(graph.lastIndexOf('/') + 1), graphs.get(graph)?.length ?? 0] as const,
  );
  return {
    version: vocabulary.version,
    terms: vocabulary.terms,
    triples: Object.fromEntries(counts),
    versions: new Set(history.map(({ version }) => version)).size,
  };
}
