// One thing, though long: a table, what makes it, and the order that both keep.
import { DCTERMS, QUDT, RDF, RDF_TYPE, RDFS, SKOS, VANN } from '../rdf/namespaces.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { BoundTerm } from '../rdf/rows.ts';
import type { Triple } from '../rdf/triple.ts';
import { GrowingNumbers } from './growing-numbers.ts';
import { doAtOnce, type Steps } from './steps.ts';
import { TermBuilder, TermList, sharedNumbers, type TermColumns } from './term-list.ts';

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
/** Objects of triples that came after the index of what cites them was made; with more it is made anew. */
const MOST_CITED_SINCE = 10_000;
const FIRST_PROPERTIES_OF_THE_HUB = ['datatype', 'key', 'position', 'subject', 'predicate', 'object'];
/** So many numbers are looked at in a step. */
const NUMBERS_A_STEP = 2 ** 15;
/** The same of subjects with their triples. */
const SUBJECTS_A_STEP = 2 ** 12;

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

  /** The triples of a subject, by its place. */
  at(place: number): Triple[] {
    const { starts, properties, property, object } = this.columns;
    const s = this.subjectAt(place);
    const triples: Triple[] = [];
    for (let i = starts[place]!; i < starts[place + 1]!; i++)
      triples.push({ s, p: properties[property[i]!]!, o: this.terms.at(object[i]!) });
    return triples;
  }

  /** The triples of the subject of this IRI. */
  of(subject: string): Triple[] {
    const place = this.placeOfIri(subject);
    return place === undefined ? [] : this.at(place);
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
    const { starts, ends, subjects } = (this.#inverse ??= doAtOnce(invert(this.columns, this.terms.length)));
    const known = subjects.subarray(starts[object] ?? 0, ends[object] ?? 0);
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

export interface TripleColumns {
  /** Each term once, in parts whose numbers follow each other. */
  readonly terms: readonly TermColumns[];
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

function placesOf({ subject }: TripleColumns, terms: number): Int32Array {
  const places = new Int32Array(terms).fill(-1);
  for (let place = 0; place < subject.length; place++) places[subject[place]!] = place;
  return places;
}

/** Each step is a function of its own, which the engine compiles: a generator is not, while it runs. */
function* invert(columns: TripleColumns, terms: number): Steps<Inverse> {
  const { subject, object } = columns;
  const starts = new Uint32Array(terms + 1);
  for (let i = 0; i < object.length; i += NUMBERS_A_STEP) {
    yield;
    countEach(object.subarray(i, i + NUMBERS_A_STEP), starts);
  }
  addUp(starts);
  const inverse = { starts, ends: starts.slice(), subjects: new Uint32Array(object.length) };
  for (let place = 0; place < subject.length; place += SUBJECTS_A_STEP) {
    yield;
    addCitations(columns, place, Math.min(place + SUBJECTS_A_STEP, subject.length), inverse);
  }
  return inverse;
}

/** Counts each number at the place behind it. */
function countEach(numbers: Uint32Array, counts: Uint32Array): void {
  for (let i = 0; i < numbers.length; i++) counts[numbers[i]! + 1]!++;
}

function addUp(counts: Uint32Array): void {
  for (let at = 1; at < counts.length; at++) counts[at]! += counts[at - 1]!;
}

/** Adds the subjects at some places to what they cite. */
function addCitations({ subject, starts, object }: TripleColumns, from: number, to: number, inverse: Inverse): void {
  const { starts: begins, ends, subjects } = inverse;
  for (let place = from; place < to; place++) {
    const number = subject[place]!;
    for (let i = starts[place]!; i < starts[place + 1]!; i++) {
      const end = ends[object[i]!]!;
      const isRepeated = end > begins[object[i]!]! && subjects[end - 1] === number;
      if (!isRepeated) subjects[ends[object[i]!]!++] = number;
    }
  }
}

/** A table of these triples. */
export function tableOf(triples: Iterable<Triple>, hub: HubNamespaces): TripleTable {
  const builder = new TripleTableBuilder();
  for (const triple of triples) builder.add(triple);
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

/** Puts triples of one subject in order: by property, then by object. */
class TripleOrder {
  readonly #property: Uint32Array;
  readonly #object: Uint32Array;
  readonly #ranks: Uint32Array;
  readonly #terms: TermList;
  readonly #hub: HubNamespaces;
  /** Of the objects that were compared. */
  readonly #keys = new Map<number, string>();

  constructor(property: Uint32Array, object: Uint32Array, ranks: Uint32Array, terms: TermList, hub: HubNamespaces) {
    this.#property = property;
    this.#object = object;
    this.#ranks = ranks;
    this.#terms = terms;
    this.#hub = hub;
  }

  sorted(triples: Uint32Array): number[] {
    this.#keys.clear();
    return Array.from(triples).sort((a, b) => this.#compare(a, b));
  }

  #compare(a: number, b: number): number {
    const byProperty = this.#ranks[this.#property[a]!]! - this.#ranks[this.#property[b]!]!;
    if (byProperty !== 0) return byProperty;
    const [one, other] = [this.#object[a]!, this.#object[b]!];
    if (one === other) return 0;
    return this.#keyOf(one) < this.#keyOf(other) ? -1 : 1;
  }

  /** What is of others comes last. */
  #keyOf(object: number): string {
    let key = this.#keys.get(object);
    if (key === undefined) {
      const term = this.#terms.at(object);
      this.#keys.set(object, (key = (isOfOthers(term, this.#hub) ? '1' : '0') + objectKeyOf(term)));
    }
    return key;
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
