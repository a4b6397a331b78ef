import { randomInt } from 'node:crypto';
import { boundInteger } from '../rdf/bound-terms.ts';
import { RDF, XSD_INTEGER, type HubNamespaces } from '../rdf/namespaces.ts';
import { asInteger, asIri, asTerm, asText, optional, RowError, type Decoder, type DecodedRow } from '../rdf/rows.ts';
import { iri, literal, sparql, unsafeRawSparql, type Sparql } from '../rdf/sparql.ts';
import type { Quad, Triple } from '../rdf/triple.ts';
import type { Account } from './account.ts';

const XSD_DATE_TIME = XSD_INTEGER.replace(/integer$/, 'dateTime');

/** The shape of each row stands with the query that returns it. */

const asTime: Decoder<Date> = (term, variable) => {
  const time = new Date(term?.type === 'literal' && term.datatype === XSD_DATE_TIME ? term.value : Number.NaN);
  if (Number.isNaN(time.getTime())) throw new RowError(`?${variable} should be a time`);
  return time;
};

export const ACCOUNT_ROW = {
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
export interface StoredAccount {
  readonly account: Account;
  readonly revision: number;
}

const COLUMNS = unsafeRawSparql(
  '?account ?email ?passwordHash ?role ?createdAt ?validatedAt ?disabledAt ?generation ?revision',
);

/** Accounts, with their rows as `ACCOUNT_ROW`, in the order of their addresses. @param which a pattern that binds ?account or ?email */
export function accountsQuery(which: Sparql, hub: HubNamespaces): Sparql {
  return sparql`SELECT ${COLUMNS} WHERE {
  ${accountPattern(which, hub)}
} ORDER BY ?email ?account`;
}

/** @param which stands within the graph: engines that do not reorder graphs would describe all accounts otherwise */
function accountPattern(which: Sparql, hub: HubNamespaces): Sparql {
  const name = (local: string): Sparql => property(local, hub);
  return sparql`GRAPH ${iri(hub.accountsGraph)} {
    ${which}
    ?account ${name('emailAddress')} ?email ; ${name('registeredAt')} ?createdAt ; ${name('tokenGeneration')} ?generation ;
      ${name('revision')} ?revision .
    OPTIONAL { ?account ${name('passwordHash')} ?passwordHash }
    OPTIONAL { ?account ${name('role')} ?role }
    OPTIONAL { ?account ${name('emailValidatedAt')} ?validatedAt }
    OPTIONAL { ?account ${name('disabledAt')} ?disabledAt }
  }`;
}

/** The account of a row of `accountsQuery`. */
export function readAccount(
  { account, role, revision, ...rest }: DecodedRow<typeof ACCOUNT_ROW>,
  hub: HubNamespaces,
): StoredAccount {
  const id = account.slice(accountIri('', hub).length);
  return { account: { id, isAdministrator: role?.value === administratorIri(hub), ...rest }, revision };
}

/** A part of the list of accounts, which goes by their addresses. */
export interface AccountRange {
  /** The address before it; null at the beginning. */
  readonly after: string | null;
  readonly most: number;
}

export const ACCOUNT_PAGE_ROW = { ...ACCOUNT_ROW, page: asInteger };

/** Parts of the list of accounts, each with its number from 0. Which they are is found first, and only these are described. */
export function accountPagesQuery(ranges: readonly AccountRange[], hub: HubNamespaces): Sparql {
  const selects = pageSelects(ranges, (range, page) => {
    return sparql`{ SELECT (${unsigned(page)} AS ?page) ?account ?email WHERE {
  ${addressesBehind(range, hub)}
} ORDER BY ?email ?account LIMIT ${unsigned(range.most)} }`;
  });
  return sparql`SELECT ?page ${COLUMNS} WHERE {
  ${accountPattern(sparql`{ ${selects} }`, hub)}
}
ORDER BY ?page ?email ?account`;
}

export const ACCOUNT_PLACE_ROW = { page: asInteger, account: asIri };

/**
 * The accounts of these parts, in the same order, without their descriptions. Servers that look up a long text each time that they compare it order the
 * beginnings first, which are short enough to be held.
 */
export function accountPlacesQuery(ranges: readonly AccountRange[], hub: HubNamespaces): Sparql {
  const selects = pageSelects(ranges, (range, page) => {
    return sparql`{ SELECT (${unsigned(page)} AS ?page) ?account ?email ?beginning WHERE {
  ${addressesBehind(range, hub)}
  BIND(SUBSTR(STR(?email), 1, ${unsigned(HELD_CHARACTERS)}) AS ?beginning)
} ORDER BY ?beginning ?email ?account LIMIT ${unsigned(range.most)} }`;
  });
  return sparql`SELECT ?page ?account WHERE { ${selects} }
ORDER BY ?page ?beginning ?email ?account`;
}

/** What Oxigraph holds of a text without looking it up, if these are bytes. */
const HELD_CHARACTERS = 15;

function pageSelects(
  ranges: readonly AccountRange[],
  selectOf: (range: AccountRange, page: number) => Sparql,
): readonly Sparql[] {
  const [first, ...others] = ranges.map(selectOf);
  return [first ?? sparql``, ...others.map((select) => sparql`UNION ${select}`)];
}

function addressesBehind({ after }: AccountRange, hub: HubNamespaces): Sparql {
  const behind = after === null ? sparql`` : sparql`FILTER(STR(?email) > ${literal(after)})`;
  return sparql`GRAPH ${iri(hub.accountsGraph)} { ?account ${property('emailAddress', hub)} ?email }
  ${behind}`;
}

export const ACCOUNT_COUNT_ROW = { number: asInteger };

/** How many accounts there are. */
export function accountCountQuery(hub: HubNamespaces): Sparql {
  return sparql`SELECT (COUNT(?account) AS ?number) WHERE {
  GRAPH ${iri(hub.accountsGraph)} { ?account ${property('emailAddress', hub)} ?email }
}`;
}

export const UNVALIDATED_ROW = { account: asIri };

/** Accounts that were registered before a time and wait for their validation, the oldest first. */
export function unvalidatedQuery(before: Date, most: number, hub: HubNamespaces): Sparql {
  const name = (local: string): Sparql => property(local, hub);
  return sparql`SELECT ?account WHERE {
  GRAPH ${iri(hub.accountsGraph)} {
    ?account ${name('registeredAt')} ?createdAt
    FILTER(?createdAt < ${literal(secondsOf(before), { datatype: XSD_DATE_TIME })})
    FILTER NOT EXISTS { ?account ${name('emailValidatedAt')} ?validatedAt }
    FILTER NOT EXISTS { ?account ${name('disabledAt')} ?disabledAt }
  }
} ORDER BY ?createdAt ?account LIMIT ${unsigned(most)}`;
}

/** Has a solution while an account has an address. @param which a pattern that binds ?email */
export function addressPattern(which: Sparql, hub: HubNamespaces): Sparql {
  return sparql`GRAPH ${iri(hub.accountsGraph)} { ${which} ?account ${property('emailAddress', hub)} ?email }`;
}

/** Has a solution as long as the account is unchanged since it was read. */
export function unchangedPattern({ account, revision }: StoredAccount, hub: HubNamespaces): Sparql {
  const number = literal(String(revision), { datatype: XSD_INTEGER });
  return sparql`GRAPH ${iri(hub.accountsGraph)} { ${iri(accountIri(account.id, hub))} ${property('revision', hub)} ${number} }`;
}

/** All that is kept of an account. */
export function accountQuads({ account, revision }: StoredAccount, hub: HubNamespaces): Quad[] {
  const { id, email, passwordHash, isAdministrator, createdAt, validatedAt, disabledAt, generation } = account;
  const quad = (predicate: string, o: Quad['o']): Quad => ({
    s: { type: 'uri', value: accountIri(id, hub) },
    p: predicate,
    o,
    graph: hub.accountsGraph,
  });
  const own = (local: string, value: string, datatype?: string): Quad =>
    quad(hub.ontology + local, { type: 'literal', value, ...(datatype === undefined ? {} : { datatype }) });
  const integer = (local: string, value: number): Quad => own(local, String(value), XSD_INTEGER);
  const time = (local: string, value: Date | null): Quad[] =>
    value === null ? [] : [own(local, secondsOf(value), XSD_DATE_TIME)];
  return [
    quad(`${RDF}type`, { type: 'uri', value: `${hub.ontology}Account` }),
    own('emailAddress', email),
    ...(passwordHash === null ? [] : [own('passwordHash', passwordHash)]),
    ...(isAdministrator ? [quad(`${hub.ontology}role`, { type: 'uri', value: administratorIri(hub) })] : []),
    ...time('registeredAt', createdAt),
    ...time('emailValidatedAt', validatedAt),
    ...time('disabledAt', disabledAt),
    integer('tokenGeneration', generation),
    integer('revision', revision),
  ];
}

/** Accounts of former days, each in a generation that none of its tokens and links names, whatever became of it since. */
export function withoutTokens(accounts: readonly Triple[], { ontology }: HubNamespaces): Triple[] {
  const later = 1 + randomInt(MOST_LATER);
  return accounts.map((triple) => {
    if (triple.p !== `${ontology}tokenGeneration`) return triple;
    return { ...triple, o: boundInteger(Number(triple.o.value) + later) };
  });
}

/** So many are not guessed, and some thousand times so many are a safe integer. */
const MOST_LATER = 2 ** 40;

/** The one place where accounts get their IRIs. */
export function accountIri(id: string, { baseUrl }: HubNamespaces): string {
  return `${baseUrl}/account/${id}`;
}

function administratorIri({ ontology }: HubNamespaces): string {
  return `${ontology}Administrator`;
}

function property(local: string, { ontology }: HubNamespaces): Sparql {
  return iri(ontology + local);
}

/** `xsd:dateTime` without a fraction: some stores drop a `.000`, and what is removed has to be what was added. */
function secondsOf(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

/** A number of rows as SPARQL text, which no term of RDF is. */
function unsigned(number: number): Sparql {
  if (!Number.isSafeInteger(number) || number < 0) throw new TypeError(`Not a number of rows: ${number}`);
  return unsafeRawSparql(String(number));
}
