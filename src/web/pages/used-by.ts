import { append } from '../../append.ts';
import { findTermByIri, listTemplateRows } from '../../vocabulary/terms.ts';
import type { Term, Vocabulary } from '../../vocabulary/vocabulary.ts';

/** The terms whose templates introduce each node, by the IRI of the node. */
const owners = new WeakMap<Vocabulary, ReadonlyMap<string, readonly Term[]>>();

function ownersOf(vocabulary: Vocabulary): ReadonlyMap<string, readonly Term[]> {
  let found = owners.get(vocabulary);
  if (found === undefined) {
    const growing = new Map<string, Term[]>();
    for (const term of vocabulary.terms.values()) {
      const nodes = new Set(listTemplateRows(vocabulary, term.name).map(({ object }) => object));
      for (const node of nodes) {
        if (!node.startsWith('?')) continue;
        const iri = `${vocabulary.lexicon.vocabularyIri}node/${encodeURIComponent(node.slice(1))}`;
        append(growing, iri, term);
      }
    }
    owners.set(vocabulary, (found = growing));
  }
  return found;
}

/** Who uses a resource: terms, of themselves or by the nodes of their templates, in order of names, and what is no term. */
export interface Users {
  readonly terms: readonly Term[];
  /** IRIs. */
  readonly others: readonly string[];
}

/** @param addresses of what cites the resource, without fragments */
export function usersAt(addresses: Iterable<string>, vocabulary: Vocabulary): Users {
  const terms = new Set<Term>();
  const others: string[] = [];
  for (const address of addresses) {
    const term = findTermByIri(vocabulary, address);
    const nodeOf = ownersOf(vocabulary).get(address);
    if (term !== null) terms.add(term);
    else if (nodeOf === undefined) others.push(address);
    else for (const owner of nodeOf) terms.add(owner);
  }
  return { terms: [...terms].sort((a, b) => (a.name < b.name ? -1 : 1)), others };
}
