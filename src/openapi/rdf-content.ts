import type { Content } from './openapi-types.ts';
import { schemaRef } from './schema-parts.ts';

const VOLTAGE = `@base <http://localhost:4000/vocabulary/>.
@prefix hub: <http://localhost:4000/ontology#>.
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>.
@prefix skos: <http://www.w3.org/2004/02/skos/core#>.
@prefix xsd: <http://www.w3.org/2001/XMLSchema#>.

<voltage-V> a hub:Term, rdf:Property, skos:Concept;
    skos:prefLabel "Voltage (V)"@en;
    skos:notation "voltage-V";
    hub:datatype xsd:double.
`;

/** RDF in each of its formats; Turtle with an example where there is one. */
export function rdfContent(turtle?: string): Content {
  const schema = schemaRef('RdfText');
  return {
    'text/turtle': turtle === undefined ? { schema } : { schema, example: turtle },
    'application/n-triples': { schema },
    'application/rdf+xml': { schema },
    'application/ld+json': { schema: schemaRef('JsonLd') },
  };
}

/** A part of the vocabulary as RDF. */
export const VOCABULARY_CONTENT: Content = rdfContent(VOLTAGE);
