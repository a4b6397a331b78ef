import { termsWhoseTemplatesCite } from '../../vocabulary/describe/template-users.ts';
import { findTermByIri } from '../../vocabulary/terms.ts';
import type { Rest } from '../../vocabulary/thread-slices.ts';
import type { Term, Vocabulary } from '../../vocabulary/vocabulary.ts';

/** Who uses a resource: terms, of themselves or by the nodes of their templates, in order of names, and what is no term. */
export interface Users {
  readonly terms: readonly Term[];
  /** IRIs. */
  readonly others: readonly string[];
}

/** @param addresses of what cites the resource, without fragments */
export async function usersAt(addresses: Iterable<string>, vocabulary: Vocabulary, rest: Rest): Promise<Users> {
  const terms = new Set<Term>();
  const others: string[] = [];
  for (const address of addresses) {
    await rest();
    const term = findTermByIri(vocabulary, address);
    if (term !== null) {
      terms.add(term);
      continue;
    }
    const owners = await termsWhoseTemplatesCite(vocabulary, [address], rest);
    if (owners.size === 0) others.push(address);
    for (const owner of owners) terms.add(owner);
  }
  return { terms: [...terms].sort((a, b) => (a.name < b.name ? -1 : 1)), others };
}
