/** The formats that a graph is written in, as the interface names them. */
export const RDF_FORMATS = ['ttl', 'nt', 'rdf', 'jsonld'] as const;
export type RdfFormat = (typeof RDF_FORMATS)[number];

/** What people and programs call each format, in the order in which the hub offers them. */
export const RDF_SYNTAXES = {
  ttl: { name: 'Turtle', mediaType: 'text/turtle' },
  nt: { name: 'N-Triples', mediaType: 'application/n-triples' },
  rdf: { name: 'RDF/XML', mediaType: 'application/rdf+xml' },
  jsonld: { name: 'JSON-LD', mediaType: 'application/ld+json' },
} as const satisfies Readonly<Record<RdfFormat, { readonly name: string; readonly mediaType: string }>>;

/** The format of each media type, in the same order. */
export const FORMAT_OF_MEDIA_TYPE: Readonly<Record<string, RdfFormat>> = Object.fromEntries(
  RDF_FORMATS.map((format) => [RDF_SYNTAXES[format].mediaType, format]),
);

/** The Content-Type of each format. Only `text/*` has to state that it is UTF-8 (RFC 6838 §4.2.1). */
export const CONTENT_TYPES: Readonly<Record<RdfFormat, string>> = {
  ttl: 'text/turtle; charset=utf-8',
  nt: RDF_SYNTAXES.nt.mediaType,
  rdf: RDF_SYNTAXES.rdf.mediaType,
  jsonld: RDF_SYNTAXES.jsonld.mediaType,
};
