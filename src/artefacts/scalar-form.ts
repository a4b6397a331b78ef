import { XSD } from '../rdf/namespaces.ts';

/**
 * What a datatype takes of JSON without a warning (`mapping.md §5`), in words that schemas have. `text` takes every scalar. The patterns run in
 * the engines of all languages: no lookaround, no classes but of ASCII.
 */
export type ScalarForm =
  | { readonly kind: 'number'; readonly pattern: string }
  | { readonly kind: 'decimal'; readonly pattern: string }
  | { readonly kind: 'integer'; readonly pattern: string; readonly low: bigint | null; readonly high: bigint | null }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'moment'; readonly pattern: string }
  | { readonly kind: 'text' };

/** @param datatype its IRI; null for what JSON tells */
export function scalarFormOf(datatype: string | null): ScalarForm {
  return (datatype === null ? undefined : FORMS.get(datatype)) ?? { kind: 'text' };
}

/** What the hub sees of a number and other readers of JSON do not: they have only its value. */
export function unseenOf(form: ScalarForm): readonly string[] {
  if (form.kind === 'decimal') return ['Numbers of JSON with an exponent beyond 30 fit here; the hub warns of them.'];
  if (form.kind === 'integer')
    return [
      'Whole numbers of JSON with an exponent (1e2), or that only rounding makes whole, fit here; the hub warns of them.',
    ];
  if (form.kind === 'boolean') return ['Numbers such as 1.0 and -0 fit here; the hub warns of all but 0 and 1.'];
  return [];
}

const DECIMAL = '(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)';
const NUMERAL = `[+-]?${DECIMAL}`;
const DOUBLE = `^(?:${NUMERAL}(?:[eE][+-]?[0-9]+)?|[+-]?INF|NaN)$`;

const LEAP = '(?:[0-9][0-9](?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)';
const MANY = '(?:[1-9][0-9]*)?';
const DATE = `-?(?:${MANY}[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|${MANY}${LEAP}-02-29)`;
const TIME = '(?:(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\\.[0-9]+)?)?|24:00(?::00(?:\\.0+)?)?)';
const ZONE = '(?:[Zz]|[+-](?:(?:0[0-9]|1[0-3])(?::?[0-5][0-9])?|14(?::?00)?))';

const moment = (pattern: string): ScalarForm => ({ kind: 'moment', pattern: `^${pattern}$` });

/** Whole numbers from `low` to `high`; null for no bound. */
function whole(low: bigint | null, high: bigint | null): ScalarForm {
  const positive = high === null ? '\\+?[0-9]+' : high < 0n ? null : `\\+?0*${upTo(high)}`;
  const negative = low === null ? '-[0-9]+' : `-0*${upTo(-low)}`;
  // What has no zero between its bounds needs a digit that is none.
  const over = low !== null && low > 0n ? '\\+?0*[1-9][0-9]*' : positive;
  const under = high !== null && high < 0n ? '-0*[1-9][0-9]*' : low !== null && low > 0n ? null : negative;
  const pattern = `^(?:${[over, under].filter((part) => part !== null).join('|')})$`;
  return { kind: 'integer', pattern, low, high };
}

/** A pattern of the numbers from 0 to `most`, behind zeros. */
function upTo(most: bigint): string {
  const digits = String(most);
  if (most === 0n) return '0';
  const options = [`[0-9]{1,${digits.length - 1}}`];
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[i]);
    const rest = digits.length - 1 - i;
    const least = i === 0 ? 1 : 0;
    if (digit > least)
      options.push(`${digits.slice(0, i)}[${least}-${digit - 1}]${rest === 0 ? '' : `[0-9]{${rest}}`}`);
  }
  options.push(digits);
  return `(?:${(digits.length === 1 ? options.slice(1).concat('0') : options).join('|')})`;
}

const FORMS: ReadonlyMap<string, ScalarForm> = new Map(
  Object.entries<ScalarForm>({
    double: { kind: 'number', pattern: DOUBLE },
    float: { kind: 'number', pattern: DOUBLE },
    decimal: { kind: 'decimal', pattern: `^${NUMERAL}$` },
    boolean: { kind: 'boolean' },
    dateTimeStamp: moment(`${DATE}[Tt ]${TIME}${ZONE}`),
    dateTime: moment(`${DATE}[Tt ]${TIME}${ZONE}?`),
    date: moment(`${DATE}${ZONE}?`),
    time: moment(`${TIME}${ZONE}?`),
    integer: whole(null, null),
    nonPositiveInteger: whole(null, 0n),
    negativeInteger: whole(null, -1n),
    nonNegativeInteger: whole(0n, null),
    positiveInteger: whole(1n, null),
    long: whole(-(2n ** 63n), 2n ** 63n - 1n),
    int: whole(-(2n ** 31n), 2n ** 31n - 1n),
    short: whole(-32768n, 32767n),
    byte: whole(-128n, 127n),
    unsignedLong: whole(0n, 2n ** 64n - 1n),
    unsignedInt: whole(0n, 2n ** 32n - 1n),
    unsignedShort: whole(0n, 65535n),
    unsignedByte: whole(0n, 255n),
  }).map(([name, form]) => [XSD + name, form]),
);
