import { expect, test } from 'vitest';
import { PrefixedNames } from '../../../src/rdf/prefixed-names.ts';
import {
  draftLike,
  draftOf,
  fieldPath,
  inputOf,
  problemsAt,
  shorten,
  unitOf,
} from '../../../src/web/browser/admin/draft.ts';
import type { SimilarTerm, SuggestedTerm } from '../../../src/web/browser/admin/queries.ts';

const SUGGESTED: SuggestedTerm = {
  id: 'x',
  name: 'silo_temperature-degC',
  description: 'Temperature of the silo.',
  datatype: 'xsd:double',
  units: 'degrees Celsius',
  email: null,
  term: null,
  state: 'PENDING',
  reason: null,
  createdAt: '2026-01-02T03:04:05.678Z',
  reviewedAt: null,
  reviewedBy: null,
};
const PREFIXES = new PrefixedNames([
  { prefix: 'unit', namespace: 'http://qudt.org/vocab/unit/' },
  { prefix: 'kind', namespace: 'http://qudt.org/vocab/quantitykind/' },
  { prefix: 'vocab', namespace: 'https://hub.example/vocabulary/' },
  { prefix: 'deep', namespace: 'https://hub.example/vocabulary/deep/' },
]);
const LIKE: SimilarTerm = {
  name: 'air_temperature-K',
  iri: 'https://hub.example/vocabulary/air_temperature-K',
  label: 'Air temperature (K)',
  description: 'Temperature of the air.',
  datatype: 'xsd:double',
  unit: 'http://qudt.org/vocab/unit/K',
  quantityKind: 'http://qudt.org/vocab/quantitykind/Temperature',
  category: { name: 'weather' },
  semantics: [
    { subject: 'air_temperature-K', predicate: 'rdf:type', object: 'sosa:Observation' },
    { subject: 'air_temperature-K', predicate: 'sosa:observedProperty', object: 'vocab:air_temperature-K' },
    { subject: 'air_temperature-K', predicate: 'sosa:madeBySensor', object: '@sensor_id' },
    { subject: 'air_temperature-K', predicate: 'time:hasTime', object: '?timestamp_instant' },
    { subject: 'air_temperature-K', predicate: 'sosa:hasResult', object: '?air_temperature_K_result' },
    { subject: '?timestamp_instant', predicate: 'rdf:type', object: 'time:Instant' },
    { subject: '?air_temperature_K_result', predicate: 'qudt:numericValue', object: '$air_temperature-K' },
    { subject: '?air_temperature_K_result', predicate: 'qudt:hasUnit', object: 'unit:K' },
  ],
};

test('a draft that starts from a term has its template for the new name and unit, without the nodes of others', () => {
  const draft = draftLike({ ...draftOf(SUGGESTED), unit: 'unit:DEG_C' }, LIKE, PREFIXES);
  expect(draft).toMatchObject({ category: 'weather', quantityKind: 'kind:Temperature', unit: 'unit:DEG_C' });
  expect(draft.template).toEqual([
    { subject: '', predicate: 'rdf:type', object: 'sosa:Observation' },
    { subject: '', predicate: 'sosa:observedProperty', object: 'vocab:silo_temperature-degC' },
    { subject: '', predicate: 'sosa:madeBySensor', object: '@sensor_id' },
    { subject: '', predicate: 'time:hasTime', object: '?timestamp_instant' },
    { subject: '', predicate: 'sosa:hasResult', object: '?silo_temperature_degC_result' },
    { subject: '?silo_temperature_degC_result', predicate: 'qudt:numericValue', object: '$silo_temperature-degC' },
    { subject: '?silo_temperature_degC_result', predicate: 'qudt:hasUnit', object: 'unit:DEG_C' },
  ]);
});

test('its unit is taken where the names have the same', () => {
  const draft = draftOf({ ...SUGGESTED, name: 'silo_temperature-K' });
  expect(draftLike(draft, LIKE, PREFIXES).unit).toBe('unit:K');
  expect(draftLike(draftOf(SUGGESTED), LIKE, PREFIXES).unit).toBe('');
});

test('the input leaves out what is left out, and keeps the numbers of the rows', () => {
  const blank = { subject: ' ', predicate: '', object: '' };
  const row = { subject: '', predicate: ' rdf:type ', object: 'sosa:Observation' };
  const draft = { ...draftOf(SUGGESTED), label: '  ', example: ' 38.50 ', template: [row, blank, row, blank, blank] };
  expect(inputOf(draft)).toEqual({
    name: 'silo_temperature-degC',
    description: 'Temperature of the silo.',
    datatype: 'xsd:double',
    category: '',
    example: '38.50',
    template: [
      { subject: null, predicate: 'rdf:type', object: 'sosa:Observation' },
      { subject: null, predicate: '', object: '' },
      { subject: null, predicate: 'rdf:type', object: 'sosa:Observation' },
    ],
  });
});

test('problems of a preview and of a review stand at the same fields', () => {
  const problem = (...path: string[]) => ({ code: 'INVALID_REVIEW', message: 'No.', path, value: null });
  const problems = [
    problem('input', 'term', 'template', '3', 'object'),
    problem('term', 'label'),
    problem('input', 'reason'),
    problem(),
  ];
  expect(problemsAt(problems, 'template', '3', 'object')).toEqual([problems[0]]);
  expect(problemsAt(problems, 'label')).toEqual([problems[1]]);
  expect(problemsAt(problems, 'template')).toEqual([]);
  expect(problems.map(fieldPath)).toEqual([['template', '3', 'object'], ['label'], [], []]);
});

test('names are shortened by the longest namespace that leaves something', () => {
  expect(shorten('https://hub.example/vocabulary/deep/x', PREFIXES)).toBe('deep:x');
  expect(shorten('https://hub.example/vocabulary/', PREFIXES)).toBe('https://hub.example/vocabulary/');
  expect(shorten('urn:x', PREFIXES)).toBe('urn:x');
  expect(shorten(null, PREFIXES)).toBe('');
  expect([unitOf('a-kW'), unitOf('a')]).toEqual(['kW', '']);
});
