/** The formats that a graph is written in, as the interface names them. */
export const RDF_FORMATS = ['ttl', 'nt', 'rdf', 'jsonld'] as const;
export type RdfFormat = (typeof RDF_FORMATS)[number];
