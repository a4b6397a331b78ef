import type { OperationForm } from '../parts/operation-form.ts';
import { formOf, textOf, type SampleFacts } from './form-of.ts';
import type {
  Cited,
  OpenApi,
  OpenApiContent,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
  Schema,
} from './openapi.ts';

/** The description of an interface in the order in which people read it, with everything that it cites in its place. */
export interface Reference {
  readonly summary: string;
  readonly description: string;
  readonly sections: readonly ReferenceSection[];
  readonly schemas: ReadonlyArray<readonly [name: string, schema: Schema]>;
  /** All that answers have, sorted; one that means several things has several descriptions. */
  readonly headers: ReadonlyArray<readonly [name: string, descriptions: readonly string[]]>;
}

interface ReferenceSection {
  readonly name: string;
  /** The name as a fragment. */
  readonly anchor: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

export interface Operation {
  /** Also the fragment of its section. */
  readonly id: string;
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly OpenApiParameter[];
  readonly body: { readonly description: string; readonly contents: readonly Content[] } | null;
  readonly answers: readonly Answer[];
  readonly refusals: readonly Refusal[];
  readonly form: OperationForm;
}

/** What it answers when nothing is wrong. */
export interface Answer {
  readonly status: string;
  readonly description: string;
  readonly headers: ReadonlyArray<readonly [name: string, description: string]>;
  readonly contents: readonly Content[];
}

export interface Content {
  readonly mediaType: string;
  readonly schema: Schema;
  /** Texts as the body has them. */
  readonly examples: readonly string[];
}

/** What it answers when something is wrong. */
export interface Refusal {
  /** Null stands for all others. */
  readonly status: string | null;
  /** The code of an error that it answers with, as an example. */
  readonly code: string | null;
  readonly description: string;
}

export function readReference(description: OpenApi, facts: SampleFacts): Reference {
  const found = <T>(cited: Cited<T>): T => follow(description, cited);
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0]!,
      operation: readOperation(path, method.toUpperCase(), operation, found, facts),
    })),
  );
  return {
    summary: description.info.summary,
    description: description.info.description,
    sections: description.tags.map(({ name, description }) => ({
      name,
      anchor: name.replaceAll(' ', '-'),
      description,
      operations: operations.filter(({ tag }) => tag === name).map(({ operation }) => operation),
    })),
    schemas: Object.entries(description.components.schemas),
    headers: headersOf(operations.map(({ operation }) => operation)),
  };
}

function readOperation(
  path: string,
  method: string,
  operation: OpenApiOperation,
  found: <T>(cited: Cited<T>) => T,
  facts: SampleFacts,
): Operation {
  const parameters = (operation.parameters ?? []).map(found);
  const responses = Object.entries(operation.responses).map(([status, cited]) => [status, found(cited)] as const);
  const isAnswer = ([status]: readonly [string, unknown]): boolean => /^[123]/.test(status);
  const { requestBody } = operation;
  return {
    id: operation.operationId,
    method,
    path,
    summary: operation.summary,
    description: operation.description ?? '',
    parameters,
    body:
      requestBody === undefined
        ? null
        : { description: requestBody.description ?? '', contents: readContents(requestBody.content) },
    answers: responses.filter(isAnswer).map(([status, { description, headers, content }]) => ({
      status,
      description,
      headers: Object.entries(headers ?? {}).map(([name, cited]) => [name, found(cited).description ?? ''] as const),
      contents: readContents(content ?? {}),
    })),
    refusals: responses
      .filter((response) => !isAnswer(response))
      .map(([status, response]) => readRefusal(status, response)),
    form: formOf(path, method, parameters, requestBody, facts),
  };
}

function readContents(content: Readonly<Record<string, OpenApiContent>>): Content[] {
  return Object.entries(content).map(([mediaType, { schema, example, examples }]) => ({
    mediaType,
    schema,
    examples: [
      ...(example === undefined ? [] : [example]),
      ...Object.values(examples ?? {}).map(({ value }) => value),
    ].map((value) => textOf(mediaType, value)),
  }));
}

function readRefusal(status: string, { description, content }: OpenApiResponse): Refusal {
  const example = Object.values(content ?? {})[0]?.example as { readonly type?: unknown } | undefined;
  const code = typeof example?.type === 'string' ? (/\/problems\/([\w-]+)$/.exec(example.type)?.[1] ?? null) : null;
  return { status: status === 'default' ? null : status, code, description };
}

function headersOf(operations: readonly Operation[]): Reference['headers'] {
  const found = new Map<string, Set<string>>();
  for (const [name, description] of operations.flatMap(({ answers }) => answers.flatMap(({ headers }) => headers)))
    found.set(name, (found.get(name) ?? new Set()).add(description));
  return Array.from(found, ([name, descriptions]) => [name, [...descriptions]] as const).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
}

/** What stands at the end of references, which lead to places in the same description. */
function follow<T>(description: OpenApi, cited: Cited<T>): T {
  if (typeof cited !== 'object' || cited === null || !('$ref' in cited)) return cited as T;
  const place = cited.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], description);
  return follow(description, place as Cited<T>);
}
