import { MAX_LENGTH } from './limits.ts';
import { HubError } from '../../errors.ts';
import { excerpt, quote } from '../json/text.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { convertNumber } from './convert-number.ts';
import { scaleBetween } from './scale.ts';
import { familyOf, unitsOf, type NamedUnit } from './unit-table.ts';

/** A value and the names of two units. */
export interface AskedUnits {
  /** A decimal number, with an exponent or without. */
  readonly value: string;
  readonly from: string;
  readonly to: string;
  /** The value is a difference of temperatures, to which no offset is added. */
  readonly isDifference?: boolean | undefined;
}

/** A value in another unit. */
export interface ConvertedValue {
  /** The number, exact to its digits. */
  readonly value: string;
  /** The exact number has no end as a decimal. */
  readonly isRounded: boolean;
  /** The family of both units. */
  readonly family: string;
  /** The units as terms spell them, with their IRIs. */
  readonly from: { readonly notation: string; readonly iri: string };
  readonly to: { readonly notation: string; readonly iri: string };
}

/**
 * A value in another unit of the same family, exact to its digits.
 *
 * @example
 * ```ts
 * import { convertUnit, readLexicon } from 'vocabulary-hub/mapping';
 * import file from 'vocabulary-hub/vocabulary.json' with { type: 'json' };
 *
 * const { value, isRounded } = convertUnit({ value: '812.40', from: 'kW', to: 'MW' }, readLexicon(file));
 * console.log(value, isRounded);
 * ```
 *
 * @throws HubError `unknown-unit`; `unit-families-differ`, which names both families; `invalid-option` for what is no number
 */
export function convertUnit({ value, from, to, isDifference = false }: AskedUnits, lexicon: Lexicon): ConvertedValue {
  const units = unitsOf(lexicon);
  const [source, target] = [units.get(from, 'from'), units.get(to, 'to')];
  checkFamilies(source, target, 'to');
  const converted =
    value.length > MAX_LENGTH ? null : convertNumber(value, scaleBetween(source.unit, target.unit, isDifference));
  if (converted === null)
    throw new HubError(
      'invalid-option',
      `value has to be a number such as 812.40 or 8.124E2, of at most ${MAX_LENGTH} characters; it is ${quote(excerpt(value))}.`,
      { key: 'value' },
    );
  return {
    value: converted.text,
    isRounded: converted.isRounded,
    family: familyOf(source),
    from: { notation: source.spelling, iri: source.unit.iri },
    to: { notation: target.spelling, iri: target.unit.iri },
  };
}

/** @throws HubError `unit-families-differ` when values of one are none of the other, whatever the factor */
export function checkFamilies(from: NamedUnit, to: NamedUnit, key: string): void {
  const [family, other] = [familyOf(from), familyOf(to)];
  if (family === other) return;
  throw new HubError(
    'unit-families-differ',
    `Values in ${from.spelling} are not converted into ${to.spelling}: the one is a unit of ${family}, the other of ${other}.`,
    { key },
  );
}
