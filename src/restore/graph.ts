import { ByteTable } from '../mapping/bytes/byte-table.ts';
import { twiceAsLong } from '../mapping/bytes/grow.ts';
import { decodeUtf8, encodeText } from '../rdf/utf8.ts';
import { HubError } from '../errors.ts';
import { keepDistinct } from './keep-distinct.ts';

/** The first byte of a term as N-Triples writes it. */
const LESS_THAN = 0x3c;
const UNDERSCORE = 0x5f;
const QUOTE = 0x22;
/** Beside the first byte of a term, which is ASCII. */
const COPIED = 0x80;

/** Characters of terms that do not stand in the text as they are: a short prefix may stand for a long namespace, in each of them. */
const MAX_COPIED_CHARACTERS = 256 * 1024 * 1024;

/** Triples of a subject. Entities that many documents share have more, which each of them would look through. */
const MOST_LOOKED_THROUGH = 64;

/** What names of anonymous nodes in skolemized graphs have in them (RDF 1.1 Concepts §3.5). */
const GENID = '/.well-known/genid/';

function isAnonymousTerm(kind: number, write: () => string): boolean {
  return kind === UNDERSCORE || (kind === LESS_THAN && write().includes(GENID));
}

/** Terms and triples of a graph, in the order in which they come. Terms are numbers; equal ones have the same. */
export class GraphBuilder {
  private readonly bytes: Uint8Array;
  private readonly table: ByteTable;
  /** Terms that do not stand in `bytes`, by number. */
  private readonly copies = new Map<number, string>();
  /** By number: the first byte of the term, with `COPIED` for one of the copies. */
  private kinds = new Int32Array(1024);
  private count = 0;
  private triples = new Int32Array(3 * 1024);
  private length = 0;
  /** Characters of the terms that were added as texts. */
  private copied = 0;
  private readonly maxTriples: number;

  /**
   * @param bytes the text in which terms stand; empty where all of them are added as texts
   * @throws HubError `too-many-triples`, from `addTriple`
   */
  constructor(bytes: Uint8Array, maxTriples: number) {
    this.bytes = bytes;
    this.table = new ByteTable(bytes);
    this.maxTriples = maxTriples;
  }

  /** The number of a term that stands in the bytes in canonical form. */
  addTerm(start: number, end: number): number {
    const number = this.table.add(0, start, end);
    if (number === this.count) this.note(this.bytes[start]!);
    return number;
  }

  /** Where a term ends that is known and stands at a place of the bytes once more; -1 where another one stands there. */
  endOfKnown(term: number, at: number): number {
    const { bytes, table } = this;
    if (this.kinds[term]! >= COPIED) return -1;
    const start = table.startOf(term);
    const length = table.endOf(term) - start;
    // The ends of IRIs differ, their beginnings seldom do.
    for (let i = length - 1; i >= 0; i--) if (bytes[at + i] !== bytes[start + i]) return -1;
    return at + length;
  }

  /** The number of a term in canonical N-Triples. @throws HubError `too-many-triples` for terms that are too long together */
  addText(term: string): number {
    // The parser has only joined its parts so far: from here on it takes memory.
    if (this.copied + term.length > MAX_COPIED_CHARACTERS) throw tooLong();
    const number = this.table.addCopy(0, encodeText(term));
    if (number === this.count) {
      this.copied += term.length;
      this.note(COPIED | term.charCodeAt(0));
      this.copies.set(number, term);
    }
    return number;
  }

  private note(kind: number): void {
    if (this.count === this.kinds.length) this.kinds = twiceAsLong(this.kinds);
    this.kinds[this.count++] = kind;
  }

  /** @throws HubError `too-many-triples` */
  addTriple(subject: number, predicate: number, object: number): void {
    if (this.length >= this.maxTriples * 3) {
      const most = this.maxTriples.toLocaleString('en');
      throw new HubError('too-many-triples', `The graph has more than ${most} triples; send its documents one by one.`);
    }
    if (this.length === this.triples.length) {
      this.triples = twiceAsLong(this.triples);
    }
    this.triples[this.length] = subject;
    this.triples[this.length + 1] = predicate;
    this.triples[this.length + 2] = object;
    this.length += 3;
  }

  /** How many terms there are: the number that the next new one gets. */
  get terms(): number {
    return this.count;
  }

  /** How many triples there are. */
  get size(): number {
    return this.length / 3;
  }

  /** True for the label of a blank node, and for an IRI that a skolemized graph has for one. */
  isAnonymous(term: number): boolean {
    return isAnonymousTerm(this.kinds[term]! & ~COPIED, () => this.textOf(term));
  }

  /** @param size how many of the triples the graph has, the first ones; all where it is left out */
  build(size = this.size): Graph {
    const textOf = (term: number): string => this.textOf(term);
    // A term that the graph lacks gets a number, too: one that is no term of the graph.
    const kinds = this.kinds.slice(0, this.count).map((kind) => kind & ~COPIED);
    return new Graph(this.triples.subarray(0, size * 3), kinds, textOf, (term) => this.addText(term));
  }

  private textOf(term: number): string {
    return this.copies.get(term) ?? decodeUtf8(this.bytes, this.table.startOf(term), this.table.endOf(term));
  }
}

function tooLong(): HubError {
  const most = MAX_COPIED_CHARACTERS.toLocaleString('en');
  return new HubError(
    'too-many-triples',
    `The terms of the graph, with their whole IRIs, have more than ${most} characters; shorten its namespaces, or send its documents one by one.`,
  );
}

/** A graph whose triples are found by their subject. Terms and triples have numbers. */
export class Graph {
  /** How many triples there are; equal ones are one. */
  readonly size: number;
  readonly terms: number;
  /** By triple, those of one subject in a row, in the order in which they came first. */
  readonly predicates: Int32Array;
  readonly objects: Int32Array;
  private readonly starts: Int32Array;
  private readonly kinds: Int32Array;
  private readonly write: (term: number) => string;
  private readonly texts: (string | undefined)[] = [];
  private readonly anonymous: Uint8Array;
  private readonly find: (term: string) => number;
  private readonly numbers = new Map<string, number | undefined>();
  private distinct: readonly number[] | null = null;
  /** Of subjects with many triples, by subject and predicate. */
  private readonly indexes = new Map<number, Map<number, Set<number>>>();

  constructor(triples: Int32Array, kinds: Int32Array, write: (term: number) => string, find: (term: string) => number) {
    this.find = find;
    this.terms = kinds.length;
    this.kinds = kinds;
    this.write = write;
    this.starts = new Int32Array(kinds.length + 1);
    for (let at = 0; at < triples.length; at += 3) this.starts[triples[at]! + 1]!++;
    for (let term = 0; term < kinds.length; term++) this.starts[term + 1]! += this.starts[term]!;
    const next = this.starts.slice();
    const predicates = new Int32Array(triples.length / 3);
    const objects = new Int32Array(triples.length / 3);
    for (let at = 0; at < triples.length; at += 3) {
      const place = next[triples[at]!]!++;
      predicates[place] = triples[at + 1]!;
      objects[place] = triples[at + 2]!;
    }
    this.size = keepDistinct(this.starts, predicates, objects);
    this.predicates = predicates.subarray(0, this.size);
    this.objects = objects.subarray(0, this.size);
    this.anonymous = new Uint8Array(kinds.length);
  }

  /** The first triple of a subject; they end before `endOf`. */
  startOf(subject: number): number {
    return this.starts[subject]!;
  }

  endOf(subject: number): number {
    return this.starts[subject + 1]!;
  }

  isLiteral(term: number): boolean {
    return this.kinds[term] === QUOTE;
  }

  isBlank(term: number): boolean {
    return this.kinds[term] === UNDERSCORE;
  }

  /** True for a blank node, and for an IRI that a skolemized graph has for one. */
  isAnonymous(term: number): boolean {
    const known = this.anonymous[term]!;
    if (known !== 0) return known === 1;
    const answer = isAnonymousTerm(this.kinds[term]!, () => this.write(term));
    this.anonymous[term] = answer ? 1 : 2;
    return answer;
  }

  /** The term as canonical N-Triples writes it. */
  textOf(term: number): string {
    return (this.texts[term] ??= this.write(term));
  }

  /** The IRI of a term that is one. */
  iriOf(term: number): string {
    return this.textOf(term).slice(1, -1);
  }

  /** The number of an IRI; undefined for one that the graph does not hold. */
  numberOf(iri: string): number | undefined {
    if (this.numbers.has(iri)) return this.numbers.get(iri);
    const found = this.find(`<${iri}>`);
    const number = found < this.terms ? found : undefined;
    this.numbers.set(iri, number);
    return number;
  }

  /** The predicates whose IRIs end so. */
  predicatesThatEnd(ending: string): number[] {
    return this.distinctPredicates().filter((predicate) => this.iriOf(predicate).endsWith(ending));
  }

  private distinctPredicates(): readonly number[] {
    if (this.distinct === null) {
      const isKnown = new Uint8Array(this.terms);
      const found: number[] = [];
      for (const predicate of this.predicates) {
        if (isKnown[predicate] === 1) continue;
        isKnown[predicate] = 1;
        found.push(predicate);
      }
      this.distinct = found;
    }
    return this.distinct;
  }

  /** The objects of a subject and predicate, each once. */
  objectsOf(subject: number, predicate: number): number[] {
    const index = this.indexOf(subject);
    if (index !== null) return [...(index.get(predicate) ?? [])];
    const found: number[] = [];
    const end = this.endOf(subject);
    for (let at = this.startOf(subject); at < end; at++)
      if (this.predicates[at] === predicate) found.push(this.objects[at]!);
    return found.length < 2 ? found : [...new Set(found)];
  }

  /** Whether the graph has a triple. */
  has(subject: number, predicate: number, object: number): boolean {
    const index = this.indexOf(subject);
    if (index !== null) return index.get(predicate)?.has(object) === true;
    for (let at = this.startOf(subject); at < this.endOf(subject); at++)
      if (this.predicates[at] === predicate && this.objects[at] === object) return true;
    return false;
  }

  /** The objects of a subject by predicate; null for one with few triples, which are looked through. */
  private indexOf(subject: number): ReadonlyMap<number, ReadonlySet<number>> | null {
    const [start, end] = [this.startOf(subject), this.endOf(subject)];
    if (end - start <= MOST_LOOKED_THROUGH) return null;
    let index = this.indexes.get(subject);
    if (index === undefined) {
      this.indexes.set(subject, (index = new Map()));
      for (let at = start; at < end; at++) {
        const predicate = this.predicates[at]!;
        let objects = index.get(predicate);
        if (objects === undefined) index.set(predicate, (objects = new Set()));
        objects.add(this.objects[at]!);
      }
    }
    return index;
  }
}
