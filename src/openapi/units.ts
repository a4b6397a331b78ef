import { CONVERT_UNIT_OPTIONS } from '../rest/vocabulary-options.ts';
import type { Section } from './openapi-types.ts';
import { CONDITIONS, parametersOf } from './parameters.ts';
import { problemsOf } from './problems.ts';
import { described, flag, object, schemaRef, text, uri } from './schema-parts.ts';
import { listing, PLAIN_READ_PROBLEMS } from './vocabulary.ts';

/** Values in other units. */
export const UNITS: Section = {
  paths: {
    '/api/convert-unit': {
      get: {
        operationId: 'convertUnit',
        tags: ['vocabulary'],
        summary: 'Convert a value into another unit',
        description:
          'The value in another unit of the same family, exact to its digits: a power of ten moves the point and keeps every digit, and only what has no end as a decimal is rounded, to at least one significant digit more than the value has.',
        parameters: [...parametersOf(CONVERT_UNIT_OPTIONS), ...CONDITIONS],
        responses: {
          200: listing('The converted value.', schemaRef('ConvertedValue'), {
            value: '0.81240',
            isRounded: false,
            family: 'power',
            from: { notation: 'kW', iri: 'http://qudt.org/vocab/unit/KiloW' },
            to: { notation: 'MW', iri: 'http://qudt.org/vocab/unit/MegaW' },
          }),
          ...problemsOf({ ...PLAIN_READ_PROBLEMS, 400: 'UnknownUnit', 422: 'UnitFamiliesDiffer' }),
        },
      },
    },
  },
  schemas: {
    ConvertedValue: object({
      value: described(text, 'The number in the unit that was asked for.'),
      isRounded: described(flag, 'Whether the exact number has no end as a decimal.'),
      family: described(text, 'The family of both units, within which values are converted.'),
      from: schemaRef('UnitName'),
      to: schemaRef('UnitName'),
    }),
    UnitName: object({
      notation: described(text, 'How names of terms spell the unit.'),
      iri: uri,
    }),
  },
};
