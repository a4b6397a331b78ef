import { boundDateTime, boundIri, boundText } from '../rdf/bound-terms.ts';
import { DCTERMS, RDF, SKOS, type HubNamespaces } from '../rdf/namespaces.ts';
import type { BoundTerm } from '../rdf/rows.ts';
import { iri, literal, sparql, type Sparql } from '../rdf/sparql.ts';
import type { Quad } from '../rdf/triple.ts';
import type { SuggestionState } from './suggestion.ts';
import { property, stateIri, suggestionIri } from './suggestion-iris.ts';
import { withoutCase } from './term-name.ts';

interface NewSuggestion {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly datatypeIri: string;
  readonly units: string | null;
  readonly email: string;
  readonly createdAt: Date;
  /** SHA-256 of the receipt, hex. */
  readonly receiptHash: string;
}

/** All that is kept of a new suggestion; the e-mail stands in a graph of its own. */
export function suggestionQuads(suggestion: NewSuggestion, hub: HubNamespaces): Quad[] {
  const { name, description, datatypeIri, units, email, createdAt, receiptHash } = suggestion;
  const say = sayOf(suggestion.id, hub);
  return [
    say(`${RDF}type`, boundIri(`${hub.ontology}Suggestion`)),
    say(`${SKOS}notation`, boundText(name)),
    say(`${hub.ontology}nameWithoutCase`, boundText(withoutCase(name))),
    say(`${DCTERMS}description`, boundText(description)),
    say(`${hub.ontology}suggestedDatatype`, boundIri(datatypeIri)),
    ...(units === null ? [] : [say(`${hub.ontology}suggestedUnits`, boundText(units))]),
    say(`${DCTERMS}created`, boundDateTime(createdAt)),
    say(`${hub.ontology}receiptHash`, boundText(receiptHash)),
    say(`${hub.ontology}reviewState`, boundIri(stateIri('pending', hub))),
    emailQuad(suggestion.id, email, hub),
  ];
}

/** The quad that holds the e-mail address of a suggestion, in a graph that the public cannot read. */
export function emailQuad(id: string, email: string, hub: HubNamespaces): Quad {
  return {
    graph: hub.contactsGraph,
    s: boundIri(suggestionIri(id, hub)),
    p: `${hub.ontology}email`,
    o: boundText(email),
  };
}

interface Review {
  readonly state: Exclude<SuggestionState, 'pending'>;
  readonly reason: string | null;
  readonly reviewer: string;
  readonly reviewedAt: Date;
  readonly termIri: string | null;
}

/** What a review changes of a suggestion that is pending. */
export function reviewQuads(id: string, review: Review, hub: HubNamespaces): { remove: Quad[]; add: Quad[] } {
  const { state, reason, reviewer, reviewedAt, termIri } = review;
  const say = sayOf(id, hub);
  return {
    remove: [say(`${hub.ontology}reviewState`, boundIri(stateIri('pending', hub)))],
    add: [
      say(`${hub.ontology}reviewState`, boundIri(stateIri(state, hub))),
      ...(reason === null ? [] : [say(`${hub.ontology}reviewReason`, boundText(reason))]),
      say(`${hub.ontology}reviewedBy`, boundText(reviewer)),
      say(`${hub.ontology}reviewedAt`, boundDateTime(reviewedAt)),
      ...(termIri === null ? [] : [say(`${hub.ontology}resultingTerm`, boundIri(termIri))]),
    ],
  };
}

/** Has a solution while a suggestion of this name waits; names are compared without case. */
export function waitingPattern(name: string, hub: HubNamespaces): Sparql {
  return sparql`GRAPH ${iri(hub.suggestionsGraph)} {
  ?waiting ${property('nameWithoutCase', hub)} ${literal(withoutCase(name))} ; ${property('reviewState', hub)} ${iri(stateIri('pending', hub))}
}`;
}

/** Has a solution when a suggestion was reviewed. */
export function reviewedPattern(id: string, hub: HubNamespaces): Sparql {
  return sparql`GRAPH ${iri(hub.suggestionsGraph)} {
  ${iri(suggestionIri(id, hub))} ${property('reviewedAt', hub)} ?reviewedAt
}`;
}

function sayOf(id: string, hub: HubNamespaces): (p: string, o: BoundTerm) => Quad {
  const s = boundIri(suggestionIri(id, hub));
  return (p, o) => ({ graph: hub.suggestionsGraph, s, p, o });
}
