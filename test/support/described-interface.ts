/** Checks answers against the description of the interface, `schema/openapi.json`. */
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const FILE = new URL('../../schema/openapi.json', import.meta.url);
const ROOT = 'http://description.example/openapi.json';

type Json = Record<string, unknown>;

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Json[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Json>> };
  readonly responses: Readonly<Record<string, Json>>;
}

interface ResponseDescription {
  readonly headers?: Readonly<Record<string, Json>>;
  readonly content?: Readonly<Record<string, { readonly schema?: Json }>>;
}

export interface Description extends Json {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export const description = JSON.parse(readFileSync(FILE, 'utf8')) as Description;

/** Headers that are not told of where they are always the same, or no business of the interface. */
const UNDESCRIBED_HEADERS =
  /^(?:access-control-|content-|connection$|cross-origin-|date$|keep-alive$|origin-agent|referrer-policy$|strict-transport|transfer-encoding$|x-content-type|x-dns|x-download|x-frame|x-permitted|x-xss)/;

const ajv = new Ajv2020({ strict: false, allErrors: true });
// The two packages disagree on what a default export is.
(addFormats as unknown as (instance: Ajv2020) => void)(ajv);
ajv.addSchema(closed({ $id: ROOT, ...description }) as Json);
const compiled = new Map<string, ValidateFunction>();

/** The description with every object closed that does not say it is open: a member that is not described is a mistake. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, member]) => [
    key,
    key.startsWith('example') ? member : closed(member),
  ]);
  const copy = Object.fromEntries(entries) as Json;
  const isOpen = 'additionalProperties' in copy || copy['type'] !== 'object' || !('properties' in copy);
  return isOpen ? copy : { ...copy, additionalProperties: false };
}

/** What is wrong with a value for the schema at this place of the description; null when nothing is. */
export function mistakesAt(pointer: string, value: unknown): string | null {
  let validate = compiled.get(pointer);
  if (validate === undefined) compiled.set(pointer, (validate = ajv.compile({ $ref: `${ROOT}#${pointer}` })));
  return validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: 'value' });
}

/** The place behind a `$ref`, else the place itself. */
export function follow(pointer: string): string {
  const target = (valueAt(pointer) as Json)['$ref'];
  return typeof target === 'string' ? follow(target.slice(1)) : pointer;
}

export function valueAt(pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (value as Json)[key.replaceAll('~1', '/').replaceAll('~0', '~')], description);
}

export function pointerOf(...keys: string[]): string {
  return keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** As `fetch`, and throws when the answer is not what the description says of its path, method and status. */
export async function describedFetch(input: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(input, init);
  const method = (init.method ?? 'GET').toUpperCase();
  if (method === 'OPTIONS' && response.status === 204) return response;
  const place = describedPlace(new URL(input).pathname, method, response.status);
  if (place === null) return response;
  const hasBody = method !== 'HEAD' && response.status !== 304;
  const body = hasBody ? await response.arrayBuffer() : null;
  const mistakes = [
    ...headerMistakes(place, response.headers),
    ...(body === null ? [] : bodyMistakes(place, response.headers, new TextDecoder().decode(body))),
  ];
  if (mistakes.length > 0)
    throw new Error(`${method} ${input} answered ${response.status} otherwise than described:\n${mistakes.join('\n')}`);
  // Of a long body a clone would cost more than the answer.
  return body === null ? response : new Response(body.byteLength === 0 ? null : body, response);
}

/** Where the description tells of an answer; null for addresses that it does not tell of. */
function describedPlace(pathname: string, method: string, status: number): string | null {
  const path = describedPath(pathname);
  if (path === null) return null;
  const operation = method === 'HEAD' ? 'get' : method.toLowerCase();
  const responses = description.paths[path]![operation]?.responses;
  if (responses === undefined) return pointerOf('components', 'responses', status === 404 ? 'NotFound' : 'OtherError');
  const key = String(status) in responses ? String(status) : 'default';
  if (key === 'default' && status < 400) throw new Error(`${method} ${pathname}: status ${status} is not described`);
  return follow(pointerOf('paths', path, operation, 'responses', key));
}

/** The paths of the description with a pattern each, those with the fewest parts that vary first. */
const patterns = Object.keys(description.paths)
  .toSorted((a, b) => a.split('{').length - b.split('{').length)
  .map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/[.]/g, '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));

function describedPath(pathname: string): string | null {
  for (const candidate of [pathname, pathname.replace(/\/$/, '')]) {
    const found = patterns.find(({ pattern }) => pattern.test(candidate));
    if (found !== undefined) return found.path;
  }
  return null;
}

function headerMistakes(place: string, headers: Headers): string[] {
  const described = new Map(
    Object.keys((valueAt(place) as ResponseDescription).headers ?? {}).map((name) => [
      name.toLowerCase(),
      follow(`${place}${pointerOf('headers', name)}`),
    ]),
  );
  const mistakes: string[] = [];
  for (const [name, pointer] of described) {
    const { required, schema } = valueAt(pointer) as { required?: boolean; schema: Json };
    const text = headers.get(name);
    if (text === null) {
      if (required === true) mistakes.push(`the header ${name} is missing`);
      continue;
    }
    const value = schema['type'] === 'integer' ? Number(text) : text;
    const mistake = mistakesAt(`${pointer}/schema`, value);
    if (mistake !== null) mistakes.push(`header ${name}: ${mistake}`);
  }
  for (const [name] of headers) {
    if (!described.has(name) && !UNDESCRIBED_HEADERS.test(name) && !(name === 'vary' || name === 'x-request-id'))
      mistakes.push(`the header ${name} is not described`);
  }
  return mistakes;
}

function bodyMistakes(place: string, headers: Headers, text: string): string[] {
  const content = (valueAt(place) as ResponseDescription).content ?? {};
  const mediaType = (headers.get('content-type') ?? '').split(';', 1)[0]!;
  if (!(mediaType in content))
    return [`${mediaType || 'no media type'} is not described, ${Object.keys(content).join(', ')} are`];
  const value: unknown = /\bjson$/.test(mediaType) ? JSON.parse(text) : text;
  const mistake = mistakesAt(`${place}${pointerOf('content', mediaType, 'schema')}`, value);
  return mistake === null ? [] : [mistake];
}
