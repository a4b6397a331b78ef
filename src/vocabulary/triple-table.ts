import { DCTERMS, QUDT, RDF, RDFS, SKOS, VANN } from '../rdf/namespaces.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { BoundTerm } from '../rdf/rows.ts';
import type { Triple } from '../rdf/triple.ts';

/** What people want to read first of a resource, of a template row all; other properties follow by IRI. */
const FIRST_PROPERTIES = [
  `${RDF}type`,
  `${DCTERMS}title`,
  `${DCTERMS}description`,
  `${RDFS}label`,
  `${SKOS}prefLabel`,
  `${SKOS}altLabel`,
  `${SKOS}hiddenLabel`,
  `${SKOS}notation`,
  `${SKOS}definition`,
  `${RDFS}comment`,
  `${SKOS}example`,
  `${QUDT}hasQuantityKind`,
  `${QUDT}hasUnit`,
  `${SKOS}broader`,
  `${VANN}preferredNamespacePrefix`,
  `${VANN}preferredNamespaceUri`,
];
const FIRST_PROPERTIES_OF_THE_HUB = ['datatype', 'key', 'position', 'subject', 'predicate', 'object'];

/**
 * The triples of a graph, each once, in the one order in which they are written: by subject, what stands at one address together (a
 * term, its tokens, its rows by number), then by property and by object. The same graph has the same order, however it came here.
 * Terms are held once and cited by numbers, so that a triple takes 8 bytes beside them.
 */
export class TripleTable implements Iterable<Triple> {
  /** Each once, in order. */
  readonly subjects: readonly BoundTerm[];
  /** Where the triples of each subject begin, and behind the last one the end of all. */
  readonly #starts: Uint32Array;
  readonly #properties: readonly string[];
  readonly #terms: readonly BoundTerm[];
  /** Of each triple the number of its property and of its object. */
  readonly #property: Uint32Array;
  readonly #object: Uint32Array;
  #places: Map<string, number> | null = null;
  /** Made when somebody asks what cites something. */
  #inverse: Inverse | null = null;

  /** By `TripleTableBuilder`. */
  constructor(columns: {
    readonly subjects: readonly BoundTerm[];
    readonly starts: Uint32Array;
    readonly properties: readonly string[];
    readonly terms: readonly BoundTerm[];
    readonly property: Uint32Array;
    readonly object: Uint32Array;
  }) {
    this.subjects = columns.subjects;
    this.#starts = columns.starts;
    this.#properties = columns.properties;
    this.#terms = columns.terms;
    this.#property = columns.property;
    this.#object = columns.object;
  }

  get length(): number {
    return this.#object.length;
  }

  *[Symbol.iterator](): Generator<Triple> {
    for (const place of this.subjects.keys()) yield* this.at(place);
  }

  /** The triples of a subject, by its place in `subjects`. */
  at(place: number): Triple[] {
    const s = this.subjects[place]!;
    const triples: Triple[] = [];
    for (let i = this.#starts[place]!; i < this.#starts[place + 1]!; i++)
      triples.push({ s, p: this.#properties[this.#property[i]!]!, o: this.#terms[this.#object[i]!]! });
    return triples;
  }

  /** The triples of the subject of this IRI. */
  of(subject: string): Triple[] {
    const place = this.#placeOf(subject);
    return place === undefined ? [] : this.at(place);
  }

  /** The objects of a subject's property. */
  values(subject: string, property: string): BoundTerm[] {
    const place = this.#placeOf(subject);
    const found: BoundTerm[] = [];
    if (place === undefined) return found;
    for (let i = this.#starts[place]!; i < this.#starts[place + 1]!; i++)
      if (this.#properties[this.#property[i]!] === property) found.push(this.#terms[this.#object[i]!]!);
    return found;
  }

  /** The triples whose object is one of these IRIs. */
  citing(iris: Iterable<string>): Triple[] {
    this.#inverse ??= this.#invert();
    const { ids, starts, places } = this.#inverse;
    const found: Triple[] = [];
    for (const iri of iris) {
      const object = ids.get(iri);
      if (object === undefined) continue;
      for (const place of new Set(places.subarray(starts[object], starts[object + 1])))
        found.push(...this.at(place).filter(({ o }) => o === this.#terms[object]));
    }
    return found;
  }

  #invert(): Inverse {
    const starts = new Uint32Array(this.#terms.length + 1);
    for (const object of this.#object) starts[object + 1]!++;
    for (let id = 0; id < this.#terms.length; id++) starts[id + 1]! += starts[id]!;
    const places = new Uint32Array(this.length);
    const next = starts.slice();
    for (let place = 0; place < this.subjects.length; place++)
      for (let i = this.#starts[place]!; i < this.#starts[place + 1]!; i++) places[next[this.#object[i]!]!++] = place;
    const ids = new Map<string, number>();
    for (const [id, { type, value }] of this.#terms.entries()) if (type === 'uri') ids.set(value, id);
    return { ids, starts, places };
  }

  #placeOf(subject: string): number | undefined {
    this.#places ??= new Map(this.subjects.map(({ value }, place) => [value, place]));
    return this.#places.get(subject);
  }
}

interface Inverse {
  /** Numbers of the IRIs. */
  readonly ids: ReadonlyMap<string, number>;
  /** By the number of a term, where the places of the subjects that cite it begin, and behind the last one their end. */
  readonly starts: Uint32Array;
  readonly places: Uint32Array;
}

/** A table of these triples. */
export function tableOf(triples: Iterable<Triple>, hub: HubNamespaces): TripleTable {
  const builder = new TripleTableBuilder();
  for (const triple of triples) builder.add(triple);
  return builder.finish(hub);
}

/** Makes a table of triples that come one after another. */
export class TripleTableBuilder {
  readonly #terms: BoundTerm[] = [];
  /** Numbers of IRIs by themselves, of other terms by their keys. */
  readonly #termIds = new Map<string, number>();
  readonly #properties: string[] = [];
  readonly #propertyIds = new Map<string, number>();
  /** Of each triple. */
  readonly #subject: number[] = [];
  readonly #property: number[] = [];
  readonly #object: number[] = [];

  add({ s, p, o }: Triple): void {
    this.#subject.push(this.#idOf(s));
    let property = this.#propertyIds.get(p);
    if (property === undefined) {
      this.#propertyIds.set(p, (property = this.#properties.length));
      this.#properties.push(p);
    }
    this.#property.push(property);
    this.#object.push(this.#idOf(o));
  }

  finish(hub: HubNamespaces): TripleTable {
    const ranks = ranksOf(this.#properties, hub);
    const [subject, property, object] = [this.#subject, this.#property, this.#object];
    const inOrder = (a: number, b: number): number =>
      ranks[property[a]!]! - ranks[property[b]!]! || this.#compareTerms(object[a]!, object[b]!);

    const bySubject = new Map<number, number[]>();
    subject.forEach((id, triple) => {
      const known = bySubject.get(id);
      if (known === undefined) bySubject.set(id, [triple]);
      else known.push(triple);
    });
    const keyed = Array.from(bySubject.keys(), (id) => ({ id, key: subjectKeyOf(this.#terms[id]!) }));
    keyed.sort((a, b) => (a.key < b.key ? -1 : 1));

    const starts = new Uint32Array(keyed.length + 1);
    const properties = new Uint32Array(subject.length);
    const objects = new Uint32Array(subject.length);
    let length = 0;
    for (const [place, { id }] of keyed.entries()) {
      for (const triple of bySubject.get(id)!.sort(inOrder)) {
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
    return new TripleTable({
      subjects: keyed.map(({ id }) => this.#terms[id]!),
      starts,
      properties: this.#properties,
      terms: this.#terms,
      property: properties.slice(0, length),
      object: objects.slice(0, length),
    });
  }

  #idOf(term: BoundTerm): number {
    const key = term.type === 'uri' ? term.value : objectKeyOf(term);
    let id = this.#termIds.get(key);
    if (id === undefined) {
      this.#termIds.set(key, (id = this.#terms.length));
      this.#terms.push(term);
    }
    return id;
  }

  #compareTerms(a: number, b: number): number {
    if (a === b) return 0;
    return objectKeyOf(this.#terms[a]!) < objectKeyOf(this.#terms[b]!) ? -1 : 1;
  }
}

/** The rank of each property, by its number. */
function ranksOf(properties: readonly string[], hub: HubNamespaces): Uint32Array {
  const first = [...FIRST_PROPERTIES, ...FIRST_PROPERTIES_OF_THE_HUB.map((name) => hub.ontology + name)];
  const places = new Map(first.map((property, place) => [property, place]));
  const ranked = properties.map((property, id) => ({ id, property, place: places.get(property) ?? first.length }));
  ranked.sort((a, b) => a.place - b.place || (a.property < b.property ? -1 : 1));
  const ranks = new Uint32Array(properties.length);
  for (const [rank, { id }] of ranked.entries()) ranks[id] = rank;
  return ranks;
}

function subjectKeyOf({ type, value }: BoundTerm): string {
  const [address, fragment = ''] = value.split('#', 2) as [string, string?];
  // Row 10 comes behind row 9.
  const numbered = fragment.replace(/\d+/g, (digits) => digits.padStart(6, '0'));
  return [type === 'bnode' ? '1' : '0', address, numbered].join('\u0000');
}

function objectKeyOf({ type, value, datatype, 'xml:lang': language }: BoundTerm): string {
  // English first, which every text has.
  const rank = language === 'en' ? '0' : '1';
  return [type, rank, language ?? '', value, datatype ?? ''].join('\u0001');
}
