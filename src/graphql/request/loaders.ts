import DataLoader from 'dataloader';
import type { AccountFacts } from '../../accounts/operate.ts';
import type { Requester } from '../../accounts/administrators.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { AccountPage, PageOfAccounts } from '../../accounts/accounts-graph.ts';
import type { MissingTerms } from '../../suggestions/unmapped-keys.ts';
import { findEntities, keyOf, type Entity, type EntityReference } from '../../vocabulary/describe/find-entities.ts';
import type { Changes } from '../../vocabulary/versions/changes.ts';
import type { Version, VersionRange, Versions } from '../../vocabulary/versions/versions.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { MAX_ROOT_FIELDS } from './limits.ts';
import type { RequestCaller } from './request-caller.ts';
import { MAX_KEYS, SuggestionLoaders, type ReadSuggestions } from './suggestion-loaders.ts';

export interface LoaderSources {
  readonly suggestions: {
    readonly terms: ReadSuggestions<'term'>;
    readonly sources: ReadSuggestions<'source'>;
    readonly changes: ReadSuggestions<'change'>;
  };
  /** Null when the hub has none. */
  readonly accounts: { readonly operator: Pick<Accounts['operator'], 'findMany' | 'listPages' | 'count'> } | null;
  readonly versions: Pick<Versions, 'find' | 'compare'>;
  readonly vocabulary: () => Vocabulary;
  /** @throws HubError `suggestions-unavailable` */
  readonly missingTerms: (vocabulary: Vocabulary, first: number) => Promise<MissingTerms>;
  /** @throws HubError `unauthenticated`, `forbidden` */
  readonly requireAdministrator: () => Promise<Requester>;
  /** Its signal ends the queries of the request; comparisons of several clients take turns. */
  readonly caller: Pick<RequestCaller, 'client' | 'signal'>;
}

const BOUNDS = { maxBatchSize: MAX_KEYS };

/**
 * What a request reads of the store and of the archive, one loader per relation: fields that ask in the same moment share a query, and
 * what was read once is not read again. Each loads what it is asked for, or rejects for this key alone. A loader is made when it is asked
 * for: most requests need none.
 */
export class Loaders {
  readonly #sources: LoaderSources;
  readonly #made = new Map<string, { clearAll(): unknown }>();
  #requester: Promise<Requester> | null = null;
  #accountCount: Promise<number> | null = null;

  constructor(sources: LoaderSources) {
    this.#sources = sources;
  }

  get suggestedTerms(): SuggestionLoaders<'term'> {
    const { suggestions, caller } = this.#sources;
    return this.#once('suggestedTerms', () => new SuggestionLoaders(suggestions.terms, caller));
  }

  get suggestedSources(): SuggestionLoaders<'source'> {
    const { suggestions, caller } = this.#sources;
    return this.#once('suggestedSources', () => new SuggestionLoaders(suggestions.sources, caller));
  }

  get suggestedChanges(): SuggestionLoaders<'change'> {
    const { suggestions, caller } = this.#sources;
    return this.#once('suggestedChanges', () => new SuggestionLoaders(suggestions.changes, caller));
  }

  /** What gateways refer to. */
  get entities(): DataLoader<EntityReference, Entity | null, string> {
    const { vocabulary } = this.#sources;
    return this.#once('entities', () => {
      return new DataLoader(async (references) => findEntities(vocabulary(), references), {
        cacheKeyFn: (reference) => `${reference.type} ${keyOf(reference)}`,
      });
    });
  }

  /** For administrators alone. */
  get accountById(): DataLoader<string, AccountFacts | null> {
    const { accounts, caller } = this.#sources;
    return this.#once('accountById', () => {
      return new DataLoader(
        async (ids) =>
          accounts === null ? ids.map(() => null) : accounts.operator.findMany(ids, { signal: caller.signal }),
        BOUNDS,
      );
    });
  }

  get versionByName(): DataLoader<string, Version | null> {
    const { versions } = this.#sources;
    return this.#once('versionByName', () => {
      return new DataLoader(async (names) => names.map((name) => versions.find(name)));
    });
  }

  get changes(): DataLoader<VersionRange, Changes, string> {
    const { versions, caller } = this.#sources;
    return this.#once('changes', () => {
      return new DataLoader(
        (ranges) => Promise.all(ranges.map((range) => versions.compare(range, caller).catch(asError))),
        { cacheKeyFn: ({ from, to }) => `${from?.version ?? ''} ${to.version}` },
      );
    });
  }

  /** By the number of terms that are asked for; for administrators alone. */
  get missingTerms(): DataLoader<number, MissingTerms> {
    const { missingTerms, vocabulary } = this.#sources;
    return this.#once('missingTerms', () => {
      return new DataLoader(async (numbers) => {
        const { terms, since } = await missingTerms(vocabulary(), Math.max(...numbers));
        return numbers.map((first) => ({ terms: terms.slice(0, first), since }));
      });
    });
  }

  /** The administrator who asks. @throws HubError `unauthenticated`, `forbidden`, `accounts-unavailable` */
  requester(): Promise<Requester> {
    return (this.#requester ??= this.#sources.requireAdministrator());
  }

  /** For administrators alone. */
  get accountPage(): DataLoader<PageOfAccounts, AccountPage<AccountFacts>, string> {
    const { accounts, caller } = this.#sources;
    return this.#once('accountPage', () => {
      return new DataLoader(
        async (pages) =>
          accounts === null
            ? pages.map(() => ({ accounts: [], hasNext: false }))
            : accounts.operator.listPages(pages, { signal: caller.signal }),
        { maxBatchSize: MAX_ROOT_FIELDS, cacheKeyFn: ({ first, after }) => JSON.stringify([first, after]) },
      );
    });
  }

  /** How many accounts there are; for administrators alone. @throws HubError `accounts-unavailable` */
  accountCount(): Promise<number> {
    const { accounts, caller } = this.#sources;
    return (this.#accountCount ??=
      accounts === null ? Promise.resolve(0) : accounts.operator.count({ signal: caller.signal }));
  }

  /** Forgets what was read: whatever is loaded from now on is as it is now. */
  clear(): void {
    this.#requester = null;
    this.#accountCount = null;
    for (const loader of this.#made.values()) loader.clearAll();
  }

  #once<L extends { clearAll(): unknown }>(name: string, make: () => L): L {
    const made = this.#made.get(name) as L | undefined;
    if (made !== undefined) return made;
    const loader = make();
    this.#made.set(name, loader);
    return loader;
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('A version could not be compared', { cause: error });
}
