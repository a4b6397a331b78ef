import { HubError } from '../errors.ts';
import { hubNamespaces } from '../rdf/namespaces.ts';
import { readTurtleInto } from '../rdf/read-rdf.ts';
import { EmbeddedStore } from '../store/embedded.ts';
import { readVocabulary } from '../vocabulary/read-vocabulary.ts';

/** What the trying thread is given. */
export interface ReadingTask {
  /** The hub's address without a slash at its end. */
  readonly baseUrl: string;
  /** N-Triples. */
  readonly vocabulary: string;
}

/** Why the registry would refuse a vocabulary; null when it would not. */
export default async function run({ baseUrl, vocabulary }: ReadingTask): Promise<string | null> {
  const hub = hubNamespaces(baseUrl);
  const store = new EmbeddedStore();
  const document = { name: 'the vocabulary', text: vocabulary, baseIri: hub.vocabulary };
  await store.change({ add: readTurtleInto(hub.vocabularyGraph, [document]) });
  try {
    await readVocabulary(store, hub);
    return null;
  } catch (error) {
    if (error instanceof HubError) return error.message;
    throw error;
  } finally {
    await store.close();
  }
}
