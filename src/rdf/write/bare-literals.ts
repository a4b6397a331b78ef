import { XSD } from '../namespaces.ts';

/** What Turtle writes without quotes (§6.5 INTEGER, DECIMAL, DOUBLE, BooleanLiteral); a text that is none of it has no form. */
export type BareForm = 'integer' | 'decimal' | 'double' | 'boolean';

const FORMS: ReadonlyMap<string, BareForm> = new Map([
  [`${XSD}integer`, 'integer'],
  [`${XSD}decimal`, 'decimal'],
  [`${XSD}double`, 'double'],
  [`${XSD}boolean`, 'boolean'],
]);

/** The form that a lexical form of a datatype has to have to stand without quotes; null where none does. */
export function bareFormOf(datatypeIri: string): BareForm | null {
  return FORMS.get(datatypeIri) ?? null;
}

/** The form of bytes from `start` to `end`; null where they need quotes. */
export function formOfBytes(bytes: Uint8Array, start: number, end: number): BareForm | null {
  if (start === end) return null;
  const first = bytes[start]!;
  if (first === 0x74 || first === 0x66) return isBoolean(bytes, start, end) ? 'boolean' : null;
  const from = first === PLUS || first === MINUS ? start + 1 : start;
  let at = behindDigits(bytes, from, end);
  const whole = at - from;
  let fraction = 0;
  const hasPoint = at < end && bytes[at] === 0x2e;
  if (hasPoint) {
    const point = at;
    at = behindDigits(bytes, point + 1, end);
    fraction = at - point - 1;
  }
  if (at === end) {
    if (hasPoint) return fraction > 0 ? 'decimal' : null;
    return whole > 0 ? 'integer' : null;
  }
  if (whole + fraction === 0 || (bytes[at]! | LOWER_CASE) !== 0x65) return null;
  at++;
  if (bytes[at] === PLUS || bytes[at] === MINUS) at++;
  return at < end && behindDigits(bytes, at, end) === end ? 'double' : null;
}

const PLUS = 0x2b;
const MINUS = 0x2d;
const LOWER_CASE = 0x20;
const BOOLEANS = ['true', 'false'].map((text) => Uint8Array.from(text, (character) => character.charCodeAt(0)));

function behindDigits(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at]! >= 0x30 && bytes[at]! <= 0x39) at++;
  return at;
}

function isBoolean(bytes: Uint8Array, start: number, end: number): boolean {
  return BOOLEANS.some((text) => text.length === end - start && text.every((byte, i) => bytes[start + i] === byte));
}
