import { describe, expect, test } from 'vitest';
import { asBoolean, asInteger, asIri, asTerm, asText, decodeRows, optional, RowError } from '../../src/rdf/rows.ts';
import type { RowShape } from '../../src/rdf/rows.ts';

const XSD = 'http://www.w3.org/2001/XMLSchema#';

function decodeOne<S extends RowShape>(binding: object, shape: S) {
  return decodeRows(JSON.stringify({ head: { vars: [] }, results: { bindings: [binding] } }), shape)[0];
}

describe('decodeRows', () => {
  test('turns bindings into values', () => {
    const row = decodeOne(
      {
        term: { type: 'uri', value: 'http://x/a' },
        label: { type: 'literal', value: 'An a', 'xml:lang': 'en' },
        name: { type: 'literal', value: 'a' },
        position: { type: 'literal', value: '3', datatype: `${XSD}integer` },
        open: { type: 'literal', value: 'true', datatype: `${XSD}boolean` },
        any: { type: 'bnode', value: 'b0' },
      },
      {
        term: asIri,
        label: asText,
        name: asText,
        position: asInteger,
        open: asBoolean,
        any: asTerm,
        none: optional(asIri),
      },
    );
    expect(row).toEqual({
      term: 'http://x/a',
      label: 'An a',
      name: 'a',
      position: 3,
      open: true,
      any: { type: 'bnode', value: 'b0' },
      none: null,
    });
  });

  test('throws for a missing binding', () => {
    expect(() => decodeOne({}, { term: asIri })).toThrow(new RowError('?term should be an IRI but is unbound'));
    expect(() => decodeOne({}, { term: asTerm })).toThrow(RowError);
  });

  test('throws for a binding of another kind', () => {
    const text = { type: 'literal', value: 'x' };
    const iri = { type: 'uri', value: 'http://x/' };
    const fraction = { type: 'literal', value: '1.5', datatype: `${XSD}integer` };
    const huge = { type: 'literal', value: '9007199254740993', datatype: `${XSD}integer` };
    expect(() => decodeOne({ v: text }, { v: asIri })).toThrow(RowError);
    expect(() => decodeOne({ v: iri }, { v: asText })).toThrow(RowError);
    expect(() => decodeOne({ v: text }, { v: asInteger })).toThrow(RowError);
    expect(() => decodeOne({ v: fraction }, { v: asInteger })).toThrow(RowError);
    expect(() => decodeOne({ v: huge }, { v: asInteger })).toThrow(RowError);
    expect(() => decodeOne({ v: text }, { v: asBoolean })).toThrow(RowError);
    expect(() => decodeOne({ v: text }, { v: optional(asIri) })).toThrow(RowError);
    expect(() => decodeOne({ v: { type: 'alien', value: 'x' } }, { v: asTerm })).toThrow(RowError);
  });

  test('throws for what is no result of a SELECT', () => {
    expect(() => decodeRows('<html>', {})).toThrow(RowError);
    expect(() => decodeRows('{"head":{},"boolean":true}', {})).toThrow(RowError);
    expect(() => decodeRows('null', {})).toThrow(RowError);
  });

  test('does not take inherited members for bindings', () => {
    expect(() => decodeOne({}, { constructor: asTerm })).toThrow(RowError);
  });
});
