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

/** The IRIs that the triples hold, those of datatypes included, each as often as it stands there. */
export function* irisOf(triples: Iterable<Triple>): Generator<string> {
  for (const { s, p, o } of triples) {
    yield p;
    if (s.type === 'uri') yield s.value;
    if (o.type === 'uri') yield o.value;
    if (o.datatype !== undefined) yield o.datatype;
  }
}

/** The prefixes whose namespaces the triples cite. */
export function usedPrefixes(triples: Iterable<Triple>, prefixes: ReadonlyMap<string, string>): Map<string, string> {
  const namespaces = new Set<string>();
  // The last slash or hash ends the namespace of all that are in use.
  for (const iri of irisOf(triples))
    namespaces.add(iri.slice(0, Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/')) + 1));
  return new Map([...prefixes].filter(([, namespace]) => namespaces.has(namespace)));
}
