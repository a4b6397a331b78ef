import { toUSVString } from 'node:util';
import fc from 'fast-check';
import { dateTimeText, numberText } from './arbitrary-values.ts';
import type { JsonScalar } from './json-tree.ts';

/** Datatypes of XSD, of which the mapping reads all but `string` and `gYear`. */
export const DATATYPE_NAMES = [
  'dateTimeStamp', 'dateTime', 'date', 'time', 'double', 'float', 'decimal', 'boolean', 'string', 'gYear', 'integer',
  'nonPositiveInteger', 'negativeInteger', 'nonNegativeInteger', 'positiveInteger', 'long', 'int', 'short', 'byte',
  'unsignedLong', 'unsignedInt', 'unsignedShort', 'unsignedByte',
]; // prettier-ignore

/** Texts that are nearly dates, times and numerals: pieces of them, one of which may be missing, doubled or of another text. */
const pieces = fc.array(
  fc.constantFrom(
    '2024', '1900', '2000', '12024', '02024', '-0004', '-', '01', '02', '29', '30', '31', '00', '12', '13', '24', '59', '60',
    'T', 't', ' ', ':', '.', '000', '5', 'Z', 'z', '+', '14', '14:00', '01:00', '0100', 'e', 'E', 'INF', 'NaN', 'true', '0', '1', 'x',
  ),
  { minLength: 1, maxLength: 7 },
); // prettier-ignore
const two = fc.integer({ min: 0, max: 61 }).map((number) => String(number).padStart(2, '0'));
const zone = fc.constantFrom(
  '',
  'Z',
  'z',
  '+01:00',
  '-0530',
  '+14',
  '+14:01',
  '+15:00',
  '+1',
  '+01:60',
  'ZZ',
  '+01:0',
  ' ',
);
const date = fc
  .tuple(fc.constantFrom('2024', '2023', '1900', '2000', '0000', '-0004', '12024', '02024', '999'), two, two)
  .map((parts) => parts.join('-'));
const time = fc
  .tuple(two, two, fc.option(two), fc.constantFrom('', '', '.0', '.25', '.', '.x'))
  .map(([hour, minute, second, fraction]) => `${hour}:${minute}${second === null ? '' : `:${second}`}${fraction}`);
const text = fc.oneof(
  pieces.map((parts) => parts.join('')),
  fc.tuple(date, fc.constantFrom('T', 't', ' ', '_', ''), time, zone).map((parts) => parts.join('')),
  fc.tuple(fc.oneof(date, time), zone).map((parts) => parts.join('')),
  dateTimeText,
  numberText,
  fc.string(),
);
/** Scalars of JSON, many of them nearly of one of the datatypes. */
export const jsonScalar: fc.Arbitrary<JsonScalar> = fc.oneof(
  { weight: 4, arbitrary: text.map((string) => ({ kind: 'string', text: toUSVString(string) }) as const) },
  { weight: 2, arbitrary: numberText.map((number) => ({ kind: 'number', text: number }) as const) },
  { weight: 1, arbitrary: fc.constantFrom('true', 'false').map((word) => ({ kind: 'boolean', text: word }) as const) },
);
