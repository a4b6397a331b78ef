import n3 from 'n3';
import { RDF_TYPE } from '../rdf/namespaces.ts';
import { tripleOf } from '../rdf/read-rdf.ts';
import type { Triple } from '../rdf/triple.ts';

/** The triples of an N-Triples text, those of one subject together, its types first. */
export function readNTriples(text: string): Triple[] {
  const bySubject = new Map<string, Triple[]>();
  for (const quad of new n3.Parser({ format: 'N-Triples', blankNodePrefix: '' }).parse(text)) {
    const triple = tripleOf(quad);
    const known = bySubject.get(quad.subject.id);
    if (known === undefined) bySubject.set(quad.subject.id, [triple]);
    // What something is, is what people look for first.
    else if (triple.p === RDF_TYPE) known.unshift(triple);
    else known.push(triple);
  }
  return [...bySubject.values()].flat();
}
