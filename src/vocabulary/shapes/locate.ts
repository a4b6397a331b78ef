import { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import n3 from 'n3';
import { RDF } from '../../rdf/namespaces.ts';
import type { TurtleBytes, TurtleDocument } from '../../rdf/read-rdf.ts';
import type { ShapeViolation } from './shape-violation.ts';

/** A token of N3's lexer, with what this file needs of it. */
interface Token {
  readonly type: string;
  readonly value: string;
  readonly prefix: string;
  readonly line: number;
}

/** `file:line` of what is said of one subject: of itself (the empty text), of each property by IRI, and of each value behind its property. */
type Places = Map<string, string>;

/** Turtle, which may be a gigabyte of bytes that no text can hold. */
export type LocatedDocument = TurtleDocument | TurtleBytes;

/** Characters or bytes that are read at once, in a few ms. A list of all tokens of a large document would take gigabytes. */
const PIECE_LENGTH = 64 * 1024;

/**
 * Where in Turtle each violation stands, `file:line`: the line of the value at fault, else of the property, else of the focus node.
 * Null where no document speaks of the node. Documents are read in pieces, between which others have the thread, until all is found.
 */
export async function locate(
  violations: readonly ShapeViolation[],
  documents: readonly LocatedDocument[],
): Promise<(string | null)[]> {
  const found = new Map(violations.map(({ focusNode }): [string, Places] => [focusNode, new Map()]));
  const isLocated = ({ focusNode, path, value }: ShapeViolation): boolean =>
    found.get(focusNode)!.has(path === null ? '' : `${path} ${value}`);
  for (const document of documents) {
    const whole = 'text' in document ? document.text : document.bytes;
    const reader = new PlaceReader(document, found);
    for (let at = 0; at < whole.length && !violations.every(isLocated); at += PIECE_LENGTH) {
      await setImmediate();
      if (!reader.read(whole.slice(at, at + PIECE_LENGTH))) break;
    }
    reader.end();
  }
  return violations.map(({ focusNode, path, value }) => {
    const places = found.get(focusNode);
    return places?.get(`${path} ${value}`) ?? places?.get(path ?? '') ?? places?.get('') ?? null;
  });
}

/** Gives a document to N3's lexer in pieces, as a stream would. */
class PlaceReader {
  readonly #input = new EventEmitter();
  /** What is not Turtle did not make the vocabulary. */
  #isTurtle = true;

  constructor(document: LocatedDocument, found: ReadonlyMap<string, Places>) {
    const note = placeNoter(document, found);
    new n3.Lexer().tokenize(this.#input as Readable, (error, token) => {
      if (error) this.#isTurtle = false;
      else if (this.#isTurtle) note(token as unknown as Token);
    });
  }

  /** Reads on. Whether it is Turtle so far. */
  read(piece: string | Uint8Array): boolean {
    this.#input.emit('data', piece);
    return this.#isTurtle;
  }

  end(): void {
    this.#input.emit('end');
  }
}

/** Notes where things stand, token by token, as Turtle's grammar has them for graphs without blank nodes: subject, predicate, objects. */
function placeNoter(
  { name, baseIri, ...document }: LocatedDocument,
  found: ReadonlyMap<string, Places>,
): (token: Token) => void {
  const lines = 'lines' in document ? document.lines : undefined;
  const prefixes = new Map<string, string>();
  let role: 'subject' | 'predicate' | 'object' = 'subject';
  let directive: string | null = null;
  let prefix = '';
  let base = baseIri;
  let predicate = '';
  let places: Places | undefined;
  const iriOf = (token: Token): string => {
    if (token.type === 'prefixed') return (prefixes.get(token.prefix) ?? '') + token.value;
    if (token.type === 'IRI') return new URL(token.value, base).href;
    return token.type === 'abbreviation' ? `${RDF}type` : token.value;
  };
  return (token) => {
    switch (token.type) {
      case '@prefix':
      case 'PREFIX':
      case '@base':
      case 'BASE':
        directive = token.type;
        break;
      case 'prefix':
        prefix = token.value;
        break;
      case '.':
        directive = null;
        role = 'subject';
        break;
      case ';':
        role = 'predicate';
        break;
      case ',':
      case 'type':
      case 'typeIRI':
      case 'langcode':
      case 'eof':
        break;
      default:
        if (directive !== null) {
          if (/base/i.test(directive)) base = iriOf(token);
          else prefixes.set(prefix, iriOf(token));
          // Those of SPARQL end without a full stop.
          if (!directive.startsWith('@')) directive = null;
          break;
        }
        if (role === 'subject') places = found.get(iriOf(token));
        if (places !== undefined) {
          if (role === 'predicate') predicate = iriOf(token);
          const key = role === 'subject' ? '' : role === 'predicate' ? predicate : `${predicate} ${iriOf(token)}`;
          if (!places.has(key)) places.set(key, `${name}:${lines?.[token.line - 1] ?? token.line}`);
        }
        role = role === 'subject' ? 'predicate' : 'object';
    }
  };
}
