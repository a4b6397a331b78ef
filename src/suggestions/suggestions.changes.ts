import { boundDateTime, boundIri, boundText } from '../rdf/bound-terms.ts';
import { DCTERMS, RDF_TYPE, SKOS, type HubNamespaces } from '../rdf/namespaces.ts';
import type { BoundTerm } from '../rdf/rows.ts';
import { iri, literal, sparql, type Sparql } from '../rdf/sparql.ts';
import type { Quad } from '../rdf/triple.ts';
import type { SuggestionKind, SuggestionState } from './suggestion.ts';
import { classIri, property, resultIri, stateIri, suggestionIri } from './suggestion-iris.ts';
import { withoutCase } from './term-name.ts';

export interface NewSuggestion {
  readonly kind: SuggestionKind;
  readonly id: string;
  readonly name: string;
  /** What no two suggestions of a kind that wait share, whatever the case of its letters; the name, when left out. */
  readonly distinctBy?: string;
  readonly email: string;
  readonly createdAt: Date;
  /** SHA-256 of the receipt, hex. */
  readonly receiptHash: string;
  /** What suggestions of its kind say besides, by property. */
  readonly said: ReadonlyArray<readonly [property: string, value: BoundTerm]>;
}

/** All that is kept of a new suggestion; the e-mail stands in a graph of its own. */
export function suggestionQuads(suggestion: NewSuggestion, hub: HubNamespaces): Quad[] {
  const { kind, name, distinctBy = name, email, createdAt, receiptHash, said } = suggestion;
  const say = sayOf(suggestion.id, hub);
  return [
    say(RDF_TYPE, boundIri(classIri(kind, hub))),
    say(`${SKOS}notation`, boundText(name)),
    say(`${hub.ontology}nameWithoutCase`, boundText(withoutCase(distinctBy))),
    ...said.map(([property, value]) => say(property, value)),
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
  /** What it became; null when it became nothing. */
  readonly resultIri: string | null;
}

/** What a review changes of a suggestion that is pending. */
export function reviewQuads(
  kind: SuggestionKind,
  id: string,
  review: Review,
  hub: HubNamespaces,
): { remove: Quad[]; add: Quad[] } {
  const { state, reason, reviewer, reviewedAt } = review;
  const say = sayOf(id, hub);
  const result = resultIri(kind, hub);
  return {
    remove: [say(`${hub.ontology}reviewState`, boundIri(stateIri('pending', hub)))],
    add: [
      say(`${hub.ontology}reviewState`, boundIri(stateIri(state, hub))),
      ...(reason === null ? [] : [say(`${hub.ontology}reviewReason`, boundText(reason))]),
      say(`${hub.ontology}reviewedBy`, boundText(reviewer)),
      say(`${hub.ontology}reviewedAt`, boundDateTime(reviewedAt)),
      ...(review.resultIri === null || result === null ? [] : [say(result, boundIri(review.resultIri))]),
    ],
  };
}

/** Has a solution while a suggestion of this kind waits that is distinct by this; letters are compared without case. */
export function waitingPattern(kind: SuggestionKind, distinctBy: string, hub: HubNamespaces): Sparql {
  return sparql`GRAPH ${iri(hub.suggestionsGraph)} {
  ?waiting ${iri(RDF_TYPE)} ${iri(classIri(kind, hub))} ; ${property('nameWithoutCase', hub)} ${literal(withoutCase(distinctBy))} ; ${property('reviewState', hub)} ${iri(stateIri('pending', hub))}
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
