import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { XSD } from '../../../src/rdf/namespaces.ts';
import { bareFormOf, formOfBytes, type BareForm } from '../../../src/rdf/write/bare-literals.ts';

/** Turtle §6.5, as it is written there. */
const GRAMMAR: Readonly<Record<BareForm, RegExp>> = {
  integer: /^[+-]?[0-9]+$/,
  decimal: /^[+-]?[0-9]*\.[0-9]+$/,
  double: /^[+-]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+)[eE][+-]?[0-9]+$/,
  boolean: /^(?:true|false)$/,
};

function formOf(text: string): BareForm | null {
  // What stands before and behind it is none of it.
  const bytes = new TextEncoder().encode(`7.5e${text}+1e5`);
  return formOfBytes(bytes, 4, bytes.length - 4);
}

const expected = (text: string): string | null =>
  Object.entries(GRAMMAR).find(([, grammar]) => grammar.test(text))?.[0] ?? null;

describe('a literal without quotes', () => {
  test('has one of the forms of the grammar of Turtle, and no other text has', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0123456789+-.eEtrufals x'), maxLength: 8 });
    const numeral = fc
      .tuple(
        fc.constantFrom('', '+', '-'),
        fc.stringMatching(/^[0-9]{0,3}\.?[0-9]{0,3}$/),
        fc.stringMatching(/^(?:[eE][+-]?[0-9]{0,2})?$/),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(text, numeral, fc.constantFrom('true', 'false', 'truer', '')), (lexical) => {
        expect(formOf(lexical)).toBe(expected(lexical));
      }),
      { numRuns: 3_000 },
    );
  });

  test('has a form of its own for each of four datatypes', () => {
    expect(
      ['integer', 'decimal', 'double', 'boolean', 'string', 'dateTime'].map((name) => bareFormOf(XSD + name)),
    ).toEqual(['integer', 'decimal', 'double', 'boolean', null, null]);
  });
});
