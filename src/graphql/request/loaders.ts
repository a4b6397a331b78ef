import DataLoader from 'dataloader';
import type { AccountFacts } from '../../accounts/operate.ts';
import type { Requester } from '../../accounts/administrators.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { PageOfSuggestions, SuggestionPage } from '../../suggestions/find-suggestions.ts';
import type { MissingTerms } from '../../suggestions/unmapped-keys.ts';
import type { ReviewableSuggestion, Suggestion, SuggestionState } from '../../suggestions/suggestion.ts';
import type { Suggestions } from '../../suggestions/suggestions.ts';
import type { Changes } from '../../vocabulary/versions/changes.ts';
import type { Version, VersionRange, Versions } from '../../vocabulary/versions/versions.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { MAX_ROOT_FIELDS } from './limits.ts';

/** Keys of one query; what has more becomes several. As many as the longest page has suggestions. */
const MAX_KEYS = 500;

export interface LoaderSources {
  readonly suggestions: Pick<Suggestions, 'findByReceipts' | 'findByIds' | 'listPages' | 'count'>;
  /** Null when the hub has none. */
  readonly accounts: { readonly operator: Pick<Accounts['operator'], 'findMany' | 'list'> } | null;
  readonly versions: Pick<Versions, 'list' | 'compare'>;
  readonly vocabulary: () => Vocabulary;
  /** @throws HubError `suggestions-unavailable` */
  readonly missingTerms: (vocabulary: Vocabulary, first: number) => Promise<MissingTerms>;
  /** @throws HubError `unauthenticated`, `forbidden` */
  readonly requireAdministrator: () => Promise<Requester>;
  /** Ends the queries of the request. */
  readonly signal: AbortSignal;
  /** The client of the request; comparisons of several clients take turns. */
  readonly client: string;
}

/**
 * What a request reads of the store and of the archive, one loader per relation: fields that ask in the same moment share a query, and
 * what was read once is not read again. Each loads what it is asked for, or rejects for this key alone.
 */
export class Loaders {
  readonly suggestionByReceipt: DataLoader<string, Suggestion | null>;
  /** For administrators alone. */
  readonly suggestionById: DataLoader<string, ReviewableSuggestion | null>;
  /** For administrators alone. */
  readonly suggestionPage: DataLoader<PageOfSuggestions, SuggestionPage, string>;
  /** For administrators alone. */
  readonly suggestionCount: DataLoader<Pick<PageOfSuggestions, 'state'>, number, SuggestionState | null>;
  /** For administrators alone. */
  readonly accountById: DataLoader<string, AccountFacts | null>;
  readonly versionByName: DataLoader<string, Version | null>;
  readonly changes: DataLoader<VersionRange, Changes, string>;
  /** By the number of terms that are asked for; for administrators alone. */
  readonly missingTerms: DataLoader<number, MissingTerms>;
  readonly #sources: LoaderSources;
  #requester: Promise<Requester> | null = null;
  #accounts: Promise<readonly AccountFacts[]> | null = null;

  constructor(sources: LoaderSources) {
    const { suggestions, accounts, versions, vocabulary, missingTerms, signal, client } = sources;
    const bounds = { maxBatchSize: MAX_KEYS };
    this.#sources = sources;
    this.suggestionByReceipt = new DataLoader((receipts) => suggestions.findByReceipts(receipts, { signal }), bounds);
    this.suggestionById = new DataLoader((ids) => suggestions.findByIds(ids, { signal }), bounds);
    this.suggestionPage = new DataLoader((pages) => suggestions.listPages(pages, { signal }), {
      maxBatchSize: MAX_ROOT_FIELDS,
      cacheKeyFn: ({ state, first, after }) =>
        JSON.stringify([state, first, after?.createdAt ?? null, after?.id ?? null]),
    });
    this.suggestionCount = new DataLoader(
      (lists) =>
        suggestions.count(
          lists.map(({ state }) => state),
          { signal },
        ),
      { ...bounds, cacheKeyFn: ({ state }) => state },
    );
    this.accountById = new DataLoader(
      async (ids) => (accounts === null ? ids.map(() => null) : accounts.operator.findMany(ids, { signal })),
      bounds,
    );
    this.versionByName = new DataLoader(async (names) => {
      const versionByName = new Map(versions.list().map((version) => [version.version, version]));
      return names.map((name) => versionByName.get(name) ?? null);
    });
    this.changes = new DataLoader(
      (ranges) => Promise.all(ranges.map((range) => versions.compare(range, { client, signal }).catch(asError))),
      { cacheKeyFn: ({ from, to }) => `${from?.version ?? ''} ${to.version}` },
    );
    this.missingTerms = new DataLoader(async (numbers) => {
      const { terms, since } = await missingTerms(vocabulary(), Math.max(...numbers));
      return numbers.map((first) => ({ terms: terms.slice(0, first), since }));
    });
  }

  /** The administrator who asks. @throws HubError `unauthenticated`, `forbidden`, `accounts-unavailable` */
  requester(): Promise<Requester> {
    return (this.#requester ??= this.#sources.requireAdministrator());
  }

  /** All accounts, in the order of their addresses; for administrators alone. @throws HubError `accounts-unavailable` */
  accounts(): Promise<readonly AccountFacts[]> {
    const { accounts, signal } = this.#sources;
    return (this.#accounts ??= accounts === null ? Promise.resolve([]) : accounts.operator.list({ signal }));
  }

  /** Forgets what was read: whatever is loaded from now on is as it is now. */
  clear(): void {
    this.#requester = null;
    this.#accounts = null;
    this.suggestionByReceipt.clearAll();
    this.suggestionById.clearAll();
    this.suggestionPage.clearAll();
    this.suggestionCount.clearAll();
    this.accountById.clearAll();
    this.versionByName.clearAll();
    this.changes.clearAll();
    this.missingTerms.clearAll();
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('A version could not be compared', { cause: error });
}
