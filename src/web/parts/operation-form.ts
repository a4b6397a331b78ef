import type { SampleRequest } from './write-sample.ts';

/** What a request of an operation is filled in with. */
export interface FormParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly isRequired: boolean;
  /** Several may be given, one a line. */
  readonly isList: boolean;
  /** The values that it takes; null when it takes others, too. */
  readonly values: readonly string[] | null;
  /** What the sample gives it; empty when the sample leaves it out. */
  readonly sample: string;
}

/** An operation, as a form for it needs it. */
export interface OperationForm {
  readonly method: string;
  /** With the names of its parameters in braces. */
  readonly path: string;
  readonly parameters: readonly FormParameter[];
  /** An example for each media type that the operation takes; none when it takes no body. */
  readonly bodies: ReadonlyArray<{ readonly mediaType: string; readonly example: string }>;
}

/** A form, filled in. */
export interface FilledForm {
  /** By the names of the parameters. What is empty is left out. */
  readonly values: Readonly<Record<string, string>>;
  readonly mediaType: string | null;
  readonly body: string | null;
}

/** What most parameters are: a page of many operations says it of none. */
const USUAL = { in: 'query', isRequired: false, isList: false, values: null, sample: '' } as const;

/** The form as a text for an attribute, where a quotation mark as it is takes six bytes; `readForm` reads it. */
export function writeForm(form: OperationForm): string {
  const parameters = form.parameters.map((parameter) =>
    Object.fromEntries(
      Object.entries(parameter).filter(([name, value]) => value !== (USUAL as Readonly<Record<string, unknown>>)[name]),
    ),
  );
  return JSON.stringify({ ...form, parameters })
    .replaceAll('%', '%25')
    .replaceAll('"', '%22');
}

export function readForm(text: string): OperationForm {
  const form = JSON.parse(decodeURIComponent(text)) as OperationForm;
  return { ...form, parameters: form.parameters.map((parameter) => ({ ...USUAL, ...parameter })) };
}

/** The form as the sample fills it in. */
export function fillAsSample({ parameters, bodies }: OperationForm): FilledForm {
  const body = bodies[0];
  return {
    values: Object.fromEntries(parameters.map(({ name, sample }) => [name, sample])),
    mediaType: body?.mediaType ?? null,
    body: body?.example ?? null,
  };
}

/**
 * The request that a form makes.
 *
 * @param baseUrl the address of the hub, without a slash at its end
 */
export function requestOf(form: OperationForm, filled: FilledForm, baseUrl: string): SampleRequest {
  const valueOf = (name: string): string => filled.values[name] ?? '';
  const path = form.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueOf(name)));
  const query = form.parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, isList }) => {
      const value = valueOf(name);
      return (isList ? value.split('\n') : [value])
        .filter((one) => one !== '')
        .map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`);
    });
  return {
    method: form.method,
    url: baseUrl + path + (query.length === 0 ? '' : `?${query.join('&')}`),
    headers: filled.mediaType === null ? [] : [['Content-Type', filled.mediaType]],
    body: filled.body,
  };
}
