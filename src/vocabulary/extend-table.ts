import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { BoundTerm } from '../rdf/rows.ts';
import type { Triple } from '../rdf/triple.ts';
import { TermBuilder } from './term-builder.ts';
import { sharedNumbers } from './term-columns.ts';
import { keyOfTerm, subjectKeyOf } from './triple-order.ts';
import { TripleTable } from './triple-table.ts';
import { tableOf } from './triple-table-builder.ts';

/** The table that `tableOf` makes of a table's triples and some more: only the subjects of these are put in order anew. */
export function extendTable(table: TripleTable, triples: readonly Triple[], hub: HubNamespaces): TripleTable {
  const subjects = new Set(triples.map(({ s }) => s.value));
  const touched = tableOf([...Array.from(subjects, (subject) => table.of(subject)).flat(), ...triples], hub);
  const { columns: base } = table;
  const { columns: news } = touched;
  const added = new TermBuilder();
  const numbers = Array.from(touched.terms, (term) => table.numberOf(term) ?? table.terms.length + added.add(term));
  const terms = table.terms.with(added.finish());
  const properties = [...base.properties];
  const propertyNumbers = news.properties.map((property) => {
    const known = properties.indexOf(property);
    return known < 0 ? properties.push(property) - 1 : known;
  });

  const subject = new Uint32Array(table.subjectCount + touched.subjectCount);
  const starts = new Uint32Array(subject.length + 1);
  const property = sharedNumbers(base.property.length + news.property.length);
  const object = sharedNumbers(property.length);
  let [subjectCount, length] = [0, 0];
  /** Subjects that stay as they are, up to a place. */
  const copy = (from: number, to: number): void => {
    const [first, end] = [base.starts[from]!, base.starts[to]!];
    property.set(base.property.subarray(first, end), length);
    object.set(base.object.subarray(first, end), length);
    for (let place = from; place < to; place++) {
      subject[subjectCount++] = base.subject[place]!;
      starts[subjectCount] = length + base.starts[place + 1]! - first;
    }
    length += end - first;
  };
  let place = 0;
  for (let at = 0; at < touched.subjectCount; at++) {
    const term = touched.subjectAt(at);
    const next = placeOf(table, term, hub, place);
    copy(place, next);
    for (let i = news.starts[at]!; i < news.starts[at + 1]!; i++) {
      property[length] = propertyNumbers[news.property[i]!]!;
      object[length++] = numbers[news.object[i]!]!;
    }
    subject[subjectCount++] = numbers[news.subject[at]!]!;
    starts[subjectCount] = length;
    const isKnown = next < table.subjectCount && keyOfTerm(table.subjectAt(next)) === keyOfTerm(term);
    place = isKnown ? next + 1 : next;
  }
  copy(place, table.subjectCount);
  const columns = {
    terms: terms.parts,
    properties,
    subject: shared(subject.subarray(0, subjectCount)),
    starts: shared(starts.subarray(0, subjectCount + 1)),
    property: property.subarray(0, length),
    object: object.subarray(0, length),
  };
  const extended = new TripleTable(columns, terms);
  extended.takeOver(
    table,
    Array.from(news.subject, (number) => numbers[number]!),
  );
  return extended;
}

function shared(numbers: Uint32Array): Uint32Array {
  const copy = sharedNumbers(numbers.length);
  copy.set(numbers);
  return copy;
}

/** The triples that a table lacks, each once. */
export function lackingIn(table: TripleTable, triples: readonly Triple[]): Triple[] {
  const written = ({ s, p, o }: Triple): string => [s.value, p, keyOfTerm(o)].join(' ');
  const subjects = new Set(triples.map(({ s }) => s.value));
  const seen = new Set(Array.from(subjects, (subject) => table.of(subject).map(written)).flat());
  return triples.filter((triple) => seen.size !== seen.add(written(triple)).size);
}

/**
 * The place of the first subject that does not come before a term.
 *
 * @param from a place that it does not stand before: terms that are sought in turn often stand together
 */
export function placeOf(table: TripleTable, term: BoundTerm, hub: HubNamespaces, from = 0): number {
  const key = subjectKeyOf(term, hub);
  const isBefore = (place: number): boolean => subjectKeyOf(table.subjectAt(place), hub) < key;
  let [low, high] = [from, table.subjectCount];
  if (low === high || !isBefore(low)) return low;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
