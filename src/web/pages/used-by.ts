import { findTermByIri, listTemplateRows } from '../../vocabulary/terms.ts';
import type { Term, Vocabulary } from '../../vocabulary/vocabulary.ts';
import { groupBy } from '../../group-by.ts';

/** The terms whose templates introduce each node, by the IRI of the node. */
const owners = new WeakMap<Vocabulary, ReadonlyMap<string, readonly Term[]>>();

function ownersOf(vocabulary: Vocabulary): ReadonlyMap<string, readonly Term[]> {
  let found = owners.get(vocabulary);
  if (found === undefined) {
    const nodes = [...vocabulary.terms.values()].flatMap((term) =>
      Array.from(nodesOf(term, vocabulary), (node) => ({ node, term })),
    );
    const grouped = groupBy(nodes, ({ node }) => `${vocabulary.lexicon.vocabularyIri}node/${encodeURIComponent(node)}`);
    found = new Map(Array.from(grouped, ([iri, uses]) => [iri, uses.map(({ term }) => term)]));
    owners.set(vocabulary, found);
  }
  return found;
}

/** Names of the nodes that the template of a term has. */
function nodesOf(term: Term, vocabulary: Vocabulary): Set<string> {
  const objects = listTemplateRows(vocabulary, term.name).map(({ object }) => object);
  return new Set(objects.filter((object) => object.startsWith('?')).map((object) => object.slice(1)));
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
