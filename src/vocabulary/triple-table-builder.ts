import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { BoundTerm } from '../rdf/rows.ts';
import type { Triple } from '../rdf/triple.ts';
import { GrowingNumbers } from './growing-numbers.ts';
import { sortInSteps } from './sort-with-rests.ts';
import { doAtOnce, type Steps } from './steps.ts';
import { sharedNumbers, sharedNumbersBelow } from './term-columns.ts';
import { TermBuilder } from './term-builder.ts';
import { TermList } from './term-list.ts';
import type { TripleColumns } from './triple-columns.ts';
import { ranksOf, subjectKeyOf, TripleOrder } from './triple-order.ts';
import { TripleTable } from './triple-table.ts';

/** What is added in a step, and what is put into the table in one; of more triples of one subject, the sorting has steps of its own. */
const [TRIPLES_A_STEP, KEYS_A_STEP, NUMBERS_A_STEP] = [2 ** 10, 2 ** 10, 2 ** 16];

/** A table of these triples. */
export function tableOf(triples: Iterable<Triple>, hub: HubNamespaces): TripleTable {
  const builder = new TripleTableBuilder();
  for (const triple of triples) builder.add(triple);
  return builder.finish(hub);
}

/** The same in steps. */
export function* tableInSteps(triples: readonly Triple[], hub: HubNamespaces): Steps<TripleTable> {
  const builder = new TripleTableBuilder();
  for (const [at, triple] of triples.entries()) {
    if (at % TRIPLES_A_STEP === 0) yield;
    builder.add(triple);
  }
  return yield* builder.finishInSteps(hub);
}

/** The same of triples that come in time, of which few are held besides. */
export async function collectTable(triples: AsyncIterable<Triple>, hub: HubNamespaces): Promise<TripleTable> {
  const builder = new TripleTableBuilder();
  for await (const triple of triples) builder.add(triple);
  return builder.finish(hub);
}

/** The subjects in the order in which they came, where the triples of each begin, and these. */
interface TriplesBySubject {
  readonly ids: Uint32Array;
  readonly starts: Uint32Array;
  readonly triples: Uint32Array;
}

/** The columns of a table while they are filled. */
type GrowingTable = Readonly<Pick<TripleColumns, 'subject' | 'starts' | 'property' | 'object'>>;

/** Makes a table of triples that come one after another. */
export class TripleTableBuilder {
  #terms = new TermBuilder();
  #lastSubject: { readonly term: BoundTerm | null; readonly number: number } = { term: null, number: 0 };
  readonly #properties: string[] = [];
  readonly #propertyIds = new Map<string, number>();
  /** Of each triple. */
  readonly #subject = new GrowingNumbers();
  readonly #property = new GrowingNumbers();
  readonly #object = new GrowingNumbers();

  add({ s, p, o }: Triple): void {
    this.#subject.push(this.#numberOfSubject(s));
    let property = this.#propertyIds.get(p);
    if (property === undefined) {
      this.#propertyIds.set(p, (property = this.#properties.length));
      this.#properties.push(p);
    }
    this.#property.push(property);
    this.#object.push(this.#terms.add(o));
  }

  /** Triples of a subject mostly come one after another. */
  #numberOfSubject(subject: BoundTerm): number {
    const { term, number } = this.#lastSubject;
    if (term !== null && term.value === subject.value && term.type === subject.type) return number;
    this.#lastSubject = { term: subject, number: this.#terms.add(subject) };
    return this.#lastSubject.number;
  }

  /** The table. Nothing can be added behind it. */
  finish(hub: HubNamespaces): TripleTable {
    return doAtOnce(this.finishInSteps(hub));
  }

  *finishInSteps(hub: HubNamespaces): Steps<TripleTable> {
    const columns = this.#terms.finish();
    // As much again as the terms of the table: it is not held while that is made.
    this.#terms = new TermBuilder();
    const terms = new TermList([columns]);
    yield;
    const given = yield* this.#bySubject(terms.length);
    const places = yield* placesInOrder(given.ids, terms, hub);

    const count = given.triples.length;
    const growing: GrowingTable = {
      subject: sharedNumbers(places.length),
      starts: sharedNumbers(places.length + 1),
      property: sharedNumbersBelow(this.#properties.length, count),
      object: sharedNumbers(count),
    };
    const ranks = ranksOf(this.#properties, hub);
    const order = new TripleOrder(this.#property.all, this.#object.all, ranks, terms, hub);
    for (let from = 0; from < places.length;) {
      yield;
      const place = places[from]!;
      const triples = triplesOf(given, place);
      if (triples.length > TRIPLES_A_STEP)
        this.#put(growing, from++, given.ids[place]!, yield* order.sortedInSteps(triples));
      else from = this.#fill(growing, from, places, given, order);
    }
    const { subject, starts, property, object } = growing;
    const length = starts[places.length]!;
    return new TripleTable(
      {
        subject,
        starts,
        properties: this.#properties,
        terms: [columns],
        property: property.subarray(0, length),
        object: object.subarray(0, length),
      },
      terms,
    );
  }

  /**
   * Puts some subjects where they belong, with their triples. A function of its own, which the engine compiles: a generator is not, while it runs.
   *
   * @returns the place behind them
   */
  #fill(
    growing: GrowingTable,
    first: number,
    places: readonly number[],
    given: TriplesBySubject,
    order: TripleOrder,
  ): number {
    let [at, room] = [first, TRIPLES_A_STEP];
    for (; at < places.length; at++) {
      const place = places[at]!;
      const triples = triplesOf(given, place);
      if ((room -= triples.length) < 0) break;
      this.#put(growing, at, given.ids[place]!, order.sorted(triples));
    }
    return at;
  }

  /** Puts a subject where it belongs, with its triples, which are in order, each once. */
  #put({ subject, starts, property, object }: GrowingTable, at: number, id: number, sorted: readonly number[]): void {
    const [properties, objects] = [this.#property.all, this.#object.all];
    const start = starts[at]!;
    let length = start;
    subject[at] = id;
    for (const triple of sorted) {
      const isRepeated =
        length > start && property[length - 1] === properties[triple] && object[length - 1] === objects[triple];
      if (isRepeated) continue;
      property[length] = properties[triple]!;
      object[length++] = objects[triple]!;
    }
    starts[at + 1] = length;
  }

  *#bySubject(terms: number): Steps<TriplesBySubject> {
    const subject = this.#subject.all;
    const places = new Int32Array(terms).fill(-1);
    const counts = new Uint32Array(terms);
    const ids = new GrowingNumbers();
    yield;
    for (let from = 0; from < subject.length; from += NUMBERS_A_STEP) {
      countSubjects(subject.subarray(from, from + NUMBERS_A_STEP), places, counts, ids);
      yield;
    }
    const starts = new Uint32Array(ids.length + 1);
    for (let place = 0; place < ids.length; place++) starts[place + 1] = starts[place]! + counts[place]!;
    const ends = starts.slice();
    const triples = new Uint32Array(subject.length);
    for (let from = 0; from < subject.length; from += NUMBERS_A_STEP) {
      yield;
      const end = Math.min(from + NUMBERS_A_STEP, subject.length);
      for (let triple = from; triple < end; triple++) triples[ends[places[subject[triple]!]!]!++] = triple;
    }
    return { ids: ids.all, starts, triples };
  }
}

function triplesOf({ starts, triples }: TriplesBySubject, place: number): Uint32Array {
  return triples.subarray(starts[place], starts[place + 1]);
}

function countSubjects(subject: Uint32Array, places: Int32Array, counts: Uint32Array, ids: GrowingNumbers): void {
  for (const id of subject) {
    if (places[id] === -1) {
      places[id] = ids.length;
      ids.push(id);
    }
    counts[places[id]!]!++;
  }
}

/** The places of these subjects in their order. What they are ordered by is not held any longer. */
function* placesInOrder(ids: Uint32Array, terms: TermList, hub: HubNamespaces): Steps<number[]> {
  const keys: string[] = [];
  for (const id of ids) {
    if (keys.length % KEYS_A_STEP === 0) yield;
    keys.push(subjectKeyOf(terms.at(id), hub));
  }
  return yield* sortInSteps(Array.from(ids.keys()), (a, b) => (keys[a]! < keys[b]! ? -1 : Number(keys[a] !== keys[b])));
}
