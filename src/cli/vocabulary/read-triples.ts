import { DEFAULT_BASE_URL } from '../../mapping/lexicon/lexicon-file.ts';
import { hubNamespaces, type HubNamespaces } from '../../rdf/namespaces.ts';
import { readNTriples } from '../../rdf/read-ntriples.ts';
import type { Triple } from '../../rdf/triple.ts';
import { openShippedVocabulary, shippedPath } from '../../vocabulary/registry/shipped-vocabulary.ts';
import { askText, readHubAddress } from './read-hub.ts';

interface VocabularyTriples {
  readonly namespaces: HubNamespaces;
  readonly triples: readonly Triple[];
}

/** All that the package's vocabulary says. */
export async function readShippedTriples(baseUrl = DEFAULT_BASE_URL): Promise<VocabularyTriples> {
  const namespaces = hubNamespaces(baseUrl);
  const shipped = await openShippedVocabulary(shippedPath(), namespaces);
  return { namespaces, triples: await shipped.triples() };
}

/** All that the vocabulary of a hub says. @throws CommandError when the hub does not answer as a hub does */
export async function readHubTriples(url: string): Promise<VocabularyTriples> {
  const { root, baseUrl } = await readHubAddress(url);
  return {
    namespaces: hubNamespaces(baseUrl),
    triples: readNTriples(await askText(root, '/api/vocabulary?format=nt')),
  };
}
