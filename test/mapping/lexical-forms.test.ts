import { toUSVString } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DECIMAL, DOUBLE, FALSE, INTEGER, STRING, TRUE } from '../../src/mapping/json/tape-entry.ts';
import { DatatypeTable, inferredDatatype } from '../../src/mapping/rdf-terms/datatypes.ts';
import { BARE, INSTEAD, MOST_REPAIRED, REPAIRED, UNFIT } from '../../src/mapping/rdf-terms/verdict.ts';
import { XSD } from '../../src/rdf/namespaces.ts';
import { dateTimeText, numberText } from '../support/arbitrary-values.ts';
import type { JsonScalar } from '../support/json-tree.ts';
import { literalByReference, type ReferenceLiteral } from '../support/reference-literals.ts';

const RUNS = Number(process.env['HUB_FUZZ_RUNS'] ?? 100) * 50;
const datatypes = new DatatypeTable();

const NAMES = [
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
const scalar: fc.Arbitrary<JsonScalar> = fc.oneof(
  { weight: 4, arbitrary: text.map((string) => ({ kind: 'string', text: toUSVString(string) }) as const) },
  { weight: 2, arbitrary: numberText.map((number) => ({ kind: 'number', text: number }) as const) },
  { weight: 1, arbitrary: fc.constantFrom('true', 'false').map((word) => ({ kind: 'boolean', text: word }) as const) },
);

/** The literal by the readers of the datatypes. */
function literalOf(
  { kind, text: written }: JsonScalar,
  datatype: string,
): ReferenceLiteral & { readonly isBare: boolean } {
  const entry =
    kind === 'string' ? STRING : kind === 'boolean' ? (written === 'true' ? TRUE : FALSE) : numeralKind(written);
  // Another text stands behind it, as in a document.
  const bytes = new TextEncoder().encode(`"${written}"01:00`);
  const [start, end] = [1, bytes.length - 6];
  const asked = datatypes.get(datatype);
  const verdict = asked.verdictOf(entry, bytes, start, end);
  if (verdict === UNFIT) {
    const inferred = datatypes.get(inferredDatatype(entry));
    const isBare = (inferred.verdictOf(entry, bytes, start, end) & BARE) !== 0;
    return { lexicalForm: written, datatype: inferred.iri, mismatch: true, isBare };
  }
  const repaired = new Uint8Array(end - start + MOST_REPAIRED);
  const lexicalForm =
    (verdict & REPAIRED) === 0
      ? written
      : new TextDecoder().decode(repaired.subarray(0, asked.repair(entry, bytes, start, end, repaired, 0)));
  const isInstead = (verdict & INSTEAD) !== 0;
  return {
    lexicalForm,
    datatype: isInstead ? asked.instead! : datatype,
    mismatch: isInstead,
    isBare: (verdict & BARE) !== 0,
  };
}

function numeralKind(written: string): number {
  return /[eE]/.test(written) ? DOUBLE : written.includes('.') ? DECIMAL : INTEGER;
}

/** Turtle §6.5 INTEGER, DECIMAL, DOUBLE and BooleanLiteral. */
const BARE_FORMS: Readonly<Record<string, RegExp>> = {
  [`${XSD}integer`]: /^[+-]?[0-9]+$/,
  [`${XSD}decimal`]: /^[+-]?[0-9]*\.[0-9]+$/,
  [`${XSD}double`]: /^[+-]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+)[eE][+-]?[0-9]+$/,
  [`${XSD}boolean`]: /^(?:true|false)$/,
};

describe('the literal of a scalar', () => {
  for (const name of NAMES) {
    test(`of xsd:${name} is the one that mapping.md tells`, () => {
      const datatype = XSD + name;
      fc.assert(
        fc.property(scalar, (value) => {
          const expected = literalByReference(value, datatype);
          const isBare = BARE_FORMS[expected.datatype]?.test(expected.lexicalForm) ?? false;
          expect(literalOf(value, datatype)).toEqual({ ...expected, isBare });
        }),
        { numRuns: RUNS },
      );
    });
  }

  test.each([
    ['dateTimeStamp', '2024-02-29 23:59+0100', '2024-02-29T23:59:00+01:00'],
    ['dateTimeStamp', '2024-02-29t23:59z', '2024-02-29T23:59:00Z'],
    ['dateTime', '12024-02-29 24:00', '12024-02-29T24:00:00'],
    ['date', '2024-02-29+01', '2024-02-29+01:00'],
    ['time', '23:59-0530', '23:59:00-05:30'],
  ])('of xsd:%s is repaired: %s', (name, written, lexicalForm) => {
    expect(literalOf({ kind: 'string', text: written }, XSD + name)).toMatchObject({ lexicalForm, mismatch: false });
  });
});
