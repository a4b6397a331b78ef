import type { Option } from '../http/query-options.ts';
import {
  ALIGN,
  BASE,
  FORMAT,
  MAX_ARRAY_ITEMS,
  RESTRUCTURE,
  SKOLEMIZE,
  SOURCE,
  UNITS,
  VERSION,
} from '../rest/options.ts';
import type { Reference, Schema } from './openapi-types.ts';
import { text } from './schema-parts.ts';

/** Options that stand under `components.parameters`. */
const SHARED = [
  FORMAT,
  BASE,
  SKOLEMIZE,
  ALIGN,
  MAX_ARRAY_ITEMS,
  SOURCE,
  RESTRUCTURE,
  UNITS,
  VERSION,
] as const satisfies readonly Option<unknown>[];

/** `components.parameters` */
export const SHARED_PARAMETERS: Readonly<Record<string, Schema>> = {
  ...Object.fromEntries(SHARED.map((option) => [option.name, queryParameter(option)])),
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETags that the client has.',
    schema: text,
  },
  'If-Modified-Since': {
    name: 'If-Modified-Since',
    in: 'header',
    description: 'Counts when If-None-Match is absent.',
    schema: text,
  },
};

export const IF_NONE_MATCH = parameterRef('If-None-Match');
/** What makes a read conditional. */
export const CONDITIONS = [IF_NONE_MATCH, parameterRef('If-Modified-Since')];

/** The options that an operation reads, described. */
export function parametersOf(options: Readonly<Record<string, Option<unknown>>>): Schema[] {
  return Object.values(options).map((option) =>
    SHARED.some((shared) => shared === option) ? parameterRef(option.name) : queryParameter(option),
  );
}

/** A part of the path. */
export function pathParameter(name: string, description: string, example: string): Schema {
  return { name, in: 'path', required: true, description, schema: { ...text, minLength: 1 }, example };
}

function queryParameter({ name, isRequired = false, description, schema, example }: Option<unknown>): Schema {
  return {
    name,
    in: 'query',
    ...(isRequired ? { required: true } : {}),
    description,
    schema,
    ...(schema['type'] === 'array' ? { style: 'form', explode: true } : {}),
    ...(example === undefined ? {} : { example }),
  };
}

function parameterRef(name: string): Reference {
  return { $ref: `#/components/parameters/${name}` };
}
