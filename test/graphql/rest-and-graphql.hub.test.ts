import { beforeAll, describe, expect, test } from 'vitest';
import { listSamples, readSample } from '../support/fixtures.ts';
import { sharedHub, type SharedHub } from '../support/shared-hub.ts';
import { sendQuery, type TestAnswer } from './fixture.ts';

const FORMATS = [
  ['ttl', 'TURTLE'],
  ['nt', 'N_TRIPLES'],
  ['rdf', 'RDF_XML'],
  ['jsonld', 'JSON_LD'],
] as const;
const base = 'https://plant.example/id/';

const EMBED = `query ($document: String!, $base: String) { embedDocument(document: $document, base: $base) {
  document describedCount report { described undescribed notTerms termsWithoutSemantics undeclaredPrefixes } } }`;
const CONVERT = `query ($document: String!, $semantics: SemanticsSource, $format: RdfFormat, $base: String, $skolemize: Boolean, $align: Boolean, $maxArrayItems: Int) {
  convertDocument(document: $document, semantics: $semantics, format: $format, base: $base, skolemize: $skolemize, align: $align, maxArrayItems: $maxArrayItems) {
    rdf mediaType triples describedCount unmapped warningCount warnings { code count } } }`;

let hub: SharedHub;
beforeAll(async () => {
  hub = await sharedHub();
});

const post = (path: string, body: string) =>
  fetch(`${hub.url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
const query = (text: string, variables?: unknown) => sendQuery(`${hub.url}/graphql`, text, variables);

/** A failure over GraphQL says what the same failure says over REST: the words and everything it names. */
async function expectSameFailure(rest: Response, graphql: TestAnswer): Promise<void> {
  const { error, title, status, detail, ...named } = (await rest.json()) as Record<string, unknown>;
  expect(status).toBe(rest.status);
  expect([title, detail]).toEqual([expect.any(String), error]);
  expect(graphql.body.errors[0].message).toBe(error);
  expect(graphql.body.errors[0].extensions).toEqual({ code: expect.stringMatching(/^[A-Z_]+$/), ...named });
}

const list = (header: string | null): string[] =>
  header === null || header === '' ? [] : header.split(',').map(decodeURIComponent);

describe.each(listSamples())('%s', (name) => {
  test('is embedded to the same bytes and the same report', async () => {
    const document = readSample(name);
    const rest = await post(`/api/semantic?base=${encodeURIComponent(base)}`, document);
    const report = await post(`/api/semantic?report=true&base=${encodeURIComponent(base)}`, document);
    const { body } = await query(EMBED, { document, base });
    expect(rest.status).toBe(200);
    expect(body.data.embedDocument.document).toBe(await rest.text());
    expect(body.data.embedDocument.report).toEqual(((await report.json()) as { report: unknown }).report);
    expect(body.data.embedDocument.describedCount).toBe(Number(rest.headers.get('x-semantic-described')));
  });

  test.each(FORMATS)('is converted to the same %s and the same counts', async (format, graphqlFormat) => {
    const plain = readSample(name);
    const described = await (await post('/api/semantic', plain)).text();
    for (const [path, semantics, document, options] of [
      ['/api/rdf', 'BLOCK', described, {}],
      ['/api/rdf', 'BLOCK', described, { base, skolemize: true, align: false, maxArrayItems: 2 }],
      ['/api/json-to-rdf', 'REGISTRY', plain, { skolemize: true }],
    ] as const) {
      const search = new URLSearchParams({
        format,
        ...Object.fromEntries(Object.entries(options).map(([key, value]) => [key, String(value)])),
      });
      const rest = await post(`${path}?${search}`, document);
      const graphql = await query(CONVERT, { document, semantics, format: graphqlFormat, ...options });
      // Samples have keys that are no terms, and terms that XML cannot name.
      if (rest.status === 422) {
        await expectSameFailure(rest, graphql);
        continue;
      }
      expect(rest.status).toBe(200);
      const { rdf, mediaType, triples, unmapped, warningCount, describedCount } = graphql.body.data.convertDocument;
      expect(rdf).toBe(await rest.text());
      expect(rest.headers.get('content-type')).toContain(mediaType);
      expect({ triples, warningCount }).toEqual({
        triples: Number(rest.headers.get('x-semantic-triples')),
        warningCount: Number(rest.headers.get('x-semantic-warnings')),
      });
      expect(unmapped).toEqual(list(rest.headers.get('x-semantic-unmapped')));
      if (semantics === 'REGISTRY') expect(describedCount).toBe(Number(rest.headers.get('x-semantic-described')));
    }
  });
});

describe('what cannot be converted', () => {
  test.each([
    ['malformed JSON', '{"a":', '/api/rdf', 'BLOCK'],
    ['a list', '[1]', '/api/rdf', 'BLOCK'],
    ['no block', '{"a":1}', '/api/rdf', 'BLOCK'],
    ['a block that is wrong', '{"@semantic":{"@context":{"a":{"x:y":"z:w"}}},"a":1}', '/api/rdf', 'BLOCK'],
    ['129 levels', `${'{"a":'.repeat(129)}1${'}'.repeat(129)}`, '/api/rdf', 'BLOCK'],
    ['keys that are no terms', '{"no such term":1}', '/api/json-to-rdf', 'REGISTRY'],
  ])('%s is told with the same words and details', async (_name, document, path, semantics) => {
    const rest = await post(path, document);
    expect(rest.status).toBeGreaterThanOrEqual(400);
    await expectSameFailure(rest, await query(CONVERT, { document, semantics }));
  });
});

test.each([
  {},
  { align: false },
  { maxArrayItems: 1 },
  { units: 'MW', base },
  { units: 'furlong' },
  { lenient: true, registry: true },
])('a document is checked to the same with %o', async (options) => {
  const CHECK = `query ($document: String!, $base: String, $align: Boolean, $maxArrayItems: Int, $units: String, $lenient: Boolean, $registry: Boolean) {
    validateDocument(document: $document, base: $base, align: $align, maxArrayItems: $maxArrayItems, units: $units, lenient: $lenient, registry: $registry) {
      triples errorCount warningCount noteCount omitted findings { code key count message } } }`;
  const document =
    '{"timestamp":["2026-01-01T00:00:00Z","2026-01-01T00:15:00Z"],"active_power-kW":[1.5,-2],"energy_cost-EUR":["dear",3]}';
  const search = new URLSearchParams(
    Object.fromEntries(Object.entries(options).map(([key, value]) => [key, String(value)])),
  );
  const rest = await post(`/api/validate?${search}`, document);
  const graphql = await query(CHECK, { document, ...options });
  if (rest.status !== 200) return expectSameFailure(rest, graphql);
  const told = (await rest.json()) as Record<string, unknown> & { findings: Record<string, unknown>[] };
  const { findings, ...counts } = graphql.body.data.validateDocument;
  expect(counts).toMatchObject({ triples: told['triples'], omitted: told['omitted'] ?? 0 });
  expect(findings).toEqual(told.findings.map(({ code, key, count, message }) => ({ code, key, count, message })));
});

test('a number that is too small is told in one sentence, in which REST quotes what came as a text', async () => {
  const rest = await post('/api/rdf?maxArrayItems=-1', '{}');
  const { body } = await query(CONVERT, { document: '{}', maxArrayItems: -1 });
  const sentence = 'maxArrayItems has to be a whole number from 0; it is -1.';
  const told = (await rest.json()) as { readonly error: string };
  expect(told).toMatchObject({ key: 'maxArrayItems', piece: '-1' });
  expect(told.error.replaceAll('"', '')).toBe(sentence);
  expect(body.errors[0]).toMatchObject({ message: sentence, extensions: { key: 'maxArrayItems', piece: '-1' } });
});

test('the name of a file stands in a report once for each finding, and may be as long over both', async () => {
  const CHECK = `query ($file: String) { validateDocument(document: "{\\"no such term\\":1}") { report(format: TEXT, file: $file) } }`;
  for (const file of ['', 'a.json', 'ä'.repeat(1000), '😀'.repeat(1000)]) {
    const rest = await post(`/api/validate?format=text&file=${encodeURIComponent(file)}`, '{"no such term":1}');
    expect((await query(CHECK, { file })).body.data.validateDocument.report).toBe(await rest.text());
  }
  for (const file of ['ä'.repeat(1001), '😀'.repeat(1001)]) {
    const rest = await post(`/api/validate?format=text&file=${encodeURIComponent(file)}`, '{"no such term":1}');
    expect(rest.status).toBe(400);
    await expectSameFailure(rest, await query(CHECK, { file }));
  }
});

test('both doors draw on one allowance', async () => {
  const first = await post('/api/semantic', '{}');
  const { headers } = await query('{ embedDocument(document: "{}") { describedCount } }');
  const remaining = (header: string | null) => Number(/r=(\d+)/.exec(header ?? '')?.[1]);
  expect(remaining(headers.get('ratelimit'))).toBe(remaining(first.headers.get('ratelimit')) - 1);
});

test('a document of nearly 10 MiB that is all quotes when it is escaped passes, and a larger request is told so', async () => {
  const document = `{${Array.from({ length: 900_000 }, (_, index) => `"k${index % 100}":""`).join(',')}}`;
  const { status, body } = await query(
    'query ($d: String!) { embedDocument(document: $d) { describedCount report { undescribed } } }',
    { d: document },
  );
  expect([status, body.errors]).toEqual([200, undefined]);
  expect(body.data.embedDocument.report.undescribed).toHaveLength(100);
  const larger = await query('query ($d: String!) { embedDocument(document: $d) { describedCount } }', {
    d: '"'.repeat(11 * 1024 * 1024),
  });
  expect(larger.status).toBe(413);
});
