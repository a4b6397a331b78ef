import { inSlices, type Searcher } from '../thread-slices.ts';
import { finderOf, type FindableTerm } from './finder.ts';
import type { TermMatch } from './search.ts';
import { LEAST_BEST_SCORE, type TermSuggestion } from './suggest.ts';
import { columnsOf } from './list-columns.ts';
import { placeFound, type FoundPlaces } from './place-scores.ts';
import { RememberedScores } from './word-scores.ts';
import type { Term, Vocabulary } from '../vocabulary.ts';

/** Makes the index of a version now, and what its terms are listed by, so that no later search waits for it. */
export async function prepareFinding(vocabulary: Vocabulary): Promise<void> {
  await finderOf(vocabulary);
  await columnsOf(vocabulary);
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
    return foundIn(vocabulary, await search.find(text, most, rest));
  });
}

/** All terms that a text finds, with how well it finds each. */
export function scoreTerms(vocabulary: Vocabulary, text: string, searcher: Searcher): Promise<FoundPlaces> {
  return inSlices(searcher, async (rest) => {
    const finder = await finderOf(vocabulary);
    const found = await finder.search.findAll(text, rest);
    await rest();
    return placeFound(found, vocabulary, finder.search);
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
  /** The key, or what stands beside its value, names a unit; a key that is a term says what its unit is, too. */
  readonly saysUnit: boolean;
  /** The unit that the key says, as names of terms have it; null for none, and where the key is a term. */
  readonly unit: string | null;
}

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
  return found.map((each) =>
    (each.suggestions[0]?.score ?? 0) < LEAST_BEST_SCORE ? { ...each, suggestions: [] } : each,
  );
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
    const remembered = new RememberedScores();
    for (const [at, key] of names.entries()) {
      const term = vocabulary.terms.get(key);
      const beside = units[at] ?? null;
      const suggestions =
        term === undefined
          ? foundIn(vocabulary, await suggester.suggestFor(key, most, rest, beside, remembered))
          : [{ term, score: 1 }];
      const unit = term === undefined ? suggester.unitSaid(key, beside) : null;
      const saysUnit = term !== undefined || unit !== null;
      found.push({ key, suggestions: suggestions.slice(0, most), saysUnit, unit });
    }
    return found;
  });
}

function foundIn(
  { terms }: Vocabulary,
  found: ReadonlyArray<{ readonly term: FindableTerm; readonly score: number }>,
): TermMatch<Term>[] {
  return found.flatMap(({ term: { name }, score }) => {
    const term = terms.get(name);
    return term === undefined ? [] : [{ term, score }];
  });
}
