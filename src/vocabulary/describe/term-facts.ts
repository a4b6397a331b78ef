import type { Vocabulary } from '../vocabulary.ts';

/** What people read of a term. */
interface TermFacts {
  readonly label?: string | undefined;
  readonly description?: string | undefined;
}

/** The facts of a term; none of a name that is no term. */
export function factsOfTerm({ terms }: Vocabulary, name: string): TermFacts {
  const term = terms.get(name);
  return term === undefined ? {} : { label: term.label, description: term.description };
}
