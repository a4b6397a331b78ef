import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { withoutTokens } from '../accounts/accounts.queries.ts';
import { HubError } from '../errors.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import { inGraph, type Triple } from '../rdf/triple.ts';
import { lackingIn } from '../vocabulary/extend-table.ts';
import { checkTable } from '../vocabulary/registry/check-candidate.ts';
import type { TripleTable } from '../vocabulary/triple-table.ts';
import type { VocabularyArchive } from '../vocabulary/versions/archive.ts';
import { renewRevision } from '../vocabulary/vocabulary-state.ts';
import { returnMemory } from '../workers/return-memory.ts';
import { tellNotSaved } from './not-saved.ts';
import { readBackup, type Backup } from './read-backup.ts';
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
 * have stay. All tokens of accounts end: the backup does not say which of them have ended since it was made.
 *
 * @throws HubError `invalid-option` when it is not a backup, or its vocabulary would be refused; `not-saved`
 */
export async function restore(
  input: Readable,
  { store, hub, archive, shapes, kept: held }: StoreParts,
): Promise<Restored> {
  const backup = await readBackup(input, hub);
  // The check needs as much again as what the table was made with, which is garbage.
  await returnMemory();
  const vocabulary = await checkTable(backup.vocabulary, hub, shapes);

  // First of all: versions are named by their content, so that one too much does no harm.
  await keepVersions(backup, archive);

  const kept = keptGraphs(hub);
  const graphs = new Map<string, readonly Triple[]>(backup.graphs)
    .set(hub.acceptedGraph, acceptedOf(backup, vocabulary.triples, hub))
    .set(hub.accountsGraph, withoutTokens(backup.graphs.get(hub.accountsGraph) ?? [], hub));
  const add = kept.flatMap((graph) => inGraph(graph, graphs.get(graph) ?? []));
  const fill = { graph: hub.vocabularyGraph, triples: vocabulary.triples };
  const known = { revision: randomUUID(), version: vocabulary.version, triples: vocabulary.triples };
  // Whoever reads it next, a running hub or the next start, need not read it from the store.
  held?.hold(known);
  const renewed = { revision: known.revision, version: known.version };
  try {
    await store.change({ clear: kept, add: renewRevision(add, hub, renewed), fill }, { isLarge: true });
    await held?.keepNow(known);
  } catch (error) {
    tellNotSaved(error, 'Everything is as it was.');
  }
  const lengthOf = (graph: string): number =>
    (graph === hub.vocabularyGraph ? vocabulary.triples : graphs.get(graph))?.length ?? 0;
  const counts = kept.map((graph) => [graph.slice(graph.lastIndexOf('/') + 1), lengthOf(graph)] as const);
  return {
    version: vocabulary.version,
    terms: vocabulary.terms,
    triples: Object.fromEntries(counts),
    versions: new Set(backup.history.map(({ version }) => version)).size,
  };
}

/** @throws HubError `not-saved` when a version cannot be kept */
async function keepVersions({ history, versions }: Backup, archive: VocabularyArchive): Promise<void> {
  const durable = new Set(archive.durable().map(({ version }) => version));
  const known = new Set(archive.history().map(({ version }) => version));
  for (const { version, since } of history) {
    if (known.has(version) && durable.has(version)) continue;
    if (await archive.keep(version, () => versions.textOf(version), since, versions.cameOf(version))) continue;
    const why = archive.lastError() ?? '';
    // What was known before is in use, or was.
    if (!known.has(version)) archive.giveUp(version);
    throw new HubError(
      'not-saved',
      `Versions of the backup could not be kept. ${why} What the store holds is as it was.`,
    );
  }
}

/** What was accepted that the vocabulary has: the rest came while the backup was written, and its suggestions wait there. */
function acceptedOf({ graphs }: Backup, vocabulary: TripleTable, hub: HubNamespaces): Triple[] {
  const accepted = graphs.get(hub.acceptedGraph) ?? [];
  const lacking = new Set(lackingIn(vocabulary, accepted));
  return accepted.filter((triple) => !lacking.has(triple));
}
