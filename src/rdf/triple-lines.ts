import { escapeTriplesText } from './escape.ts';
import { RDF, RDF_LANG_STRING, XSD_STRING } from './namespaces.ts';
import { datatypeOf, type BoundTerm } from './rows.ts';
import type { Quad, Triple } from './triple.ts';
import { unescapeTriplesText } from './unescape.ts';

/** An address, and the one that IRIs below it are put below. Neither ends in a slash. */
export interface Moved {
  readonly from: string;
  readonly to: string;
}

/** IRIs that a reader or a writer remembers: most stand again soon after, and a graph may have millions. */
const MOST_IRIS = 10_000;

/** A few milliseconds to write and to read. */
const PIECE_TRIPLES = 2_000;
/** Of the first piece, for which somebody may wait. */
const FIRST_TRIPLES = 100;

const IRI = String.raw`<([A-Za-z][^\x00-\x20<>"{}|^\`\\]*)>`;
const TEXT = String.raw`"((?:[^"\\\n\r]|\\[btnfr"\\]|\\u[0-9A-F]{4})*)"`;
const LINE = new RegExp(`^${IRI} ${IRI} (?:${IRI}|${TEXT}(?:@([A-Za-z\\d-]+)|\\^\\^${IRI})?) \\.$`);

/**
 * Reads canonical N-Triples without blank nodes, as this hub writes them and most stores do. Several times as fast as a parser of all of
 * N-Triples, and triples share the terms that they have in common.
 */
export class TripleLines {
  readonly #terms: LineTerms;

  /** @param moved where IRIs are put below another address; none unless given */
  constructor(moved: Moved | null = null) {
    this.#terms = new LineTerms(moved);
  }

  /** The triple of a line without its line end; null when it is no such line. */
  read(line: string): Triple | null {
    const parts = LINE.exec(line);
    if (parts === null) return null;
    const [, s, p, o, lexical, language, datatype] = parts;
    const terms = this.#terms;
    return {
      s: terms.iri(s!),
      p: terms.iri(p!).value,
      o: o === undefined ? terms.literal(lexical!, language, datatype) : terms.iri(o),
    };
  }
}

const WHOLE_IRI = String.raw`<([A-Za-z][A-Za-z\d+.-]*:[^\x00-\x20<>"{}|^\`\\]*)>`;
const SOUND_TEXT = String.raw`"((?:[^"\\\n\r]|\\[btnfr"\\]|\\u(?!D[89A-F])[0-9A-F]{4})*)"`;
const LANGUAGE = String.raw`([A-Za-z]{1,8}(?:-[A-Za-z\d]{1,8})*)`;
const QUAD = new RegExp(
  `^${WHOLE_IRI} ${WHOLE_IRI} (?:${WHOLE_IRI}|${SOUND_TEXT}(?:@${LANGUAGE}|\\^\\^${WHOLE_IRI})?) ${WHOLE_IRI} \\.$`,
);

/** Datatypes that canonical lines do not name. */
const UNNAMED: ReadonlySet<string> = new Set([XSD_STRING, RDF_LANG_STRING, `${RDF}dirLangString`]);

/** Reads canonical N-Quads without blank nodes and of named graphs. What comes from outside is no quad where a parser refuses it. */
export class QuadLines {
  readonly #terms = new LineTerms(null);

  /** The quad of a line without its line end; null when it is no such line. */
  read(line: string): Quad | null {
    const parts = QUAD.exec(line);
    if (parts === null) return null;
    const [, s, p, o, lexical, language, datatype, graph] = parts;
    if (datatype !== undefined && UNNAMED.has(datatype)) return null;
    const terms = this.#terms;
    return {
      s: terms.iri(s!),
      p: terms.iri(p!).value,
      o: o === undefined ? terms.literal(lexical!, language, datatype) : terms.iri(o),
      graph: terms.iri(graph!).value,
    };
  }
}

/** Makes terms of what stands in lines. */
class LineTerms {
  readonly #from: string | null;
  readonly #to: string;
  /** By the IRI as it is written. */
  readonly #iris = new Map<string, BoundTerm>();

  constructor(moved: Moved | null) {
    this.#from = moved === null ? null : `${moved.from}/`;
    this.#to = moved === null ? '' : `${moved.to}/`;
  }

  iri(written: string): BoundTerm {
    let term = this.#iris.get(written);
    if (term === undefined) {
      const isMoved = this.#from !== null && written.startsWith(this.#from);
      const value = isMoved ? this.#to + written.slice(this.#from.length) : written;
      if (this.#iris.size >= MOST_IRIS) this.#iris.clear();
      this.#iris.set(written, (term = { type: 'uri', value }));
    }
    return term;
  }

  literal(lexical: string, language: string | undefined, datatype: string | undefined): BoundTerm {
    const value = unescapeTriplesText(lexical);
    if (language !== undefined) return { type: 'literal', value, 'xml:lang': language.toLowerCase() };
    if (datatype === undefined) return { type: 'literal', value };
    return { type: 'literal', value, datatype: this.iri(datatype).value };
  }
}

/**
 * Writes canonical N-Triples (RDF 1.2 N-Triples §4), term by term. What triples have in common is written once.
 */
export class TripleLineWriter {
  readonly #moved: Moved | null;
  readonly #iris = new Map<string, string>();

  /** @param moved where IRIs are written below another address; none unless given */
  constructor(moved: Moved | null = null) {
    this.#moved = moved;
  }

  /** A triple as a line with its end. */
  line({ s, p, o }: Triple): string {
    return `${this.term(s)} ${this.iri(p)} ${this.term(o)} .\n`;
  }

  term(term: BoundTerm): string {
    if (term.type === 'uri') return this.iri(term.value);
    if (term.type === 'bnode') return `_:${term.value}`;
    const text = `"${escapeTriplesText(term.value)}"`;
    const datatype = datatypeOf(term);
    // Case has no meaning in a language tag.
    if (datatype === RDF_LANG_STRING) return `${text}@${(term['xml:lang'] ?? '').toLowerCase()}`;
    return datatype === XSD_STRING ? text : `${text}^^${this.iri(datatype)}`;
  }

  iri(iri: string): string {
    let written = this.#iris.get(iri);
    if (written !== undefined) return written;
    const isMoved = this.#moved !== null && iri.startsWith(`${this.#moved.from}/`);
    written = isMoved ? `<${this.#moved!.to}${iri.slice(this.#moved!.from.length)}>` : `<${iri}>`;
    if (this.#iris.size >= MOST_IRIS) this.#iris.clear();
    this.#iris.set(iri, written);
    return written;
  }
}

/** The triples as canonical N-Triples, in UTF-8, in pieces of whole lines, each written when it is asked for. */
export function* linePieces(triples: Iterable<Triple>): Generator<Uint8Array> {
  const writer = new TripleLineWriter();
  const encoder = new TextEncoder();
  let lines: string[] = [];
  let most = FIRST_TRIPLES;
  for (const triple of triples) {
    if (lines.push(writer.line(triple)) < most) continue;
    yield encoder.encode(lines.join(''));
    lines = [];
    most = PIECE_TRIPLES;
  }
  if (lines.length > 0) yield encoder.encode(lines.join(''));
}
