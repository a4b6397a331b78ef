import { HubError } from '../errors.ts';
import { RDF, XSD_INTEGER, type HubNamespaces } from '../rdf/namespaces.ts';
import { asInteger, asIri, asTerm, asText, optional, RowError, type Decoder, type DecodedRow } from '../rdf/rows.ts';
import { iri, literal, sparql, type Sparql } from '../rdf/sparql.ts';
import type { Quad } from '../rdf/triple.ts';
import { selectByKey, type Found } from '../store/select-by-key.ts';
import { StoreError, type QueryOptions, type Store } from '../store/store.ts';
import type { Account } from './account.ts';

const XSD_DATE_TIME = XSD_INTEGER.replace(/integer$/, 'dateTime');
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** What is read after a write that lost a race. */
const MAX_TRIES = 8;
const RETRY_SECONDS = 5;

const asTime: Decoder<Date> = (term, variable) => {
  const time = new Date(term?.type === 'literal' && term.datatype === XSD_DATE_TIME ? term.value : Number.NaN);
  if (Number.isNaN(time.getTime())) throw new RowError(`?${variable} should be a time`);
  return time;
};

const ROW = {
  account: asIri,
  email: asText,
  passwordHash: optional(asText),
  role: optional(asTerm),
  createdAt: asTime,
  validatedAt: optional(asTime),
  disabledAt: optional(asTime),
  generation: asInteger,
  revision: asInteger,
};

/** An account as the graph holds it; `revision` counts its changes, so that none is made over another's head. */
interface Stored {
  readonly account: Account;
  readonly revision: number;
}

/** The accounts in the store, in a graph of their own. Every method throws HubError `accounts-unavailable` while the store cannot answer. */
export class AccountsGraph {
  readonly #store: Store;
  readonly #hub: HubNamespaces;
  readonly #graph: Sparql;

  constructor(store: Store, hub: HubNamespaces) {
    this.#store = store;
    this.#hub = hub;
    this.#graph = iri(hub.accountsGraph);
  }

  async find(id: string): Promise<Account | null> {
    return (await this.#findStored(id))?.account ?? null;
  }

  /** The accounts of ids, in the order of the ids, with one query. One that cannot be read is an error in its place. */
  async findMany(ids: readonly string[], options?: QueryOptions): Promise<Found<Account>[]> {
    const known = ids.filter((id) => UUID.test(id)).map((id) => iri(this.#iriOf(id)));
    if (known.length === 0) return ids.map(() => null);
    const found = await available(() =>
      selectByKey(
        this.#store,
        {
          query: this.#query(sparql`VALUES ?account { ${known} }`),
          key: 'account',
          shape: ROW,
          read: (row) => this.#read(row).account,
        },
        options,
      ),
    );
    return ids.map((id) => found.get(this.#iriOf(id)) ?? null);
  }

  async findByEmail(email: string): Promise<Account | null> {
    // Other text is not an address, and some of it cannot stand in a query.
    if (/[\p{C}\s]/u.test(email)) return null;
    const [row] = await this.#select(sparql`VALUES ?email { ${literal(email)} }`);
    return row === undefined ? null : this.#read(row).account;
  }

  /** All accounts, in the order of their addresses. */
  async list(options?: QueryOptions): Promise<Account[]> {
    return (await this.#select(sparql``, options)).map((row) => this.#read(row).account);
  }

  /** False when another account has the address. */
  add(account: Account): Promise<boolean> {
    const unless = sparql`GRAPH ${this.#graph} { ?account ${this.#name('emailAddress')} ${literal(account.email)} }`;
    return available(() => this.#store.change({ unless, add: this.#write({ account, revision: 1 }) }));
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
        this.#store.change({ when: this.#isAt(stored), remove: this.#write(stored), add: this.#write(next) }),
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
        this.#store.change({ when: this.#isAt(stored), remove: this.#write(stored) }),
      );
      if (isMade) return true;
    }
    throw unavailable(new Error('the account is changed all the time'));
  }

  async #findStored(id: string): Promise<Stored | null> {
    if (!UUID.test(id)) return null;
    const [row] = await this.#select(sparql`VALUES ?account { ${iri(this.#iriOf(id))} }`);
    return row === undefined ? null : this.#read(row);
  }

  #select(which: Sparql, options?: QueryOptions): Promise<DecodedRow<typeof ROW>[]> {
    return available(() => this.#store.select(this.#query(which), ROW, options));
  }

  #query(which: Sparql): Sparql {
    const name = (local: string): Sparql => this.#name(local);
    return sparql`
      SELECT ?account ?email ?passwordHash ?role ?createdAt ?validatedAt ?disabledAt ?generation ?revision WHERE {
        ${which}
        GRAPH ${this.#graph} {
          ?account ${name('emailAddress')} ?email ; ${name('registeredAt')} ?createdAt ; ${name('tokenGeneration')} ?generation ;
            ${name('revision')} ?revision .
          OPTIONAL { ?account ${name('passwordHash')} ?passwordHash }
          OPTIONAL { ?account ${name('role')} ?role }
          OPTIONAL { ?account ${name('emailValidatedAt')} ?validatedAt }
          OPTIONAL { ?account ${name('disabledAt')} ?disabledAt }
        }
      } ORDER BY ?email ?account`;
  }

  #read({ account, role, revision, ...rest }: DecodedRow<typeof ROW>): Stored {
    const id = account.slice(this.#iriOf('').length);
    return { account: { id, isAdministrator: role?.value === this.#administrator, ...rest }, revision };
  }

  /** The pattern that holds as long as the account is unchanged since it was read. */
  #isAt({ account, revision }: Stored): Sparql {
    const number = literal(String(revision), { datatype: XSD_INTEGER });
    return sparql`GRAPH ${this.#graph} { ${iri(this.#iriOf(account.id))} ${this.#name('revision')} ${number} }`;
  }

  #write({ account, revision }: Stored): Quad[] {
    const { id, email, passwordHash, isAdministrator, createdAt, validatedAt, disabledAt, generation } = account;
    const quad = (predicate: string, o: Quad['o']): Quad => ({
      s: { type: 'uri', value: this.#iriOf(id) },
      p: predicate,
      o,
      graph: this.#hub.accountsGraph,
    });
    const own = (local: string, value: string, datatype?: string): Quad =>
      quad(this.#hub.ontology + local, { type: 'literal', value, ...(datatype === undefined ? {} : { datatype }) });
    const integer = (local: string, value: number): Quad => own(local, String(value), XSD_INTEGER);
    const time = (local: string, value: Date | null): Quad[] =>
      value === null ? [] : [own(local, secondsOf(value), XSD_DATE_TIME)];
    return [
      quad(`${RDF}type`, { type: 'uri', value: `${this.#hub.ontology}Account` }),
      own('emailAddress', email),
      ...(passwordHash === null ? [] : [own('passwordHash', passwordHash)]),
      ...(isAdministrator ? [quad(`${this.#hub.ontology}role`, { type: 'uri', value: this.#administrator })] : []),
      ...time('registeredAt', createdAt),
      ...time('emailValidatedAt', validatedAt),
      ...time('disabledAt', disabledAt),
      integer('tokenGeneration', generation),
      integer('revision', revision),
    ];
  }

  get #administrator(): string {
    return `${this.#hub.ontology}Administrator`;
  }

  #iriOf(id: string): string {
    return `${this.#hub.baseUrl}/account/${id}`;
  }

  #name(local: string): Sparql {
    return iri(this.#hub.ontology + local);
  }
}

/** `xsd:dateTime` without a fraction: some stores drop a `.000`, and what is removed has to be what was added. */
function secondsOf(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
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
