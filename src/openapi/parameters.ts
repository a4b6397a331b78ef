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
} from '../rest/document-options.ts';
import { VERSION } from '../rest/vocabulary-options.ts';
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
  'If-None-Match': condition('If-None-Match', 'ETags that the client has; what has one of them is answered 304.'),
  'If-Modified-Since': condition('If-Modified-Since', 'Counts when If-None-Match is absent.'),
  'If-Match': condition('If-Match', 'ETags of what the client wants; what has none of them is answered 412.'),
  'If-Unmodified-Since': condition('If-Unmodified-Since', 'Counts when If-Match is absent.'),
};

/** What makes a read of something that has an ETag alone conditional. */
export const TAG_CONDITIONS = [parameterRef('If-None-Match'), parameterRef('If-Match')];
/** What makes a read conditional. */
export const CONDITIONS = [...TAG_CONDITIONS, parameterRef('If-Modified-Since'), parameterRef('If-Unmodified-Since')];

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

function condition(name: string, description: string): Schema {
  return { name, in: 'header', description, schema: text };
}

function parameterRef(name: string): Reference {
  return { $ref: `#/components/parameters/${name}` };
}
