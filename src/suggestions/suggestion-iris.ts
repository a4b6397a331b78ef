import type { HubNamespaces } from '../rdf/namespaces.ts';
import { iri, type Sparql } from '../rdf/sparql.ts';
import type { SuggestionKind, SuggestionState } from './suggestion.ts';

/** The one place where suggestions get their IRIs. */
export function suggestionIri(id: string, { suggestionsGraph }: HubNamespaces): string {
  return `${suggestionsGraph}/${id}`;
}

const STATE_NAMES = { pending: 'Pending', accepted: 'Accepted', rejected: 'Rejected' } as const;

/** The IRI of a state of suggestions, in the hub's ontology. */
export function stateIri(state: SuggestionState, { ontology }: HubNamespaces): string {
  return ontology + STATE_NAMES[state];
}

/** The one place where sources that were suggested get their IRIs. */
export function sourceIri(name: string, { vocabulary }: HubNamespaces): string {
  return `${vocabulary}source/${encodeURIComponent(name)}`;
}

const CLASSES = { term: 'Suggestion', source: 'SourceSuggestion', change: 'ChangeSuggestion' } as const;

/** The class of the suggestions of a kind, in the hub's ontology. */
export function classIri(kind: SuggestionKind, { ontology }: HubNamespaces): string {
  return ontology + CLASSES[kind];
}

const RESULTS = { term: 'resultingTerm', source: 'resultingSource', change: null } as const;

/** The property that leads from an accepted suggestion to what it became; null for a kind of which nothing is made. */
export function resultIri(kind: SuggestionKind, { ontology }: HubNamespaces): string | null {
  const result = RESULTS[kind];
  return result === null ? null : ontology + result;
}

/** The id in the IRI of a suggestion. */
export function idOf(suggestion: string): string {
  return suggestion.slice(suggestion.lastIndexOf('/') + 1);
}

/** A property of the hub's ontology, for queries. */
export function property(name: string, { ontology }: HubNamespaces): Sparql {
  return iri(ontology + name);
}
