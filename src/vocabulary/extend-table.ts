import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { BoundTerm } from '../rdf/rows.ts';
import type { Triple } from '../rdf/triple.ts';
import { doAtOnce, type Steps } from './steps.ts';
import { TermBuilder } from './term-builder.ts';
import { sharedNumbers, sharedNumbersBelow } from './term-columns.ts';
import { keyOfTerm, subjectKeyOf } from './triple-order.ts';
import { TripleTable } from './triple-table.ts';
import { tableOf } from './triple-table-builder.ts';

/** So many subjects are copied in a step, with their triples. */
const SUBJECTS_A_STEP = 2 ** 14;

/** The table that `tableOf` makes of a table's triples and some more: only the subjects of these are put in order anew. */
export function extendTable(table: TripleTable, triples: readonly Triple[], hub: HubNamespaces): TripleTable {
  return doAtOnce(extendInSteps(table, triples, hub));
}

/** The same in steps: the numbers of a large table are copied in a tenth of a second. */
export function* extendInSteps(table: TripleTable, triples: readonly Triple[], hub: HubNamespaces): Steps<TripleTable> {
  const subjects = new Set(triples.map(({ s }) => s.value));
  const known = Array.from(subjects, (subject) => table.of(subject)).filter(({ length }) => length > 0);
  const replaced = known.flat();
  const touched = tableOf([...replaced, ...triples], hub);
  const { columns: base } = table;
  const { columns: news } = touched;
  const added = new TermBuilder();
  const numbers = Array.from(touched.terms, (term) => table.numberOf(term) ?? table.terms.length + added.add(term));
  const terms = table.terms.with(added.finish());
  const properties = [...base.properties];
  const propertyNumbers = news.properties.map((property) => {
    const number = properties.indexOf(property);
    return number < 0 ? properties.push(property) - 1 : number;
  });

  const subject = sharedNumbers(table.subjectCount - known.length + touched.subjectCount);
  const starts = sharedNumbers(subject.length + 1);
  const object = sharedNumbers(base.object.length - replaced.length + news.object.length);
  const property = sharedNumbersBelow(properties.length, object.length);
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
  for (let at = 0; at <= touched.subjectCount; at++) {
    const isEnd = at === touched.subjectCount;
    const next = isEnd ? table.subjectCount : placeOf(table, touched.subjectAt(at), hub, place);
    for (; place < next; place = Math.min(place + SUBJECTS_A_STEP, next)) {
      yield;
      copy(place, Math.min(place + SUBJECTS_A_STEP, next));
    }
    if (isEnd) break;
    for (let i = news.starts[at]!; i < news.starts[at + 1]!; i++) {
      property[length] = propertyNumbers[news.property[i]!]!;
      object[length++] = numbers[news.object[i]!]!;
    }
    subject[subjectCount++] = numbers[news.subject[at]!]!;
    starts[subjectCount] = length;
    const isKnown = next < table.subjectCount && keyOfTerm(table.subjectAt(next)) === keyOfTerm(touched.subjectAt(at));
    place = isKnown ? next + 1 : next;
  }
  const extended = new TripleTable({ terms: terms.parts, properties, subject, starts, property, object }, terms);
  yield;
  extended.takeOver(
    table,
    Array.from(news.subject, (number) => numbers[number]!),
  );
  return extended;
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
