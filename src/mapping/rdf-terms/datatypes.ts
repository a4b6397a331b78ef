import { isCommonDateTime, readDate, readDateTime, readTime, type Moment } from './date-time.ts';
import { XSD } from '../../rdf/namespaces.ts';
import { DECIMAL, DOUBLE, FALSE, INTEGER, STRING, TRUE } from '../json/tape-entry.ts';

/** A datatype of one conversion. `id` numbers them, so that writers keep what they rendered in arrays. */
export class Datatype {
  readonly iri: string;
  readonly id: number;
  readonly takes: Takes;
  private readonly unseen: number;
  private readonly isTimestamp: boolean;
  private readonly isMoment: boolean;

  constructor(iri: string, id: number) {
    this.iri = iri;
    this.id = id;
    this.takes = RULES.get(iri) ?? takeText;
    this.unseen = NOT_VISITED.get(iri) ?? 0;
    this.isTimestamp = iri === DATE_TIME_STAMP;
    this.isMoment = this.isTimestamp || iri === DATE_TIME;
  }

  /** True where every value of a kind is taken as it is written. */
  takesKind(kind: number): boolean {
    return (this.unseen & (1 << kind)) !== 0;
  }

  /** True where the bytes of a number, a word or a plain string are taken as they are; false leaves it to `takes`. */
  takesBytes(kind: number, bytes: Uint8Array, start: number, end: number): boolean {
    if (this.takesKind(kind)) return true;
    return kind === STRING && this.isMoment && isCommonDateTime(bytes, start, end, this.isTimestamp);
  }
}

const DATE_TIME_STAMP = `${XSD}dateTimeStamp`;
const DATE_TIME = `${XSD}dateTime`;

/** Kinds of values that fit a datatype as they are written, as bits. */
const NOT_VISITED: ReadonlyMap<string, number> = new Map([
  [`${XSD}double`, (1 << INTEGER) | (1 << DECIMAL) | (1 << DOUBLE)],
  [`${XSD}decimal`, (1 << INTEGER) | (1 << DECIMAL)],
  [`${XSD}integer`, 1 << INTEGER],
  [`${XSD}boolean`, (1 << TRUE) | (1 << FALSE)],
  [`${XSD}string`, 1 << STRING],
]);

/** What a datatype makes of a value. */
interface Claimed {
  readonly lexical: string;
  /** The datatype where it is not the one that was asked. */
  readonly instead?: string;
}

/**
 * Gives the lexical form of a value in a datatype (`mapping.md §5`), or null when the value does not fit.
 * `kind` is the kind of the tape entry, `text` the string's text or the digits or word as written.
 */
type Takes = (kind: number, text: string) => Claimed | null;

/** The datatypes of one mapping, each with an id from 0. */
export class DatatypeTable {
  private readonly byIri = new Map<string, Datatype>();

  get(iri: string): Datatype {
    let datatype = this.byIri.get(iri);
    if (datatype === undefined) {
      datatype = new Datatype(iri, this.byIri.size);
      this.byIri.set(iri, datatype);
    }
    return datatype;
  }
}

/** The datatype that JSON itself tells. */
export function inferredDatatype(kind: number): string {
  switch (kind) {
    case TRUE:
    case FALSE:
      return `${XSD}boolean`;
    case INTEGER:
      return `${XSD}integer`;
    case DECIMAL:
      return `${XSD}decimal`;
    case DOUBLE:
      return `${XSD}double`;
    default:
      return `${XSD}string`;
  }
}

const takeText: Takes = (_kind, text) => ({ lexical: text });

const takeDouble: Takes = (kind, text) => {
  if (kind === STRING)
    return /^(?:[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[Ee][+-]?[0-9]+)?|[+-]?INF|NaN)$/.test(text)
      ? { lexical: text }
      : null;
  return kind === TRUE || kind === FALSE ? null : { lexical: text };
};

/** Exponents up to this magnitude are written out. */
const MAX_EXPONENT = 30;

const takeDecimal: Takes = (kind, text) => {
  if (kind === STRING) return /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/.test(text) ? { lexical: text } : null;
  if (kind === INTEGER || kind === DECIMAL) return { lexical: text };
  return kind === DOUBLE ? expand(text) : null;
};

/** `-2.50E+1` -> `-25.0`: the digits as written, the point moved. */
function expand(text: string): Claimed | null {
  const [, sign, whole, fraction = '', exponentText] = /^(-?)([0-9]+)(?:\.([0-9]+))?[eE]([+-]?[0-9]+)$/.exec(text)!;
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > MAX_EXPONENT) return null;
  const digits = whole! + fraction;
  const point = whole!.length + exponent;
  const padded =
    point > digits.length ? digits.padEnd(point, '0') : point < 1 ? '0'.repeat(1 - point) + digits : digits;
  const at = Math.max(point, 1);
  const left = padded.slice(0, at).replace(/^0+(?=[0-9])/, '');
  const right = padded.slice(at);
  return { lexical: sign! + left + (right === '' ? '' : `.${right}`) };
}

const takeBoolean: Takes = (kind, text) => {
  if (kind === TRUE || kind === FALSE) return { lexical: text };
  if (kind === STRING) return /^(?:true|false|0|1)$/.test(text) ? { lexical: text } : null;
  return kind === INTEGER && (text === '0' || text === '1') ? { lexical: text } : null;
};

function takeInteger(low: bigint | null, high: bigint | null): Takes {
  return (kind, text) => {
    let lexical = text;
    if (kind === DECIMAL) {
      const match = /^(-?[0-9]+)\.0+$/.exec(text);
      if (match === null) return null;
      lexical = match[1]!;
    } else if (kind === STRING ? !/^[+-]?[0-9]+$/.test(text) : kind !== INTEGER) return null;
    return (low === null && high === null) || inRange(lexical, low, high) ? { lexical } : null;
  };
}

/** More digits than any bound has: the sign alone decides, and nothing long is ever parsed. */
const LONGEST_BOUND = 20;

function inRange(lexical: string, low: bigint | null, high: bigint | null): boolean {
  const negative = lexical.startsWith('-');
  const digits = lexical.replace(/^[+-]?0*(?=[0-9])/, '');
  if (digits.length > LONGEST_BOUND) return negative ? low === null : high === null;
  const value = negative ? -BigInt(digits) : BigInt(digits);
  return (low === null || value >= low) && (high === null || value <= high);
}

function takeMoment(read: (text: string) => Moment | null): Takes {
  return (kind, text) => (kind === STRING ? read(text) : null);
}

const takeDateTimeStamp: Takes = (kind, text) => {
  const moment = kind === STRING ? readDateTime(text) : null;
  if (moment === null) return null;
  return moment.zoned ? moment : { lexical: moment.lexical, instead: DATE_TIME };
};

const RULES: ReadonlyMap<string, Takes> = new Map<string, Takes>([
  [`${XSD}double`, takeDouble],
  [`${XSD}float`, takeDouble],
  [`${XSD}decimal`, takeDecimal],
  [`${XSD}boolean`, takeBoolean],
  [DATE_TIME_STAMP, takeDateTimeStamp],
  [DATE_TIME, takeMoment(readDateTime)],
  [`${XSD}date`, takeMoment(readDate)],
  [`${XSD}time`, takeMoment(readTime)],
  // XSD 1.1 Part 2 §3.4.13 to §3.4.25
  [`${XSD}integer`, takeInteger(null, null)],
  [`${XSD}nonPositiveInteger`, takeInteger(null, 0n)],
  [`${XSD}negativeInteger`, takeInteger(null, -1n)],
  [`${XSD}nonNegativeInteger`, takeInteger(0n, null)],
  [`${XSD}positiveInteger`, takeInteger(1n, null)],
  [`${XSD}long`, takeInteger(-(2n ** 63n), 2n ** 63n - 1n)],
  [`${XSD}int`, takeInteger(-(2n ** 31n), 2n ** 31n - 1n)],
  [`${XSD}short`, takeInteger(-32768n, 32767n)],
  [`${XSD}byte`, takeInteger(-128n, 127n)],
  [`${XSD}unsignedLong`, takeInteger(0n, 2n ** 64n - 1n)],
  [`${XSD}unsignedInt`, takeInteger(0n, 2n ** 32n - 1n)],
  [`${XSD}unsignedShort`, takeInteger(0n, 65535n)],
  [`${XSD}unsignedByte`, takeInteger(0n, 255n)],
]);
