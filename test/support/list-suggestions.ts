import type { PageOfSuggestions } from '../../src/suggestions/find-suggestions.ts';
import type { ReviewableSuggestion } from '../../src/suggestions/suggestion.ts';
import type { Suggestions } from '../../src/suggestions/suggestions.ts';

export interface ListedSuggestions {
  readonly suggestions: readonly ReviewableSuggestion[];
  readonly total: number;
  readonly hasNext: boolean;
}

/** A page of the list with its suggestions whole, as administrators read it. */
export async function listSuggestions(
  from: Pick<Suggestions['terms'], 'listPages' | 'findByIds' | 'count'>,
  page: PageOfSuggestions,
): Promise<ListedSuggestions> {
  const [listed] = await from.listPages([page]);
  const [total] = await from.count([page.state]);
  const suggestions = await from.findByIds(listed!.ids);
  return {
    suggestions: suggestions.map((found) => {
      if (found === null || found instanceof Error)
        throw new Error('It is listed and cannot be read', { cause: found });
      return found;
    }),
    total: total!,
    hasNext: listed!.hasNext,
  };
}
