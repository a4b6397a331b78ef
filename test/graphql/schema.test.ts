import { readFile } from 'node:fs/promises';
import {
  buildSchema,
  findBreakingChanges,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  validateSchema,
} from 'graphql';
import { expect, test } from 'vitest';
import { hubSchema, printHubSchema } from '../../src/graphql/schema.ts';

const committed = await readFile(new URL('../../schema/schema.graphql', import.meta.url), 'utf8');

test('the committed schema is the one that is served (npm run schema:print)', () => {
  expect(printHubSchema()).toBe(committed);
});

test('the schema is valid', () => {
  expect(validateSchema(hubSchema())).toEqual([]);
});

test('no client of the committed schema breaks', () => {
  expect(findBreakingChanges(buildSchema(committed), hubSchema())).toEqual([]);
});

test('every type, field, argument and enum value is described in one sentence', () => {
  const undescribed: string[] = [];
  const check = (place: string, description: string | null | undefined): void => {
    if (!/^\S.*[.:]$/s.test(description ?? '')) undescribed.push(`${place}: ${description ?? 'nothing'}`);
  };
  for (const type of Object.values(hubSchema().getTypeMap())) {
    if (type.name.startsWith('__') || ['String', 'Int', 'Boolean', 'Float', 'ID'].includes(type.name)) continue;
    if (!['Query', 'Mutation', 'Subscription'].includes(type.name)) check(type.name, type.description);
    if (isEnumType(type)) for (const value of type.getValues()) check(`${type.name}.${value.name}`, value.description);
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      check(`${type.name}.${field.name}`, field.description);
      if ('args' in field)
        for (const arg of field.args) check(`${type.name}.${field.name}(${arg.name})`, arg.description);
    }
  }
  expect(undescribed).toEqual([]);
});
