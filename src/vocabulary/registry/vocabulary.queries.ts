import { DCTERMS, OWL, QUDT, RDF, SKOS, VANN } from '../../rdf/namespaces.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { asBoolean, asInteger, asIri, asTerm, asText, optional } from '../../rdf/rows.ts';
import { iri, sparql } from '../../rdf/sparql.ts';
import type { Sparql } from '../../rdf/sparql.ts';

/** The shape of each row stands with the query that returns it. */

export const TERM_ROW = {
  term: asIri,
  name: asText,
  label: asText,
  definition: asText,
  datatype: asIri,
  category: asText,
  unit: optional(asIri),
  kind: optional(asIri),
  example: optional(asText),
  deprecated: optional(asBoolean),
  replacement: optional(asIri),
};

/** Selects all terms, in order of their names. */
export function termsQuery(hub: HubNamespaces): Sparql {
  return sparql`${prologue(hub)}
SELECT ?term ?name ?label ?definition ?datatype ?category ?unit ?kind ?example ?deprecated ?replacement WHERE {
  GRAPH ${iri(hub.vocabularyGraph)} {
    ?term a hub:Term ; skos:notation ?name ; skos:prefLabel ?label ; skos:definition ?definition ; hub:datatype ?datatype ;
      skos:broader/skos:notation ?category .
    FILTER(LANG(?label) = "en" && LANG(?definition) = "en")
    OPTIONAL { ?term qudt:hasUnit ?unit }
    OPTIONAL { ?term qudt:hasQuantityKind ?kind }
    OPTIONAL { ?term skos:example ?example }
    OPTIONAL { ?term owl:deprecated ?deprecated }
    OPTIONAL { ?term dcterms:isReplacedBy ?replacement }
  }
}
ORDER BY ?name ?term ?category ?datatype ?unit ?kind ?example ?deprecated ?replacement ?label ?definition`;
}

export const TERM_IRI_ROW = { term: asIri };

/** Terms as they are declared, whether or not they have all that a term needs. */
export function declaredTermsQuery(hub: HubNamespaces): Sparql {
  return sparql`${prologue(hub)}
SELECT ?term WHERE { GRAPH ${iri(hub.vocabularyGraph)} { ?term a hub:Term } } ORDER BY ?term`;
}

export const CATEGORY_ROW = { category: asIri, name: asText, label: asText, definition: asText };

/** Selects all categories, in order of their names. */
export function categoriesQuery(hub: HubNamespaces): Sparql {
  return sparql`${prologue(hub)}
SELECT ?category ?name ?label ?definition WHERE {
  GRAPH ${iri(hub.vocabularyGraph)} {
    ?category a hub:Category ; skos:notation ?name ; skos:prefLabel ?label ; skos:definition ?definition .
    FILTER(LANG(?label) = "en" && LANG(?definition) = "en")
  }
}
ORDER BY ?name ?category ?label ?definition`;
}

export const PREFIX_ROW = { prefix: asText, namespace: asIri };

/** Selects all registered prefixes, in order of their names. */
export function prefixesQuery(hub: HubNamespaces): Sparql {
  return sparql`${prologue(hub)}
SELECT ?prefix ?namespace WHERE {
  GRAPH ${iri(hub.vocabularyGraph)} {
    ?declaration a hub:Prefix ; vann:preferredNamespacePrefix ?prefix ; vann:preferredNamespaceUri ?namespace .
  }
}
ORDER BY ?prefix ?namespace`;
}

export const NODE_ROW = { node: asIri, name: asText };

/** Selects the nodes that templates introduce. */
export function nodesQuery(hub: HubNamespaces): Sparql {
  return sparql`${prologue(hub)}
SELECT ?node ?name WHERE { GRAPH ${iri(hub.vocabularyGraph)} { ?node a hub:TemplateNode ; skos:notation ?name } }
ORDER BY ?name ?node`;
}

export const TEMPLATE_ROW = { row: asIri, subject: asIri, position: asInteger, predicate: asIri, object: asTerm };

/** Selects the rows of all templates, in their order. */
export function templateRowsQuery(hub: HubNamespaces): Sparql {
  return sparql`${prologue(hub)}
SELECT ?row ?subject ?position ?predicate ?object WHERE {
  GRAPH ${iri(hub.vocabularyGraph)} {
    ?row a hub:TemplateRow ; hub:subject ?subject ; hub:position ?position ; hub:predicate ?predicate ; hub:object ?object .
  }
}
ORDER BY ?subject ?position ?row ?predicate ?object`;
}

export const TOKEN_ROW = { token: asIri, kind: asIri, term: asIri };

/** Selects the tokens `$key` and `@key` with their keys. */
export function tokensQuery(hub: HubNamespaces): Sparql {
  return sparql`${prologue(hub)}
SELECT ?token ?kind ?term WHERE {
  GRAPH ${iri(hub.vocabularyGraph)} {
    VALUES ?kind { hub:ValueToken hub:EntityToken }
    ?token a ?kind ; hub:key ?term .
  }
}
ORDER BY ?token ?kind ?term`;
}

function prologue(hub: HubNamespaces): Sparql {
  return sparql`PREFIX rdf: ${iri(RDF)}
PREFIX skos: ${iri(SKOS)}
PREFIX qudt: ${iri(QUDT)}
PREFIX vann: ${iri(VANN)}
PREFIX owl: ${iri(OWL)}
PREFIX dcterms: ${iri(DCTERMS)}
PREFIX hub: ${iri(hub.ontology)}`;
}
