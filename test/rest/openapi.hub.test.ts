import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import SwaggerParser from '@apidevtools/swagger-parser';
import { generateSource } from 'oazapfts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { printInterface } from '../../src/openapi/describe-interface.ts';
import { describeFor } from '../../src/rest/described-address.ts';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { describedFetch, description, follow, mistakesAt, pointerOf, valueAt } from '../support/described-interface.ts';

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp({ config: { baseUrl: 'https://hub.example/energy' } });
});
afterAll(() => hub?.stop());

interface Answer {
  readonly status: number;
  readonly data: unknown;
}
type Call = (...parameters: unknown[]) => Promise<Answer>;

describe('GET /api/openapi.json', () => {
  test('is the description in the schema folder, for the address of this hub', async () => {
    const response = await describedFetch(`${hub.url}/api/openapi.json`);
    const text = await response.text();
    expect(JSON.parse(text)).toEqual(describeFor('https://hub.example/energy', JSON.stringify(description)));
    expect(text).not.toContain('localhost');
    expect(JSON.parse(text)).toMatchObject({
      openapi: '3.1.0',
      info: { version: '1.0.0' },
      servers: [{ url: 'https://hub.example/energy' }],
    });
    const etag = response.headers.get('etag')!;
    const again = await describedFetch(`${hub.url}/api/openapi.json`, { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
  });

  test('has patterns that match the address of this hub and no other', () => {
    const baseUrl = 'https://hub.example:8443/a+b(c)';
    const text = JSON.stringify({ pattern: '^http://localhost:4000/v/[0-9]$', example: 'http://localhost:4000/v/1' });
    const { pattern, example } = describeFor(baseUrl, text) as { pattern: string; example: string };
    expect(example).toBe(`${baseUrl}/v/1`);
    expect(new RegExp(pattern, 'u').test(example)).toBe(true);
    expect(new RegExp(pattern, 'u').test(example.replace('hub.example', 'hub-example'))).toBe(false);
  });

  test('is served while the registry is unavailable', async () => {
    const dark = await createTestApp({ lexicon: null });
    expect((await fetch(`${dark.url}/api/openapi.json`)).status).toBe(200);
    await dark.stop();
  });
});

describe('the description', () => {
  test('is what `npm run openapi:print` writes', async () => {
    const committed = await readFile(new URL('../../schema/openapi.json', import.meta.url), 'utf8');
    expect(committed, 'schema/openapi.json is out of date').toBe(printInterface());
  });

  test('is valid OpenAPI 3.1', async () => {
    await SwaggerParser.validate(structuredClone(description) as never);
  });

  test('names each operation once, and has nothing that nobody uses', () => {
    const operations = Object.values(description.paths).flatMap((item) => Object.values(item));
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const text = JSON.stringify(description);
    const components = description['components'] as Record<string, Record<string, unknown>>;
    const names = Object.entries(components).flatMap(([kind, members]) =>
      Object.keys(members).map((name) => `#/components/${kind}/${name}`),
    );
    // Operations name a security scheme by its last part.
    const isUsed = (name: string): boolean =>
      text.includes(`"${name}"`) || text.includes(`"security":[{"${name.split('/').at(-1)!}":`);
    expect(names.filter((name) => !isUsed(name))).toEqual([]);
  });

  /** Places of the description that hold an example beside a schema. */
  const examples: [place: string, example: unknown][] = [];
  const collect = (pointer: string): void => {
    const value = valueAt(pointer);
    if (typeof value !== 'object' || value === null) return;
    if ('schema' in value && 'example' in value) examples.push([pointer, value.example]);
    if ('schema' in value && 'examples' in value) {
      for (const { value: example } of Object.values(value.examples as Record<string, { value: unknown }>))
        examples.push([pointer, example]);
    }
    for (const key of Object.keys(value)) if (!key.startsWith('example')) collect(pointer + pointerOf(key));
  };
  collect('');

  test.each(examples)('has an example that fits at %s', (pointer, example) => {
    expect(mistakesAt(`${pointer}/schema`, example)).toBeNull();
  });

  test('documents an Error for every failing status', () => {
    for (const [path, item] of Object.entries(description.paths)) {
      for (const [method, { responses }] of Object.entries(item)) {
        for (const status of Object.keys(responses).filter((key) => key >= '400' && path !== '/readyz')) {
          const content = valueAt(`${follow(pointerOf('paths', path, method, 'responses', status))}/content`);
          expect(Object.keys(content as object), `${method} ${path} ${status}`).toContain('application/json');
        }
      }
    }
  });
});

describe('what is too long', () => {
  const operations = Object.entries(description.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => [method.toUpperCase(), path] as const),
  );
  const hasParts = (path: string): boolean => path.includes('{');
  /** Where an operation is, with this in the place of the last part of its path that varies. */
  const addressOf = (path: string, part = 'power'): string =>
    hub.url + path.replace(/\{\w+\}([^{]*)$/, `${part}$1`).replaceAll(/\{\w+\}/g, 'category');
  /** The status of an answer that is as described, and whether the description names that status. */
  const askedOf = async (path: string, method: string, address: string, headers: Record<string, string> = {}) => {
    const { status } = await describedFetch(address, { method, headers });
    const { responses } = description.paths[path]![method.toLowerCase()]!;
    return { status, isNamed: String(status) in responses };
  };

  test.each(operations)('in a header is answered as described: %s %s', async (method, path) => {
    const refused = { status: 431, isNamed: true };
    const address = addressOf(path);
    expect(await askedOf(path, method, address, { accept: 'a'.repeat(1025) })).toEqual(refused);
    expect(await askedOf(path, method, address, { authorization: 'a'.repeat(8 * 1024 + 1) })).toEqual(refused);
    expect(await askedOf(path, method, address, { 'x-large': 'a'.repeat(70_000) })).toEqual(refused);
  });

  test.each(operations.filter(([, path]) => hasParts(path)))(
    'in a path is answered as described: %s %s',
    async (method, path) => {
      const address = addressOf(path, 'a'.repeat(8 * 1024));
      expect(await askedOf(path, method, address)).toEqual({ status: 414, isNamed: true });
    },
  );

  test('is said of the path where it has parts that vary, and of the head everywhere', () => {
    for (const [method, path] of operations) {
      const { responses } = description.paths[path]![method.toLowerCase()]!;
      expect(['414' in responses, '431' in responses], `${method} ${path}`).toEqual([hasParts(path), true]);
    }
  });
});

describe('a client that is generated from it', () => {
  let folder: string;
  let client: Record<string, Call>;
  const called = new Set<string>();

  beforeAll(async () => {
    // Inside the project, so that the tests' TypeScript is what loads it.
    folder = await mkdtemp(fileURLToPath(new URL('.generated-', import.meta.url)));
    const response = await fetch(`${hub.url}/api/openapi.json`);
    await writeFile(join(folder, 'openapi.json'), await response.text());
    const source = await generateSource(join(folder, 'openapi.json'), {});
    await writeFile(join(folder, 'client.ts'), source);
    const module = (await import(pathToFileURL(join(folder, 'client.ts')).href)) as Record<string, unknown> & {
      defaults: { baseUrl: string; fetch: unknown };
    };
    module.defaults.baseUrl = hub.url;
    client = new Proxy(module as Record<string, Call>, {
      get(target, name: string) {
        called.add(name);
        return target[name];
      },
    });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('calls every operation', async () => {
    const document = { timestamp: '2026-03-01T10:15:00Z', 'active_power-kW': 812.4 };
    const embedded = await client['embedSemantic']!(document, {});
    expect(embedded).toMatchObject({ status: 200, data: { '@semantic': { '@context': {} }, ...document } });
    const report = await client['embedSemantic']!(document, { report: true });
    expect(report).toMatchObject({ status: 200, data: { report: { notTerms: [] } } });
    expect(await client['convertDescribed']!(embedded.data, { format: 'nt' })).toMatchObject({ status: 200 });
    expect(await client['convertTerms']!(document, { skolemize: true, maxArrayItems: 3 })).toMatchObject({
      status: 200,
    });
    expect(await client['convertTerms']!({ nothing: 1 }, {})).toMatchObject({
      status: 422,
      data: { notTerms: ['nothing'] },
    });
    const sourced = await client['convertTerms']!(document, { format: 'jsonld', residue: 'true' });
    const graph = typeof sourced.data === 'string' ? (JSON.parse(sourced.data) as unknown) : sourced.data;
    expect(await client['restoreDocuments']!(graph, { report: true })).toMatchObject({
      status: 200,
      data: { documents: [{ document, proof: 'value' }] },
    });
    expect(await client['validateDocument']!(document, { lenient: true })).toMatchObject({
      status: 200,
      data: { worst: null, findings: [] },
    });
    const terms = (await client['listParameters']!({ category: 'power' })) as Answer & { data: { data: unknown[] } };
    expect(terms.data.data).toContainEqual(expect.objectContaining({ parameter: 'active_power-kW' }));
    expect(await client['findTerms']!({ q: 'Wirkleistung' })).toMatchObject({ status: 200, data: { success: true } });
    expect(await client['listCategories']!({})).toMatchObject({ status: 200, data: { success: true } });
    expect(await client['listSources']!({})).toMatchObject({ status: 200, data: { success: true } });
    expect(await client['readLexicon']!({})).toMatchObject({ status: 200, data: { format: 1 } });
    expect(await client['readLexiconSources']!({})).toMatchObject({ status: 200, data: { success: true } });
    expect(await client['convertUnit']!('812.40', 'kW', 'MW', {})).toMatchObject({
      status: 200,
      data: { value: '0.81240' },
    });
    expect(await client['listOntologies']!({})).toMatchObject({ status: 200 });
    expect(await client['listSemantics']!(['timestamp', 'voltage-V'], {})).toMatchObject({
      status: 200,
      data: expect.arrayContaining([expect.objectContaining({ parameter: 'voltage-V' })]) as unknown,
    });
    expect(await client['readArtefact']!('shacl', ['timestamp', 'voltage-V'], {})).toMatchObject({ status: 200 });
    expect(await client['makeArtefact']!('json-schema', document, {})).toMatchObject({ status: 200 });
    expect(await client['readVocabulary']!({ format: 'ttl' })).toMatchObject({ status: 200 });
    expect(await client['listVersions']!({})).toMatchObject({ status: 200, data: { success: true } });
    expect(await client['listChanges']!({})).toMatchObject({
      status: 200,
      data: { from: { version: expect.any(String) as unknown }, removed: [] },
    });
    expect(await client['listChanges']!({ to: 'x' })).toMatchObject({ status: 400, data: { key: 'to' } });
    const suggestion = { description: 'A term.', datatype: 'xsd:double', email: 'ada@example.org' };
    expect(await client['suggestParameter']!({ ...suggestion, parameter: 'a_term-kW' })).toMatchObject({
      status: 200,
      data: { message: expect.stringContaining('a_term-kW') as unknown },
    });
    expect(await client['suggestParameter']!({ ...suggestion, parameter: 'voltage-V' })).toMatchObject({
      status: 400,
      data: { key: 'parameter' },
    });
    const file = { title: 'Acme', documentation: 'https://acme.example/', keys: { pwr: 'voltage-V' } };
    const source = { source: 'acme', file, email: 'ada@example.org' };
    expect(await client['suggestSource']!(source)).toMatchObject({
      status: 200,
      data: { message: expect.stringContaining('acme') as unknown },
    });
    expect(await client['suggestSource']!({ ...source, source: 'sma' })).toMatchObject({
      status: 400,
      data: { key: 'source' },
    });
    expect(await client['readInterface']!({})).toMatchObject({ status: 200 });
    expect(await client['readVocabularyResource']!({ format: 'jsonld' })).toMatchObject({ status: 200 });
    expect(await client['readTerm']!('voltage-V', {})).toMatchObject({ status: 200 });
    expect(await client['readTerm']!('nothing', {})).toMatchObject({ status: 404, data: { status: 404 } });
    expect(await client['readResource']!('category', 'power', { format: 'nt' })).toMatchObject({ status: 200 });
    const version = /\/vocabulary\/v\/([0-9a-f]+)\//.exec(JSON.stringify(embedded.data))![1];
    expect(await client['readVersion']!(version, {})).toMatchObject({ status: 200 });
    expect(await client['readOntology']!({})).toMatchObject({ status: 200 });
    const asked = await client['querySparql']!({ query: 'ASK { ?s ?p ?o }' });
    expect(asked).toMatchObject({ status: 200 });
    expect(await client['postSparql']!({ query: 'ASK {' }, {})).toMatchObject({ status: 400, data: { line: 1 } });
    const credentials = { email: 'ada@example.org', password: 'correct horse battery' };
    await hub.app.accounts.operator.createAdministrator(credentials);
    const signedIn = await client['signIn']!(credentials);
    expect(signedIn).toMatchObject({ status: 200, data: { access: expect.any(String) as unknown } });
    const { access, refresh } = signedIn.data as { access: string; refresh: string };
    const samples = [{ name: 'a', document: '{"voltage-V":231.40}' }];
    const headers = { Authorization: `Bearer ${access}` };
    expect(await client['compareImpact']!({ samples }, { headers })).toMatchObject({
      status: 200,
      data: { level: 'same' },
    });
    expect(await client['compareImpact']!({ samples })).toMatchObject({ status: 401 });
    expect(await client['refreshAccess']!({ refresh })).toMatchObject({ status: 200 });
    expect(await client['refreshAccess']!({ refresh: 'x' })).toMatchObject({
      status: 401,
      data: { code: 'token_not_valid' },
    });
    expect(await client['readKeys']!()).toMatchObject({ status: 200 });
    expect(await client['readHealth']!({})).toMatchObject({ status: 200, data: { status: 'ok' } });
    expect(await client['readReadiness']!({})).toMatchObject({ status: 200, data: { status: 'ready' } });
    const operations = Object.values(description.paths).flatMap((item) => Object.values(item));
    expect(operations.map(({ operationId }) => operationId).filter((id) => !called.has(id))).toEqual([]);
  });
});
