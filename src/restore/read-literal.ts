import { XSD, XSD_BOOLEAN, XSD_STRING } from '../rdf/namespaces.ts';
import { unescapeTriplesText } from '../rdf/unescape.ts';

/** A literal of the graph. */
export interface GraphLiteral {
  readonly lexical: string;
  /** Its IRI; that of strings for a text with a language. */
  readonly datatype: string;
}

/** Datatypes whose values stand in JSON as numbers. */
const NUMERIC = new Set(
  `double float decimal integer long int short byte nonNegativeInteger positiveInteger nonPositiveInteger negativeInteger
    unsignedLong unsignedInt unsignedShort unsignedByte`
    .split(/\s+/)
    .map((name) => XSD + name),
);
const JSON_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** The literal that a term in canonical N-Triples is. */
export function readLiteral(term: string): GraphLiteral {
  const quote = term.lastIndexOf('"');
  const lexical = unescapeTriplesText(term.slice(1, quote));
  const rest = term.slice(quote + 1);
  return { lexical, datatype: rest.startsWith('^^') ? rest.slice(3, -1) : XSD_STRING };
}

/** The JSON text of a literal: a number or a boolean where its datatype is one and JSON can write it so, else a string. */
export function jsonOf({ lexical, datatype }: GraphLiteral): string {
  if (NUMERIC.has(datatype) && JSON_NUMBER.test(lexical)) return lexical;
  if (datatype === XSD_BOOLEAN && (lexical === 'true' || lexical === 'false')) return lexical;
  return JSON.stringify(lexical);
}
