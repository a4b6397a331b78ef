import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DECIMAL, DOUBLE, FALSE, INTEGER, STRING, TRUE } from '../../src/mapping/json/tape-entry.ts';
import { DatatypeTable, inferredDatatype } from '../../src/mapping/rdf-terms/datatypes.ts';
import { BARE, INSTEAD, MOST_REPAIRED, REPAIRED, UNFIT } from '../../src/mapping/rdf-terms/verdict.ts';
import { XSD } from '../../src/rdf/namespaces.ts';
import { DATATYPE_NAMES, jsonScalar } from '../support/arbitrary-scalars.ts';
import type { JsonScalar } from '../support/json-tree.ts';
import { literalByReference, type ReferenceLiteral } from '../support/reference-literals.ts';

const RUNS = Number(process.env['HUB_FUZZ_RUNS'] ?? 100) * 50;
const datatypes = new DatatypeTable();

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
  for (const name of DATATYPE_NAMES) {
    test(`of xsd:${name} is the one that mapping.md tells`, () => {
      const datatype = XSD + name;
      fc.assert(
        fc.property(jsonScalar, (value) => {
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
