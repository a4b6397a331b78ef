import { append } from '../../append.ts';
import { RDF_TYPE, RDFS } from '../../rdf/namespaces.ts';
import type { BoundTerm } from '../../rdf/rows.ts';
import type { Triple } from '../../rdf/triple.ts';
import { keyOfTerm } from '../triple-order.ts';
import type { TripleTable } from '../triple-table.ts';

/** Takes a match of a pattern; true ends the search. */
export type Match = (subject: number, property: number, object: number) => boolean;

/**
 * Of more subjects than these that cite an object, those are looked up that do so by one property: all rows of templates cite a few
 * tokens, and to ask each token for its own rows would take time with the square of the terms.
 */
const FEW_CITING = 32;
/** The same the other way: a subject of more triples has its objects looked up, as the vocabulary itself, which names each category. */
const FEW_TRIPLES = 256;

/** What a vocabulary is checked with besides: a few triples, found by both ends. */
class Background {
  readonly out = new Map<number, number[]>();
  readonly in = new Map<number, number[]>();

  add(s: number, p: number, o: number): void {
    append(this.out, s, p);
    append(this.out, s, o);
    append(this.in, o, s);
    append(this.in, o, p);
  }
}

/**
 * A vocabulary and what is known besides, as the shapes look at them: terms are numbers, equal ones one number, and each triple is
 * there once. Numbers of the table's terms are those of the table.
 */
export class CheckedGraph {
  readonly #table: TripleTable;
  readonly #background = new Background();
  /** Terms that the table does not have; their numbers follow on those of the table. */
  readonly #others: BoundTerm[] = [];
  readonly #otherNumbers = new Map<string, number>();
  /** Numbers of the table's properties as terms, by their numbers as properties. */
  readonly #properties: Int32Array;
  readonly #propertyNumbers: ReadonlySet<number>;
  /** Of objects that many subjects cite: these, by the number of the property. */
  readonly #citing = new Map<number, ReadonlyMap<number, readonly number[]>>();
  /** Of subjects with many triples: the places of these by their objects. */
  readonly #placesByObject = new Map<number, ReadonlyMap<number, readonly number[]>>();
  readonly #classes = new Map<number, ReadonlySet<number>>();
  readonly type: number;

  constructor(table: TripleTable, background: Iterable<Triple>) {
    this.#table = table;
    this.#properties = Int32Array.from(table.columns.properties, (value) => this.number({ type: 'uri', value }));
    this.#propertyNumbers = new Set(this.#properties);
    this.type = this.number({ type: 'uri', value: RDF_TYPE });
    // Most terms stand in several triples, and to look for one in the table takes longer.
    const numbers = new Map<string, number>();
    const numberOf = (term: BoundTerm): number => {
      const key = keyOfTerm(term);
      let number = numbers.get(key);
      if (number === undefined) numbers.set(key, (number = this.number(term)));
      return number;
    };
    for (const { s, p, o } of background) {
      const triple = [numberOf(s), numberOf({ type: 'uri', value: p }), numberOf(o)] as const;
      if (!this.has(...triple)) this.#background.add(...triple);
    }
  }

  /** The number of a term; one that no triple has gets one, too. */
  number(term: BoundTerm): number {
    const key = keyOfTerm(term);
    const known = this.#table.numberOf(term) ?? this.#otherNumbers.get(key);
    if (known !== undefined) return known;
    const number = this.#table.terms.length + this.#others.push(term) - 1;
    this.#otherNumbers.set(key, number);
    return number;
  }

  term(number: number): BoundTerm {
    const { terms } = this.#table;
    return number < terms.length ? terms.at(number) : this.#others[number - terms.length]!;
  }

  /** Whether the table has a term of this number, which it keeps in tables that come of it. */
  isOfTable(number: number): boolean {
    return number < this.#table.terms.length;
  }

  /** All subjects, each once, so many of the table at a time. */
  *subjectsInPieces(length: number): Generator<Iterable<number>> {
    const { subject } = this.#table.columns;
    for (let from = 0; from < subject.length; from += length) yield subject.subarray(from, from + length);
    yield Array.from(this.#background.out.keys()).filter(
      (number) => !this.isOfTable(number) || this.#table.placeOf(number) === undefined,
    );
  }

  /** The triples that have what is not -1. True when `match` ended the search. */
  find(subject: number, property: number, object: number, match: Match): boolean {
    if (subject >= 0) return this.#findFrom(subject, property, object, match);
    if (object >= 0) return this.#findTo(property, object, match);
    for (const s of this.#table.columns.subject) if (this.#findInTable(s, property, -1, match)) return true;
    for (const [s, pairs] of this.#background.out)
      for (let i = 0; i < pairs.length; i += 2)
        if ((property < 0 || pairs[i] === property) && match(s, pairs[i]!, pairs[i + 1]!)) return true;
    return false;
  }

  has(subject: number, property: number, object: number): boolean {
    return this.find(subject, property, object, () => true);
  }

  objects(subject: number, property: number): number[] {
    const found: number[] = [];
    this.#findFrom(subject, property, -1, (_s, _p, o) => found.push(o) === 0);
    return found;
  }

  subjects(property: number, object: number): number[] {
    const found: number[] = [];
    this.#findTo(property, object, (s) => found.push(s) === 0);
    return found;
  }

  /** A class and the classes below it. */
  classesOf(top: number): ReadonlySet<number> {
    let classes = this.#classes.get(top);
    if (classes === undefined) {
      const below = this.number({ type: 'uri', value: `${RDFS}subClassOf` });
      const found = new Set([top]);
      for (const one of found) for (const other of this.subjects(below, one)) found.add(other);
      this.#classes.set(top, (classes = found));
    }
    return classes;
  }

  isInstance(number: number, top: number): boolean {
    const classes = this.classesOf(top);
    return this.#findFrom(number, this.type, -1, (_s, _p, o) => classes.has(o));
  }

  #findFrom(subject: number, property: number, object: number, match: Match): boolean {
    if (this.#findInTable(subject, property, object, match)) return true;
    const pairs = this.#background.out.get(subject);
    if (pairs === undefined) return false;
    for (let i = 0; i < pairs.length; i += 2) {
      const isMatch = (property < 0 || pairs[i] === property) && (object < 0 || pairs[i + 1] === object);
      if (isMatch && match(subject, pairs[i]!, pairs[i + 1]!)) return true;
    }
    return false;
  }

  /** Subjects of the table that cite an object, those by other properties left out where there are many. */
  #subjectsCiting(object: number, property: number): Iterable<number> {
    if (property >= 0 && !this.#propertyNumbers.has(property)) return [];
    const citing = this.#table.subjectsCiting(object);
    if (property < 0 || citing.length <= FEW_CITING) return citing;
    let byProperty = this.#citing.get(object);
    if (byProperty === undefined) {
      const found = new Map<number, number[]>();
      const note: Match = (subject, by) => {
        append(found, by, subject);
        return false;
      };
      for (const subject of citing) this.#findInTable(subject, -1, object, note);
      this.#citing.set(object, (byProperty = found));
    }
    return byProperty.get(property) ?? [];
  }

  #findInTable(subject: number, property: number, object: number, match: Match): boolean {
    const place = this.#table.placeOf(subject);
    if (place === undefined) return false;
    const { starts, property: properties, object: objects } = this.#table.columns;
    const [from, end] = [starts[place]!, starts[place + 1]!];
    if (object >= 0 && end - from > FEW_TRIPLES)
      return this.#placesOf(subject, from, end, object).some((at) => {
        const found = this.#properties[properties[at]!]!;
        return (property < 0 || found === property) && match(subject, found, object);
      });
    for (let i = from; i < end; i++) {
      if (object >= 0 && objects[i] !== object) continue;
      const found = this.#properties[properties[i]!]!;
      if ((property < 0 || found === property) && match(subject, found, objects[i]!)) return true;
    }
    return false;
  }

  #placesOf(subject: number, from: number, end: number, object: number): readonly number[] {
    let known = this.#placesByObject.get(subject);
    if (known === undefined) {
      const found = new Map<number, number[]>();
      for (let i = from; i < end; i++) append(found, this.#table.columns.object[i]!, i);
      this.#placesByObject.set(subject, (known = found));
    }
    return known.get(object) ?? [];
  }

  #findTo(property: number, object: number, match: Match): boolean {
    for (const subject of this.#subjectsCiting(object, property))
      if (this.#findInTable(subject, property, object, match)) return true;
    const pairs = this.#background.in.get(object);
    if (pairs === undefined) return false;
    for (let i = 0; i < pairs.length; i += 2)
      if ((property < 0 || pairs[i + 1] === property) && match(pairs[i]!, pairs[i + 1]!, object)) return true;
    return false;
  }
}
