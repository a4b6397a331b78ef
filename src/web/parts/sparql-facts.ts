/** What the page of the SPARQL endpoint tells its script. */
export interface SparqlFacts {
  /** The address that IRIs of the hub begin with, without a slash at its end. */
  readonly baseUrl: string;
  /** Namespaces by prefix. */
  readonly prefixes: Readonly<Record<string, string>>;
  /** IRIs of what triples say, the most frequent first. */
  readonly properties: readonly string[];
  /** IRIs of what things are, the most frequent first. */
  readonly classes: readonly string[];
}
