import { RDF_LANG_STRING, XSD, XSD_BOOLEAN, XSD_DECIMAL, XSD_INTEGER, XSD_STRING } from '../../rdf/namespaces.ts';
import { datatypeOf, type BoundTerm } from '../../rdf/rows.ts';
import { matchesPattern, shapePattern } from './shape-pattern.ts';

/** What an expression of SPARQL gives: a term, a value that is none yet, or undefined for an error and what is unbound. */
export type Value = BoundTerm | boolean | number | undefined;

const NUMERIC = new Set([XSD_INTEGER, XSD_DECIMAL, `${XSD}double`, `${XSD}float`]);
const KNOWN = new Set([...NUMERIC, XSD_BOOLEAN, XSD_STRING, RDF_LANG_STRING]);

/** A value as a term; undefined for an error. */
export function termOf(value: Value): BoundTerm | undefined {
  if (typeof value === 'boolean') return { type: 'literal', value: String(value), datatype: XSD_BOOLEAN };
  if (typeof value === 'number') return { type: 'literal', value: String(value), datatype: XSD_INTEGER };
  return value;
}

/** The effective boolean value (SPARQL 1.1 §17.2.2). */
export function truthOf(value: Value): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  const number = numberOf(value);
  if (number !== undefined) return number !== 0 && !Number.isNaN(number);
  const term = termOf(value)!;
  if (term.type !== 'literal') return undefined;
  const datatype = datatypeOf(term);
  if (datatype === XSD_BOOLEAN) return term.value === 'true' || term.value === '1';
  return datatype === XSD_STRING || datatype === RDF_LANG_STRING ? term.value !== '' : undefined;
}

/** Whether two values are equal (SPARQL 1.1 §17.4.1.7). */
function areEqual(one: Value, other: Value): boolean | undefined {
  const [a, b] = [termOf(one), termOf(other)];
  if (a === undefined || b === undefined) return undefined;
  const [left, right] = [numberOf(one), numberOf(other)];
  if (left !== undefined && right !== undefined) return left === right;
  if (a.type !== b.type) return false;
  if (a.type !== 'literal') return a.value === b.value;
  const isSame =
    a.value === b.value &&
    datatypeOf(a) === datatypeOf(b) &&
    languageOf(a).toLowerCase() === languageOf(b).toLowerCase();
  if (isSame || (KNOWN.has(datatypeOf(a)) && KNOWN.has(datatypeOf(b)))) return isSame;
  return undefined;
}

/** Negative when the first is less, undefined when they have no order (SPARQL 1.1 §17.3.1). */
export function compareValues(one: Value, other: Value): number | undefined {
  const [left, right] = [numberOf(one), numberOf(other)];
  if (left !== undefined && right !== undefined) return left - right;
  const [a, b] = [stringOf(one), stringOf(other)];
  if (a === undefined || b === undefined) return undefined;
  // Strings of two languages have no order.
  return languageOf(one as BoundTerm) === languageOf(other as BoundTerm) ? byCodePoint(a, b) : undefined;
}

/** An order for MAX (SPARQL 1.1 §15.1). Literals that have none are ordered by their texts, as with the engine of the store. */
export function orderOfTerms(one: BoundTerm, other: BoundTerm): number {
  return (
    rankOf(one) - rankOf(other) ||
    (compareValues(one, other) ?? byCodePoint(one.value, other.value)) ||
    byCodePoint(one.value, other.value) ||
    byCodePoint(datatypeOf(one), datatypeOf(other))
  );
}

function rankOf({ type }: BoundTerm): number {
  return type === 'bnode' ? 0 : type === 'uri' ? 1 : 2;
}

/** The functions that take values and have no rules of their own for errors: an error of an argument is theirs. */
export const FUNCTIONS: Readonly<Record<string, (...values: readonly Exclude<Value, undefined>[]) => Value>> = {
  '!': (value) => negated(truthOf(value)),
  '=': areEqual,
  '!=': (one, other) => negated(areEqual(one, other)),
  '<': (one, other) => below(compareValues(one, other)),
  '>': (one, other) => below(compareValues(other, one)),
  str: (value) => plain(lexicalOf(value)),
  lang: (value) => plain(isLiteral(value) ? languageOf(value) : undefined),
  isblank: (value) => termOf(value)!.type === 'bnode',
  isiri: (value) => termOf(value)!.type === 'uri',
  strlen: (value) => withString(value, (text) => Array.from(text).length),
  lcase: (value) => withString(value, (text) => like(value, text.toLowerCase())),
  strlang: (value, language) =>
    // No language is none that a text could have.
    withStrings(value, language, (text, tag) => (tag === '' ? undefined : { ...plain(text)!, 'xml:lang': tag })),
  encode_for_uri: (value) => withString(value, (text) => plain(encodeForUri(text))),
  strstarts: (value, start) => withStrings(value, start, (text, sought) => text.startsWith(sought)),
  strends: (value, end) => withStrings(value, end, (text, sought) => text.endsWith(sought)),
  contains: (value, part) => withStrings(value, part, (text, sought) => text.includes(sought)),
  strafter: (value, part) =>
    withStrings(value, part, (text, sought) => {
      const at = text.indexOf(sought);
      return at < 0 ? plain('') : like(value, text.slice(at + sought.length));
    }),
  strbefore: (value, part) =>
    withStrings(value, part, (text, sought) => {
      const at = text.indexOf(sought);
      return at < 0 ? plain('') : like(value, text.slice(0, at));
    }),
  concat: (...values) => {
    const texts = values.map(stringOf);
    return texts.includes(undefined) ? undefined : plain(texts.join(''));
  },
  regex: (value, pattern) => withStrings(value, pattern, (text, sought) => matchesPattern(text, sought)),
  replace: (value, pattern, replacement) =>
    withStrings(value, pattern, (text, sought) =>
      like(
        value,
        text.replace(shapePattern(sought), () => stringOf(replacement) ?? ''),
      ),
    ),
};

function numberOf(value: Value): number | undefined {
  if (typeof value === 'number') return value;
  if (!isLiteral(value) || value.datatype === undefined || !NUMERIC.has(value.datatype)) return undefined;
  const number = value.value.trim() === '' ? Number.NaN : Number(value.value.replace('INF', 'Infinity'));
  return Number.isNaN(number) && value.value !== 'NaN' ? undefined : number;
}

/** The text of a string, with a language or without. */
export function stringOf(value: Value): string | undefined {
  if (!isLiteral(value)) return undefined;
  return value.datatype === undefined || value.datatype === XSD_STRING ? value.value : undefined;
}

function lexicalOf(value: Exclude<Value, undefined>): string | undefined {
  const term = termOf(value)!;
  return term.type === 'bnode' ? undefined : term.value;
}

function languageOf(term: BoundTerm): string {
  return term['xml:lang'] ?? '';
}

function isLiteral(value: Value): value is BoundTerm {
  return typeof value === 'object' && value.type === 'literal';
}

function plain(value: string | undefined): BoundTerm | undefined {
  return value === undefined ? undefined : { type: 'literal', value };
}

/** Another text in the language of a string. */
function like(value: Value, text: string): BoundTerm {
  return { ...(value as BoundTerm), value: text };
}

function withString(value: Value, use: (text: string) => Value): Value {
  const text = stringOf(value);
  return text === undefined ? undefined : use(text);
}

function withStrings(value: Value, other: Value, use: (text: string, sought: string) => Value): Value {
  const [text, sought] = [stringOf(value), stringOf(other)];
  return text === undefined || sought === undefined ? undefined : use(text, sought);
}

function negated(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value;
}

function below(order: number | undefined): boolean | undefined {
  return order === undefined ? undefined : order < 0;
}

function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** SPARQL 1.1 §17.4.3.11: all but the unreserved characters of RFC 3986 §2.3 are encoded. */
function encodeForUri(text: string): string | undefined {
  try {
    return encodeURIComponent(text).replace(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  } catch {
    return undefined;
  }
}
