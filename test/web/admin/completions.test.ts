import { expect, test } from 'vitest';
import { completionsOf } from '../../../src/web/browser/admin/completions.ts';

test('templates complete what a template may cite', () => {
  const completions = completionsOf({
    terms: [
      {},
      {
        template: [
          ['rdf:type', ['sosa:Observation']],
          ['sosa:madeBySensor', ['@sensor_id']],
          ['sosa:hasResult', ['?power_result']],
        ],
      },
    ],
    nodes: [
      [
        'power_result',
        [
          ['qudt:numericValue', ['$power-W']],
          ['qudt:hasUnit', ['unit:W', 'unit:KiloW']],
          ['qudt:hasQuantityKind', ['quantitykind:Power']],
        ],
      ],
    ],
  });
  expect(completions).toEqual({
    unit: ['unit:KiloW', 'unit:W'],
    quantityKind: ['quantitykind:Power'],
    predicate: [
      'qudt:hasQuantityKind',
      'qudt:hasUnit',
      'qudt:numericValue',
      'rdf:type',
      'sosa:hasResult',
      'sosa:madeBySensor',
    ],
    object: ['@sensor_id', 'quantitykind:Power', 'sosa:Observation', 'unit:KiloW', 'unit:W'],
  });
});
