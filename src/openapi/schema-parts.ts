import type { Reference, Schema } from './openapi-types.ts';

export const text = { type: 'string' } as const;
export const flag = { type: 'boolean' } as const;
export const count = { type: 'integer', minimum: 0 } as const;
export const uri = { type: 'string', format: 'uri' } as const;

export function schemaRef(name: string): Reference {
  return { $ref: `#/components/schemas/${name}` };
}

/** A schema with what it means. */
export function described(schema: Schema, description: string): Schema {
  return { ...schema, description };
}

export function listOf(items: Schema): Schema {
  return { type: 'array', items };
}

/** An object that has all of these members. */
export function object(properties: Readonly<Record<string, Schema>>, others: Schema = {}): Schema {
  return { type: 'object', required: Object.keys(properties), properties, ...others };
}
