import type { FormParameter, OperationForm } from '../parts/operation-form.ts';
import type { OpenApiOperation, OpenApiParameter } from './openapi.ts';

/** What samples need besides the description. */
export interface SampleFacts {
  /** A version of the vocabulary that the hub has; null when it has none at the moment. */
  readonly version: string | null;
}

/** What people fill in to send a request, filled in so that the hub takes it. Headers are for programs, and not in it. */
export function formOf(
  path: string,
  method: string,
  parameters: readonly OpenApiParameter[],
  body: OpenApiOperation['requestBody'],
  facts: SampleFacts,
): OperationForm {
  const shown = parameters.filter((parameter) => parameter.in !== 'header');
  // A list is more telling when it is asked for something; more than one thing may leave nothing of it.
  const isAsked = method === 'GET' && shown.every(({ required }) => required !== true);
  const asked = isAsked ? shown.find(({ example }) => example !== undefined) : undefined;
  return {
    method,
    path,
    parameters: shown.map((parameter) =>
      readParameter(parameter, parameter.required === true || parameter === asked, facts),
    ),
    bodies: Object.entries(body?.content ?? {}).map(([mediaType, { example }]) => ({
      mediaType,
      example: textOf(mediaType, example ?? {}),
    })),
  };
}

/** A value as the text that a body of this media type is. */
export function textOf(mediaType: string, value: unknown): string {
  if (mediaType === 'application/x-www-form-urlencoded')
    return new URLSearchParams(value as Record<string, string>).toString();
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

function readParameter(parameter: OpenApiParameter, isFilled: boolean, facts: SampleFacts): FormParameter {
  const { name, schema, example, required = false } = parameter;
  const isList = schema.type === 'array';
  const sample = name === 'version' && required && facts.version !== null ? facts.version : example;
  return {
    name,
    in: parameter.in as 'path' | 'query',
    isRequired: required,
    isList,
    values: schema.type === 'boolean' ? ['true', 'false'] : (schema.enum?.map(String) ?? null),
    sample: isFilled ? (Array.isArray(sample) ? sample.join('\n') : String(sample ?? '')) : '',
  };
}
