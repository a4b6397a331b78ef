import { DCTERMS, SKOS, XSD_DATE_TIME, type HubNamespaces } from '../rdf/namespaces.ts';
import { asInteger, asIri, asTerm, asText, optional, RowError, type Decoder, type DecodedRow } from '../rdf/rows.ts';
import { iri, literal, sparql, unsafeRawSparql, type Sparql } from '../rdf/sparql.ts';
import { SUGGESTION_STATES, type ReviewableSuggestion, type SuggestionState } from './suggestion.ts';
import { idOf, property, stateIri, suggestionIri } from './suggestion-iris.ts';
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

/** How many suggestions are in each of these states, without a row for a state of none; null counts those of all states. */
export function countsQuery(states: readonly (SuggestionState | null)[], hub: HubNamespaces): Sparql {
  const named = states.filter((state) => state !== null);
  const which =
    named.length < states.length
      ? sparql``
      : sparql`VALUES ?state { ${named.map((state) => iri(stateIri(state, hub)))} } `;
  return sparql`SELECT ?state (COUNT(?suggestion) AS ?number) WHERE {
  GRAPH ${iri(hub.suggestionsGraph)} { ${which}?suggestion ${property('reviewState', hub)} ?state }
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

/** Selects one suggestion of this name that waits for a review; rows as `WAITING_ROW`. */
export function waitingQuery(name: string, hub: HubNamespaces): Sparql {
  return sparql`SELECT ?waiting WHERE { ${waitingPattern(name, hub)} } ORDER BY ?waiting LIMIT 1`;
}

const SUGGESTION_ROW = {
  suggestion: asIri,
  name: asText,
  description: asText,
  datatype: asIri,
  units: optional(asText),
  created: asDate,
  state: asIri,
  reason: optional(asText),
  reviewed: optional(asDate),
  reviewer: optional(asText),
  term: optional(asIri),
};

export const REVIEWABLE_ROW = { ...SUGGESTION_ROW, email: optional(asText) };

/** Suggestions by their ids, as administrators see them. */
export function suggestionsQuery(ids: readonly string[], hub: HubNamespaces): Sparql {
  const which = sparql`VALUES ?suggestion { ${ids.map((id) => iri(suggestionIri(id, hub)))} }`;
  const contacts = sparql`OPTIONAL { GRAPH ${iri(hub.contactsGraph)} { ?suggestion ${property('email', hub)} ?email } }`;
  return describe({ variables: sparql`?email`, which, contacts }, hub);
}

export const RECEIPT_ROW = { ...SUGGESTION_ROW, receiptHash: asText };

/** Suggestions by their receipts, without the e-mails. */
export function receiptsQuery(receiptHashes: readonly string[], hub: HubNamespaces): Sparql {
  const hashes = receiptHashes.map((hash) => literal(hash));
  const which = sparql`VALUES ?receiptHash { ${hashes} } ?suggestion ${property('receiptHash', hub)} ?receiptHash .`;
  return describe({ variables: sparql`?receiptHash`, which, contacts: sparql`` }, hub);
}

/** Where a suggestion stands in the list, which goes by date and then by IRI. */
export interface SuggestionPlace {
  readonly createdAt: Date;
  readonly id: string;
}

interface SuggestionRange {
  readonly state: SuggestionState | null;
  readonly after: SuggestionPlace | null;
  readonly most: number;
}

export const PAGE_ROW = { page: asInteger, suggestion: asIri };

/** Parts of the list of suggestions, each with its number from 0, the oldest suggestion first. */
export function pagesQuery(ranges: readonly SuggestionRange[], hub: HubNamespaces): Sparql {
  const [first, ...others] = ranges.map((range, page) => pageSelect(range, page, hub));
  return sparql`SELECT ?page ?suggestion WHERE {
  ${[first ?? sparql``, ...others.map((select) => sparql`UNION ${select}`)]}
}
ORDER BY ?page ?created STR(?suggestion)`;
}

function pageSelect({ state, after, most }: SuggestionRange, page: number, hub: HubNamespaces): Sparql {
  const at = after === null ? null : literal(after.createdAt.toISOString(), { datatype: XSD_DATE_TIME });
  const behind =
    after === null || at === null
      ? sparql``
      : sparql`FILTER(?created > ${at} || (?created = ${at} && STR(?suggestion) > ${literal(suggestionIri(after.id, hub))}))`;
  return sparql`{ SELECT (${unsigned(page)} AS ?page) ?suggestion ?created WHERE {
  GRAPH ${iri(hub.suggestionsGraph)} {
    ?suggestion ${property('reviewState', hub)} ${stateOrAny(state, hub)} ; ${iri(`${DCTERMS}created`)} ?created
  }
  ${behind}
} ORDER BY ?created STR(?suggestion) LIMIT ${unsigned(most)} }`;
}

export const CONTACT_ROW = { suggestion: asIri, email: asText };

/** The e-mails of suggestions that were reviewed before this moment. */
export function oldContactsQuery(before: Date, hub: HubNamespaces): Sparql {
  return sparql`SELECT ?suggestion ?email WHERE {
  GRAPH ${iri(hub.contactsGraph)} { ?suggestion ${property('email', hub)} ?email }
  GRAPH ${iri(hub.suggestionsGraph)} { ?suggestion ${property('reviewedAt', hub)} ?reviewed }
  FILTER(?reviewed <= ${literal(before.toISOString(), { datatype: XSD_DATE_TIME })})
}
ORDER BY ?suggestion ?email`;
}

/** The suggestion of a row, without its e-mail address. @throws RowError for an unknown state */
export function suggestionOf(
  row: DecodedRow<typeof SUGGESTION_ROW>,
  hub: HubNamespaces,
): Omit<ReviewableSuggestion, 'email'> {
  const state = SUGGESTION_STATES.find((known) => stateIri(known, hub) === row.state);
  if (state === undefined) throw new RowError(`?state is ${row.state}, which is no state of a suggestion`);
  return {
    id: idOf(row.suggestion),
    name: row.name,
    description: row.description,
    datatypeIri: row.datatype,
    units: row.units,
    state,
    createdAt: row.created,
    reason: row.reason,
    reviewedAt: row.reviewed,
    reviewer: row.reviewer,
    termIri: row.term,
  };
}

interface Described {
  /** What is selected besides the columns of every suggestion. */
  readonly variables: Sparql;
  /** A pattern within the graph of suggestions; engines that do not reorder graphs would describe all of them otherwise. */
  readonly which: Sparql;
  /** A pattern outside of it. */
  readonly contacts: Sparql;
}

function describe({ variables, which, contacts }: Described, hub: HubNamespaces): Sparql {
  return sparql`SELECT ?suggestion ?name ?description ?datatype ?units ?created ?state ?reason ?reviewed ?reviewer ?term ${variables} WHERE {
  GRAPH ${iri(hub.suggestionsGraph)} {
    ${which}
    ?suggestion ${iri(`${SKOS}notation`)} ?name ; ${iri(`${DCTERMS}description`)} ?description ;
      ${property('suggestedDatatype', hub)} ?datatype ; ${iri(`${DCTERMS}created`)} ?created ; ${property('reviewState', hub)} ?state .
    OPTIONAL { ?suggestion ${property('suggestedUnits', hub)} ?units }
    OPTIONAL { ?suggestion ${property('reviewReason', hub)} ?reason }
    OPTIONAL { ?suggestion ${property('reviewedAt', hub)} ?reviewed }
    OPTIONAL { ?suggestion ${property('reviewedBy', hub)} ?reviewer }
    OPTIONAL { ?suggestion ${property('resultingTerm', hub)} ?term }
  }
  ${contacts}
}
ORDER BY ?created STR(?suggestion)`;
}

function stateOrAny(state: SuggestionState | null, hub: HubNamespaces): Sparql {
  return state === null ? sparql`?state` : iri(stateIri(state, hub));
}

/** A number of rows as SPARQL text, which no term of RDF is. */
function unsigned(number: number): Sparql {
  if (!Number.isSafeInteger(number) || number < 0) throw new TypeError(`Not a number of rows: ${number}`);
  return unsafeRawSparql(String(number));
}
