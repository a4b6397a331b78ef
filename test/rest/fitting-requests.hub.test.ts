/** Requests that fit the description of the interface are accepted; those that break it in one place are refused. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  breakingObject,
  breakingTexts,
  fitting,
  fittingOptions,
  operations,
  type DescribedOperation,
  type Options,
} from '../support/arbitrary-request.ts';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';

let hub: TestApp;
/** Parts of paths under which there is something. */
let found: Readonly<Record<string, string>>;
beforeAll(async () => {
  hub = await createTestApp({ terms: ['voltage-V'] });
  const { data } = (await (await fetch(`${hub.url}/api/versions`)).json()) as { data: [{ version: string }] };
  found = { term: 'voltage-V', kind: 'category', name: 'power', version: data[0].version };
});
afterAll(() => hub?.stop());

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

interface Body {
  readonly type: string;
  readonly value: unknown;
}

interface Request {
  readonly options: Options;
  readonly path: Readonly<Record<string, unknown>>;
  readonly body: Body | null;
}

interface Outcome {
  readonly status: number;
  /** What an error says; null where there is none. */
  readonly problem: { readonly type: string; readonly error: string } | null;
}

async function send({ method, path }: DescribedOperation, request: Request): Promise<Outcome> {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(request.path[name])));
  const { body } = request;
  const response = await fetch(`${hub.url}${address}?${formOf(request.options)}`, {
    method,
    redirect: 'manual',
    ...(body === null ? {} : { headers: { 'Content-Type': body.type }, body: textOf(body) }),
  });
  const text = await response.text();
  return { status: response.status, problem: response.status < 400 ? null : (JSON.parse(text) as Outcome['problem']) };
}

function textOf({ type, value }: Body): string {
  if (type === JSON_TYPE) return JSON.stringify(value);
  return type === FORM_TYPE ? String(formOf(value as object)) : (value as string);
}

/** Options or fields as pairs, one for each item of a list. */
function formOf(values: object): URLSearchParams {
  return new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      [value].flat().map((text): [string, string] => [name, String(text)]),
    ),
  );
}

function fittingRequests({ options, pathParts, bodies }: DescribedOperation): fc.Arbitrary<Request> {
  const bodiesByType = Object.entries(bodies).map(([type, pointer]) =>
    fitting(pointer).map((value): Body => ({ type, value })),
  );
  return fc.record({
    options: fittingOptions(options),
    path: fc.record(Object.fromEntries(pathParts.map(({ name, pointer }) => [name, fitting(pointer)]))),
    body: bodiesByType.length === 0 ? fc.constant(null) : fc.oneof(...bodiesByType),
  });
}

const ASK = 'ASK {}';
const SELECT = 'SELECT * { ?s a ?o } LIMIT 1';
const CONSTRUCT = 'CONSTRUCT WHERE { <urn:x> ?p ?o }';
/** The queries that have an answer in these formats; the others are of RDF. */
const QUERIES: Readonly<Record<string, string>> = { json: ASK, xml: ASK, csv: SELECT, tsv: SELECT };

/** A request with a query that has its format, which is given once. Without a query, the description of the service has RDF alone. */
function askProperly({ options, path, body }: Request): Request {
  const isForm = body?.type === FORM_TYPE;
  const { format: inForm = [], ...fields } = isForm ? (body.value as Json) : {};
  const [format] = [options['format'] ?? [], inForm].flat() as string[];
  const query = format === undefined ? ASK : (QUERIES[format] ?? CONSTRUCT);
  const formats = format === undefined ? [] : [format];
  if (body !== null) {
    const value = isForm ? { ...fields, query } : query;
    return { options: { ...options, format: formats }, path, body: { ...body, value } };
  }
  if (options['query']!.length > 0) return { options: { ...options, query: [query], format: formats }, path, body };
  return { options: { ...options, format: query === CONSTRUCT ? formats : [] }, path, body };
}

type Json = Readonly<Record<string, unknown>>;

/** A document whose block declares each prefix that it uses. */
function declarePrefixes(request: Request): Request {
  const document = request.body!.value as Json;
  const block = document['@semantic'] as Readonly<Record<string, Json | undefined>>;
  const { '@prefix': declared = {}, '@context': context = {}, '@annotations': annotations = {} } = block;
  const names = [
    ...Object.keys(annotations),
    ...Object.values(context).flatMap((template) => [
      ...Object.keys(template as Json),
      ...(Object.values(template as Json).flat() as string[]).filter((object) => !/^[$?@]/.test(object)),
    ]),
  ].filter((name) => name.includes(':'));
  const prefixes = Object.fromEntries(names.map((name) => [name.slice(0, name.indexOf(':')), 'https://name.example/']));
  const value = { ...document, '@semantic': { ...block, '@prefix': { ...prefixes, ...declared } } };
  return { ...request, body: { type: JSON_TYPE, value } };
}

/** A request for an artefact with a dialect only where the kind has some. */
function nameDialect({ options: asked, path, body }: Request): Request {
  const dialect = asked['dialect']!.slice(0, path['kind'] === 'rml' ? 1 : 0);
  return { options: { ...asked, dialect }, path, body };
}

/** Conditions that a schema cannot say, and that the description says in words: what makes a request keep them. */
const CONDITIONS: Readonly<Record<string, (request: Request) => Request>> = {
  convertDescribed: declarePrefixes,
  readArtefact: nameDialect,
  makeArtefact: nameDialect,
  querySparql: askProperly,
  postSparql: askProperly,
  // A graph is one that the hub made, and a block is whole.
  restoreDocuments: ({ options: asked, path }) => ({
    options: { ...asked, semantic: asked['semantic']!.slice(0, 0) },
    path,
    body: { type: 'application/n-triples', value: '_:root <https://plant.example/id/note> "calibrated" .\n' },
  }),
  suggestParameter: (request) => {
    const fields = request.body!.value as Record<string, string>;
    const datatype = fields['datatype']!.replace(/^[^:]+/, 'xsd').slice(0, 100);
    return { ...request, body: { type: JSON_TYPE, value: { ...fields, datatype } } };
  },
  suggestSource: (request) => {
    const file = { title: 'Acme', documentation: 'https://acme.example/', keys: { pwr: 'voltage-V' } };
    return { ...request, body: { type: JSON_TYPE, value: { ...(request.body!.value as Json), file } } };
  },
};

/** Refusals that are described, and are no fault of the request's form. */
const DESCRIBED_REFUSALS = ['not-all-terms', 'unnameable-predicate', 'unknown-unit', 'unit-families-differ'];

describe('a request that fits the description is accepted', () => {
  test.each(operations.map((operation) => [operation.operationId, operation] as const))('%s', async (id, operation) => {
    const isFixed = [operation.options, operation.pathParts, Object.keys(operation.bodies)].every(
      ({ length }) => length === 0,
    );
    const condition = CONDITIONS[id] ?? ((request) => request);
    await fc.assert(
      fc.asyncProperty(fittingRequests(operation).map(condition), async (request) => {
        const { status, problem } = await send(operation, request);
        if (DESCRIBED_REFUSALS.some((code) => problem?.type.endsWith(`/${code}`))) return;
        expect([400, 415, 422], problem?.error).not.toContain(status);
      }),
      { numRuns: isFixed ? 1 : 40 },
    );
  });
});

const options = operations.flatMap((operation) =>
  operation.options.map((option) => [operation.operationId, option.name, operation, option] as const),
);
const breakable = options.flatMap(([id, name, operation, option]) => {
  const texts = breakingTexts(option);
  return texts === null ? [] : [[id, name, operation, texts] as const];
});

describe('an option that does not fit is refused with 400', () => {
  test.each(breakable)('%s: %s', async (id, name, operation, texts) => {
    const condition = CONDITIONS[id] ?? ((request) => request);
    await fc.assert(
      fc.asyncProperty(fittingRequests(operation).map(condition), texts, async ({ body }, broken) => {
        const path = id.endsWith('Artefact') ? { kind: 'json-schema' } : found;
        const { status } = await send(operation, { options: { [name]: broken }, path, body });
        expect(status).toBe(400);
      }),
      { numRuns: 12 },
    );
  });
});

const bodies = operations.flatMap((operation) =>
  Object.entries(operation.bodies).flatMap(([type, pointer]) => {
    const values = type === JSON_TYPE || type === FORM_TYPE ? breakingObject(pointer, type === FORM_TYPE) : null;
    return values === null ? [] : [[operation.operationId, type, operation, values] as const];
  }),
);

describe('a body that does not fit is refused with 400, one whose @semantic does not fit with 422', () => {
  test.each(bodies)('%s: %s', async (id, type, operation, values) => {
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        // The query may stand in the address instead, and a request without one asks for the description of the service.
        fc.pre(id !== 'postSparql' || 'query' in value);
        const { status } = await send(operation, { options: {}, path: {}, body: { type, value } });
        // What is for administrators says so before it looks at the body.
        expect(id === 'compareImpact' ? [401] : [400, 422]).toContain(status);
      }),
      { numRuns: 40 },
    );
  });
});
