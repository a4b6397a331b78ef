import { HubError } from '../../errors.ts';
import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { readCanonical } from '../versions/version.ts';
import { readVocabulary } from './read-vocabulary.ts';

/** What the reading thread is given. */
export interface ReadingTask {
  readonly hub: HubNamespaces;
  /** The canonical text of a vocabulary. */
  readonly text: string;
}

/** What the registry would make of a vocabulary: what the mapping needs of it, or why it would be refused. */
export type Reading =
  | { readonly refusal: null; readonly lexicon: Lexicon }
  | { readonly refusal: string; readonly lexicon: null };

/** Reads a vocabulary as the registry does, without asking the shapes. */
export default async function run({ hub, text }: ReadingTask): Promise<Reading> {
  const triples = readCanonical(text, hub);
  const store = {
    async *dump(graph: string) {
      if (graph === hub.vocabularyGraph) yield* triples;
    },
  };
  try {
    const { lexicon } = await readVocabulary(store, hub);
    return { refusal: null, lexicon };
  } catch (error) {
    if (error instanceof HubError) return { refusal: error.message, lexicon: null };
    throw error;
  }
}
