import { listTemplateRows } from '../terms.ts';
import type { Prefix, Term, Vocabulary } from '../vocabulary.ts';

interface PrefixUses {
  /** By the name of a term, sorted. */
  readonly prefixesOf: ReadonlyMap<string, readonly Prefix[]>;
  /** By prefix, in order of the terms' names. */
  readonly termsOf: ReadonlyMap<string, readonly Term[]>;
}

const counted = new WeakMap<Vocabulary, PrefixUses>();

/** The prefixes that the template of a term cites, those of its nodes included, sorted by prefix. */
export function prefixesOfTerm(vocabulary: Vocabulary, term: Term): readonly Prefix[] {
  return usesOf(vocabulary).prefixesOf.get(term.name) ?? [];
}

/** The terms whose templates cite a prefix, sorted by name. */
export function termsOfPrefix(vocabulary: Vocabulary, prefix: string): readonly Term[] {
  return usesOf(vocabulary).termsOf.get(prefix) ?? [];
}

function usesOf(vocabulary: Vocabulary): PrefixUses {
  let uses = counted.get(vocabulary);
  if (uses === undefined) counted.set(vocabulary, (uses = countUses(vocabulary)));
  return uses;
}

function countUses(vocabulary: Vocabulary): PrefixUses {
  const prefixesOf = new Map<string, Prefix[]>();
  const termsOf = new Map<string, Term[]>(vocabulary.prefixes.map(({ prefix }) => [prefix, []]));
  for (const term of vocabulary.terms.values()) {
    const names = listTemplateRows(vocabulary, term.name).flatMap(({ predicate, object }) => [predicate, object]);
    // A token is not a prefixed name, though its key may have a colon.
    const cited = new Set(names.filter((name) => !/^[$?@]/.test(name)).map((name) => name.split(':', 1)[0]!));
    prefixesOf.set(
      term.name,
      vocabulary.prefixes.filter(({ prefix }) => cited.has(prefix)),
    );
    for (const prefix of cited) termsOf.get(prefix)?.push(term);
  }
  return { prefixesOf, termsOf };
}
