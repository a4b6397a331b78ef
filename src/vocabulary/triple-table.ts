import { RDF_TYPE } from '../rdf/namespaces.ts';
import type { BoundTerm } from '../rdf/rows.ts';
import type { Triple } from '../rdf/triple.ts';
import { GrowingNumbers } from './growing-numbers.ts';
import { doAtOnce, type Steps } from './steps.ts';
import { TermList } from './term-list.ts';
import { invert, type Inverse, type TripleColumns } from './triple-columns.ts';

/** Objects of triples that came after the index of what cites them was made; with more it is made anew. */
const MOST_CITED_SINCE = 10_000;

/**
 * The triples of a graph, each once, in the one order in which they are written: by subject, what stands at one address together (a
 * term, its tokens, its rows by number), then by property and by object. What the hub mints comes before what others do, so that the
 * same graph has the same order at every address of the hub, however it came here.
 * Terms are bytes and cited by numbers, so that a triple takes 8 bytes beside them, and threads share all of it.
 */
export class TripleTable implements Iterable<Triple> {
  /** The whole table as values that are sent to another thread without a copy. */
  readonly columns: TripleColumns;
  /** What a number stands for. */
  readonly terms: TermList;
  readonly #propertyNumbers: ReadonlyMap<string, number>;
  /** The place of each term among the subjects, by its number, and -1 for what is none. */
  #places: Int32Array | null = null;
  /** Made when somebody asks what cites something, or that of the table that this one came of. */
  #inverse: Inverse | null = null;
  /** Subjects, by number, of the triples that came after the inverse was made, by their objects. */
  #citingSince: ReadonlyMap<number, readonly number[]> = new Map();
  readonly #citing = new Map<number, Uint32Array>();

  /** By `TripleTableBuilder`. */
  constructor(columns: TripleColumns, terms = new TermList(columns.terms)) {
    this.columns = columns;
    this.terms = terms;
    this.#propertyNumbers = new Map(columns.properties.map((property, number) => [property, number]));
  }

  /** Makes what look-ups of terms and of what cites them need, which else the first of them does. */
  *prepare(): Steps {
    yield* this.terms.prepare();
    if (this.#inverse !== null) return;
    const inverse = yield* invert(this.columns, this.terms.length);
    // Somebody may have needed it meanwhile.
    this.#inverse ??= inverse;
  }

  get length(): number {
    return this.columns.object.length;
  }

  /** How many subjects there are; their places count up from 0. */
  get subjectCount(): number {
    return this.columns.subject.length;
  }

  /** The subject at a place. */
  subjectAt(place: number): BoundTerm {
    return this.terms.at(this.columns.subject[place]!);
  }

  /** Each once, in order. */
  *subjects(): Generator<BoundTerm> {
    for (let place = 0; place < this.subjectCount; place++) yield this.subjectAt(place);
  }

  *[Symbol.iterator](): Generator<Triple> {
    for (let place = 0; place < this.subjectCount; place++) yield* this.at(place);
  }

  /** The triples of a subject, by its place. @param without a property whose triples are left out: nothing is made for one of them */
  at(place: number, without?: string): Triple[] {
    const { starts, properties, property, object } = this.columns;
    const leftOut = without === undefined ? undefined : this.#propertyNumbers.get(without);
    const s = this.subjectAt(place);
    const triples: Triple[] = [];
    for (let i = starts[place]!; i < starts[place + 1]!; i++)
      if (property[i] !== leftOut) triples.push({ s, p: properties[property[i]!]!, o: this.terms.at(object[i]!) });
    return triples;
  }

  /** The triples of the subject of this IRI. @param without as of `at` */
  of(subject: string, without?: string): Triple[] {
    const place = this.placeOfIri(subject);
    return place === undefined ? [] : this.at(place, without);
  }

  /** The objects of a subject's property. */
  values(subject: string, property: string): BoundTerm[] {
    const place = this.placeOfIri(subject);
    return place === undefined ? [] : this.valuesAt(place, property);
  }

  /** The same of the subject at a place. */
  valuesAt(place: number, property: string): BoundTerm[] {
    return this.objectsAt(place, property).map((object) => this.terms.at(object));
  }

  /** The same as numbers of terms. */
  objectsAt(place: number, property: string): number[] {
    const { starts, property: numbers, object } = this.columns;
    const number = this.#propertyNumbers.get(property);
    const found: number[] = [];
    if (number === undefined) return found;
    for (let i = starts[place]!; i < starts[place + 1]!; i++) if (numbers[i] === number) found.push(object[i]!);
    return found;
  }

  /** Places of the subjects of a type, in order: in one pass over numbers, without an index of the terms. */
  placesOfType(type: string): number[] {
    const { subject, starts, property, object } = this.columns;
    const rdfType = this.#propertyNumbers.get(RDF_TYPE);
    const isMeant = new Map<number, boolean>();
    const found: number[] = [];
    for (let place = 0; place < subject.length; place++) {
      for (let i = starts[place]!; i < starts[place + 1]!; i++) {
        if (property[i] !== rdfType) continue;
        let isOne = isMeant.get(object[i]!);
        if (isOne === undefined) isMeant.set(object[i]!, (isOne = this.terms.text(object[i]!) === type));
        if (isOne) found.push(place);
      }
    }
    return found;
  }

  /** IRIs of properties, and of what things are, the most frequent first. It looks at numbers alone. */
  uses(): { readonly properties: readonly string[]; readonly classes: readonly string[] } {
    const { properties, property, object } = this.columns;
    const rdfType = this.#propertyNumbers.get(RDF_TYPE);
    const counts = new Uint32Array(properties.length);
    const classCounts = new Uint32Array(rdfType === undefined ? 0 : this.terms.length);
    const classes = new GrowingNumbers();
    for (let i = 0; i < object.length; i++) {
      counts[property[i]!]!++;
      if (property[i] === rdfType && classCounts[object[i]!]!++ === 0) classes.push(object[i]!);
    }
    const byUse = (numbers: Iterable<number>, countOf: Uint32Array): number[] =>
      Array.from(numbers).sort((a, b) => countOf[b]! - countOf[a]!);
    return {
      properties: byUse(properties.keys(), counts).map((number) => properties[number]!),
      classes: byUse(classes.all, classCounts)
        .map((number) => this.terms.at(number))
        .filter(({ type }) => type === 'uri')
        .map(({ value }) => value),
    };
  }

  /** Some of the IRIs: one in each of these namespaces in which there are any, and of each scheme. It makes no terms of the others. */
  *typicalIris(namespaces: Iterable<string>): Generator<string> {
    yield* this.columns.properties;
    yield* this.terms.typicalIris(namespaces);
  }

  /** Finds what `typicalIris` and `propertyBeyondXml` tell, which else their first calls do. */
  prepareTexts(namespaces: readonly string[]): Steps {
    return this.terms.prepareTexts(namespaces);
  }

  /** IRIs of all properties. */
  properties(): readonly string[] {
    return this.columns.properties;
  }

  /** The property of a literal that has a character that XML cannot hold; undefined when there is none. It makes no terms. */
  propertyBeyondXml(): string | undefined {
    const { properties, property, object } = this.columns;
    for (const number of this.terms.beyondXml()) {
      const at = object.indexOf(number);
      if (at >= 0) return properties[property[at]!];
    }
    return undefined;
  }

  /** The triples whose object is one of these IRIs, in order. */
  *citing(iris: Iterable<string>): Generator<Triple> {
    const { starts, properties, property, object } = this.columns;
    const cited = this.#numbersOf(Array.from(iris, (value) => ({ type: 'uri', value })));
    for (const place of this.#placesCiting(cited)) {
      const s = this.subjectAt(place);
      for (let i = starts[place]!; i < starts[place + 1]!; i++)
        if (cited.has(object[i]!)) yield { s, p: properties[property[i]!]!, o: this.terms.at(object[i]!) };
    }
  }

  /** The subjects of which a property has one of these objects, by their places, each once, in order. */
  *placesCitingBy(property: string, objects: readonly BoundTerm[]): Generator<number> {
    const { starts, property: numbers, object } = this.columns;
    const number = this.#propertyNumbers.get(property);
    const cited = this.#numbersOf(objects);
    for (const place of this.#placesCiting(cited))
      for (let i = starts[place]!; i < starts[place + 1]!; i++) {
        if (numbers[i] !== number || !cited.has(object[i]!)) continue;
        yield place;
        break;
      }
  }

  #numbersOf(terms: readonly BoundTerm[]): Set<number> {
    const numbers = terms.map((term) => this.numberOf(term));
    return new Set(numbers.filter((number) => number !== undefined));
  }

  /** Places of the subjects that cite one of these, each once, in order. */
  #placesCiting(objects: ReadonlySet<number>): Uint32Array {
    const citing = Array.from(objects, (object) => this.subjectsCiting(object));
    const places = new Uint32Array(citing.reduce((sum, { length }) => sum + length, 0));
    let length = 0;
    for (const subjects of citing) for (const subject of subjects) places[length++] = this.placeOf(subject)!;
    if (citing.length < 2) return places;
    return places.sort().filter((place, at) => at === 0 || place !== places[at - 1]);
  }

  /** The number of a term; undefined when no triple has it as subject or object. */
  numberOf(term: BoundTerm): number | undefined {
    return this.terms.numberOf(term);
  }

  /** The place of the subject that has this number as a term; undefined for what is no subject. */
  placeOf(number: number): number | undefined {
    const place = (this.#places ??= placesOf(this.columns, this.terms.length))[number];
    return place === -1 ? undefined : place;
  }

  /** The place of the subject of this IRI; undefined for what is no subject. */
  placeOfIri(iri: string): number | undefined {
    const number = this.numberOf({ type: 'uri', value: iri });
    return number === undefined ? undefined : this.placeOf(number);
  }

  /** The subjects, by number, of the triples with this object, each once, in order. */
  subjectsCiting(object: number): Uint32Array {
    const { ends, subjects } = (this.#inverse ??= doAtOnce(invert(this.columns, this.terms.length)));
    const known = subjects.subarray(ends[object - 1] ?? 0, ends[object] ?? 0);
    const since = this.#citingSince.get(object);
    if (since === undefined) return known;
    let all = this.#citing.get(object);
    if (all === undefined) this.#citing.set(object, (all = this.#merged(known, since)));
    return all;
  }

  /**
   * Takes over what is known of the table that this one was extended from, where that is less than to find it out.
   *
   * @param touched numbers of the subjects that have other triples here
   */
  takeOver(before: TripleTable, touched: Iterable<number>): void {
    if (before.#inverse === null) return;
    const since = new Map(before.#citingSince);
    const { starts, object } = this.columns;
    for (const subject of touched) {
      const place = this.placeOf(subject)!;
      for (const cited of new Set(object.subarray(starts[place], starts[place + 1])))
        since.set(cited, [...(since.get(cited) ?? []), subject]);
    }
    if (since.size > MOST_CITED_SINCE) return;
    this.#inverse = before.#inverse;
    this.#citingSince = since;
  }

  /** Both lists in the order of places, each subject once. */
  #merged(known: Uint32Array, since: readonly number[]): Uint32Array {
    const later = [...new Set(since)].sort((a, b) => this.placeOf(a)! - this.placeOf(b)!);
    const merged = new Uint32Array(known.length + later.length);
    let [length, at] = [0, 0];
    for (const subject of known) {
      const place = this.placeOf(subject)!;
      while (at < later.length && this.placeOf(later[at]!)! < place) merged[length++] = later[at++]!;
      if (later[at] === subject) at++;
      merged[length++] = subject;
    }
    while (at < later.length) merged[length++] = later[at++]!;
    return merged.subarray(0, length);
  }
}

function placesOf({ subject }: TripleColumns, terms: number): Int32Array {
  const places = new Int32Array(terms).fill(-1);
  for (let place = 0; place < subject.length; place++) places[subject[place]!] = place;
  return places;
}
