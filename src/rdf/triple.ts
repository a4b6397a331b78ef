import type { BoundTerm } from './rows.ts';

/** A triple as a store tells it. */
export interface Triple {
  readonly s: BoundTerm;
  readonly p: string;
  readonly o: BoundTerm;
}

/** A triple in a named graph. */
export interface Quad extends Triple {
  /** IRI of the graph. */
  readonly graph: string;
}

/** The triples as quads of one graph. */
export function inGraph(graph: string, triples: Iterable<Triple>): Quad[] {
  return Array.from(triples, ({ s, p, o }) => ({ s, p, o, graph }));
}

/** The IRIs that a triple holds, that of its datatype included. */
export function irisIn({ s, p, o }: Triple): string[] {
  const iris = [p];
  if (s.type === 'uri') iris.push(s.value);
  if (o.type === 'uri') iris.push(o.value);
  if (o.datatype !== undefined) iris.push(o.datatype);
  return iris;
}

/** The namespaces that a graph cites. */
export class CitedNamespaces {
  readonly #namespaces = new Set<string>();

  add(iri: string): void {
    // The last slash or hash ends the namespace of all that are in use.
    this.#namespaces.add(iri.slice(0, Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/')) + 1));
  }

  /** Those of these prefixes whose namespaces are cited, in their order. */
  of(prefixes: ReadonlyMap<string, string>): Map<string, string> {
    return new Map([...prefixes].filter(([, namespace]) => this.#namespaces.has(namespace)));
  }
}
