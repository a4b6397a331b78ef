import { expect, test } from 'vitest';
import { readForm, writeForm, type OperationForm } from '../../src/web/parts/operation-form.ts';

const FORM: OperationForm = {
  method: 'POST',
  path: '/api/terms/{name}',
  parameters: [
    { name: 'name', in: 'path', isRequired: true, isList: false, values: null, sample: 'active_power-kW' },
    { name: 'facet', in: 'query', isRequired: false, isList: true, values: null, sample: '' },
    { name: 'format', in: 'query', isRequired: false, isList: false, values: ['', 'ttl'], sample: '' },
  ],
  bodies: [{ mediaType: 'application/json', example: '{"a": "<b> 100 % %22"}' }],
};

test('a form is read as it was written', () => {
  expect(readForm(writeForm(FORM))).toEqual(FORM);
});

test('what is usual is not written, and nothing that an attribute would make longer', () => {
  expect(writeForm(FORM)).not.toMatch(/isRequired.{0,4}false|"/);
});
