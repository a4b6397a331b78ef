import { XSD, XSD_BOOLEAN, XSD_DATE_TIME, XSD_STRING } from '../rdf/namespaces.ts';
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

/** Datatypes whose numbers are written without exponent, integers also without a fraction (`mapping.md §5`). */
const REWRITTEN = new Set([...NUMERIC].filter((datatype) => !/double|float/.test(datatype)));
/** Datatypes whose values are repaired. */
const TIMES = new Set([XSD_DATE_TIME, `${XSD}dateTimeStamp`, `${XSD}time`]);
const ZONED_DATE = /(?:Z|:[0-9]{2})$/;
/** What half of a surrogate pair becomes. */
export const REPLACEMENT = '\uFFFD';

/** The literal that a term in canonical N-Triples is. */
export function readLiteral(term: string): GraphLiteral {
  const quote = term.lastIndexOf('"');
  const lexical = unescapeTriplesText(term.slice(1, quote));
  const rest = term.slice(quote + 1);
  return { lexical, datatype: rest.startsWith('^^') ? rest.slice(3, -1) : XSD_STRING };
}

/**
 * Whether the conversion makes the same literal of another text of the same JSON type: of `1e3` where it wrote `1000`, say.
 *
 * @param given the datatype of the key; null where JSON tells it, and numbers stay as they were written
 */
export function hasOtherForms({ lexical, datatype }: GraphLiteral, given: string | null): boolean {
  if (lexical.includes(REPLACEMENT) || TIMES.has(datatype)) return true;
  if (datatype === `${XSD}date`) return ZONED_DATE.test(lexical);
  return datatype === given && REWRITTEN.has(datatype) && JSON_NUMBER.test(lexical);
}

/** The JSON text of a literal: a number or a boolean where its datatype is one and JSON can write it so, else a string. */
export function jsonOf({ lexical, datatype }: GraphLiteral): string {
  if (NUMERIC.has(datatype) && JSON_NUMBER.test(lexical)) return lexical;
  if (datatype === XSD_BOOLEAN && (lexical === 'true' || lexical === 'false')) return lexical;
  return JSON.stringify(lexical);
}
