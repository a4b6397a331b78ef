import { HubError } from '../errors.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { TurtleDocument } from '../rdf/read-rdf.ts';
import { inGraph, type Triple } from '../rdf/triple.ts';
import { EmbeddedStore } from '../store/embedded.ts';
import type { ShapeCheck } from './check-shapes.ts';
import { readVocabulary } from './read-vocabulary.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * The vocabulary that these triples would be, checked as the registry checks what it takes into use.
 *
 * @param sources the Turtle that they come from, so that messages name lines
 * @throws HubError `registry-unavailable` when the registry would refuse it; of what breaks shapes the cause is `BrokenShapes`
 */
export async function checkCandidate(
  triples: readonly Triple[],
  hub: HubNamespaces,
  shapes: Pick<ShapeCheck, 'check'>,
  sources: readonly TurtleDocument[] = [],
): Promise<Vocabulary> {
  const store = new EmbeddedStore();
  try {
    await store.change({ add: inGraph(hub.vocabularyGraph, triples) });
    return await readVocabulary(store, hub, {
      check: (all, version) => shapes.check(all, version, undefined, async () => sources),
    });
  } catch (error) {
    if (error instanceof HubError) throw error;
    throw new HubError('registry-unavailable', `The vocabulary is refused: ${(error as Error).message}.`, {}, error);
  } finally {
    await store.close();
  }
}
