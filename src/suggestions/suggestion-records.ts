import { DCTERMS, RDF_TYPE, type HubNamespaces } from '../rdf/namespaces.ts';
import type { Triple } from '../rdf/triple.ts';
import { sortableDate, type ListEntry, type RecordGraph, type RecordPart } from '../store/records.ts';
import { classIri, stateIri, suggestionIri } from './suggestion-iris.ts';
import { SUGGESTION_STATES, type SuggestionKind, type SuggestionState } from './suggestion.ts';
import type { SuggestionRange } from './suggestions.queries.ts';
import { withoutCase } from './term-name.ts';

const KINDS: readonly SuggestionKind[] = ['term', 'source', 'change'];
/** Suggestions of all kinds that were reviewed, by the time of that. */
export const CLOSED_LIST = 'closed';

/** The graphs of suggestions and of the e-mails of proposers, for a store that keeps records. */
export function suggestionRecords(hub: HubNamespaces): RecordGraph[] {
  return [
    { graph: hub.suggestionsGraph, version: '1', entriesOf: (record) => entriesOf(record, hub) },
    { graph: hub.contactsGraph, version: '1', entriesOf: () => ({ keys: [], lists: [] }) },
  ];
}

/** The list of the suggestions of a kind in a state, null standing for all, by their dates. */
export function listOf(kind: SuggestionKind, state: SuggestionState | null): string {
  return state === null ? kind : `${kind}-${state}`;
}

/** Suggestions by their ids, with their e-mails. */
export function partsOfIds(ids: readonly string[], hub: HubNamespaces): RecordPart[] {
  const subjects = ids.map((id) => suggestionIri(id, hub));
  return [
    { graph: hub.suggestionsGraph, subjects },
    { graph: hub.contactsGraph, subjects },
  ];
}

/** Suggestions by the hashes of their receipts. */
export function partsOfReceipts(receiptHashes: readonly string[], hub: HubNamespaces): RecordPart[] {
  return [{ graph: hub.suggestionsGraph, keys: receiptHashes.map(receiptKey) }];
}

/** The suggestions of a kind that wait and are distinct by this. */
export function partsOfWaiting(kind: SuggestionKind, distinctBy: string, hub: HubNamespaces): RecordPart[] {
  return [{ graph: hub.suggestionsGraph, keys: [waitingKey(kind, withoutCase(distinctBy))] }];
}

/** Parts of the list of suggestions of a kind. */
export function partsOfRanges(
  kind: SuggestionKind,
  ranges: readonly SuggestionRange[],
  hub: HubNamespaces,
): RecordPart[] {
  return ranges.map(({ state, after, most }) => ({
    graph: hub.suggestionsGraph,
    list: listOf(kind, state),
    after: after === null ? null : { sort: after.createdAt.toISOString(), subject: suggestionIri(after.id, hub) },
    most,
  }));
}

/** Where the queries of suggestions find one. */
function entriesOf(record: readonly Triple[], hub: HubNamespaces): ReturnType<RecordGraph['entriesOf']> {
  const { ontology } = hub;
  const valuesOf = (property: string): string[] => record.filter(({ p }) => p === property).map(({ o }) => o.value);
  const types = valuesOf(RDF_TYPE);
  const kinds = KINDS.filter((kind) => types.includes(classIri(kind, hub)));
  const written = valuesOf(`${ontology}reviewState`);
  const states = SUGGESTION_STATES.filter((state) => written.includes(stateIri(state, hub)));
  const dates = valuesOf(`${DCTERMS}created`).map(sortableDate);
  const listed = (kind: SuggestionKind, state: SuggestionState | null): ListEntry[] =>
    dates.map((sort) => ({ list: listOf(kind, state), sort }));
  const names = states.includes('pending') ? valuesOf(`${ontology}nameWithoutCase`) : [];
  return {
    keys: [
      ...valuesOf(`${ontology}receiptHash`).map(receiptKey),
      ...kinds.flatMap((kind) => names.map((name) => waitingKey(kind, name))),
    ],
    lists: [
      ...kinds.flatMap((kind) => [
        ...(written.length === 0 ? [] : listed(kind, null)),
        ...states.flatMap((state) => listed(kind, state)),
      ]),
      ...valuesOf(`${ontology}reviewedAt`).map((date) => ({ list: CLOSED_LIST, sort: sortableDate(date) })),
    ],
  };
}

function receiptKey(receiptHash: string): string {
  return `receipt ${receiptHash}`;
}

function waitingKey(kind: SuggestionKind, nameWithoutCase: string): string {
  return `waiting ${kind} ${nameWithoutCase}`;
}
