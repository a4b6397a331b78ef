import { HubError } from '../../errors.ts';
import { hubNamespaces } from '../../rdf/namespaces.ts';
import { readTurtleInto } from '../../rdf/read-rdf.ts';
import { EmbeddedStore } from '../../store/embedded.ts';
import { readVocabulary } from './read-vocabulary.ts';

/** What the trying thread is given. */
export interface ReadingTask {
  /** The hub's address without a slash at its end. */
  readonly baseUrl: string;
  /** N-Triples. */
  readonly vocabulary: string;
}

export interface Reading {
  /** Why it would be refused; null when it would not. */
  readonly refusal: string | null;
  /** How many terms there would be. */
  readonly terms: number;
}

/** What the registry would make of a vocabulary. */
export default async function run({ baseUrl, vocabulary }: ReadingTask): Promise<Reading> {
  const hub = hubNamespaces(baseUrl);
  const store = new EmbeddedStore();
  const document = { name: 'the vocabulary', text: vocabulary, baseIri: hub.vocabulary };
  await store.change({ add: readTurtleInto(hub.vocabularyGraph, [document]) });
  try {
    const { terms } = await readVocabulary(store, hub);
    return { refusal: null, terms: terms.size };
  } catch (error) {
    if (error instanceof HubError) return { refusal: error.message, terms: 0 };
    throw error;
  } finally {
    await store.close();
  }
}
