import { readFileSync } from 'node:fs';
import { buildSchema, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import * as queries from '../../../src/web/browser/admin/queries.ts';

const schema = buildSchema(readFileSync(new URL('../../../schema/schema.graphql', import.meta.url), 'utf8'));
const texts = Object.entries(queries).flatMap(([name, query]) =>
  typeof query === 'string' ? [[name, query]] : Object.entries(query).map(([kind, text]) => [`${name} ${kind}`, text]),
) as [string, string][];

test.each(texts)('%s is a query of the schema', (_, text) => {
  expect(validate(schema, parse(text)).map(({ message }) => message)).toEqual([]);
});

test('there are as many as the page needs', () => {
  expect(texts.length).toBeGreaterThan(12);
});
