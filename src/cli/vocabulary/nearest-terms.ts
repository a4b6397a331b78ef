import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import { TermSearch } from '../../vocabulary/search/search.ts';
import { LEAST_BEST_SCORE, TermSuggester } from '../../vocabulary/search/suggest.ts';
import { NO_REST } from '../../vocabulary/thread-slices.ts';
import { loadTerms, type VocabularyChoice } from './load-vocabulary.ts';

/** The terms that keys probably mean, by key; nothing of keys near which no term comes. @throws HubError, CommandError */
export async function nearestTerms(
  keys: readonly string[],
  lexicon: Lexicon,
  choice: VocabularyChoice,
): Promise<ReadonlyMap<string, string>> {
  const terms = (await loadTerms(choice)).filter(({ name }) => lexicon.terms.get(name)?.replacedBy === undefined);
  const suggester = await TermSuggester.build(terms, await TermSearch.build(terms, NO_REST), NO_REST);
  const found = new Map<string, string>();
  for (const key of keys) {
    const [best] = await suggester.suggestFor(key, 1, NO_REST);
    if (best !== undefined && best.score >= LEAST_BEST_SCORE) found.set(key, best.term.name);
  }
  return found;
}
