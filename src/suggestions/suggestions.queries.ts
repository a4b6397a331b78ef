import { DCTERMS, RDF_TYPE, SKOS, XSD_DATE_TIME, type HubNamespaces } from '../rdf/namespaces.ts';
import { asInteger, asIri, asTerm, asText, optional, RowError, type Decoder, type DecodedRow } from '../rdf/rows.ts';
import { iri, literal, sparql, unsafeRawSparql, type Sparql } from '../rdf/sparql.ts';
import {
  SUGGESTION_STATES,
  type Reviewable,
  type SuggestionKind,
  type SuggestionKinds,
  type SuggestionState,
} from './suggestion.ts';
import { classIri, idOf, property, resultIri, stateIri, suggestionIri } from './suggestion-iris.ts';
import { waitingPattern } from './suggestions.changes.ts';

/** The shape of each row stands with the query that returns it. */

/** The value of an `xsd:dateTime` that the hub wrote. */
export const asDate: Decoder<Date> = (term, variable) => {
  const date = new Date(asTerm(term, variable).value);
  if (term?.datatype !== XSD_DATE_TIME || Number.isNaN(date.getTime()))
    throw new RowError(`?${variable} should be a date and time but is ${JSON.stringify(term?.value.slice(0, 200))}`);
  return date;
};

export const COUNT_ROW = { state: asIri, number: asInteger };

/** How many suggestions of a kind are in each of these states, without a row for a state of none; null counts those of all states. */
export function countsQuery(
  kind: SuggestionKind,
  states: readonly (SuggestionState | null)[],
  hub: HubNamespaces,
): Sparql {
  const named = states.filter((state) => state !== null);
  const which =
    named.length < states.length
      ? sparql``
      : sparql`VALUES ?state { ${named.map((state) => iri(stateIri(state, hub)))} } `;
  return sparql`SELECT ?state (COUNT(?suggestion) AS ?number) WHERE {
  GRAPH ${iri(hub.suggestionsGraph)} { ${which}?suggestion ${property('reviewState', hub)} ?state ; ${ofKind(kind, hub)} }
}
GROUP BY ?state`;
}

/** How many suggestions the rows of `countsQuery` count in a state; null for all states. */
export function countOf(
  rows: readonly DecodedRow<typeof COUNT_ROW>[],
  state: SuggestionState | null,
  hub: HubNamespaces,
): number {
  const counted = state === null ? rows : rows.filter((row) => row.state === stateIri(state, hub));
  return counted.reduce((sum, { number }) => sum + number, 0);
}

export const WAITING_ROW = { waiting: asIri };

/** Selects one suggestion of this kind that waits for a review and is distinct by this; rows as `WAITING_ROW`. */
export function waitingQuery(kind: SuggestionKind, distinctBy: string, hub: HubNamespaces): Sparql {
  return sparql`SELECT ?waiting WHERE { ${waitingPattern(kind, distinctBy, hub)} } ORDER BY ?waiting LIMIT 1`;
}

const SUGGESTION_ROW = {
  suggestion: asIri,
  name: asText,
  description: optional(asText),
  datatype: optional(asIri),
  units: optional(asText),
  file: optional(asText),
  created: asDate,
  state: asIri,
  reason: optional(asText),
  reviewed: optional(asDate),
  reviewer: optional(asText),
  result: optional(asIri),
};

export const REVIEWABLE_ROW = { ...SUGGESTION_ROW, email: optional(asText) };

/** Suggestions of a kind by their ids, as administrators see them. */
export function suggestionsQuery(kind: SuggestionKind, ids: readonly string[], hub: HubNamespaces): Sparql {
  const which = sparql`VALUES ?suggestion { ${ids.map((id) => iri(suggestionIri(id, hub)))} }`;
  const contacts = sparql`OPTIONAL { GRAPH ${iri(hub.contactsGraph)} { ?suggestion ${property('email', hub)} ?email } }`;
  return describe({ kind, variables: sparql`?email`, which, contacts }, hub);
}

export const RECEIPT_ROW = { ...SUGGESTION_ROW, receiptHash: asText };

/** Suggestions of a kind by their receipts, without the e-mails. */
export function receiptsQuery(kind: SuggestionKind, receiptHashes: readonly string[], hub: HubNamespaces): Sparql {
  const hashes = receiptHashes.map((hash) => literal(hash));
  const which = sparql`VALUES ?receiptHash { ${hashes} } ?suggestion ${property('receiptHash', hub)} ?receiptHash .`;
  return describe({ kind, variables: sparql`?receiptHash`, which, contacts: sparql`` }, hub);
}

/** Where a suggestion stands in the list, which goes by date and then by IRI. */
export interface SuggestionPlace {
  readonly createdAt: Date;
  readonly id: string;
}

export interface SuggestionRange {
  readonly state: SuggestionState | null;
  readonly after: SuggestionPlace | null;
  readonly most: number;
}

export const PAGE_ROW = { page: asInteger, suggestion: asIri };

/** Parts of the list of suggestions of a kind, each with its number from 0, the oldest suggestion first. */
export function pagesQuery(kind: SuggestionKind, ranges: readonly SuggestionRange[], hub: HubNamespaces): Sparql {
  const [first, ...others] = ranges.map((range, page) => pageSelect(kind, range, page, hub));
  return sparql`SELECT ?page ?suggestion WHERE {
  ${[first ?? sparql``, ...others.map((select) => sparql`UNION ${select}`)]}
}
ORDER BY ?page ?created STR(?suggestion)`;
}

function pageSelect(
  kind: SuggestionKind,
  { state, after, most }: SuggestionRange,
  page: number,
  hub: HubNamespaces,
): Sparql {
  return sparql`{ SELECT (${unsigned(page)} AS ?page) ?suggestion ?created WHERE {
  GRAPH ${iri(hub.suggestionsGraph)} {
    ?suggestion ${property('reviewState', hub)} ${stateOrAny(state, hub)} ;
      ${iri(`${DCTERMS}created`)} ?created ; ${ofKind(kind, hub)}
  }
  ${behindPlace(after, hub)}
} ORDER BY ?created STR(?suggestion) LIMIT ${unsigned(most)} }`;
}

function behindPlace(after: SuggestionPlace | null, hub: HubNamespaces): Sparql {
  if (after === null) return sparql``;
  const at = dateTime(after.createdAt);
  // Engines that look at both sides of an `or` would make a text of each IRI.
  return sparql`FILTER(IF(?created < ${at}, false, IF(?created > ${at}, true, STR(?suggestion) > ${literal(suggestionIri(after.id, hub))})))`;
}

export const DATED_ROW = { page: asInteger, suggestion: asIri, created: asTerm };

/**
 * For each range the oldest suggestions behind its place, of whatever kind and state, by their dates alone. Servers order dates quickly, and take ten
 * times as long to look up what all suggestions are and to order IRIs.
 */
export function datesQuery(ranges: readonly Pick<SuggestionRange, 'after' | 'most'>[], hub: HubNamespaces): Sparql {
  const selects = ranges.map(
    ({ after, most }, page) => sparql`{ SELECT (${unsigned(page)} AS ?page) ?suggestion ?created WHERE {
  GRAPH ${iri(hub.suggestionsGraph)} { ?suggestion ${iri(`${DCTERMS}created`)} ?created }
  ${behindPlace(after, hub)}
} ORDER BY ?created LIMIT ${unsigned(most)} }`,
  );
  const [first, ...others] = selects;
  return sparql`SELECT ?page ?suggestion ?created WHERE {
  ${[first ?? sparql``, ...others.map((select) => sparql`UNION ${select}`)]}
}
ORDER BY ?page ?created`;
}

export const STATED_ROW = { suggestion: asIri, state: asIri };

/** The states of those suggestions, by their IRIs, that are of a kind. */
export function statesQuery(kind: SuggestionKind, suggestions: readonly string[], hub: HubNamespaces): Sparql {
  return sparql`SELECT ?suggestion ?state WHERE {
  GRAPH ${iri(hub.suggestionsGraph)} {
    VALUES ?suggestion { ${suggestions.map((suggestion) => iri(suggestion))} }
    ?suggestion ${property('reviewState', hub)} ?state ; ${ofKind(kind, hub)}
  }
}
ORDER BY ?suggestion ?state`;
}

export const CLOSED_ROW = { suggestion: asIri, reviewed: asDate };

/** Suggestions of all kinds that were reviewed, by the time of that: those behind a place and not later than a moment. */
export function closedQuery(
  { after, until, most }: { readonly after: ClosedPlace | null; readonly until: Date; readonly most: number },
  hub: HubNamespaces,
): Sparql {
  const behind =
    after === null
      ? sparql``
      : sparql`FILTER(?reviewed > ${dateTime(after.reviewed)} || (?reviewed = ${dateTime(after.reviewed)} && STR(?suggestion) > ${literal(after.suggestion)}))`;
  return sparql`SELECT ?suggestion ?reviewed WHERE {
  GRAPH ${iri(hub.suggestionsGraph)} { ?suggestion ${property('reviewedAt', hub)} ?reviewed }
  FILTER(?reviewed <= ${dateTime(until)}) ${behind}
}
ORDER BY ?reviewed STR(?suggestion) LIMIT ${unsigned(most)}`;
}

/** A place in the list of those that were reviewed. */
export interface ClosedPlace {
  readonly reviewed: Date;
  /** IRI. */
  readonly suggestion: string;
}

export const CONTACT_ROW = { suggestion: asIri, email: asText };

/** The e-mails of suggestions, by their IRIs. */
export function contactsQuery(suggestions: readonly string[], hub: HubNamespaces): Sparql {
  return sparql`SELECT ?suggestion ?email WHERE {
  VALUES ?suggestion { ${suggestions.map((suggestion) => iri(suggestion))} }
  GRAPH ${iri(hub.contactsGraph)} { ?suggestion ${property('email', hub)} ?email }
}
ORDER BY ?suggestion ?email`;
}

export const ERASED_ROW = { until: asDate };

/** The date of the graph of e-mails: suggestions that were closed until then have none any more. */
export function erasedQuery(hub: HubNamespaces): Sparql {
  return sparql`SELECT ?until WHERE {
  GRAPH ${iri(hub.contactsGraph)} { ${iri(hub.contactsGraph)} ${iri(`${DCTERMS}modified`)} ?until }
}
ORDER BY ?until LIMIT 1`;
}

type SuggestionRow = DecodedRow<typeof SUGGESTION_ROW>;

/** Reads the suggestion of a row, by the kind of the suggestion. */
type RowReaders = {
  readonly [Kind in SuggestionKind]: (
    row: SuggestionRow,
    hub: HubNamespaces,
  ) => Omit<Reviewable<SuggestionKinds[Kind]>, 'email'>;
};

/** The suggestion of a row, without its e-mail address. They throw a RowError for a row that is none. */
export const ROW_READERS: RowReaders = {
  term: (row, hub) => ({
    ...proposalOf(row, hub),
    description: required(row.description, 'description'),
    datatypeIri: required(row.datatype, 'datatype'),
    units: row.units,
    termIri: row.result,
  }),
  source: (row, hub) => ({ ...proposalOf(row, hub), file: required(row.file, 'file'), sourceIri: row.result }),
  change: (row, hub) => ({ ...proposalOf(row, hub), change: required(row.description, 'description') }),
};

function proposalOf(row: SuggestionRow, hub: HubNamespaces) {
  const state = SUGGESTION_STATES.find((known) => stateIri(known, hub) === row.state);
  if (state === undefined) throw new RowError(`?state is ${row.state}, which is no state of a suggestion`);
  const { name, created, reason, reviewed, reviewer } = row;
  return { id: idOf(row.suggestion), name, state, createdAt: created, reason, reviewedAt: reviewed, reviewer };
}

function required(value: string | null, variable: string): string {
  if (value === null) throw new RowError(`?${variable} is unbound`);
  return value;
}

interface Described {
  readonly kind: SuggestionKind;
  /** What is selected besides the columns of every suggestion. */
  readonly variables: Sparql;
  /** A pattern within the graph of suggestions; engines that do not reorder graphs would describe all of them otherwise. */
  readonly which: Sparql;
  /** A pattern outside of it. */
  readonly contacts: Sparql;
}

function describe({ kind, variables, which, contacts }: Described, hub: HubNamespaces): Sparql {
  const result = resultIri(kind, hub);
  return sparql`SELECT ?suggestion ?name ?description ?datatype ?units ?file ?created ?state ?reason ?reviewed ?reviewer ?result ${variables} WHERE {
  GRAPH ${iri(hub.suggestionsGraph)} {
    ${which}
    ?suggestion ${iri(`${SKOS}notation`)} ?name ; ${iri(`${DCTERMS}created`)} ?created ;
      ${property('reviewState', hub)} ?state ; ${ofKind(kind, hub)} .
    OPTIONAL { ?suggestion ${iri(`${DCTERMS}description`)} ?description }
    OPTIONAL { ?suggestion ${property('suggestedDatatype', hub)} ?datatype }
    OPTIONAL { ?suggestion ${property('suggestedFile', hub)} ?file }
    OPTIONAL { ?suggestion ${property('suggestedUnits', hub)} ?units }
    OPTIONAL { ?suggestion ${property('reviewReason', hub)} ?reason }
    OPTIONAL { ?suggestion ${property('reviewedAt', hub)} ?reviewed }
    OPTIONAL { ?suggestion ${property('reviewedBy', hub)} ?reviewer }
    ${result === null ? sparql`` : sparql`OPTIONAL { ?suggestion ${iri(result)} ?result }`}
  }
  ${contacts}
}
ORDER BY ?created STR(?suggestion)`;
}

/** The rest of a statement, which says that its subject is a suggestion of a kind. */
function ofKind(kind: SuggestionKind, hub: HubNamespaces): Sparql {
  return sparql`${iri(RDF_TYPE)} ${iri(classIri(kind, hub))}`;
}

function stateOrAny(state: SuggestionState | null, hub: HubNamespaces): Sparql {
  return state === null ? sparql`?state` : iri(stateIri(state, hub));
}

/** A number of rows as SPARQL text, which no term of RDF is. */
function unsigned(number: number): Sparql {
  if (!Number.isSafeInteger(number) || number < 0) throw new TypeError(`Not a number of rows: ${number}`);
  return unsafeRawSparql(String(number));
}

function dateTime(date: Date): Sparql {
  return literal(date.toISOString(), { datatype: XSD_DATE_TIME });
}
