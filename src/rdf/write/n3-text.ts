import { DataFactory, Writer } from 'n3';
import type { Quad_Object, Quad_Subject } from 'n3';
import type { BoundTerm } from '../rows.ts';
import { CitedNamespaces, irisIn, type Triple } from '../triple.ts';
import { encodeText } from '../utf8.ts';
import { isTurtlePrefix } from '../xml-names.ts';
import type { TakeChunk } from './byte-sink.ts';
import type { GraphText, ShorteningText } from './graph-text.ts';

/** What may follow a base that ends in a slash, and is no prefix, no scheme and no path that goes upward. */
const RELATIVE = /^(?:[\w%~][\w%~.-]*(?:[/#][^:]*)?)?$/;

/** Characters that are handed over at a time, and at first: somebody may wait for them. */
const [PIECE_LENGTH, FIRST_LENGTH] = [64 * 1024, 4 * 1024];

/** Collects text, and hands it over in pieces. */
class Pieces {
  readonly #take: TakeChunk;
  #text = '';
  #most = FIRST_LENGTH;

  constructor(take: TakeChunk) {
    this.#take = take;
  }

  add(text: string): void {
    this.#text += text;
    if (this.#text.length >= this.#most) this.flush();
  }

  flush(): void {
    if (this.#text !== '') this.#take(encodeText(this.#text));
    this.#text = '';
    this.#most = PIECE_LENGTH;
  }
}

/** The prefixes that triples use, as far as N3's writer may be given them. */
export class UsedPrefixes {
  readonly #schemes = new Set<string>();
  readonly #namespaces = new CitedNamespaces();

  note(triple: Triple): void {
    for (const iri of irisIn(triple)) this.noteIri(iri);
  }

  noteIri(iri: string): void {
    this.#namespaces.add(iri);
    const colon = iri.indexOf(':');
    if (!iri.startsWith('://', colon)) this.#schemes.add(iri.slice(0, colon));
  }

  /** Those of the triples that were noted. */
  of(prefixes: ReadonlyMap<string, string>): (readonly [prefix: string, namespace: string])[] {
    // The library takes an IRI such as `urn:a` for a name with the prefix `urn` when there is such a prefix.
    return [...this.#namespaces.of(prefixes)].filter(
      ([prefix]) => isTurtlePrefix(prefix) && !this.#schemes.has(prefix),
    );
  }
}

/** Writes Turtle, with an empty line between what have addresses of their own. */
export class TurtleText implements ShorteningText {
  readonly #prefixes: ReadonlyMap<string, string>;
  readonly #base: string;
  readonly #pieces: Pieces;
  readonly #used = new UsedPrefixes();
  #usesBase = false;
  #writer: Writer | null = null;
  #isNewPart = false;
  #address: string | null = null;

  /** @param base namespace in which IRIs are relative. It ends in `/`. */
  constructor(prefixes: ReadonlyMap<string, string>, base: string, take: TakeChunk) {
    this.#prefixes = prefixes;
    this.#base = base;
    this.#pieces = new Pieces(take);
  }

  note(triple: Triple): void {
    for (const iri of irisIn(triple)) this.noteIri(iri);
  }

  noteIri(iri: string): void {
    this.#used.noteIri(iri);
    this.#usesBase ||= this.#isRelative(iri);
  }

  begin(): void {
    const used = this.#used.of(this.#prefixes).filter(([, namespace]) => namespace !== this.#base);
    if (this.#usesBase) this.#pieces.add(`@base <${this.#base}>.\n`);
    const stream = {
      write: (chunk: string, _encoding: string, done?: () => void) => {
        // The writer ends a subject when it begins the next one.
        this.#pieces.add(this.#isNewPart && chunk.startsWith('.\n') ? `.\n\n${chunk.slice(2)}` : chunk);
        this.#isNewPart = false;
        done?.();
      },
      end: (done?: () => void) => done?.(),
    };
    this.#writer = new Writer(stream, { end: false, prefixes: Object.fromEntries(used) });
  }

  write(triple: Triple): void {
    const next = triple.s.value.split('#', 1)[0]!;
    this.#isNewPart = this.#address !== null && next !== this.#address;
    this.#address = next;
    add(this.#writer!, triple, (iri) => (this.#isRelative(iri) ? iri.slice(this.#base.length) : iri));
  }

  end(): void {
    this.#writer!.end();
    this.#pieces.flush();
  }

  #isRelative(iri: string): boolean {
    return iri.startsWith(this.#base) && RELATIVE.test(iri.slice(this.#base.length));
  }
}

/** Writes N-Triples with the tags of languages as they are given. */
export class NTriplesText implements GraphText {
  readonly #pieces: Pieces;
  readonly #writer: Writer;

  constructor(take: TakeChunk) {
    this.#pieces = new Pieces(take);
    const stream = {
      write: (chunk: string, _encoding: string, done?: () => void) => {
        this.#pieces.add(chunk);
        done?.();
      },
      end: (done?: () => void) => done?.(),
    };
    this.#writer = new Writer(stream, { end: false, format: 'N-Triples' });
  }

  note(): void {}

  begin(): void {}

  write(triple: Triple): void {
    add(this.#writer, triple, (iri) => iri);
  }

  end(): void {
    this.#writer.end();
    this.#pieces.flush();
  }
}

function add(writer: Writer, { s, p, o }: Triple, rename: (iri: string) => string): void {
  writer.addQuad(
    termOf(s, rename) as Quad_Subject,
    DataFactory.namedNode(rename(p)),
    termOf(o, rename) as Quad_Object,
    DataFactory.defaultGraph(),
    throwIt,
  );
}

/** The writer catches what whoever takes the text throws, and would go on. */
function throwIt(error?: Error | null): void {
  if (error != null) throw error;
}

/** A term as N3's writer takes it. @param rename what an IRI is written as */
export function termOf(term: BoundTerm, rename: (iri: string) => string = (iri) => iri): Quad_Subject | Quad_Object {
  const { namedNode, blankNode, literal } = DataFactory;
  if (term.type === 'uri') return namedNode(rename(term.value));
  if (term.type === 'bnode') return blankNode(term.value);
  const language = term['xml:lang'];
  if (language !== undefined) return literal(term.value, language);
  if (term.datatype === undefined) return literal(term.value);
  // The library takes an empty relative IRI for no datatype.
  return literal(term.value, namedNode(rename(term.datatype) || term.datatype));
}
