import type { BoundTerm } from './rows.ts';

/** A triple as a store tells it. */
export interface Triple {
  readonly s: BoundTerm;
  readonly p: string;
  readonly o: BoundTerm;
}

/** The IRIs that a triple holds, its datatype's included. */
export function irisOf({ s, p, o }: Triple): string[] {
  const iris = [p];
  if (s.type === 'uri') iris.push(s.value);
  if (o.type === 'uri') iris.push(o.value);
  if (o.datatype !== undefined) iris.push(o.datatype);
  return iris;
}

/** The prefixes whose namespaces the triples cite. */
export function usedPrefixes(triples: readonly Triple[], prefixes: ReadonlyMap<string, string>): Map<string, string> {
  const iris = new Set(triples.flatMap(irisOf));
  const namespaces = new Set<string>();
  // The last slash or hash ends the namespace of all that are in use.
  for (const iri of iris) namespaces.add(iri.slice(0, Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/')) + 1));
  return new Map([...prefixes].filter(([, namespace]) => namespaces.has(namespace)));
}
