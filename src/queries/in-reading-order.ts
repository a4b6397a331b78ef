import { RDF_TYPE } from '../rdf/namespaces.ts';
import type { Triple } from '../rdf/triple.ts';

/** The triples of one subject together, its types first. */
export function inReadingOrder(triples: readonly Triple[]): Triple[] {
  const bySubject = new Map<string, Triple[]>();
  for (const triple of triples) {
    const subject = `${triple.s.type} ${triple.s.value}`;
    const known = bySubject.get(subject);
    if (known === undefined) bySubject.set(subject, [triple]);
    // What something is, is what people look for first.
    else if (triple.p === RDF_TYPE) known.unshift(triple);
    else known.push(triple);
  }
  return [...bySubject.values()].flat();
}
