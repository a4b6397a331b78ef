import { boundDateTime, boundInteger, boundIri, boundText } from '../rdf/bound-terms.ts';
import { RDF, type HubNamespaces } from '../rdf/namespaces.ts';
import { asInteger, asIri, asText, type BoundTerm } from '../rdf/rows.ts';
import { iri, sparql, type Sparql } from '../rdf/sparql.ts';
import type { Quad } from '../rdf/triple.ts';
import type { KeyCount } from './key-sketch.ts';
import { asDate } from './suggestions.queries.ts';

export const KEY_COUNT_ROW = { hub: asIri, key: asText, count: asInteger, error: asInteger };

/** What every hub on this store counted. */
export function keyCountsQuery(hub: HubNamespaces): Sparql {
  return sparql`SELECT ?hub ?key ?count ?error WHERE {
  GRAPH ${iri(hub.unmappedKeysGraph)} {
    ?counted ${property('countedBy', hub)} ?hub ; ${property('countedKey', hub)} ?key ;
      ${property('documents', hub)} ?count ; ${property('overcount', hub)} ?error
  }
}
ORDER BY ?hub ?key`;
}

export const COUNTING_HUB_ROW = { hub: asIri, since: asDate, saved: asDate };

/** The hubs that count keys on this store. */
export function countingHubsQuery(hub: HubNamespaces): Sparql {
  return sparql`SELECT ?hub ?since ?saved WHERE {
  GRAPH ${iri(hub.unmappedKeysGraph)} { ?hub ${property('countedSince', hub)} ?since ; ${property('savedAt', hub)} ?saved }
}
ORDER BY ?hub ?since ?saved`;
}

/** The IRI of the hub with this id, of several on one store. */
export function countingHubIri(id: string, { unmappedKeysGraph }: HubNamespaces): string {
  return `${unmappedKeysGraph}/${id}`;
}

/** The quads that name a key that one hub counts; they stay as they are while the count grows. */
export function countedKeyQuads(countingHub: string, key: string, hub: HubNamespaces): Quad[] {
  return [
    keyQuad(countingHub, key, `${RDF}type`, boundIri(`${hub.ontology}KeyCount`), hub),
    keyQuad(countingHub, key, `${hub.ontology}countedBy`, boundIri(countingHub), hub),
    keyQuad(countingHub, key, `${hub.ontology}countedKey`, boundText(key), hub),
  ];
}

/** The quads that hold the count of one key by one hub. */
export function countQuads(countingHub: string, { key, count, error }: KeyCount, hub: HubNamespaces): Quad[] {
  return [
    keyQuad(countingHub, key, `${hub.ontology}documents`, boundInteger(count), hub),
    keyQuad(countingHub, key, `${hub.ontology}overcount`, boundInteger(error), hub),
  ];
}

function keyQuad(countingHub: string, key: string, p: string, o: BoundTerm, hub: HubNamespaces): Quad {
  return { graph: hub.unmappedKeysGraph, s: boundIri(`${countingHub}/${encodeURIComponent(key)}`), p, o };
}

/** The quads that say since when a hub counts and when it saved last. */
export function countingHubQuads(
  { hub: countingHub, since, saved }: { readonly hub: string; readonly since: Date; readonly saved: Date },
  hub: HubNamespaces,
): Quad[] {
  const s = boundIri(countingHub);
  return [
    { graph: hub.unmappedKeysGraph, s, p: `${hub.ontology}countedSince`, o: boundDateTime(since) },
    { graph: hub.unmappedKeysGraph, s, p: `${hub.ontology}savedAt`, o: boundDateTime(saved) },
  ];
}

function property(name: string, { ontology }: HubNamespaces): Sparql {
  return iri(ontology + name);
}
