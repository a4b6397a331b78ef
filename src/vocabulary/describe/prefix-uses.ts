import { append } from '../../append.ts';
import { listTemplateRows, listTerms } from '../terms.ts';
import { inSlices, TERMS_BETWEEN_RESTS } from '../thread-slices.ts';
import type { Prefix, Term, Vocabulary } from '../vocabulary.ts';

/** What is found out about a vocabulary's prefixes, as far as somebody asked. */
interface PrefixUses {
  /** The registered ones by their names: there may be as many as terms. */
  readonly registered: ReadonlyMap<string, Prefix>;
  /** By the name of a term. */
  readonly ofTerms: Map<string, readonly Prefix[]>;
  /** The same prefixes once, by their names: many terms have them in common. */
  readonly sets: Map<string, readonly Prefix[]>;
  /** By prefix, ascending. */
  placesOf: Promise<ReadonlyMap<string, readonly number[]>> | null;
}

const found = new WeakMap<Vocabulary, PrefixUses>();

/** The prefixes that the template of a term cites, those of its nodes included, sorted by prefix. */
export function prefixesOfTerm(vocabulary: Vocabulary, { name }: Term): readonly Prefix[] {
  const { registered, ofTerms, sets } = usesOf(vocabulary);
  let prefixes = ofTerms.get(name);
  if (prefixes === undefined) {
    const cited = new Set<string>();
    for (const { predicate, object } of listTemplateRows(vocabulary, name)) {
      cited.add(prefixOf(predicate));
      // A token is not a prefixed name, though its key may have a colon.
      if (!'$?@'.includes(object[0]!)) cited.add(prefixOf(object));
    }
    const names = [...cited].toSorted();
    const key = names.join(' ');
    prefixes = sets.get(key);
    if (prefixes === undefined) sets.set(key, (prefixes = names.flatMap((prefix) => registered.get(prefix) ?? [])));
    ofTerms.set(name, prefixes);
  }
  return prefixes;
}

/** The terms whose templates cite a prefix, sorted by name. The first who asks waits until all templates are read, in slices of the thread. */
export async function termsOfPrefix(vocabulary: Vocabulary, prefix: string): Promise<readonly Term[]> {
  const terms = listTerms(vocabulary);
  return (await placesOfPrefix(vocabulary, prefix)).map((place) => terms[place]!);
}

/** The places of these terms among all, ascending. */
export async function placesOfPrefix(vocabulary: Vocabulary, prefix: string): Promise<readonly number[]> {
  const uses = usesOf(vocabulary);
  uses.placesOf ??= readPlacesOf(vocabulary);
  return (await uses.placesOf).get(prefix) ?? [];
}

function usesOf(vocabulary: Vocabulary): PrefixUses {
  let uses = found.get(vocabulary);
  if (uses === undefined) {
    const registered = new Map(vocabulary.prefixes.map((prefix) => [prefix.prefix, prefix]));
    found.set(vocabulary, (uses = { registered, ofTerms: new Map(), sets: new Map(), placesOf: null }));
  }
  return uses;
}

/** For all who ask, so that nobody who leaves can end it. */
function readPlacesOf(vocabulary: Vocabulary): Promise<ReadonlyMap<string, readonly number[]>> {
  return inSlices({ client: 'prefixes' }, async (rest) => {
    const placesOf = new Map<string, number[]>();
    for (const [place, term] of listTerms(vocabulary).entries()) {
      if (place % TERMS_BETWEEN_RESTS === 0) await rest();
      for (const { prefix } of prefixesOfTerm(vocabulary, term)) append(placesOf, prefix, place);
    }
    return placesOf;
  });
}

function prefixOf(name: string): string {
  return name.split(':', 1)[0]!;
}
