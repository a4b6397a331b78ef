import { DEFAULT_BASE_URL } from '../../mapping/lexicon/lexicon-file.ts';
import { hubNamespaces, type HubNamespaces } from '../../rdf/namespaces.ts';
import { streamNTriples } from '../../rdf/read-ntriples.ts';
import { RdfSyntaxError } from '../../rdf/read-rdf.ts';
import type { Triple } from '../../rdf/triple.ts';
import { makeVocabulary, readVocabulary } from '../../vocabulary/registry/read-vocabulary.ts';
import { openShippedVocabulary, shippedPath } from '../../vocabulary/registry/shipped-vocabulary.ts';
import { tableOf } from '../../vocabulary/triple-table-builder.ts';
import { computedOf } from '../../vocabulary/versions/describe-version.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { CommandError, EXIT } from '../shared/exit-codes.ts';
import { askPieces } from './ask-hub.ts';
import { readHubAddress } from './read-hub.ts';

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

/** The package's vocabulary. The build made a table of it, which is read without parsing and names its version. */
export async function readShippedVocabulary(baseUrl = DEFAULT_BASE_URL): Promise<Vocabulary> {
  const namespaces = hubNamespaces(baseUrl);
  const shipped = await openShippedVocabulary(shippedPath(), namespaces);
  const built = await shipped.table();
  return built === null
    ? vocabularyOf(await shipped.triples(), namespaces)
    : makeVocabulary({ ...built, ontology: tableOf([], namespaces) }, namespaces);
}

/**
 * The vocabulary that these triples are, without what a hub says of the version that it gives.
 *
 * @throws HubError `registry-unavailable` when they are none
 */
export function vocabularyOf(triples: readonly Triple[], namespaces: HubNamespaces): Promise<Vocabulary> {
  const isComputed = computedOf(namespaces);
  const dump = async function* (graph: string): AsyncGenerator<Triple> {
    if (graph === namespaces.vocabularyGraph) for (const triple of triples) if (!isComputed(triple)) yield triple;
  };
  return readVocabulary({ dump }, namespaces);
}

/** All that the vocabulary of a hub says. @throws CommandError when the hub does not answer as a hub does */
export async function readHubTriples(url: string): Promise<VocabularyTriples> {
  const { root, baseUrl } = await readHubAddress(url);
  return { namespaces: hubNamespaces(baseUrl), triples: await askTriples(root, '/api/vocabulary?format=nt') };
}

/** The triples of N-Triples that a hub answers, however many. @throws CommandError when it does not answer so */
export async function askTriples(root: string, path: string): Promise<readonly Triple[]> {
  const triples: Triple[] = [];
  try {
    for await (const triple of streamNTriples(askPieces(root, path))) triples.push(triple);
    return triples;
  } catch (error) {
    if (!(error instanceof RdfSyntaxError)) throw error;
    throw new CommandError(EXIT.unavailable, `${root} answered something that is no N-Triples. Is it a hub?`, error);
  }
}
