import { percentEncode } from '../rdf/iri.ts';
import type { BoundTerm } from '../rdf/rows.ts';
import type { Triple } from '../rdf/triple.ts';
import { TripleLineWriter } from '../rdf/triple-lines.ts';

/** What the nodes without IRIs are named by while graphs are compared. */
export const NODE = 'urn:x-impact:';

/** The triples of a conversion, named so that equal places of two conversions have equal names. */
export interface LabelledGraph {
  /** By the triple as a line of N-Triples. */
  readonly triples: ReadonlyMap<string, LabelledTriple>;
}

export interface LabelledTriple {
  readonly triple: Triple;
  /** The key whose value it describes; null for what belongs to the record itself. */
  readonly key: string | null;
}

/**
 * Names the blank nodes of a conversion by the way that leads to them from the record: the keys, then the predicates, each with its place
 * among its like. Two conversions of one document write what they have in common in one order, so that equal lines are equal triples.
 *
 * @param triples in the order in which the converter writes them: the document first
 * @param keyOf the key whose predicate an IRI is
 */
export function labelGraph(triples: readonly Triple[], keyOf: (predicate: string) => string | null): LabelledGraph {
  const bySubject = new Map<string, Triple[]>();
  for (const triple of triples) {
    const subject = nameOf(triple.s);
    const known = bySubject.get(subject);
    if (known === undefined) bySubject.set(subject, [triple]);
    else known.push(triple);
  }
  const writer = new TripleLineWriter();
  const labels = new Map<string, string>();
  const found = new Map<string, LabelledTriple>();
  const named = (term: BoundTerm): BoundTerm =>
    term.type === 'bnode' ? { type: 'uri', value: NODE + labels.get(nameOf(term))! } : term;

  const visit = (root: string, label: string): void => {
    labels.set(root, label);
    // Records lie in records as deep as documents are nested, so that the way is kept here and not on the stack.
    const open: Array<{ readonly subject: string; readonly label: string; readonly key: string | null }> = [
      { subject: root, label, key: null },
    ];
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      const counts = new Map<string, number>();
      const next: typeof open = [];
      for (const { s, p, o } of bySubject.get(place.subject)!) {
        const key = keyOf(p) ?? place.key;
        const object = nameOf(o);
        if (o.type === 'bnode' && !labels.has(object)) {
          const step = keyOf(p) ?? p;
          const count = counts.get(step) ?? 0;
          counts.set(step, count + 1);
          labels.set(object, `${place.label}/${stepOf(p, count, keyOf)}`);
          if (bySubject.has(object)) next.push({ subject: object, label: labels.get(object)!, key });
        } else if (o.type === 'uri' && !labels.has(object) && bySubject.has(object)) {
          labels.set(object, percentEncode(o.value));
          next.push({ subject: object, label: labels.get(object)!, key });
        }
        const triple = { s: named(s), p, o: named(o) };
        found.set(writer.line(triple), { triple, key });
      }
      open.push(...next.toReversed());
    }
  };

  let count = 0;
  for (const subject of bySubject.keys()) if (!labels.has(subject)) visit(subject, `${count++}`);
  return { triples: found };
}

/** A step of the way to a node: by a predicate, the object of this place among its like. */
export function stepOf(predicate: string, place: number, keyOf: (predicate: string) => string | null): string {
  return `${percentEncode(keyOf(predicate) ?? predicate)}.${place}`;
}

function nameOf(term: BoundTerm): string {
  return `${term.type} ${term.value}`;
}
