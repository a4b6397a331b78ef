import n3 from 'n3';
import type { Term } from 'n3';
import type { BoundTerm } from '../rdf/rows.ts';
import { RDF, RDF_LANG_STRING, XSD_STRING } from '../rdf/namespaces.ts';
import type { Triple } from '../rdf/triple.ts';

/** The triples of an N-Triples text, those of one subject together, its types first. */
export function readNTriples(text: string): Triple[] {
  const bySubject = new Map<string, Triple[]>();
  for (const { subject, predicate, object } of new n3.Parser({ format: 'N-Triples', blankNodePrefix: '' }).parse(
    text,
  )) {
    const triple = { s: boundTerm(subject), p: predicate.value, o: boundTerm(object) };
    const known = bySubject.get(subject.id);
    if (known === undefined) bySubject.set(subject.id, [triple]);
    // What something is, is what people look for first.
    else if (triple.p === `${RDF}type`) known.unshift(triple);
    else known.push(triple);
  }
  return [...bySubject.values()].flat();
}

function boundTerm(term: Term): BoundTerm {
  if (term.termType === 'NamedNode') return { type: 'uri', value: term.value };
  if (term.termType === 'BlankNode') return { type: 'bnode', value: term.value };
  if (term.termType !== 'Literal') throw new TypeError(`No term of a triple: ${term.termType}`);
  const datatype = term.datatype.value;
  if (datatype === RDF_LANG_STRING) return { type: 'literal', value: term.value, 'xml:lang': term.language };
  return { type: 'literal', value: term.value, ...(datatype === XSD_STRING ? {} : { datatype }) };
}
