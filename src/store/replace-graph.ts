import { readTurtleInto, type TurtleDocument } from '../rdf/read-rdf.ts';
import type { Store } from './store.ts';

/**
 * Makes a named graph hold these documents and nothing else, whole or not at all.
 *
 * @throws RdfSyntaxError when one is not Turtle
 * @throws StoreError when it could not be saved
 */
export async function replaceGraph(
  store: Store,
  graphIri: string,
  documents: readonly TurtleDocument[],
): Promise<void> {
  await store.change({ clear: [graphIri], add: readTurtleInto(graphIri, documents) });
}
