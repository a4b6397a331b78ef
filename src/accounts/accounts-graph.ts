import { HubError } from '../errors.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import { iri, literal, sparql, type Sparql } from '../rdf/sparql.ts';
import type { RecordPart } from '../store/records.ts';
import { selectByKey, type Found } from '../store/select-by-key.ts';
import { StoreError, type QueryOptions, type Store } from '../store/store.ts';
import { storedForms, type Account } from './account.ts';
import { ALL_ACCOUNTS, emailKey, UNVALIDATED_ACCOUNTS } from './account-records.ts';
import {
  ACCOUNT_COUNT_ROW,
  ACCOUNT_PAGE_ROW,
  ACCOUNT_PLACE_ROW,
  ACCOUNT_ROW,
  accountCountQuery,
  accountIri,
  accountPagesQuery,
  accountPlacesQuery,
  accountQuads,
  accountsQuery,
  addressPattern,
  readAccount,
  unchangedPattern,
  UNVALIDATED_ROW,
  unvalidatedQuery,
  type AccountRange,
  type StoredAccount,
} from './accounts.queries.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** What is read after a write that lost a race. */
const MAX_TRIES = 8;
const RETRY_SECONDS = 5;
/** Accounts that are read at a time where all are. */
const MANY = 500;

export interface PageOfAccounts {
  readonly first: number;
  /** The address of the account before the page; null for the first one. */
  readonly after: string | null;
}

/** A part of the list of accounts, which goes by their addresses. */
export interface AccountPage<Shown = Account> {
  readonly accounts: readonly Shown[];
  readonly hasNext: boolean;
}

/** The accounts in the store, in a graph of their own. Every method throws HubError `accounts-unavailable` while the store cannot answer. */
export class AccountsGraph {
  readonly #store: Store;
  readonly #hub: HubNamespaces;

  constructor(store: Store, hub: HubNamespaces) {
    this.#store = store;
    this.#hub = hub;
  }

  async find(id: string): Promise<Account | null> {
    return (await this.#findStored(id))?.account ?? null;
  }

  /** The accounts of ids, in the order of the ids, with one query. One that cannot be read is an error in its place. */
  async findMany(ids: readonly string[], options?: QueryOptions): Promise<Found<Account>[]> {
    const known = ids.filter((id) => UUID.test(id)).map((id) => this.#iriOf(id));
    if (known.length === 0) return ids.map(() => null);
    const found = await available(() =>
      selectByKey(
        this.#store,
        {
          query: accountsQuery(sparql`VALUES ?account { ${known.map((account) => iri(account))} }`, this.#hub),
          key: 'account',
          shape: ACCOUNT_ROW,
          read: (row) => readAccount(row, this.#hub).account,
        },
        { ...options, about: this.#partsOf(known) },
      ),
    );
    return ids.map((id) => found.get(this.#iriOf(id)) ?? null);
  }

  async findByEmail(email: string): Promise<Account | null> {
    // Other text is not an address, and some of it cannot stand in a query.
    if (/[\p{C}\s]/u.test(email)) return null;
    const found = await this.#select(withAddress(email), { about: this.#partsOfAddress(email) });
    const accounts = found.map(({ account }) => account);
    return accounts.find((account) => account.email === email) ?? accounts[0] ?? null;
  }

  /** All accounts, in the order of their addresses, some hundred at a time: each part as it is when it is read. */
  async *list(options?: QueryOptions): AsyncGenerator<Account> {
    for (let after: string | null = null; ;) {
      const [page] = await this.listPages([{ first: MANY, after }], options);
      yield* page!.accounts;
      const last = page!.accounts.at(-1);
      if (!page!.hasNext || last === undefined) return;
      after = last.email;
    }
  }

  /** Pages of the list, in the order in which they are asked for, with one query, or two where the store orders all accounts for it. */
  async listPages(pages: readonly PageOfAccounts[], options?: QueryOptions): Promise<AccountPage[]> {
    // One more than asked for shows whether there is a next page.
    const ranges = pages.map(({ first, after }) => ({ after, most: first + 1 }));
    const hasLists = this.#store.hasLists(this.#hub.accountsGraph);
    const listed = await (hasLists ? this.#listRanges(ranges, options) : this.#listWithoutLists(ranges, options));
    return pages.map(({ first }, page) => ({
      accounts: listed[page]!.slice(0, first).filter((account) => account !== null),
      hasNext: listed[page]!.length > first,
    }));
  }

  async #listRanges(ranges: readonly AccountRange[], options?: QueryOptions): Promise<Account[][]> {
    const about = ranges.map(({ after, most }) => ({
      graph: this.#hub.accountsGraph,
      list: ALL_ACCOUNTS,
      after: after === null ? null : { sort: after },
      most,
    }));
    const rows = await available(() =>
      this.#store.select(accountPagesQuery(ranges, this.#hub), ACCOUNT_PAGE_ROW, { ...options, about }),
    );
    const accounts = ranges.map((): Account[] => []);
    for (const { page, ...row } of rows) accounts[page]?.push(readAccount(row, this.#hub).account);
    return accounts;
  }

  /** Null is an account that was removed meanwhile. */
  async #listWithoutLists(ranges: readonly AccountRange[], options?: QueryOptions): Promise<(Account | null)[][]> {
    const query = accountPlacesQuery(ranges, this.#hub);
    const places = await available(() => this.#store.select(query, ACCOUNT_PLACE_ROW, options));
    const iris = new Set(places.map(({ account }) => account));
    const which = sparql`VALUES ?account { ${[...iris].map((account) => iri(account))} }`;
    const described = iris.size === 0 ? [] : await this.#select(which, options);
    const known = new Map(described.map(({ account }) => [this.#iriOf(account.id), account]));
    const accounts = ranges.map((): (Account | null)[] => []);
    for (const { page, account } of places) accounts[page]?.push(known.get(account) ?? null);
    const isGone = (page: readonly (Account | null)[], at: number): boolean => {
      const shown = page.slice(0, ranges[at]!.most - 1);
      return shown.length > 0 && shown.every((account) => account === null);
    };
    // A page without accounts has no place from which the next one could go on.
    return accounts.some(isGone) ? this.#listWithoutLists(ranges, options) : accounts;
  }

  /** How many there are. */
  async count(options?: QueryOptions): Promise<number> {
    return available(async () => {
      const lengths = await this.#store.lengthsOfLists(this.#hub.accountsGraph, [ALL_ACCOUNTS], options);
      if (lengths !== null) return lengths[0]!;
      const [row] = await this.#store.select(accountCountQuery(this.#hub), ACCOUNT_COUNT_ROW, options);
      return row?.number ?? 0;
    });
  }

  /** The ids of accounts that were registered before a time and wait for the validation of their address, the oldest first; some of them. */
  async listUnvalidated(before: Date): Promise<string[]> {
    const { accountsGraph: graph } = this.#hub;
    const about = [{ graph, list: UNVALIDATED_ACCOUNTS, after: null, until: before.toISOString(), most: MANY }];
    const query = unvalidatedQuery(before, MANY, this.#hub);
    const rows = await available(() => this.#store.select(query, UNVALIDATED_ROW, { about }));
    return rows.map(({ account }) => account.slice(this.#iriOf('').length));
  }

  /** False when another account has the address. */
  add(account: Account): Promise<boolean> {
    const unless = addressPattern(withAddress(account.email), this.#hub);
    const about = this.#partsOfAddress(account.email);
    return available(() => this.#store.change({ unless, about, add: this.#write({ account, revision: 1 }) }));
  }

  /**
   * The account as `change` makes it of the one that the store has; null when it does not exist or `change` gives null. It may be called again
   * when somebody else was faster. Its address and its id stay.
   */
  async update(id: string, change: (account: Account) => Account | null): Promise<Account | null> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const stored = await this.#findStored(id);
      const changed = stored && change(stored.account);
      if (!stored || !changed) return null;
      const next = { account: changed, revision: stored.revision + 1 };
      const isMade = await available(() =>
        this.#store.change({ ...this.#whileAt(stored), remove: this.#write(stored), add: this.#write(next) }),
      );
      if (isMade) return changed;
    }
    throw unavailable(new Error('the account is changed all the time'));
  }

  /** Removes the account from the store. False when it does not exist or `isMeant` gives false. */
  async remove(id: string, isMeant: (account: Account) => boolean = () => true): Promise<boolean> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const stored = await this.#findStored(id);
      if (stored === null || !isMeant(stored.account)) return false;
      const isMade = await available(() =>
        this.#store.change({ ...this.#whileAt(stored), remove: this.#write(stored) }),
      );
      if (isMade) return true;
    }
    throw unavailable(new Error('the account is changed all the time'));
  }

  /** Takes what was removed off the disk: the store only marks it. */
  async erase(): Promise<void> {
    await this.#store.forget(this.#hub.accountsGraph);
  }

  async #findStored(id: string): Promise<StoredAccount | null> {
    if (!UUID.test(id)) return null;
    const account = this.#iriOf(id);
    const [row] = await this.#select(sparql`VALUES ?account { ${iri(account)} }`, { about: this.#partsOf([account]) });
    return row ?? null;
  }

  async #select(which: Sparql, options?: QueryOptions): Promise<StoredAccount[]> {
    const query = accountsQuery(which, this.#hub);
    const rows = await available(() => this.#store.select(query, ACCOUNT_ROW, options));
    return rows.map((row) => readAccount(row, this.#hub));
  }

  #whileAt(stored: StoredAccount): { when: Sparql; about: RecordPart[] } {
    return { when: unchangedPattern(stored, this.#hub), about: this.#partsOf([this.#iriOf(stored.account.id)]) };
  }

  #partsOf(subjects: readonly string[]): RecordPart[] {
    return [{ graph: this.#hub.accountsGraph, subjects }];
  }

  #partsOfAddress(email: string): RecordPart[] {
    return [{ graph: this.#hub.accountsGraph, keys: storedForms(email).map(emailKey) }];
  }

  #write(stored: StoredAccount): ReturnType<typeof accountQuads> {
    return accountQuads(stored, this.#hub);
  }

  #iriOf(id: string): string {
    return accountIri(id, this.#hub);
  }
}

/** Binds ?email to an address, in whichever form it is stored. */
function withAddress(email: string): Sparql {
  return sparql`VALUES ?email { ${storedForms(email).map((form) => literal(form))} }`;
}

async function available<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StoreError ? unavailable(error) : error;
  }
}

function unavailable(cause: unknown): HubError {
  const words = 'The accounts cannot be read or written at this moment. Try again in a few seconds.';
  return new HubError('accounts-unavailable', words, { retryAfterSeconds: RETRY_SECONDS }, cause);
}
