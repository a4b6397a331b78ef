import { RDF_LANG_STRING, XSD_BOOLEAN, XSD_DECIMAL, XSD_INTEGER, XSD_STRING } from './namespaces.ts';

/** A term as SPARQL 1.1 Query Results JSON writes it (§3.2.2). */
export interface BoundTerm {
  readonly type: 'uri' | 'literal' | 'bnode';
  readonly value: string;
  readonly datatype?: string;
  readonly 'xml:lang'?: string;
}

/** Makes a value of one binding of a row, or throws `RowError`. */
export type Decoder<T> = (term: BoundTerm | undefined, variable: string) => T;

/** Which variables a row must have, and what each becomes. */
export type RowShape = Readonly<Record<string, Decoder<unknown>>>;
export type DecodedRow<S extends RowShape> = { readonly [V in keyof S]: ReturnType<S[V]> };

/** A row of a result is not what the query promised: the store holds what it should not, or the query is wrong. */
export class RowError extends Error {
  override readonly name = 'RowError';
}

/** The IRI of an IRI. */
export const asIri: Decoder<string> = (term, variable) => {
  if (term?.type !== 'uri') throw mismatch('an IRI', term, variable);
  return term.value;
};

/** The text of a plain or language-tagged string. */
export const asText: Decoder<string> = (term, variable) => {
  const isText = term?.type === 'literal' && [XSD_STRING, RDF_LANG_STRING].includes(datatypeOf(term));
  if (!isText) throw mismatch('a string', term, variable);
  return term.value;
};

/** The value of an `xsd:integer` that a JavaScript number holds exactly. */
export const asInteger: Decoder<number> = (term, variable) => {
  const value = term?.type === 'literal' && datatypeOf(term) === XSD_INTEGER ? Number(term.value) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw mismatch('an integer', term, variable);
  return value;
};

/** The text of an `xsd:decimal`: a number of JavaScript may be another. */
export const asDecimal: Decoder<string> = (term, variable) => {
  const isDecimal = term?.type === 'literal' && datatypeOf(term) === XSD_DECIMAL;
  if (!isDecimal || !/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(term.value)) throw mismatch('a decimal', term, variable);
  return term.value;
};

/** The value of an `xsd:boolean`. */
export const asBoolean: Decoder<boolean> = (term, variable) => {
  if (term?.type !== 'literal' || datatypeOf(term) !== XSD_BOOLEAN) throw mismatch('a boolean', term, variable);
  return term.value === 'true' || term.value === '1';
};

/** Any bound term as it is. */
export const asTerm: Decoder<BoundTerm> = (term, variable) => {
  if (term === undefined) throw mismatch('a term', term, variable);
  return term;
};

/** Any term as it is, undefined where the variable is unbound. */
const asFound: Decoder<BoundTerm | undefined> = (term) => term;

/** null where the variable is unbound, else what `decoder` makes of it. */
export function optional<T>(decoder: Decoder<T>): Decoder<T | null> {
  return (term, variable) => (term === undefined ? null : decoder(term, variable));
}

/** One row of a result, by variable. */
export type Solution = Readonly<Record<string, BoundTerm>>;

/**
 * The rows of a SELECT, decoded.
 *
 * @param json text of SPARQL 1.1 Query Results JSON
 * @throws RowError for text that is no such document, and for a row with a missing or wrong-typed binding
 */
export function decodeRows<S extends RowShape>(json: string, shape: S): DecodedRow<S>[] {
  return decodeSolutions(readSolutions(json), shape);
}

/** The rows of a SELECT as they are. @throws RowError for text that is no SPARQL 1.1 Query Results JSON */
export function readSolutions(json: string): Solution[] {
  return bindingsOf(json).map((row) => {
    if (typeof row !== 'object' || row === null) throw new RowError('The store answered with a row that is none');
    const solution: Record<string, BoundTerm> = Object.create(null) as Record<string, BoundTerm>;
    for (const variable of Object.keys(row)) solution[variable] = termOf(row, variable);
    return solution;
  });
}

/** The shape that leaves the variables of `shape` as they are found, for rows that are decoded one by one with `decodeSolutions`. */
export function undecoded(shape: RowShape): Readonly<Record<string, Decoder<BoundTerm | undefined>>> {
  return Object.fromEntries(Object.keys(shape).map((variable) => [variable, asFound]));
}

/** @throws RowError for a row with a missing or wrong-typed binding */
export function decodeSolutions<S extends RowShape>(
  solutions: readonly Readonly<Record<string, BoundTerm | undefined>>[],
  shape: S,
): DecodedRow<S>[] {
  const decoders = Object.entries(shape);
  return solutions.map((solution) => {
    const decoded: Record<string, unknown> = {};
    for (const [variable, decode] of decoders) decoded[variable] = decode(solution[variable], variable);
    return decoded as DecodedRow<S>;
  });
}

function bindingsOf(json: string): readonly unknown[] {
  let document: unknown;
  try {
    document = JSON.parse(json);
  } catch (cause) {
    throw new RowError('The store did not answer with JSON', { cause });
  }
  const bindings = member(member(document, 'results'), 'bindings');
  if (!Array.isArray(bindings)) throw new RowError('The store did not answer with the rows of a SELECT');
  return bindings;
}

function termOf(row: object, variable: string): BoundTerm {
  const term = member(row, variable);
  const type = member(term, 'type');
  // `typed-literal` is what SPARQL 1.0 servers still write.
  const known = type === 'typed-literal' ? 'literal' : type;
  const value = member(term, 'value');
  const isKnown = known === 'uri' || known === 'literal' || known === 'bnode';
  if (!isKnown || typeof value !== 'string')
    throw new RowError(`?${variable} is bound to something that is no RDF term`);
  const datatype = member(term, 'datatype');
  const language = member(term, 'xml:lang');
  return {
    type: known,
    value,
    ...(typeof datatype === 'string' ? { datatype } : {}),
    ...(typeof language === 'string' ? { 'xml:lang': language } : {}),
  };
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

/** The datatype of a literal, also of those whose datatype the results format leaves out. */
export function datatypeOf(term: BoundTerm): string {
  return term.datatype ?? (term['xml:lang'] === undefined ? XSD_STRING : RDF_LANG_STRING);
}

function mismatch(wanted: string, term: BoundTerm | undefined, variable: string): RowError {
  const found = term === undefined ? 'is unbound' : `is ${term.type} ${JSON.stringify(term.value.slice(0, 200))}`;
  return new RowError(`?${variable} should be ${wanted} but ${found}`);
}
