import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { describedFetch } from '../support/described-interface.ts';
import { RDF_FORMS, readGraph } from '../support/read-graph.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

/** Those that the tests name, and as many as the example of the page shows. */
let terms: readonly string[];
let hub: TestApp;
beforeAll(async () => {
  const measuring = [...(await seededVocabulary()).terms.values()].filter(({ unit }) => unit !== null);
  terms = ['active_power-kW', 'timestamp', ...measuring.slice(0, 20).map(({ name }) => name)];
  hub = await createTestApp({ terms });
});
afterAll(() => hub?.stop());

const PREFIXES = `
  PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
  PREFIX qudt: <http://qudt.org/schema/qudt/>
  PREFIX vocab: <http://localhost:4000/vocabulary/>`;
/** The unit of a term, by its name. */
const UNIT = `${PREFIXES} SELECT ?name ?unit { ?term skos:notation ?name ; qudt:hasUnit ?unit FILTER(?name = "active_power-kW") }`;
const KILOWATT = 'http://qudt.org/vocab/unit/KiloW';

function ask(query: string, init: RequestInit = {}, options = ''): Promise<Response> {
  return describedFetch(`${hub.url}/sparql?query=${encodeURIComponent(query)}${options}`, init);
}

async function rowsOf(query: string, options = ''): Promise<Record<string, { value: string }>[]> {
  const response = await ask(query, {}, options);
  const answer = (await response.json()) as { results: { bindings: Record<string, { value: string }>[] } };
  expect({ status: response.status, answer }).toMatchObject({ status: 200 });
  return answer.results.bindings;
}

async function refusalOf(query: string, options = ''): Promise<Record<string, unknown>> {
  const response = await ask(query, {}, options);
  const body = (await response.json()) as Record<string, unknown>;
  expect(body['status']).toBe(response.status);
  return body;
}

describe('the forms of a table', () => {
  test('are what Accept likes best, JSON when it does not decide', async () => {
    const given = async (accept: string) => (await ask(UNIT, { headers: { accept } })).headers.get('content-type');
    expect(await given('*/*')).toBe('application/sparql-results+json');
    expect(await given('application/json')).toBe('application/sparql-results+json');
    expect(await given('application/sparql-results+xml, text/csv;q=0.5')).toBe('application/sparql-results+xml');
    expect(await given('text/csv')).toBe('text/csv; charset=utf-8; header=present');
    expect(await given('text/tab-separated-values')).toBe('text/tab-separated-values; charset=utf-8');
    expect(await given('image/png')).toBe('application/sparql-results+json');
  });

  test('in XML keep what a reader of XML would change', async () => {
    const written = await (await ask('SELECT ("a\\r\\nb" AS ?x) {}', {}, '&format=xml')).text();
    expect(written).toContain('<literal>a&#13;\nb</literal>');
    const tagged = await (await ask('SELECT ("\\r<&>"@en AS ?x) {}', {}, '&format=xml')).text();
    expect(tagged).toContain('<literal xml:lang="en">&#13;&lt;&amp;&gt;</literal>');
  });

  test.each(['\\u0001', '\\uFFFE'])('have no XML when XML cannot hold a literal: %s', async (character) => {
    const query = `SELECT ("a${character}" AS ?x) {}`;
    const refusal = await refusalOf(query, '&format=xml');
    expect(refusal).toMatchObject({ status: 400, key: 'format' });
    expect(refusal['error']).toBe(
      'There is no XML of this table: a literal has a character that XML cannot hold. Choose another format: json, csv or tsv.',
    );
    expect((await rowsOf(query))[0]!['x']!.value).toBe(JSON.parse(`"a${character}"`));
  });

  test('hold the same', async () => {
    expect(await rowsOf(UNIT)).toEqual([
      { name: { type: 'literal', value: 'active_power-kW' }, unit: { type: 'uri', value: KILOWATT } },
    ]);
    expect(await (await ask(UNIT, {}, '&format=csv')).text()).toBe(`name,unit\r\nactive_power-kW,${KILOWATT}\r\n`);
    expect(await (await ask(UNIT, {}, '&format=tsv')).text()).toBe(`?name\t?unit\n"active_power-kW"\t<${KILOWATT}>\n`);
    expect(await (await ask(UNIT, {}, '&format=xml')).text()).toContain(`<uri>${KILOWATT}</uri>`);
  });

  test('are the two that ASK has for who wants a table', async () => {
    const response = await ask('ASK {}', { headers: { accept: 'text/csv' } });
    expect(response.headers.get('content-type')).toBe('application/sparql-results+json');
    expect(await response.json()).toEqual({ head: {}, boolean: true });
    expect(await (await ask('ASK {}', {}, '&format=xml')).text()).toContain('<boolean>true</boolean>');
  });

  test('that an answer does not have are refused by name', async () => {
    expect(await refusalOf('ASK {}', '&format=csv')).toMatchObject({ status: 400, key: 'format' });
    expect(await refusalOf(UNIT, '&format=ttl')).toMatchObject({ status: 400, key: 'format' });
    expect(await refusalOf(UNIT, '&format=html')).toMatchObject({ status: 400, key: 'format', piece: 'html' });
  });
});

describe('the forms of a graph', () => {
  test.each(RDF_FORMS)('hold the same: %s', async (format) => {
    const query = `${PREFIXES} CONSTRUCT { ?term skos:altLabel ?name ; qudt:hasUnit ?unit } WHERE {
      ?term skos:notation ?name ; qudt:hasUnit ?unit FILTER(?name = "active_power-kW") }`;
    const response = await ask(query, {}, `&format=${format}`);
    expect((await readGraph(format, await response.text())).toSorted()).toEqual([
      `<http://localhost:4000/vocabulary/active_power-kW> <http://qudt.org/schema/qudt/hasUnit> <${KILOWATT}> .`,
      '<http://localhost:4000/vocabulary/active_power-kW> <http://www.w3.org/2004/02/skos/core#altLabel> "active_power-kW" .',
    ]);
  });

  test('are shortened with the prefixes of the query, then of the vocabulary', async () => {
    const query = 'PREFIX v: <http://localhost:4000/vocabulary/> DESCRIBE v:timestamp';
    const turtle = await (await ask(query)).text();
    expect(turtle).toContain('@prefix v: <http://localhost:4000/vocabulary/>.');
    expect(turtle).toContain('@prefix skos: <http://www.w3.org/2004/02/skos/core#>.');
    expect(turtle).toMatch(/^v:timestamp a /m);
    expect(turtle).not.toContain('@prefix vocab:');
  });

  test('may have blank nodes, which are new ones each time', async () => {
    const response = await ask('CONSTRUCT { [] a <http://x.example/T> } WHERE {}', {}, '&format=jsonld');
    expect(response.headers.get('etag')).toBeNull();
    expect(await response.json()).toMatchObject({ '@graph': [{ '@type': ['http://x.example/T'] }] });
  });
});

describe('the graphs', () => {
  const COUNT = 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }';
  const VOCABULARY = 'http://localhost:4000/graph/vocabulary';
  const ONTOLOGY = 'http://localhost:4000/graph/ontology';

  test('are the vocabulary, which is the default one too, and the ontology', async () => {
    const rows = await rowsOf('SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g ORDER BY ?g');
    expect(rows.map(({ g }) => g!.value)).toEqual([ONTOLOGY, VOCABULARY]);
    expect((await rowsOf(COUNT))[0]!['n']!.value).toBe(rows[1]!['n']!.value);
  });

  test('are those that the request names, before those that the query names', async () => {
    const ofOntology = await rowsOf(COUNT, `&default-graph-uri=${encodeURIComponent(ONTOLOGY)}`);
    expect(await rowsOf(COUNT.replace('{', `FROM <${ONTOLOGY}> {`))).toEqual(ofOntology);
    const query = COUNT.replace('{', `FROM <${VOCABULARY}> {`);
    expect(await rowsOf(query, `&default-graph-uri=${encodeURIComponent(ONTOLOGY)}`)).toEqual(ofOntology);
    const named = `SELECT DISTINCT ?g FROM NAMED <${ONTOLOGY}> { GRAPH ?g { ?s ?p ?o } }`;
    expect((await rowsOf(named)).map(({ g }) => g!.value)).toEqual([ONTOLOGY]);
  });

  test('may be named by relative IRIs, in requests as in queries', async () => {
    for (const [name, pattern] of [
      ['default-graph-uri', '?s ?p ?o'],
      ['named-graph-uri', 'GRAPH ?g { ?s ?p ?o }'],
    ]) {
      const count = (graph: string) =>
        rowsOf(`SELECT (COUNT(*) AS ?n) { ${pattern} }`, `&${name}=${encodeURIComponent(graph)}`);
      const ofOntology = await count(ONTOLOGY);
      expect(Number(ofOntology[0]!['n']!.value)).toBeGreaterThan(100);
      for (const relative of ['graph/ontology', '/graph/ontology', './a/../graph/ontology'])
        expect(await count(relative), relative).toEqual(ofOntology);
    }
  });

  test.each(['', ' ', 'the ontology', '<http://localhost:4000/graph/ontology>', 'http://a|b/', 'a\u0000'])(
    'are named by IRIs: %j is none',
    async (text) => {
      for (const name of ['default-graph-uri', 'named-graph-uri']) {
        const form = new URLSearchParams({ query: COUNT, [name]: text });
        for (const answer of [
          await fetch(`${hub.url}/sparql?${form}`),
          await fetch(`${hub.url}/sparql`, { method: 'POST', body: form }),
        ]) {
          expect(answer.status).toBe(400);
          expect(await answer.json()).toMatchObject({
            type: 'http://localhost:4000/problems/invalid-option',
            key: name,
            piece: text,
          });
        }
      }
    },
  );

  test.each([
    'http://localhost:4000/graph/accounts',
    'http://localhost:4000/graph/suggestions',
    'http://localhost:4000/graph/contacts',
    'http://localhost:4000/graph/webhooks',
    'http://localhost:4000/vocabulary/v/not-a-version/',
    'file:///etc/passwd',
  ])('are no others: %s is empty', async (graph) => {
    const encoded = encodeURIComponent(graph);
    expect(await rowsOf(`SELECT * { GRAPH <${graph}> { ?s ?p ?o } }`)).toEqual([]);
    expect(await rowsOf(`SELECT * FROM <${graph}> { ?s ?p ?o }`)).toEqual([]);
    expect(await rowsOf(`SELECT * FROM NAMED <${graph}> { GRAPH ?g { ?s ?p ?o } }`)).toEqual([]);
    expect(await rowsOf('SELECT * { ?s ?p ?o }', `&default-graph-uri=${encoded}`)).toEqual([]);
    expect(await rowsOf('SELECT * { GRAPH ?g { ?s ?p ?o } }', `&named-graph-uri=${encoded}`)).toEqual([]);
  });

  test('hold nothing of what people suggest, though the store does', async () => {
    const suggestion = {
      parameter: 'flux_of_nothing-kW',
      description: 'A suggestion that nobody has looked at.',
      datatype: 'xsd:double',
      email: 'proposer@people.example',
    };
    const headers = { 'content-type': 'application/json' };
    const saved = await fetch(`${hub.url}/api/suggest-parameter`, {
      method: 'POST',
      headers,
      body: JSON.stringify(suggestion),
    });
    expect({ status: saved.status, body: await saved.text() }).toMatchObject({ status: 200 });
    for (const piece of ['flux_of_nothing', 'people.example'])
      for (const pattern of ['?s ?p ?o', 'GRAPH ?g { ?s ?p ?o }'])
        expect(await rowsOf(`SELECT * { ${pattern} FILTER(CONTAINS(CONCAT(STR(?s), STR(?o)), "${piece}")) }`)).toEqual(
          [],
        );
  });

  test('hold the current version by its own name, for who asks for it', async () => {
    const [version] = await rowsOf('SELECT ?v { ?s <http://www.w3.org/2002/07/owl#versionIRI> ?v }');
    const iri = version?.['v']?.value ?? (await currentVersion());
    const rows = await rowsOf(`SELECT (COUNT(*) AS ?n) { GRAPH <${iri}> { ?s ?p ?o } }`);
    expect(Number(rows[0]!['n']!.value)).toBeGreaterThan(1_000);
    expect((await rowsOf('SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }')).length).toBe(2);
  });

  async function currentVersion(): Promise<string> {
    const response = await fetch(`${hub.url}/api/versions`);
    return ((await response.json()) as { data: { iri: string }[] }).data[0]!.iri;
  }
});

describe('an answer that is always the same', () => {
  test('has a tag, and is not computed again for who has it', async () => {
    const first = await ask(UNIT);
    const etag = first.headers.get('etag')!;
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    expect(first.headers.get('cache-control')).toBe('public, max-age=60');
    const before = hub.app.queries.ran;
    const again = await ask(UNIT, { headers: { 'If-None-Match': `W/${etag}` } });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
    expect(hub.app.queries.ran).toBe(before);
  });

  test('has another tag in another form, for other words and for other graphs', async () => {
    const tags = await Promise.all(
      [
        ask(UNIT),
        ask(UNIT, {}, '&format=csv'),
        ask(`${UNIT} `),
        ask(UNIT, {}, '&default-graph-uri=http://localhost:4000/graph/ontology'),
      ].map(async (asked) => (await asked).headers.get('etag')),
    );
    expect(new Set(tags).size).toBe(4);
  });

  test('is the same from another process', async () => {
    const query = 'SELECT ?p (COUNT(*) AS ?n) (SAMPLE(?o) AS ?one) { ?s ?p ?o } GROUP BY ?p';
    const other = await createTestApp({ terms });
    const texts = await Promise.all(
      [hub, other].map(async ({ url }) => (await fetch(`${url}/sparql?query=${encodeURIComponent(query)}`)).text()),
    );
    await other.stop();
    expect(texts[0]).toBe(texts[1]);
  });

  test('is compressed under a tag of its own', async () => {
    const query = 'SELECT * { ?s ?p ?o } LIMIT 3000';
    const [plain, zipped] = await Promise.all([
      ask(query, { headers: { 'accept-encoding': 'identity' } }),
      ask(query, { headers: { 'accept-encoding': 'br' } }),
    ]);
    expect(zipped.headers.get('content-encoding')).toBe('br');
    expect(zipped.headers.get('etag')).toBe(plain.headers.get('etag')!.replace(/"$/, '-br"'));
    expect(await zipped.text()).toBe(await plain.text());
    const again = await ask(query, { headers: { 'If-None-Match': zipped.headers.get('etag')! } });
    expect(again.status).toBe(304);
  });

  test.each(['NOW()', 'RAND()', 'UUID()', 'STRUUID()', 'BNODE()'])('is none with %s', async (call) => {
    const response = await ask(`SELECT (STR(${call.replace('BNODE()', 'BNODE("a")')}) AS ?x) {}`);
    expect([response.status, response.headers.get('etag')]).toEqual([200, null]);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('a request', () => {
  const form = (body: string, type = 'application/x-www-form-urlencoded') =>
    describedFetch(`${hub.url}/sparql`, { method: 'POST', headers: { 'content-type': type }, body });

  test('may be a form or the query itself, compressed or not', async () => {
    const asForm = await form(
      `query=${encodeURIComponent(UNIT)}&format=csv`,
      'application/x-www-form-urlencoded; charset=UTF-8',
    );
    const asText = await fetch(`${hub.url}/sparql?format=csv`, {
      method: 'POST',
      headers: { 'content-type': 'application/sparql-query' },
      body: `\ufeff${UNIT}`,
    });
    expect(await asForm.text()).toBe(await asText.text());
    expect([asForm.status, asForm.headers.get('etag')]).toEqual([200, null]);
  });

  test.each(['', 'format=csv', 'Query=ASK%7B%7D'])(
    'with POST is 400 when its form (%j) has no query',
    async (fields) => {
      const answer = await form(fields);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: 'The option query is missing.', key: 'query' });
    },
  );

  test('may begin with a byte order mark, wherever the query stands', async () => {
    const query = '\uFEFFASK {}';
    const answers = [
      await fetch(`${hub.url}/sparql?query=${encodeURIComponent(query)}`),
      await fetch(`${hub.url}/sparql`, { method: 'POST', body: new URLSearchParams({ query }) }),
      await fetch(`${hub.url}/sparql`, {
        method: 'POST',
        headers: { 'content-type': 'application/sparql-query' },
        body: query,
      }),
    ];
    for (const answer of answers) expect(await answer.json()).toEqual({ head: {}, boolean: true });
  });

  test('with HEAD is answered as with GET, without the text', async () => {
    const [head, get] = [await ask(UNIT, { method: 'HEAD' }), await ask(UNIT)];
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'));
  });

  test('may come from pages of any site', async () => {
    const headers = {
      origin: 'https://any.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    };
    const preflight = await fetch(`${hub.url}/sparql`, { method: 'OPTIONS', headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type');
    const plain = await fetch(`${hub.url}/sparql`, { method: 'OPTIONS' });
    expect(plain.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
    expect(
      (await ask('ASK {', { headers: { origin: 'https://any.example' } })).headers.get('access-control-allow-origin'),
    ).toBe('*');
  });

  test.each([
    ['update=DROP%20ALL', 'application/x-www-form-urlencoded', 403],
    ['query=ASK%7B%7D&update=DROP%20ALL', 'application/x-www-form-urlencoded', 403],
    ['DROP ALL', 'application/sparql-update', 403],
    ['INSERT DATA { <a:a> <a:a> <a:a> }', 'application/sparql-query', 403],
    ['LOAD <http://localhost:1/>', 'application/sparql-query', 403],
    ['ASK { SERVICE SILENT <http://localhost:1/> { ?s ?p ?o } }', 'application/sparql-query', 403],
    ['query=%FF', 'application/x-www-form-urlencoded', 400],
    ['query=ASK%7B%7D', 'application/x-www-form-urlencoded; charset=latin1', 415],
    ['{"query":"ASK{}"}', 'application/json', 415],
    ['', 'application/sparql-query', 400],
  ])('that is %s as %s is answered %d', async (body, type, status) => {
    const response = await form(body, type);
    expect(await response.json()).toMatchObject({ status });
    expect(response.status).toBe(status);
    if (status === 415)
      expect(response.headers.get('accept-post')).toBe('application/sparql-query, application/x-www-form-urlencoded');
  });

  test('with a body that is too large is told the limit', async () => {
    const response = await form(`ASK { # ${'x'.repeat(70_000)}\n }`, 'application/sparql-query');
    expect(await response.json()).toMatchObject({ status: 413, error: expect.stringContaining('64 KiB') as string });
    const asForm = await form(`query=ASK%7B%23${'x'.repeat(70_000)}%0A%7D`);
    expect(await asForm.json()).toMatchObject({ status: 400, error: expect.stringContaining('64 KiB') as string });
  });
});

describe('a query that is no SPARQL', () => {
  test('is told the place', async () => {
    expect(await refusalOf('SELECT * {\n  ?s ?p ?o ??\n}')).toMatchObject({
      status: 400,
      line: 2,
      column: 12,
      piece: '?',
    });
    expect(await refusalOf('SELECT *\n{ ?s ?p ?o ) }')).toMatchObject({ line: 2, column: 12, piece: ')' });
    expect(await refusalOf('SELECT * {\n ?s ?p')).toMatchObject({
      line: 2,
      column: 7,
      error: expect.stringContaining('ends too early') as string,
    });
  });

  test('is told the reason, and nothing of the inside of the hub', async () => {
    const told = await Promise.all(
      [
        'ASK { ?s nowhere:p ?o }',
        'SELECT ?x { ?s ?p ?o } GROUP BY ?s',
        'SELECT (<http://x.example/f>(1) AS ?x) {}',
        'SELECT (1 AS ?x) (2 AS ?x) {}',
        'ASK { BIND(1 AS ?x) BIND(2 AS ?x) }',
      ].map((query) => refusalOf(query)),
    );
    expect(told.map(({ error }) => error)).toMatchInlineSnapshot(`
      [
        "The query is not SPARQL 1.1: Unknown prefix: nowhere.",
        "The query is not SPARQL 1.1: Variable not allowed in projection.",
        "There is no function <http://x.example/f>.",
        "The query is not SPARQL 1.1: Variable x used more than once in SELECT clause.",
        "The query cannot be understood: what ends at line 1, column 36 breaks a rule of SPARQL 1.1.",
      ]
    `);
    for (const answer of told)
      expect(answer).toMatchObject({
        status: 400,
        type: expect.stringMatching(/\/problems\/malformed-query$/) as string,
      });
  });
});

describe('without a query', () => {
  test('people get a page, which may send its form to the endpoint', async () => {
    const response = await fetch(`${hub.url}/sparql`, {
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    });
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self'");
    const page = await response.text();
    const example = /<textarea[^>]*>([^<]*)</
      .exec(page)![1]!
      .replaceAll('&quot;', '"')
      .replaceAll('&gt;', '>')
      .replaceAll('&lt;', '<');
    expect((await rowsOf(example.replaceAll('&amp;', '&'))).length).toBe(7);
  });

  test('programs get the description, which says the address and the graphs', async () => {
    const response = await fetch(`${hub.url}/sparql`);
    expect(response.headers.get('etag')).toMatch(/^"/);
    const text = await response.text();
    expect(text).toContain('sd:endpoint <sparql>');
    expect(text).toContain('<graph/vocabulary>');
  });
});

test('a process is ready before the first query', async () => {
  const prepared = await createTestApp({ terms, isPrepared: true });
  try {
    const { queries } = prepared.app;
    expect(queries.load.processes).toBe(1);
    const query = encodeURIComponent('ASK { ?s ?p ?o }');
    const response = await fetch(`${prepared.url}/sparql?query=${query}`);
    expect(await response.json()).toMatchObject({ boolean: true });
    expect(queries.ran).toBe(1);
  } finally {
    await prepared.stop();
  }
});
