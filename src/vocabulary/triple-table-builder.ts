import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { Triple } from '../rdf/triple.ts';
import { GrowingNumbers } from './growing-numbers.ts';
import { sharedNumbers } from './term-columns.ts';
import { TermBuilder } from './term-builder.ts';
import { TermList } from './term-list.ts';
import { ranksOf, subjectKeyOf, TripleOrder } from './triple-order.ts';
import { TripleTable } from './triple-table.ts';

/** A table of these triples. */
export function tableOf(triples: Iterable<Triple>, hub: HubNamespaces): TripleTable {
  const builder = new TripleTableBuilder();
  for (const triple of triples) builder.add(triple);
  return builder.finish(hub);
}

/** The same of triples that come in time, of which few are held besides. */
export async function collectTable(triples: AsyncIterable<Triple>, hub: HubNamespaces): Promise<TripleTable> {
  const builder = new TripleTableBuilder();
  for await (const triple of triples) builder.add(triple);
  return builder.finish(hub);
}

/** Makes a table of triples that come one after another. */
export class TripleTableBuilder {
  readonly #terms = new TermBuilder();
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

  finish(hub: HubNamespaces): TripleTable {
    const columns = this.#terms.finish();
    const terms = new TermList([columns]);
    const [property, object] = [this.#property.all, this.#object.all];
    const { ids, starts: givenStarts, triples } = this.#bySubject();
    const keys = Array.from(ids, (id) => subjectKeyOf(terms.at(id), hub));
    const places = Array.from(ids.keys()).sort((a, b) => (keys[a]! < keys[b]! ? -1 : 1));

    const subjects = sharedNumbers(places.length);
    const starts = sharedNumbers(places.length + 1);
    const properties = sharedNumbers(triples.length);
    const objects = sharedNumbers(triples.length);
    const order = new TripleOrder(property, object, ranksOf(this.#properties, hub), terms, hub);
    let length = 0;
    for (const [place, given] of places.entries()) {
      subjects[place] = ids[given]!;
      for (const triple of order.sorted(triples.subarray(givenStarts[given], givenStarts[given + 1]))) {
        const isRepeated =
          length > starts[place]! &&
          properties[length - 1] === property[triple] &&
          objects[length - 1] === object[triple];
        if (isRepeated) continue;
        properties[length] = property[triple]!;
        objects[length++] = object[triple]!;
      }
      starts[place + 1] = length;
    }
    return new TripleTable(
      {
        subject: subjects,
        starts,
        properties: this.#properties,
        terms: [columns],
        property: properties.subarray(0, length),
        object: objects.subarray(0, length),
      },
      terms,
    );
  }

  /** The subjects in the order in which they came, and the triples of each. */
  #bySubject(): { readonly ids: Uint32Array; readonly starts: Uint32Array; readonly triples: Uint32Array } {
    const subject = this.#subject.all;
    const places = new Int32Array(this.#terms.count).fill(-1);
    const counts = new Uint32Array(this.#terms.count);
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
