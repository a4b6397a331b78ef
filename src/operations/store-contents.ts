import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { Store } from '../store/store.ts';
import type { VocabularyArchive } from '../vocabulary/versions/archive.ts';
import type { KeptTable } from '../vocabulary/registry/kept-table.ts';
import type { ShapeCheck } from '../vocabulary/shapes/check-shapes.ts';

/** What operators work on. */
export interface StoreParts {
  readonly store: Store;
  readonly hub: HubNamespaces;
  readonly archive: VocabularyArchive;
  readonly shapes: Pick<ShapeCheck, 'check'>;
  /** Where the table of what the store holds is kept; undefined for nowhere. */
  readonly kept: Pick<KeptTable, 'hold' | 'keepNow'> | undefined;
}

/**
 * The graphs that a backup holds, in the order in which they are written: what another one speaks of comes behind it, so that a
 * change between two of them leaves nothing out. What was accepted comes behind the vocabulary, of which it is a part: so none of that part
 * is lacking, and what the vocabulary does not have yet can be told.
 */
export function keptGraphs(hub: HubNamespaces): readonly string[] {
  return [
    hub.accountsGraph,
    hub.webhooksGraph,
    hub.contactsGraph,
    hub.suggestionsGraph,
    hub.unmappedKeysGraph,
    hub.vocabularyGraph,
    hub.acceptedGraph,
    hub.ontologyGraph,
    hub.stateGraph,
  ];
}
