import { copyOfTerm } from '../../src/vocabulary/terms.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';

/** All of a vocabulary, to be compared: its terms, categories and nodes are read when they are asked for, here they are plain objects. */
export function plainVocabulary({ terms, categories, nodes, ...rest }: Vocabulary) {
  return {
    ...rest,
    terms: Array.from(terms.values(), copyOfTerm),
    categories: categories.map(({ name, iri, label, description }) => ({ name, iri, label, description })),
    nodes: [...nodes],
  };
}
