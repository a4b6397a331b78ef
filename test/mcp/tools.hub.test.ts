import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedHub, type SharedHub } from '../support/shared-hub.ts';
import { call, connect } from './connect.ts';

let hub: SharedHub;
let client: Client;
let version: string;
beforeAll(async () => {
  hub = await sharedHub();
  client = await connect(hub.url);
  const versions = (await (await fetch(`${hub.url}/api/versions`)).json()) as { data: { version: string }[] };
  version = versions.data[0]!.version;
});
afterAll(() => client?.close());

const READING = '{"timestamp":"2026-03-01T10:15:00Z","active_power-kW":812.40}';

describe('the tools', () => {
  test('have names, schemas of arguments and results, and say whether they change something', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'search_terms',
      'get_term',
      'map_keys',
      'describe_document',
      'convert_document',
      'validate_document',
      'query_vocabulary',
      'compare_versions',
      'suggest_term',
    ]);
    for (const { name, inputSchema, outputSchema, annotations, description } of tools) {
      expect(inputSchema.type).toBe('object');
      expect(outputSchema?.['required']).toContain('vocabulary');
      expect(annotations?.readOnlyHint).toBe(name !== 'suggest_term');
      expect(description).toMatch(/\.$/);
    }
  });

  test('ask for no argument that has a default', async () => {
    const { tools } = await client.listTools();
    expect(Object.fromEntries(tools.map(({ name, inputSchema }) => [name, inputSchema.required ?? []]))).toEqual({
      search_terms: [],
      get_term: ['name'],
      map_keys: [],
      describe_document: ['document'],
      convert_document: ['document'],
      validate_document: ['document'],
      query_vocabulary: ['query'],
      compare_versions: [],
      suggest_term: ['name', 'description', 'datatype'],
    });
    // Results have all that they promise.
    const search = tools.find(({ name }) => name === 'search_terms')!;
    expect(search.outputSchema?.['required']).toEqual(['total', 'didYouMean', 'terms', 'links', 'vocabulary']);
  });

  const CALLS: readonly (readonly [string, Record<string, unknown>])[] = [
    ['search_terms', { text: 'Wirkleistng', language: 'de' }],
    ['get_term', { name: 'voltage-V' }],
    ['map_keys', { keys: ['voltage-V'] }],
    ['describe_document', { document: READING }],
    ['convert_document', { document: READING }],
    ['validate_document', { document: READING }],
    ['query_vocabulary', { query: 'ASK { ?s ?p ?o }' }],
    ['compare_versions', {}],
  ];
  test.each(CALLS)('%s tells by which version of the vocabulary its result was made', async (name, args) => {
    const { isError, found } = await call(client, name, args);
    expect(isError).toBe(false);
    expect(found['vocabulary']).toEqual({ version, iri: `http://localhost:4000/vocabulary/v/${version}/` });
  });

  test('answer clients with the handshake of 2025, and those without', async () => {
    expect(client.getProtocolEra()).toBe('modern');
    const older = await connect(hub.url, 'legacy');
    const [one, other] = [
      await call(client, 'get_term', { name: 'voltage-V' }),
      await call(older, 'get_term', { name: 'voltage-V' }),
    ];
    expect(one.found).toMatchObject({ term: { name: 'voltage-V', unit: 'V' } });
    expect(other).toEqual(one);
    await older.close();
  });
});

describe('search_terms', () => {
  test('finds a quantity once, with its other units, in the language that is asked for', async () => {
    const { found, links } = await call(client, 'search_terms', { text: 'Wirkleistng', language: 'de', first: 1 });
    expect(found).toMatchObject({
      didYouMean: 'wirkleistung',
      terms: [{ label: expect.stringMatching(/Wirkleistung/) }],
    });
    const { data } = (await (await fetch(links[0]!.replace('http://localhost:4000', hub.url))).json()) as {
      data: unknown[];
    };
    expect(data.length).toBeGreaterThan(0);
  });

  test('without anything to search for says what to send', async () => {
    const { isError, problem } = await call(client, 'search_terms', {});
    expect(isError).toBe(true);
    expect(problem).toMatchObject({
      code: 'invalid-option',
      key: 'text',
      next: expect.stringMatching(/call the tool again/),
    });
  });
});

describe('get_term', () => {
  test('tells unit, range and template, by the name and by the IRI', async () => {
    const byName = await call(client, 'get_term', { name: 'state_of_charge-percent' });
    expect(byName.found['term']).toMatchObject({ unit: 'percent', smallest: '0', largest: '100', category: 'storage' });
    const { iri } = byName.found['term'] as { iri: string };
    const byIri = await call(client, 'get_term', { name: iri });
    expect(byIri.found).toEqual(byName.found);
    expect(byName.links).toEqual([iri]);
  });

  test('of a name that is none tells the names near it, and the next step', async () => {
    const { isError, problem } = await call(client, 'get_term', { name: 'voltage-X' });
    expect(isError).toBe(true);
    expect(problem['hint']).toContain('voltage-V');
    expect(problem['next']).toContain('search_terms');
  });
});

describe('documents', () => {
  test('keep every digit', async () => {
    const { found } = await call(client, 'convert_document', { document: READING, format: 'nt' });
    expect(found['rdf']).toContain('"812.40"');
    expect(found['triples']).toBeGreaterThan(10);
  });

  test('that carry @semantic are converted by it', async () => {
    const described = await call(client, 'describe_document', { document: READING });
    const { found } = await call(client, 'convert_document', { document: described.found['document'] as string });
    expect(found).toMatchObject({ unmapped: [], links: [] });
  });

  test('that have the word @semantic for a value are converted by the vocabulary, and by @semantic however it is written', async () => {
    const word = '{"active_power-kW":812.40,"alarm_code":"@semantic"}';
    const { isError, found } = await call(client, 'convert_document', { document: word });
    expect({ isError, rdf: found['rdf'] }).toEqual({
      isError: false,
      rdf: expect.stringContaining('812.40') as string,
    });
    const described = await call(client, 'describe_document', { document: READING });
    const document = (described.found['document'] as string)
      .replace('"@semantic"', String.raw`"\u0040semantic"`)
      .replaceAll('"active_power-kW"', '"P"');
    for (const text of [document, `\uFEFF${document}`])
      expect(await call(client, 'convert_document', { document: text })).toMatchObject({
        isError: false,
        found: { rdf: expect.stringContaining('<http://localhost:4000/id/P>') as string, unmapped: [] },
      });
  });

  test('of a source are described with keys of their own', async () => {
    const document = '{"Body":{"Data":{"FAC":{"Unit":"Hz","Value":49.98}}}}';
    const { found } = await call(client, 'describe_document', { document, source: 'fronius' });
    expect(found).toMatchObject({ source: 'fronius', described: ['Body.Data.FAC.Value'] });
  });

  test('with keys that are no terms are refused with the next step', async () => {
    const { isError, problem } = await call(client, 'convert_document', { document: '{"tension":231.40}' });
    expect(isError).toBe(true);
    expect(problem).toMatchObject({
      code: 'not-all-terms',
      notTerms: ['tension'],
      next: expect.stringMatching(/map_keys/),
    });
  });

  test('are checked, with the place and the term that a key probably means', async () => {
    const { found } = await call(client, 'validate_document', { document: '{"tension":231.40}' });
    expect(found).toMatchObject({
      worst: 'error',
      errors: 1,
      findings: [{ code: 'not-all-terms', key: 'tension', pointer: '/tension', nearestTerm: 'voltage-V' }],
    });
  });

  test('are checked in the units and the namespace in which they would be converted', async () => {
    const document = '{"active_power-kW":1.5,"active_power-MW":2}';
    const { found } = await call(client, 'validate_document', {
      document,
      units: 'MW',
      base: 'https://plant.example/',
    });
    expect(found['findings']).toMatchObject([{ code: 'unit-not-converted', key: 'active_power-kW' }]);
    expect((await call(client, 'validate_document', { document, base: 'plant' })).isError).toBe(true);
  });

  test('whose graph is long are told by where to send them', async () => {
    const document = JSON.stringify({ 'voltage-V': Array.from({ length: 400 }, (_, at) => 230 + at) });
    const { found, links } = await call(client, 'convert_document', { document, format: 'nt' });
    expect(found['rdf']).toBeNull();
    expect(found['triples']).toBeGreaterThan(1_000);
    expect(found['links']).toEqual([
      { title: 'The whole graph', method: 'POST', href: 'http://localhost:4000/api/json-to-rdf?format=nt' },
    ]);
    // A POST is nothing that a client can read by its address.
    expect(links).toEqual([]);
  });
});

describe('query_vocabulary', () => {
  test('gives the rows of a SELECT, and a link to all of them where there are more', async () => {
    const query =
      'PREFIX skos: <http://www.w3.org/2004/02/skos/core#> SELECT ?n WHERE { ?t skos:notation ?n } ORDER BY ?n';
    const { found, links } = await call(client, 'query_vocabulary', { query, maxRows: 2 });
    expect(found).toMatchObject({ kind: 'table', columns: ['n'], isWhole: false });
    expect(found['rows']).toHaveLength(2);
    const whole = await fetch(links[0]!.replace('http://localhost:4000', hub.url), { headers: { accept: 'text/csv' } });
    expect((await whole.text()).split('\n').length).toBeGreaterThan(1_000);
  });

  test('gives the answer of an ASK and the graph of a CONSTRUCT', async () => {
    const asked = await call(client, 'query_vocabulary', { query: 'ASK { ?s ?p ?o }' });
    expect(asked.found).toMatchObject({ kind: 'boolean', boolean: true, isWhole: true });
    const made = await call(client, 'query_vocabulary', { query: 'CONSTRUCT { <urn:a> <urn:b> 1 } WHERE {}' });
    expect(made.found['turtle']).toMatch(/<urn:a> <urn:b> 1/);
  });

  test.each([
    ['DELETE WHERE { ?s ?p ?o }', 'query-not-allowed'],
    ['SELECT', 'malformed-query'],
    ['SELECT * WHERE { SERVICE <http://localhost:1/> { ?s ?p ?o } }', 'query-not-allowed'],
  ])('refuses %s as the endpoint for SPARQL does', async (query, code) => {
    const { isError, problem } = await call(client, 'query_vocabulary', { query });
    expect(isError).toBe(true);
    expect(problem).toMatchObject({ code, next: expect.stringMatching(/\.$/) });
  });
});

describe('compare_versions', () => {
  test('counts what changed and tells the first terms, as GET /api/changes does', async () => {
    const { found, links } = await call(client, 'compare_versions', { first: 3 });
    const whole = await fetch(links[0]!.replace('http://localhost:4000', hub.url));
    expect(whole.status).toBe(200);
    expect(found['to']).toBe(version);
    expect((found['terms'] as unknown[]).length).toBeLessThanOrEqual(3);
  });

  test('refuses what names no version', async () => {
    const { problem } = await call(client, 'compare_versions', { from: 'yesterday' });
    expect(problem).toMatchObject({ code: 'invalid-option', key: 'from' });
  });
});

describe('map_keys', () => {
  test('tells why a term is meant, and what to do where there is none', async () => {
    const { found } = await call(client, 'map_keys', { keys: ['voltage-V', 'zzzzzz'], most: 1 });
    expect(found['keys']).toEqual([
      {
        key: 'voltage-V',
        candidates: [expect.objectContaining({ term: 'voltage-V', confidence: 1, why: 'It is a name of the term.' })],
        next: null,
      },
      { key: 'zzzzzz', candidates: [], next: expect.stringMatching(/search_terms/) },
    ]);
  });

  test('takes units in the order of the keys, also of keys that are numbers', async () => {
    const { found } = await call(client, 'map_keys', {
      keys: ['power', '2', '1'],
      units: ['kW', null, null],
      most: 1,
    });
    const keys = found['keys'] as { key: string; candidates: { unit: string }[] }[];
    expect(keys.map(({ key }) => key)).toEqual(['power', '2', '1']);
    expect(keys[0]!.candidates[0]!.unit).toBe('kW');
  });

  test.each([
    [{}, 'invalid-option', 'keys'],
    [{ keys: ['a'], sample: '{}' }, 'invalid-option', 'keys'],
    [{ keys: ['a'], units: ['kW', 'kW'] }, 'invalid-option', 'units'],
    [{ keys: ['a'], source: 'nobody' }, 'invalid-option', 'source'],
    [{ sample: '{"a":' }, 'malformed-json', undefined],
  ])('refuses %j', async (args, code, key) => {
    const { isError, problem } = await call(client, 'map_keys', args);
    expect(isError).toBe(true);
    expect(problem['code']).toBe(code);
    expect(problem['key']).toBe(key);
  });
});
