import type { HubNamespaces } from '../../rdf/namespaces.ts';
import type { Triple } from '../../rdf/triple.ts';
import type { Store } from '../../store/store.ts';
import { extendInSteps, lackingIn } from '../extend-table.ts';
import { doWithRests } from '../steps.ts';
import { inSlices } from '../thread-slices.ts';
import type { TripleTable } from '../triple-table.ts';
import type { ShapeCheck } from '../shapes/check-shapes.ts';
import { findVersion } from '../versions/version.ts';
import type { VocabularyState } from '../vocabulary-state.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { extendVocabulary } from './extend-vocabulary.ts';
import type { VocabularyTriples } from './read-vocabulary.ts';

interface AcceptedOptions {
  readonly store: Pick<Store, 'dump'>;
  readonly hub: HubNamespaces;
  readonly shapes?: Pick<ShapeCheck, 'check'> | undefined;
  readonly signal: AbortSignal;
}

/**
 * The vocabulary that a store holds, made of one that it held before and of what suggestions added, which are some hundred triples; null
 * where these are not all of the difference, so that the whole has to be read.
 *
 * @param before with the ontology that the store holds now
 * @param state what the store says of it
 * @throws HubError `registry-unavailable` when it is not sound
 * @throws StoreError when the store cannot answer
 */
export async function readAccepted(
  before: VocabularyTriples | Vocabulary,
  { version }: VocabularyState,
  { store, hub, shapes, signal }: AcceptedOptions,
): Promise<Vocabulary | null> {
  if (version === null) return null;
  const accepted: Triple[] = [];
  for await (const triple of store.dump(hub.acceptedGraph, { signal })) accepted.push(triple);
  const added = lackingIn(before.triples, accepted);
  if (added.length === 0 && version !== before.version) return null;
  const triples = added.length === 0 ? before.triples : await extended(before.triples, added, hub);
  const cameOfTable = { triples: before.triples, added };
  if (added.length > 0 && (await findVersion(triples, hub, cameOfTable)) !== version) return null;
  const since = { version: before.version, triples: before.triples, added, removed: [] };
  await shapes?.check(triples, version, { signal, since });
  const cameOf = { version: before.version, added };
  return extendVocabulary(before, { triples, ontology: before.ontology, version, cameOf }, hub);
}

function extended(table: TripleTable, added: readonly Triple[], hub: HubNamespaces): Promise<TripleTable> {
  return inSlices({ client: 'the registry' }, (rest) => doWithRests(extendInSteps(table, added, hub), rest));
}
