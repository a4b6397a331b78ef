import DataLoader from 'dataloader';
import type { PageOfSuggestions, SuggestionPage } from '../../suggestions/find-suggestions.ts';
import type { Reviewable, SuggestionKind, SuggestionKinds, SuggestionState } from '../../suggestions/suggestion.ts';
import type { AnySuggestions } from '../../suggestions/suggestions.ts';
import type { QueryOptions } from '../../store/store.ts';
import { MAX_ROOT_FIELDS } from './limits.ts';
import type { RequestCaller } from './request-caller.ts';

/** Keys of one query; what has more becomes several. As many as the longest page has suggestions. */
export const MAX_KEYS = 500;

/** What loaders read suggestions of a kind with. */
export type ReadSuggestions<Kind extends SuggestionKind> = Pick<
  AnySuggestions<Kind>,
  'findByReceipts' | 'findByIds' | 'listPages' | 'count'
>;

/** What a request reads of the suggestions of one kind. */
export class SuggestionLoaders<Kind extends SuggestionKind> {
  readonly byReceipt: DataLoader<string, SuggestionKinds[Kind] | null>;
  /** For administrators alone. */
  readonly byId: DataLoader<string, Reviewable<SuggestionKinds[Kind]> | null>;
  /** For administrators alone. */
  readonly page: DataLoader<PageOfSuggestions, SuggestionPage, string>;
  /** For administrators alone. */
  readonly count: DataLoader<Pick<PageOfSuggestions, 'state'>, number, SuggestionState | null>;

  /** @param caller its signal ends the queries of the request */
  constructor(suggestions: ReadSuggestions<Kind>, caller: Pick<RequestCaller, 'signal'>) {
    const query = (): QueryOptions => ({ signal: caller.signal });
    const bounds = { maxBatchSize: MAX_KEYS };
    this.byReceipt = new DataLoader((receipts) => suggestions.findByReceipts(receipts, query()), bounds);
    this.byId = new DataLoader((ids) => suggestions.findByIds(ids, query()), bounds);
    this.page = new DataLoader((pages) => suggestions.listPages(pages, query()), {
      maxBatchSize: MAX_ROOT_FIELDS,
      cacheKeyFn: ({ state, first, after }) =>
        JSON.stringify([state, first, after?.createdAt ?? null, after?.id ?? null]),
    });
    const count = (lists: ReadonlyArray<Pick<PageOfSuggestions, 'state'>>) =>
      suggestions.count(
        lists.map(({ state }) => state),
        query(),
      );
    this.count = new DataLoader(count, { ...bounds, cacheKeyFn: ({ state }) => state });
  }

  clearAll(): void {
    for (const loader of [this.byReceipt, this.byId, this.page, this.count]) loader.clearAll();
  }
}
