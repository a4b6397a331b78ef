// One thing, though long: a table, what makes it, and the order that both keep.
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
 * term, its tokens, its rows by number), then by property and by object. What the hub mints comes before what others do, so that the
 * same graph has the same order at every address of the hub, however it came here.
 * Terms are held once and cited by numbers, so that a triple takes 8 bytes beside them.
 */
export class TripleTable implements Iterable<Triple> {
  /** Each once, in order. */
  readonly subjects: readonly BoundTerm[];
  /** The whole table as values that can be sent to another thread. */
  readonly columns: TripleColumns;
  /** The numbers of IRIs, made when somebody looks for one. */
  #iris: ReadonlyMap<string, number> | null = null;
  /** The numbers of literals and blank nodes by their keys, which only few ask for and which take more room. */
  #others: ReadonlyMap<string, number> | null = null;
  /** The place of each term among the subjects, by its number, and -1 for what is none. */
  #places: Int32Array | null = null;
  /** Made when somebody asks what cites something. */
  #inverse: Inverse | null = null;

  /** By `TripleTableBuilder`. */
  constructor(columns: TripleColumns) {
    this.columns = columns;
    this.subjects = Array.from(columns.subject, (number) => columns.terms[number]!);
  }

  get length(): number {
    return this.columns.object.length;
  }

  *[Symbol.iterator](): Generator<Triple> {
    for (const place of this.subjects.keys()) yield* this.at(place);
  }

  /** The triples of a subject, by its place in `subjects`. */
  at(place: number): Triple[] {
    const { starts, properties, terms, property, object } = this.columns;
    const s = this.subjects[place]!;
    const triples: Triple[] = [];
    for (let i = starts[place]!; i < starts[place + 1]!; i++)
      triples.push({ s, p: properties[property[i]!]!, o: terms[object[i]!]! });
    return triples;
  }

  /** The triples of the subject of this IRI. */
  of(subject: string): Triple[] {
    const place = this.#placeOfIri(subject);
    return place === undefined ? [] : this.at(place);
  }

  /** The objects of a subject's property. */
  values(subject: string, property: string): BoundTerm[] {
    const { starts, properties, terms, property: numbers, object } = this.columns;
    const place = this.#placeOfIri(subject);
    const found: BoundTerm[] = [];
    if (place === undefined) return found;
    for (let i = starts[place]!; i < starts[place + 1]!; i++)
      if (properties[numbers[i]!] === property) found.push(terms[object[i]!]!);
    return found;
  }

  /** The triples whose object is one of these IRIs. */
  citing(iris: Iterable<string>): Triple[] {
    const found: Triple[] = [];
    for (const iri of iris) {
      const object = this.#numberOfIri(iri);
      if (object === undefined) continue;
      for (const subject of this.subjectsCiting(object))
        found.push(...this.at(this.placeOf(subject)!).filter(({ o }) => o === this.columns.terms[object]));
    }
    return found;
  }

  /** The number of a term; undefined when no triple has it as subject or object. */
  numberOf(term: BoundTerm, key = keyOfTerm(term)): number | undefined {
    if (term.type === 'uri') return this.#numberOfIri(term.value);
    this.#others ??= numbersOf(this.columns.terms, (other) => other.type !== 'uri');
    return this.#others.get(key);
  }

  /** The place in `subjects` of the term of this number; undefined for what is no subject. */
  placeOf(number: number): number | undefined {
    const place = (this.#places ??= placesOf(this.columns))[number];
    return place === -1 ? undefined : place;
  }

  /** The subjects, by number, of the triples with this object, each once, in order. */
  subjectsCiting(object: number): Uint32Array {
    const { starts, ends, subjects } = (this.#inverse ??= invert(this.columns));
    return subjects.subarray(starts[object] ?? 0, ends[object] ?? 0);
  }

  #numberOfIri(iri: string): number | undefined {
    this.#iris ??= numbersOf(this.columns.terms, ({ type }) => type === 'uri');
    return this.#iris.get(iri);
  }

  #placeOfIri(iri: string): number | undefined {
    const number = this.#numberOfIri(iri);
    return number === undefined ? undefined : this.placeOf(number);
  }
}

export interface TripleColumns {
  /** Each term once: what a number stands for. */
  readonly terms: readonly BoundTerm[];
  readonly properties: readonly string[];
  /** The numbers of the subjects, in order. */
  readonly subject: Uint32Array;
  /** Where the triples of each subject begin, and behind the last one the end of all. */
  readonly starts: Uint32Array;
  /** Of each triple the number of its property and of its object. */
  readonly property: Uint32Array;
  readonly object: Uint32Array;
}

interface Inverse {
  /** By the number of a term, where the subjects that cite it begin and end in `subjects`. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly subjects: Uint32Array;
}

function numbersOf(terms: readonly BoundTerm[], isMeant: (term: BoundTerm) => boolean): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const [number, term] of terms.entries()) if (isMeant(term)) numbers.set(keyOfTerm(term), number);
  return numbers;
}

function placesOf({ terms, subject }: TripleColumns): Int32Array {
  const places = new Int32Array(terms.length).fill(-1);
  for (const [place, number] of subject.entries()) places[number] = place;
  return places;
}

function invert({ terms, subject, starts, object }: TripleColumns): Inverse {
  const counts = new Uint32Array(terms.length + 1);
  for (const number of object) counts[number + 1]!++;
  for (let number = 0; number < terms.length; number++) counts[number + 1]! += counts[number]!;
  const subjects = new Uint32Array(object.length);
  const ends = counts.slice();
  for (const [place, number] of subject.entries()) {
    for (let i = starts[place]!; i < starts[place + 1]!; i++) {
      const end = ends[object[i]!]!;
      const isRepeated = end > counts[object[i]!]! && subjects[end - 1] === number;
      if (!isRepeated) subjects[ends[object[i]!]!++] = number;
    }
  }
  return { starts: counts, ends, subjects };
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
      ranks[property[a]!]! - ranks[property[b]!]! || this.#compareTerms(object[a]!, object[b]!, hub);

    const bySubject = new Map<number, number[]>();
    subject.forEach((id, triple) => {
      const known = bySubject.get(id);
      if (known === undefined) bySubject.set(id, [triple]);
      else known.push(triple);
    });
    const keyed = Array.from(bySubject.keys(), (id) => ({ id, key: subjectKeyOf(this.#terms[id]!, hub) }));
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
      subject: Uint32Array.from(keyed, ({ id }) => id),
      starts,
      properties: this.#properties,
      terms: this.#terms,
      property: properties.slice(0, length),
      object: objects.slice(0, length),
    });
  }

  #idOf(term: BoundTerm): number {
    const key = keyOfTerm(term);
    let id = this.#termIds.get(key);
    if (id === undefined) {
      this.#termIds.set(key, (id = this.#terms.length));
      this.#terms.push(term);
    }
    return id;
  }

  #compareTerms(a: number, b: number, hub: HubNamespaces): number {
    if (a === b) return 0;
    const [one, other] = [this.#terms[a]!, this.#terms[b]!];
    return (
      Number(isOfOthers(one, hub)) - Number(isOfOthers(other, hub)) || (objectKeyOf(one) < objectKeyOf(other) ? -1 : 1)
    );
  }
}

/** The rank of each property, by its number. */
function ranksOf(properties: readonly string[], hub: HubNamespaces): Uint32Array {
  const first = [...FIRST_PROPERTIES, ...FIRST_PROPERTIES_OF_THE_HUB.map((name) => hub.ontology + name)];
  const places = new Map(first.map((property, place) => [property, place]));
  const ranked = properties.map((property, id) => ({ id, property, place: places.get(property) ?? first.length }));
  const isOwn = (property: string): boolean => property.startsWith(`${hub.baseUrl}/`);
  ranked.sort(
    (a, b) =>
      a.place - b.place || Number(isOwn(b.property)) - Number(isOwn(a.property)) || (a.property < b.property ? -1 : 1),
  );
  const ranks = new Uint32Array(properties.length);
  for (const [rank, { id }] of ranked.entries()) ranks[id] = rank;
  return ranks;
}

/** A text by which subjects are ordered. */
export function subjectKeyOf(term: BoundTerm, hub: HubNamespaces): string {
  const [address, fragment = ''] = term.value.split('#', 2) as [string, string?];
  // Row 10 comes behind row 9.
  const numbered = fragment.replace(/\d+/g, (digits) => digits.padStart(6, '0'));
  return [term.type === 'bnode' ? '2' : isOfOthers(term, hub) ? '1' : '0', address, numbered].join('\u0000');
}

function isOfOthers({ type, value }: BoundTerm, { baseUrl }: HubNamespaces): boolean {
  return type === 'uri' && !(value.startsWith(baseUrl) && value[baseUrl.length] === '/');
}

/** A text that two terms have in common when they are the same. */
export function keyOfTerm(term: BoundTerm): string {
  return term.type === 'uri' ? term.value : objectKeyOf(term);
}

function objectKeyOf({ type, value, datatype, 'xml:lang': language }: BoundTerm): string {
  // English first, which every text has.
  const rank = language === 'en' ? '0' : '1';
  return `${type}\u0001${rank}\u0001${language ?? ''}\u0001${value}\u0001${datatype ?? ''}`;
}
