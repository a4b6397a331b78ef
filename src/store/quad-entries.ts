import { hash } from 'node:crypto';
import { TripleLines } from '../rdf/triple-lines.ts';
import type { Triple } from '../rdf/triple.ts';
import { StoreError } from './store.ts';

/** Stands for the hub's address on the disk, so that a hub that moves finds what it kept. Nothing can ever answer there (RFC 2606 §2). */
const STAND_IN = 'https://hub.invalid';
/** Behind the name of a graph in the keys of its other place. Nothing else stands between both places. */
const OTHER = '!';
/** The value of an entry that is not a quad. */
export const NO_TRIPLE = '';
/** What hashes in keys are made of: base64url of SHA-256 (RFC 4648 §5). */
export const HASH_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
export const HASH_LENGTH = 43;

/** What LevelDB keeps of a quad, or of a record: the lines of its triples. */
type Entry = [key: string, value: string];

/** A quad as it is on the disk. */
interface WrittenQuad {
  /** With its angle brackets. */
  readonly graph: string;
  readonly triple: string;
}

export interface KeyRange {
  readonly gte: string;
  readonly lt?: string;
}

/**
 * Quads as entries of a LevelDB: the key is the graph, so that its quads stand together, and a hash of the triple, which is the value; or a
 * hash of the subject, and the value is all triples of it. LevelDB writes keys also into its list of files and into its log, where what was
 * removed would stay.
 */
export class QuadEntries {
  readonly #baseUrl: string;
  /** The graph of the last line, as it was written there and as it is in keys: many lines have the same. */
  #lastGraph = { written: '', kept: '' };

  /** Graphs that stand in their other place, as they are on the disk. */
  #others: ReadonlySet<string> = new Set();

  /** @param baseUrl the hub's address without a slash at its end */
  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  /** Graphs that stand in their other place, as one text for the disk. */
  get others(): string {
    return [...this.#others].join(' ');
  }

  set others(names: string) {
    this.#others = new Set(names.split(' ').filter((name) => name !== ''));
  }

  /** The same with one of them in its other place. */
  othersWith(graph: string): string {
    const name = this.writtenIri(graph);
    const rest = [...this.#others].filter((other) => other !== name);
    return [...rest, ...(this.#others.has(name) ? [] : [name])].join(' ');
  }

  /** What the keys of a graph begin with, before a space. */
  placeOf(graph: string): string {
    return this.#placeOf(this.writtenIri(graph));
  }

  /** What those would begin with in the place in which it does not stand. */
  otherPlaceOf(graph: string): string {
    const name = this.writtenIri(graph);
    return this.#others.has(name) ? name : name + OTHER;
  }

  #placeOf(name: string): string {
    return this.#others.has(name) ? name + OTHER : name;
  }

  /** The entry of a canonical N-Quad, a line without its end. */
  ofLine(line: string): Entry {
    const { graph, triple } = this.written(line);
    return [`${this.#placeOf(graph)} ${hashOf(triple)}`, triple];
  }

  /** The hash and the value in the entry of a canonical N-Quad. */
  hashed(line: string): [hash: string, value: string] {
    const { triple } = this.written(line);
    return [hashOf(triple), triple];
  }

  /** What is on the disk of a canonical N-Quad, a line without its end. */
  written(line: string): WrittenQuad {
    const end = line.lastIndexOf(' .');
    const at = line.lastIndexOf(' <', end);
    return {
      graph: this.#keptGraph(line.slice(at + 1, end)),
      triple: withAddress(line.slice(0, at), this.#baseUrl, STAND_IN),
    };
  }

  #keptGraph(written: string): string {
    if (this.#lastGraph.written !== written)
      this.#lastGraph = { written, kept: withAddress(written, this.#baseUrl, STAND_IN) };
    return this.#lastGraph.kept;
  }

  /** An IRI as it is on the disk, with its angle brackets. */
  writtenIri(iri: string): string {
    return withAddress(`<${iri}>`, this.#baseUrl, STAND_IN);
  }

  /** Where the entries of a graph stand. */
  rangeOf(graph: string): Required<KeyRange> {
    return rangeBelow(this.placeOf(graph));
  }

  /** Where they may stand, in either place. */
  bothRangesOf(graph: string): Required<KeyRange> {
    const name = this.writtenIri(graph);
    return { gte: rangeBelow(name).gte, lt: rangeBelow(name + OTHER).lt };
  }

  /** The ranges of all entries, but for those of some graphs. */
  rangesWithout(graphs: readonly string[]): KeyRange[] {
    const ranges: KeyRange[] = [];
    let gte = '<';
    for (const range of graphs.map((graph) => this.bothRangesOf(graph)).toSorted((a, b) => (a.gte < b.gte ? -1 : 1))) {
      ranges.push({ gte, lt: range.gte });
      gte = range.lt;
    }
    return [...ranges, { gte }];
  }

  /** Entries as N-Quads. */
  writeQuads(entries: readonly Entry[]): string {
    return entries
      .filter(([, triple]) => triple !== NO_TRIPLE)
      .map((entry) => linesWithAddress(quadLines(entry), STAND_IN, this.#baseUrl))
      .join('');
  }

  /** Makes triples of values, in turn. It throws a StoreError for what is no triple. */
  tripleReader(): (values: readonly string[]) => Triple[] {
    const lines = new TripleLines({ from: STAND_IN, to: this.#baseUrl });
    return (values) =>
      values
        .filter((value) => value !== NO_TRIPLE)
        .flatMap((value) => value.split('\n').map((triple) => tripleOf(triple, lines)));
  }
}

function quadLines([key, triples]: Entry): string {
  const place = key.slice(0, key.indexOf(' '));
  const end = ` ${place.endsWith(OTHER) ? place.slice(0, -OTHER.length) : place} .\n`;
  return triples.replaceAll('\n', end) + end;
}

/** The keys that begin with this text and a space. */
export function rangeBelow(name: string): Required<KeyRange> {
  // Behind a space comes an exclamation mark.
  return { gte: `${name} `, lt: `${name}!` };
}

/** The hash of a text, for a key. */
export function hashOf(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** @throws StoreError */
function tripleOf(written: string, lines: TripleLines): Triple {
  const triple = lines.read(`${written} .`);
  if (triple === null) throw new StoreError(`The store holds what is no triple, ${written.slice(0, 200)}`);
  return triple;
}

/** `withAddress` of each line; a line holds one literal at most. */
function linesWithAddress(lines: string, from: string, to: string): string {
  if (!lines.includes(`<${from}/`)) return lines;
  return lines
    .split('\n')
    .map((line) => withAddress(line, from, to))
    .join('\n');
}

/** A line, or a part of one that ends between terms, with IRIs below one address below another. Its literal stays as it is. */
function withAddress(line: string, from: string, to: string): string {
  const start = `<${from}/`;
  if (!line.includes(start)) return line;
  const moved = (part: string): string => part.replaceAll(start, () => `<${to}/`);
  const quote = line.indexOf('"');
  if (quote < 0) return moved(line);
  const end = line.lastIndexOf('"') + 1;
  return moved(line.slice(0, quote)) + line.slice(quote, end) + moved(line.slice(end));
}
