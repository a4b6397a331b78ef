import { graphPieces } from './graph-pieces.ts';
import type { FindGraph, PublicDataset } from './public-dataset.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import { isVersionName } from '../vocabulary/versions/version.ts';
import type { Versions } from '../vocabulary/versions/versions.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';

/** What queries may be about. Whatever else the store holds is not in it. */
export interface PublicGraphs {
  /** The graphs of this moment. @throws HubError `registry-unavailable` */
  readonly dataset: () => PublicDataset;
  readonly findGraph: FindGraph;
}

export interface PublicGraphsOptions {
  readonly vocabulary: () => Vocabulary;
  readonly versions: Pick<Versions, 'find' | 'read'>;
  readonly hub: HubNamespaces;
}

/** The vocabulary in use, which is the default graph too, the hub's ontology, and each version of the vocabulary by its IRI. */
export function createPublicGraphs({ vocabulary, versions, hub }: PublicGraphsOptions): PublicGraphs {
  let last: { readonly of: Vocabulary; readonly dataset: PublicDataset } | null = null;
  return {
    dataset() {
      const current = vocabulary();
      if (last?.of !== current) last = { of: current, dataset: datasetOf(current, hub) };
      return last.dataset;
    },
    async findGraph(iri) {
      const name = iri.slice(hub.versions.length).replace(/\/$/, '');
      if (!iri.startsWith(hub.versions) || iri !== `${hub.versions}${name}/`) return null;
      if (!isVersionName(name) || versions.find(name) === null) return null;
      const { version, triples } = vocabulary();
      return name === version ? graphPieces(triples) : versions.read(name, 'graph');
    },
  };
}

function datasetOf({ version, triples, ontology, lexicon }: Vocabulary, hub: HubNamespaces): PublicDataset {
  return {
    version,
    defaultGraph: hub.vocabularyGraph,
    graphs: new Map([
      [hub.vocabularyGraph, triples],
      [hub.ontologyGraph, ontology],
    ]),
    prefixes: lexicon.prefixes,
    baseIri: `${hub.baseUrl}/sparql`,
    furtherGraphs: hub.versions,
  };
}
