import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { Triple } from '../rdf/triple.ts';
import { GrowingNumbers } from './growing-numbers.ts';
import { doAtOnce, type Steps } from './steps.ts';
import { sharedNumbers, sharedNumbersBelow } from './term-columns.ts';
import { TermBuilder } from './term-builder.ts';
import { TermList } from './term-list.ts';
import type { TripleColumns } from './triple-columns.ts';
import { ranksOf, subjectKeyOf, TripleOrder } from './triple-order.ts';
import { TripleTable } from './triple-table.ts';

/** What is added in a step, and subjects that are put into the table in one. */
const [TRIPLES_A_STEP, SUBJECTS_A_STEP] = [2 ** 10, 2 ** 8];

/** A table of these triples. */
export function tableOf(triples: Iterable<Triple>, hub: HubNamespaces): TripleTable {
  const builder = new TripleTableBuilder();
  for (const triple of triples) builder.add(triple);
  return builder.finish(hub);
}

/** The same in steps. What puts the subjects in order is one of them, which is short where they come nearly so. */
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
  readonly #properties: string[] = [];
  readonly #propertyIds = new Map<string, number>();
  /** Of each triple. */
  readonly #subject = new GrowingNumbers();
  readonly #property = new GrowingNumbers();
  readonly #object = new GrowingNumbers();

  add({ s, p, o }: Triple): void {
    this.#subject.push(this.#terms.add(s));
    let property = this.#propertyIds.get(p);
    if (property === undefined) {
      this.#propertyIds.set(p, (property = this.#properties.length));
      this.#properties.push(p);
    }
    this.#property.push(property);
    this.#object.push(this.#terms.add(o));
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
    const given = this.#bySubject(terms.length);
    yield;
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
    for (let from = 0; from < places.length; from += SUBJECTS_A_STEP) {
      yield;
      this.#fill(growing, from, places.slice(from, from + SUBJECTS_A_STEP), given, order);
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

  /** Puts some subjects where they belong, with their triples, each once. A function of its own, which the engine compiles: a generator is not, while it runs. */
  #fill(
    { subject, starts, property, object }: GrowingTable,
    first: number,
    places: readonly number[],
    given: TriplesBySubject,
    order: TripleOrder,
  ): void {
    const [properties, objects] = [this.#property.all, this.#object.all];
    let length = starts[first]!;
    for (const [at, place] of places.entries()) {
      subject[first + at] = given.ids[place]!;
      const start = length;
      for (const triple of order.sorted(given.triples.subarray(given.starts[place], given.starts[place + 1]))) {
        const isRepeated =
          length > start && property[length - 1] === properties[triple] && object[length - 1] === objects[triple];
        if (isRepeated) continue;
        property[length] = properties[triple]!;
        object[length++] = objects[triple]!;
      }
      starts[first + at + 1] = length;
    }
  }

  #bySubject(terms: number): TriplesBySubject {
    const subject = this.#subject.all;
    const places = new Int32Array(terms).fill(-1);
    const counts = new Uint32Array(terms);
    const ids = new GrowingNumbers();
    for (const id of subject) {
      if (places[id] === -1) {
        places[id] = ids.length;
        ids.push(id);
      }
      counts[places[id]!]!++;
    }
    const starts = new Uint32Array(ids.length + 1);
    for (let place = 0; place < ids.length; place++) starts[place + 1] = starts[place]! + counts[place]!;
    const ends = starts.slice();
    const triples = new Uint32Array(subject.length);
    for (let triple = 0; triple < subject.length; triple++) triples[ends[places[subject[triple]!]!]!++] = triple;
    return { ids: ids.all, starts, triples };
  }
}

/** The places of these subjects in their order. What they are ordered by is not held any longer. */
function* placesInOrder(ids: Uint32Array, terms: TermList, hub: HubNamespaces): Steps<number[]> {
  const keys = Array.from(ids, (id) => subjectKeyOf(terms.at(id), hub));
  yield;
  return Array.from(ids.keys()).sort((a, b) => (keys[a]! < keys[b]! ? -1 : 1));
}
