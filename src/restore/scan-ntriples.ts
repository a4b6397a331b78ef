import { HubError } from '../errors.ts';
import { decodeUtf8, encodeText } from '../rdf/utf8.ts';
import { escapeTriplesText } from '../rdf/escape.ts';
import { XSD_STRING } from '../rdf/namespaces.ts';
import { GraphBuilder, type Graph } from './graph.ts';

// One scanner over bytes: N-Triples is the format in which most graphs come, and a parser of whole Turtle has a fraction of its speed.

const SPACE = 0x20;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const HASH = 0x23;
const DOT = 0x2e;
const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const QUOTE = 0x22;
const UNDERSCORE = 0x5f;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const AT = 0x40;
const CARET = 0x5e;

/** 1 for what an IRI may not hold as it is (RDF 1.1 N-Triples, IRIREF); 2 for the backslash of an escape. */
const NO_IRI = new Uint8Array(256);
for (let byte = 0; byte <= SPACE; byte++) NO_IRI[byte] = 1;
for (const character of '<"{}|^`') NO_IRI[character.charCodeAt(0)] = 1;
NO_IRI[BACKSLASH] = 2;
/** 1 for what ends a blank node's label. */
const ENDS_LABEL = new Uint8Array(256);
for (const byte of [SPACE, TAB, LINE_FEED, RETURN, LESS_THAN, QUOTE, HASH]) ENDS_LABEL[byte] = 1;

/** How many places are told apart; a power of two. */
const PLACES = 1024;
const NOTHING = -1;

const STRING_TYPE = `^^<${XSD_STRING}>`;
const STRING_BYTES = encodeText(STRING_TYPE);

/**
 * The graph of an N-Triples text.
 *
 * @param bytes UTF-8
 * @throws HubError `malformed-rdf` with the line, `too-many-triples`
 */
export function scanNTriples(bytes: Uint8Array, maxTriples: number): Graph {
  return new Scanner(bytes, maxTriples).scan().build();
}

/** Where the triples of a node begin that nothing has named before. */
export interface NodeStart {
  /** The first byte of its line. */
  readonly at: number;
  readonly line: number;
  /** How many triples stand before. */
  readonly triples: number;
}

/**
 * The triples of a part of an N-Triples text, with the anonymous nodes that are subjects before anything names them: the roots of
 * documents, where a writer begins each with its root.
 *
 * @param line the number of the first line
 * @throws HubError as `scanNTriples` does
 */
export function scanPart(
  bytes: Uint8Array,
  maxTriples: number,
  line: number,
): { readonly builder: GraphBuilder; readonly starts: readonly NodeStart[] } {
  const starts: NodeStart[] = [];
  return { builder: new Scanner(bytes, maxTriples, line, starts).scan(), starts };
}

class Scanner {
  private readonly bytes: Uint8Array;
  private readonly builder: GraphBuilder;
  private at = 0;
  private line: number;
  /** Where nodes begin that nothing has named before; null where nobody asks. */
  private readonly starts: NodeStart[] | null;
  /** The subject of the line before, and where it stands. */
  private subject = -1;
  private subjectStart = 0;
  private subjectEnd = 0;
  /** By place, which is made of the last three predicates: the IRI that came there as object, and the next predicate. They mostly come again. */
  private readonly expectedObjects = new Int32Array(PLACES).fill(NOTHING);
  private readonly expectedPredicates = new Int32Array(PLACES).fill(NOTHING);
  private place = 0;
  private predicate = 0;
  private predicateBefore = 0;
  /** The blank node that was an object last; -1 before there was one. */
  private named = -1;

  constructor(bytes: Uint8Array, maxTriples: number, line = 1, starts: NodeStart[] | null = null) {
    this.bytes = bytes;
    this.line = line;
    this.starts = starts;
    this.builder = new GraphBuilder(bytes, maxTriples);
  }

  scan(): GraphBuilder {
    const { bytes, builder } = this;
    for (; this.at < bytes.length; this.line++) {
      this.skipSpace();
      const byte = bytes[this.at];
      if (byte !== LINE_FEED && byte !== RETURN && byte !== HASH && byte !== undefined) {
        const subject = this.readSubject();
        this.skipSpace();
        if (bytes[this.at] !== LESS_THAN) throw this.fault('a predicate, which is an IRI in < and >');
        const predicate = this.readExpected(this.expectedPredicates);
        this.moveBehind(predicate);
        this.skipSpace();
        builder.addTriple(subject, predicate, this.readObject());
        this.skipSpace();
        if (bytes[this.at++] !== DOT) throw this.fault('the dot that ends a triple');
      }
      this.endLine();
    }
    return builder;
  }

  private readSubject(): number {
    const { bytes, subjectStart, subjectEnd } = this;
    const length = subjectEnd - subjectStart;
    if (length > 0 && bytes[this.at + length] === SPACE) {
      let i = length - 1;
      while (i >= 0 && bytes[this.at + i] === bytes[subjectStart + i]) i--;
      if (i < 0) {
        this.at += length;
        return this.subject;
      }
    }
    this.subjectStart = this.at;
    const { terms, size } = this.builder;
    const byte = bytes[this.at];
    if (byte === LESS_THAN) this.subject = this.readIri();
    else if (byte === UNDERSCORE) this.subject = this.readNamedLabel();
    else throw this.fault('a subject, which is an IRI in < and > or a blank node');
    this.subjectEnd = this.at;
    if (this.starts !== null && this.subject === terms && this.builder.isAnonymous(terms))
      this.starts.push({ at: subjectStartOf(bytes, this.subjectStart), line: this.line, triples: size });
    return this.subject;
  }

  private readObject(): number {
    const byte = this.bytes[this.at];
    if (byte === LESS_THAN) return this.readExpected(this.expectedObjects);
    if (byte === UNDERSCORE) return (this.named = this.readLabel());
    if (byte === QUOTE) return this.readLiteral();
    throw this.fault('an object: an IRI in < and >, a blank node or a literal in quotes');
  }

  private moveBehind(predicate: number): void {
    // Different places that get one number only make an expectation wrong.
    this.place = (predicate * 961 + this.predicate * 31 + this.predicateBefore) & (PLACES - 1);
    this.predicateBefore = this.predicate;
    this.predicate = predicate;
  }

  /** An IRI that is likely the one which came before in the same place: to compare it is quicker than to look it up. */
  private readExpected(expected: Int32Array): number {
    const { place } = this;
    const known = expected[place]!;
    const end = known === NOTHING ? -1 : this.builder.endOfKnown(known, this.at);
    if (end >= 0) {
      this.at = end;
      return known;
    }
    const iri = this.readIri();
    expected[place] = iri;
    return iri;
  }

  private readIri(): number {
    const start = this.at;
    const isEscaped = this.skipIri();
    return isEscaped
      ? this.builder.addText(unescaped(decodeUtf8(this.bytes, start, this.at)))
      : this.builder.addTerm(start, this.at);
  }

  /** True where the IRI has escapes. */
  private skipIri(): boolean {
    const { bytes } = this;
    let isEscaped = false;
    let at = this.at + 1;
    for (; bytes[at] !== GREATER_THAN; at++) {
      const fault = at < bytes.length ? NO_IRI[bytes[at]!]! : 1;
      if (fault === 1) throw this.fault('an IRI that ends in > and holds no space');
      isEscaped ||= fault === 2;
    }
    this.at = at + 1;
    return isEscaped;
  }

  /** A blank node that is likely the one which was an object last. */
  private readNamedLabel(): number {
    const end = this.named < 0 ? -1 : this.builder.endOfKnown(this.named, this.at);
    if (end < 0 || ENDS_LABEL[this.bytes[end]!] !== 1) return this.readLabel();
    this.at = end;
    return this.named;
  }

  private readLabel(): number {
    const { bytes } = this;
    const start = this.at;
    let end = start + 2;
    while (end < bytes.length && ENDS_LABEL[bytes[end]!] === 0) end++;
    while (bytes[end - 1] === DOT) end--;
    if (bytes[start + 1] !== COLON || end === start + 2) throw this.fault('a blank node, which has a label behind _:');
    this.at = end;
    return this.builder.addTerm(start, end);
  }

  private readLiteral(): number {
    const { bytes } = this;
    const start = this.at;
    let isEscaped = false;
    let at = start + 1;
    for (; bytes[at] !== QUOTE; at++) {
      const byte = bytes[at];
      if (byte === BACKSLASH) {
        isEscaped = true;
        at++;
      } else if (byte === undefined || byte === LINE_FEED || byte === RETURN) {
        throw this.fault('a literal that ends in a quote on its line');
      }
    }
    const quote = at;
    this.at = at + 1;
    if (bytes[this.at] === CARET) {
      if (bytes[this.at + 1] !== CARET || bytes[this.at + 2] !== LESS_THAN)
        throw this.fault('a datatype behind ^^, which is an IRI in < and >');
      this.at += 2;
      isEscaped = this.skipIri() || isEscaped;
    } else if (bytes[this.at] === AT) {
      this.skipLanguage();
      isEscaped = true;
    }
    if (!isEscaped && !this.isString(quote + 1)) return this.builder.addTerm(start, this.at);
    return this.builder.addText(this.canonicalLiteral(start, quote));
  }

  /** Whether what stands behind a literal, from here to the place of the scanner, is the datatype of strings. */
  private isString(from: number): boolean {
    const { bytes, at } = this;
    if (at - from !== STRING_BYTES.length) return false;
    // The ends of datatypes differ, their beginnings seldom do.
    for (let i = STRING_BYTES.length - 1; i >= 0; i--) if (bytes[from + i] !== STRING_BYTES[i]) return false;
    return true;
  }

  private skipLanguage(): void {
    const { bytes } = this;
    const start = ++this.at;
    while (isLanguageByte(bytes[this.at] ?? 0)) this.at++;
    if (this.at === start) throw this.fault('a language behind @');
  }

  private canonicalLiteral(start: number, quote: number): string {
    const lexical = unescaped(decodeUtf8(this.bytes, start + 1, quote), () =>
      this.fault('an escape that N-Triples knows'),
    );
    const rest = unescaped(decodeUtf8(this.bytes, quote + 1, this.at));
    return canonicalLiteral(lexical, rest);
  }

  private skipSpace(): void {
    const { bytes } = this;
    while (bytes[this.at] === SPACE || bytes[this.at] === TAB) this.at++;
  }

  private endLine(): void {
    const { bytes } = this;
    this.skipSpace();
    if (bytes[this.at] === HASH)
      while (this.at < bytes.length && bytes[this.at] !== LINE_FEED && bytes[this.at] !== RETURN) this.at++;
    if (this.at >= bytes.length) return;
    const byte = bytes[this.at];
    if (byte !== LINE_FEED && byte !== RETURN) throw this.fault('the end of the line');
    this.at += byte === RETURN && bytes[this.at + 1] === LINE_FEED ? 2 : 1;
  }

  private fault(expected: string): HubError {
    return new HubError('malformed-rdf', `Line ${this.line} is no N-Triples: expected ${expected}.`);
  }
}

/** The first byte of the line in which a subject stands. */
function subjectStartOf(bytes: Uint8Array, at: number): number {
  let start = at;
  while (bytes[start - 1] === SPACE || bytes[start - 1] === TAB) start--;
  return start;
}

/** A literal as canonical N-Triples writes it. @param rest `@` and a language, `^^` and a datatype in < and >, or nothing */
export function canonicalLiteral(lexical: string, rest: string): string {
  const written = rest === STRING_TYPE ? '' : rest.startsWith('@') ? rest.toLowerCase() : rest;
  return `"${escapeTriplesText(lexical)}"${written}`;
}

function isLanguageByte(byte: number): boolean {
  return (
    (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x30 && byte <= 0x39) || byte === 0x2d
  );
}

const ESCAPES = new Map([
  ['t', '\t'],
  ['b', '\b'],
  ['n', '\n'],
  ['r', '\r'],
  ['f', '\f'],
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
]);

/** The text that escapes of N-Triples stand for. @param fault the error for an escape that is none; without one it stays as it is */
function unescaped(text: string, fault?: () => Error): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([^]?))/g, (escape, four, eight, one) => {
    const point = Number.parseInt(four ?? eight ?? 'ffffffff', 16);
    if (point <= 0x10ffff) return String.fromCodePoint(point);
    const character = ESCAPES.get(one as string);
    if (character === undefined && fault !== undefined) throw fault();
    return character ?? (escape as string);
  });
}
