import { describeResource, otherNamesOf } from '../describe/descriptions.ts';
import { TermSearch, type TermMatch } from './search.ts';
import { TermSuggester, type SuggestableTerm, type TermSuggestion } from './suggest.ts';
import { inSlices, type Rest, type Searcher } from './thread-slices.ts';
import type { Term, Vocabulary } from '../vocabulary.ts';

interface FindableTerm extends SuggestableTerm {
  readonly found: Term;
}

interface Finder {
  readonly search: TermSearch<FindableTerm>;
  readonly suggester: TermSuggester<FindableTerm>;
}

/** Built when a version is first searched, once. */
const finders = new WeakMap<Vocabulary, Promise<Finder>>();

/** Builds the index of a version now, so that no later search waits for it. */
export async function prepareFinding(vocabulary: Vocabulary): Promise<void> {
  await finderOf(vocabulary);
}

/** The terms that a text finds in any language, the best first. */
export function searchTerms(
  vocabulary: Vocabulary,
  text: string,
  most: number,
  searcher: Searcher,
): Promise<TermMatch<Term>[]> {
  return inSlices(searcher, async (rest) => {
    const { search } = await finderOf(vocabulary);
    return (await search.find(text, most, rest)).map(({ term, score }) => ({ term: term.found, score }));
  });
}

/** The corrected spelling of a text; null when nothing needs a correction. */
export function didYouMean(vocabulary: Vocabulary, text: string, searcher: Searcher): Promise<string | null> {
  return inSlices(searcher, async (rest) => (await finderOf(vocabulary)).search.didYouMean(text, rest));
}

/** A key of a document and the terms that it may mean, the likeliest first. */
export interface KeySuggestions {
  readonly key: string;
  readonly suggestions: readonly TermSuggestion<Term>[];
}

/** If the likeliest term has a lower score, the key means something else. */
const LEAST_BEST_SCORE = 0.6;

/**
 * For each key the terms that it may mean, at most so many; a key that is a term means that one.
 *
 * @param units that stand beside the values of the keys, in their order; null or nothing for none
 */
export async function suggestFor(
  vocabulary: Vocabulary,
  keys: readonly string[],
  most: number,
  searcher: Searcher,
  units: readonly (string | null)[] = [],
): Promise<KeySuggestions[]> {
  const found = await findSimilar(vocabulary, keys, most, searcher, units);
  return found.map(({ key, suggestions }) => ({
    key,
    suggestions: (suggestions[0]?.score ?? 0) < LEAST_BEST_SCORE ? [] : suggestions,
  }));
}

/** The same, also where each of the terms is unlikely: those that a name resembles. */
export function findSimilar(
  vocabulary: Vocabulary,
  names: readonly string[],
  most: number,
  searcher: Searcher,
  units: readonly (string | null)[] = [],
): Promise<KeySuggestions[]> {
  return inSlices(searcher, async (rest) => {
    const { suggester } = await finderOf(vocabulary);
    const found: KeySuggestions[] = [];
    for (const [at, key] of names.entries()) {
      const term = vocabulary.terms.get(key);
      const suggestions =
        term === undefined
          ? await suggester.suggestFor(key, most, rest, units[at] ?? null)
          : [{ term: { found: term }, score: 1 }];
      found.push({
        key,
        suggestions: suggestions.slice(0, most).map((one) => ({ term: one.term.found, score: one.score })),
      });
    }
    return found;
  });
}

function finderOf(vocabulary: Vocabulary): Promise<Finder> {
  let finder = finders.get(vocabulary);
  if (finder === undefined) finders.set(vocabulary, (finder = inSlices(BUILDER, (rest) => build(vocabulary, rest))));
  return finder;
}

/** Builds for all clients, so that none of them can end it. */
const BUILDER: Searcher = { client: 'the index' };

async function build(vocabulary: Vocabulary, rest: Rest): Promise<Finder> {
  const terms: FindableTerm[] = [];
  for (const term of vocabulary.terms.values()) {
    const { definitions, created } = describeResource(vocabulary, term.iri);
    const texts = new Set([term.description, ...definitions.map(({ text }) => text)]);
    terms.push({
      name: term.name,
      label: term.label,
      description: [...texts].join('\n'),
      category: term.category,
      quantityKind: term.quantityKind,
      created,
      alternatives: otherNamesOf(vocabulary, term),
      found: term,
    });
    await rest();
  }
  const search = await TermSearch.build(terms, rest);
  // Deprecated terms come last.
  const suggested = terms.filter(({ found }) => !describeResource(vocabulary, found.iri).isDeprecated);
  return { search, suggester: await TermSuggester.build(suggested, search, rest) };
}
