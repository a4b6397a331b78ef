import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { BoundTerm } from '../rdf/rows.ts';
import type { Triple } from '../rdf/triple.ts';
import { keyOfTerm, subjectKeyOf, tableOf, TripleTable } from './triple-table.ts';

/** The table that `tableOf` makes of a table's triples and some more: only the subjects of these are put in order anew. */
export function extendTable(table: TripleTable, added: readonly Triple[], hub: HubNamespaces): TripleTable {
  const subjects = new Set(added.map(({ s }) => s.value));
  const touched = tableOf([...Array.from(subjects, (subject) => table.of(subject)).flat(), ...added], hub);
  const { columns: base } = table;
  const { columns: news } = touched;
  const terms = [...base.terms];
  const numbers = news.terms.map((term) => table.numberOf(term) ?? terms.push(term) - 1);
  const properties = [...base.properties];
  const propertyNumbers = news.properties.map((property) => {
    const known = properties.indexOf(property);
    return known < 0 ? properties.push(property) - 1 : known;
  });

  const subject: number[] = [];
  const starts = [0];
  const property = new Uint32Array(base.property.length + news.property.length);
  const object = new Uint32Array(property.length);
  let length = 0;
  /** Subjects that stay as they are, up to a place. */
  const copy = (from: number, to: number): void => {
    const [first, end] = [base.starts[from]!, base.starts[to]!];
    property.set(base.property.subarray(first, end), length);
    object.set(base.object.subarray(first, end), length);
    for (let place = from; place < to; place++) {
      subject.push(base.subject[place]!);
      starts.push(length + base.starts[place + 1]! - first);
    }
    length += end - first;
  };
  let place = 0;
  for (const [at, term] of touched.subjects.entries()) {
    const next = placeOf(table, term, hub);
    copy(place, next);
    for (let i = news.starts[at]!; i < news.starts[at + 1]!; i++) {
      property[length] = propertyNumbers[news.property[i]!]!;
      object[length++] = numbers[news.object[i]!]!;
    }
    subject.push(numbers[news.subject[at]!]!);
    starts.push(length);
    const known = table.subjects[next];
    place = known !== undefined && keyOfTerm(known) === keyOfTerm(term) ? next + 1 : next;
  }
  copy(place, table.subjects.length);
  return new TripleTable({
    terms,
    properties,
    subject: Uint32Array.from(subject),
    starts: Uint32Array.from(starts),
    property: property.slice(0, length),
    object: object.slice(0, length),
  });
}

/** The triples that a table lacks, each once. */
export function lackingIn(table: TripleTable, triples: readonly Triple[]): Triple[] {
  const written = ({ s, p, o }: Triple): string => [s.value, p, keyOfTerm(o)].join(' ');
  const subjects = new Set(triples.map(({ s }) => s.value));
  const seen = new Set(Array.from(subjects, (subject) => table.of(subject).map(written)).flat());
  return triples.filter((triple) => seen.size !== seen.add(written(triple)).size);
}

/** The place of the first subject that does not come before a term. */
export function placeOf({ subjects }: TripleTable, term: BoundTerm, hub: HubNamespaces): number {
  const key = subjectKeyOf(term, hub);
  let [low, high] = [0, subjects.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (subjectKeyOf(subjects[middle]!, hub) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
