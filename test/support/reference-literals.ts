/** `mapping.md §5`, slowly: which literal a JSON value becomes. */
import { toUSVString } from 'node:util';
import type { TermRange } from '../../src/mapping/lexicon/lexicon.ts';
import type { JsonScalar } from './json-tree.ts';

const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** `[least, greatest]` of xsd:integer and the types derived from it. */
const INTEGERS: Readonly<Record<string, readonly [bigint | null, bigint | null]>> = {
  integer: [null, null],
  nonPositiveInteger: [null, 0n],
  negativeInteger: [null, -1n],
  long: [-(2n ** 63n), 2n ** 63n - 1n],
  int: [-(2n ** 31n), 2n ** 31n - 1n],
  short: [-32768n, 32767n],
  byte: [-128n, 127n],
  nonNegativeInteger: [0n, null],
  unsignedLong: [0n, 2n ** 64n - 1n],
  unsignedInt: [0n, 2n ** 32n - 1n],
  unsignedShort: [0n, 65535n],
  unsignedByte: [0n, 255n],
  positiveInteger: [1n, null],
};

export interface ReferenceLiteral {
  readonly lexicalForm: string;
  readonly datatype: string;
  readonly mismatch: boolean;
}

/** The literal of a scalar under a datatype; null infers one. */
export function literalByReference(value: JsonScalar, datatype: string | null): ReferenceLiteral {
  const text = toUSVString(value.text);
  const inferred = { lexicalForm: text, datatype: XSD + inferType(value), mismatch: false };
  if (datatype === null) return inferred;
  const exact = (lexicalForm: string | null) =>
    lexicalForm === null ? { ...inferred, mismatch: true } : { lexicalForm, datatype, mismatch: false };
  if (!datatype.startsWith(XSD)) return exact(text);
  const name = datatype.slice(XSD.length);
  if (Object.hasOwn(INTEGERS, name)) return exact(asInteger(value, INTEGERS[name]!));
  switch (name) {
    case 'double':
    case 'float':
      return exact(
        value.kind === 'number' ||
          (value.kind === 'string' && /^([+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?|[+-]?INF|NaN)$/.test(text))
          ? text
          : null,
      );
    case 'decimal':
      if (value.kind === 'number') return exact(expandDecimal(text));
      return exact(value.kind === 'string' && /^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)$/.test(text) ? text : null);
    case 'boolean':
      return exact(['true', 'false', '0', '1'].includes(text) ? text : null);
    case 'dateTimeStamp':
    case 'dateTime': {
      const repaired = value.kind === 'string' ? repairDateTime(text) : null;
      if (repaired === null) return exact(null);
      if (name === 'dateTimeStamp' && repaired.zone === '')
        return { lexicalForm: repaired.text, datatype: `${XSD}dateTime`, mismatch: true };
      return exact(repaired.text);
    }
    case 'date':
      return exact(value.kind === 'string' ? repairDate(text) : null);
    case 'time':
      return exact(value.kind === 'string' ? repairTime(text) : null);
    default:
      return exact(text);
  }
}

/** True for a number, or a text of one that the datatype takes, that is outside of a range of numbers. */
export function isOutsideByReference(value: JsonScalar, datatype: string, { smallest, largest }: TermRange): boolean {
  const name = datatype.startsWith(XSD) ? datatype.slice(XSD.length) : '';
  if (!['double', 'float', 'decimal'].includes(name) && !Object.hasOwn(INTEGERS, name)) return false;
  const isNumber =
    value.kind === 'number' || (value.kind === 'string' && !literalByReference(value, datatype).mismatch);
  if (!isNumber || value.text === 'NaN') return false;
  return (
    (smallest !== null && orderOf(value.text, smallest) < 0) || (largest !== null && orderOf(value.text, largest) > 0)
  );
}

/** The sign of the difference of two numerals. */
function orderOf(one: string, other: string): number {
  if (one.endsWith('INF')) return one.startsWith('-') ? -1 : 1;
  const [a, b] = [one, other].map((numeral) => {
    const [, sign, whole, fraction = '', exponent = '0'] = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE](.+))?$/.exec(
      numeral,
    )!;
    const digits = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
    // Larger exponents than 5,000 only make large numbers larger, and small ones smaller.
    return { digits, places: fraction.length - Math.max(-5000, Math.min(5000, Number(exponent))) };
  }) as [{ digits: bigint; places: number }, { digits: bigint; places: number }];
  const places = Math.max(a.places, b.places);
  const [x, y] = [a, b].map(({ digits, places: own }) => digits * 10n ** BigInt(places - own)) as [bigint, bigint];
  return x < y ? -1 : x > y ? 1 : 0;
}

/** The literal of an annotation that is no IRI. */
export function annotationByReference(text: string, isDate: boolean): { lexicalForm: string; datatype: string } {
  if (isDate && repairDate(text) === text) return { lexicalForm: text, datatype: `${XSD}date` };
  if (isDate && repairDateTime(text)?.text === text) return { lexicalForm: text, datatype: `${XSD}dateTime` };
  return { lexicalForm: text, datatype: `${XSD}string` };
}

function inferType({ kind, text }: JsonScalar): string {
  if (kind !== 'number') return kind;
  return /[eE]/.test(text) ? 'double' : text.includes('.') ? 'decimal' : 'integer';
}

function asInteger(
  { kind, text }: JsonScalar,
  [least, greatest]: readonly [bigint | null, bigint | null],
): string | null {
  const digits = kind === 'number' ? text.replace(/\.0+$/, '') : text;
  if (kind === 'boolean' || !/^[+-]?[0-9]+$/.test(digits)) return null;
  const number = digits.startsWith('-') ? -BigInt(digits.slice(1)) : BigInt(digits.replace('+', ''));
  return (least !== null && number < least) || (greatest !== null && number > greatest) ? null : digits;
}

function expandDecimal(text: string): string | null {
  const [, sign, whole, fraction = '', exponent] = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(text)!;
  if (exponent === undefined) return text;
  const shift = Number(exponent);
  if (Math.abs(shift) > 30) return null;
  const padded = '0'.repeat(31) + whole + fraction + '0'.repeat(31);
  const point = 31 + whole!.length + shift;
  const places = Math.max(0, fraction.length - shift);
  const before = padded.slice(0, point).replace(/^0+(?=[0-9])/, '');
  return sign + before + (places > 0 ? `.${padded.slice(point, point + places)}` : '');
}

function repairDate(text: string): string | null {
  const parts = /^(-?[0-9]{4,})-([0-9]{2})-([0-9]{2})(.*)$/s.exec(text);
  if (parts === null || !isDay(parts[1]!, parts[2]!, parts[3]!)) return null;
  const zone = repairZone(parts[4]!);
  return zone === null ? null : `${parts[1]}-${parts[2]}-${parts[3]}${zone}`;
}

function repairTime(text: string): string | null {
  const parts = /^([0-9]{2}):([0-9]{2})(?::([0-9]{2})(\.[0-9]+)?)?(.*)$/s.exec(text);
  if (parts === null) return null;
  const [, hour, minute, second = '00', fraction = '', rest] = parts;
  const usual = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
  const endOfDay = hour === '24' && minute === '00' && second === '00' && /^(\.0+)?$/.test(fraction);
  const zone = repairZone(rest!);
  return (usual || endOfDay) && zone !== null ? `${hour}:${minute}:${second}${fraction}${zone}` : null;
}

function repairDateTime(text: string): { text: string; zone: string } | null {
  const parts = /^(-?[0-9]{4,}-[0-9]{2}-[0-9]{2})[Tt ](.*)$/s.exec(text);
  if (parts === null || repairDate(parts[1]!) === null) return null;
  const time = repairTime(parts[2]!);
  return time === null ? null : { text: `${parts[1]}T${time}`, zone: /(Z|[+-][0-9]{2}:[0-9]{2})?$/.exec(time)![0] };
}

function repairZone(zone: string): string | null {
  if (zone === '') return '';
  if (zone === 'Z' || zone === 'z') return 'Z';
  const parts = /^([+-])([0-9]{2})(?::?([0-9]{2}))?$/.exec(zone);
  if (parts === null) return null;
  const [, sign, hours, minutes = '00'] = parts;
  const fits = (Number(hours) < 14 && Number(minutes) < 60) || (hours === '14' && minutes === '00');
  return fits ? `${sign}${hours}:${minutes}` : null;
}

function isDay(year: string, month: string, day: string): boolean {
  const digits = year.replace('-', '');
  if (digits.length > 4 && digits.startsWith('0')) return false;
  const number = BigInt(year);
  const leap = number % 4n === 0n && (number % 100n !== 0n || number % 400n === 0n);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Number(month) - 1];
  return days !== undefined && Number(day) >= 1 && Number(day) <= days;
}
