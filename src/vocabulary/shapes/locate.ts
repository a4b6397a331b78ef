import n3 from 'n3';
import { RDF } from '../../rdf/namespaces.ts';
import type { TurtleDocument } from '../../rdf/read-rdf.ts';
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

/**
 * Where in Turtle each violation stands, `file:line`: the line of the value at fault, else of the property, else of the focus node.
 * Null where no document speaks of the node.
 */
export function locate(violations: readonly ShapeViolation[], documents: readonly TurtleDocument[]): (string | null)[] {
  const found = new Map(violations.map(({ focusNode }): [string, Places] => [focusNode, new Map()]));
  for (const document of documents) {
    try {
      findPlaces(document, found);
    } catch {
      // What is not Turtle did not make the vocabulary.
    }
  }
  return violations.map(({ focusNode, path, value }) => {
    const places = found.get(focusNode);
    return places?.get(`${path} ${value}`) ?? places?.get(path ?? '') ?? places?.get('') ?? null;
  });
}

/** Walks over the tokens as Turtle's grammar has them for graphs without blank nodes: subject, predicate, objects. */
function findPlaces({ name, text, baseIri, lines }: TurtleDocument, found: ReadonlyMap<string, Places>): void {
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
  for (const token of new n3.Lexer().tokenize(text) as unknown as readonly Token[]) {
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
  }
}
