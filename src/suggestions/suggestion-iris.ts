import type { HubNamespaces } from '../rdf/namespaces.ts';
import { iri, type Sparql } from '../rdf/sparql.ts';
import type { SuggestionState } from './suggestion.ts';

/** The one place where suggestions get their IRIs. */
export function suggestionIri(id: string, { suggestionsGraph }: HubNamespaces): string {
  return `${suggestionsGraph}/${id}`;
}

const STATE_NAMES = { pending: 'Pending', accepted: 'Accepted', rejected: 'Rejected' } as const;

/** The IRI of a state of suggestions, in the hub's ontology. */
export function stateIri(state: SuggestionState, { ontology }: HubNamespaces): string {
  return ontology + STATE_NAMES[state];
}

/** The id in the IRI of a suggestion. */
export function idOf(suggestion: string): string {
  return suggestion.slice(suggestion.lastIndexOf('/') + 1);
}

/** A property of the hub's ontology, for queries. */
export function property(name: string, { ontology }: HubNamespaces): Sparql {
  return iri(ontology + name);
}
