import { boundIri } from '../../rdf/bound-terms.ts';
import { hubNamespaces } from '../../rdf/namespaces.ts';
import { findTermByIri } from '../terms.ts';
import type { Rest } from '../thread-slices.ts';
import type { Term, Vocabulary } from '../vocabulary.ts';

/**
 * The terms whose templates have one of these as an object, of themselves or by the nodes that they introduce; each once, in no order that
 * means something. They are found upwards, from what is cited, so that it costs what cites it.
 *
 * @param iris of tokens or nodes
 */
export async function termsWhoseTemplatesCite(
  vocabulary: Vocabulary,
  iris: readonly string[],
  rest: Rest,
): Promise<Set<Term>> {
  const { triples } = vocabulary;
  const { ontology } = hubNamespaces(vocabulary.lexicon.vocabularyIri.replace(/vocabulary\/$/, ''));
  const found = new Set<Term>();
  const sought = new Set(iris);
  // The set grows while it is walked: nodes stand in templates of terms and of other nodes.
  for (const iri of sought)
    for (const row of triples.placesCitingBy(`${ontology}object`, [boundIri(iri)])) {
      await rest();
      for (const { value } of triples.valuesAt(row, `${ontology}subject`)) {
        const term = findTermByIri(vocabulary, value);
        if (term === null) sought.add(value);
        else found.add(term);
      }
    }
  return found;
}
