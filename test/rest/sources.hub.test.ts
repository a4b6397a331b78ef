import { beforeAll, describe, expect, test } from 'vitest';
import { describedFetch as fetch } from '../support/described-interface.ts';
import { readFixture } from '../support/fixtures.ts';
import { sharedHub, type SharedHub } from '../support/shared-hub.ts';

const METER = readFixture('sources/fronius/meter_and_storage.json');

let hub: SharedHub;
beforeAll(async () => {
  hub = await sharedHub();
});

function post(path: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(hub.url + path, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } });
}

async function contextOf(response: Response): Promise<Record<string, unknown>> {
  const { '@semantic': block } = (await response.json()) as { '@semantic': { '@context': Record<string, unknown> } };
  return block['@context'];
}

describe('POST /api/semantic with a source', () => {
  test('describes the keys of the source by their paths, and says so', async () => {
    const response = await post('/api/semantic?source=fronius', METER);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-semantic-source')).toBe('fronius');
    expect(response.headers.get('x-semantic-restructured')).toBe('paths');
    expect(response.headers.get('access-control-expose-headers')).toContain(
      'X-Semantic-Source,X-Semantic-Restructured',
    );
    const context = await contextOf(response);
    expect(context['Body.Data.0.PowerReal_P_Sum']).toMatchObject({ 'sosa:observedProperty': 'vocab:active_power-W' });
  });

  test('leaves the document as it is when it is told to', async () => {
    const response = await post('/api/semantic?source=fronius&restructure=false', METER);
    expect(response.headers.has('x-semantic-restructured')).toBe(false);
    const { '@semantic': block, ...data } = (await response.json()) as Record<string, unknown>;
    expect(data).toEqual(JSON.parse(METER));
    expect((block as { '@context': object })['@context']).toHaveProperty(
      'PowerReal_P_Sum.rdf:type',
      'sosa:Observation',
    );
  });

  test('reports what the source does not know', async () => {
    const response = await post('/api/semantic?source=sma&report=true', '{"frequency":50.01,"mood":"good"}');
    const { report } = (await response.json()) as { report: Record<string, string[]> };
    expect(report).toMatchObject({ described: ['frequency'], undescribed: ['mood'], notTerms: ['mood'] });
  });

  test('gives what /api/rdf converts to the graph of /api/json-to-rdf', async () => {
    const described = await (await post('/api/semantic?source=fronius', METER)).text();
    const [there, here] = await Promise.all([
      post('/api/rdf?format=nt', described),
      post('/api/json-to-rdf?format=nt&source=fronius', METER),
    ]);
    expect(await here.text()).toBe(await there.text());
    expect(Number(here.headers.get('x-semantic-described'))).toBeGreaterThan(20);
    expect(here.headers.get('x-semantic-source')).toBe('fronius');
    expect(here.headers.get('x-semantic-unmapped')).toContain('Body.Data.0.Details.Model');
  });

  test('answers large documents as small ones', async () => {
    const many = JSON.stringify({
      rows: Array.from({ length: 5000 }, (_, i) => ({ Body: { Data: { PowerReal_P_Sum: i } } })),
    });
    const response = await post('/api/json-to-rdf?format=nt&source=fronius', many);
    expect(response.headers.get('x-semantic-source')).toBe('fronius');
    expect((await response.text()).match(/sosa\/Observation>/g)).toHaveLength(5000);
  });
});

describe('source=auto', () => {
  test('takes the source whose keys fit, and names it', async () => {
    const response = await post('/api/json-to-rdf?source=auto', METER);
    expect(response.headers.get('x-semantic-source')).toBe('fronius');
  });

  test('takes none when in doubt: the answer is that without a source', async () => {
    const document = '{"timestamp":"2026-01-01T00:00:00Z","active_power-kW":12.50}';
    const [auto, plain] = await Promise.all([
      post('/api/json-to-rdf?source=auto', document),
      post('/api/json-to-rdf', document),
    ]);
    expect(auto.headers.has('x-semantic-source')).toBe(false);
    expect(await auto.text()).toBe(await plain.text());
    expect((await post('/api/json-to-rdf?source=auto', '{"zebra":1}')).status).toBe(422);
  });
});

describe('GET /api/sources', () => {
  test('lists the sources with what the vocabulary covers of each', async () => {
    const { data } = (await (await fetch(`${hub.url}/api/sources`)).json()) as { data: Record<string, unknown>[] };
    const fronius = data.find(({ source }) => source === 'fronius')!;
    expect(fronius).toMatchObject({ partOf: null });
    expect(Number(fronius['described'])).toBeGreaterThan(0);
    expect(Number(fronius['described'])).toBeLessThanOrEqual(Number(fronius['keys']));
    expect(data.find(({ source }) => source === 'smard-410')).toMatchObject({ partOf: 'smard' });
  });

  test('is the list of GraphQL, too, whose queries take a source', async () => {
    const query = `query ($document: String!) {
      sources { name partOf keyCount describedCount }
      embedDocument(document: $document, source: "auto") { source isRestructured describedCount }
      convertDocument(document: $document, semantics: REGISTRY, source: "fronius", restructure: false) { source isRestructured }
    }`;
    const response = await post('/graphql', JSON.stringify({ query, variables: { document: METER } }));
    const { data, errors } = (await response.json()) as { data: Record<string, unknown>; errors?: unknown };
    expect(errors).toBeUndefined();
    expect(data['embedDocument']).toMatchObject({ source: 'fronius', isRestructured: true });
    expect(data['convertDocument']).toEqual({ source: 'fronius', isRestructured: false });
    expect((data['sources'] as object[]).length).toBeGreaterThan(37);
  });

  test('a source has to be asked for with the semantics of the registry', async () => {
    const query = 'query { convertDocument(document: "{}", source: "fronius") { triples } }';
    const { errors } = (await (await post('/graphql', JSON.stringify({ query }))).json()) as {
      errors: { message: string }[];
    };
    expect(errors[0]!.message).toContain('REGISTRY');
  });
});

describe('a source that there is not', () => {
  test.each(['fronus', '..%2F..%2Fpackage', '', 'FRONIUS', '__proto__'])(
    'is refused with the way out: %s',
    async (name) => {
      for (const path of ['/api/semantic', '/api/json-to-rdf']) {
        const response = await globalThis.fetch(`${hub.url}${path}?source=${name}`, { method: 'POST', body: '{}' });
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({
          error: expect.stringContaining('/api/sources'),
        });
      }
    },
  );

  test('is told those that are near', async () => {
    const response = await globalThis.fetch(`${hub.url}/api/semantic?source=fronus`, { method: 'POST', body: '{}' });
    expect(((await response.json()) as { error: string }).error).toContain('fronius');
  });
});
