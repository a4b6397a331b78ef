import { beforeAll, describe, expect, test } from 'vitest';
import { HubClient, HubProblem } from '../../src/client/library.ts';
import { describedFetch as fetch } from '../support/described-interface.ts';
import { sharedHub, type SharedHub } from '../support/shared-hub.ts';

let hub: SharedHub;
beforeAll(async () => {
  hub = await sharedHub();
});

const ask = async (query: Record<string, string>) => {
  const answer = await fetch(`${hub.url}/api/convert-unit?${new URLSearchParams(query).toString()}`);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

describe('GET /api/convert-unit', () => {
  test.each([
    ['kW', 'MW'],
    ['KWT', 'MAW'],
    ['http://qudt.org/vocab/unit/KiloW', 'unit:MegaW'],
  ])('takes %s and %s for names of the units', async (from, to) => {
    const { status, body } = await ask({ value: '812.40', from, to });
    expect(status).toBe(200);
    expect(body).toEqual({
      value: '0.81240',
      isRounded: false,
      family: 'power',
      from: { notation: 'kW', iri: 'http://qudt.org/vocab/unit/KiloW' },
      to: { notation: 'MW', iri: 'http://qudt.org/vocab/unit/MegaW' },
    });
  });

  test('tells points of temperature and differences apart', async () => {
    expect((await ask({ value: '5.0', from: 'degC', to: 'K' })).body['value']).toBe('278.15');
    expect((await ask({ value: '5.0', from: 'degC', to: 'K', difference: 'true' })).body['value']).toBe('5.0');
    expect((await ask({ value: '9.0', from: 'degF', to: 'degC', difference: 'true' })).body['value']).toBe('5');
  });

  test.each([
    [{ value: '1', from: 'kW', to: 'kVA' }, 422, 'unit-families-differ', /power.*apparent-power/],
    [{ value: '1', from: 'EUR', to: 'GBP' }, 422, 'unit-families-differ', /money-EUR.*money-GBP/],
    [{ value: '1', from: 'Hz', to: 'rpm' }, 422, 'unit-families-differ', /frequency.*rotation/],
    [{ value: '1', from: 'kWp', to: 'kW' }, 422, 'unit-families-differ', /power \(p\).*power/],
    [{ value: '1', from: 'tCO2eq', to: 'kg' }, 422, 'unit-families-differ', /mass \(CO2eq\)/],
    [{ value: '1', from: 'kw', to: 'MW' }, 400, 'unknown-unit', /"kw"/],
    [{ value: 'INF', from: 'kW', to: 'MW' }, 400, 'invalid-option', /value has to be a number/],
    [{ value: '1'.repeat(1001), from: 'kW', to: 'MW' }, 400, 'invalid-option', /1000 characters/],
    [{ value: '1', from: 'kW' }, 400, 'invalid-option', /to is missing/],
  ])('refuses %j with %d %s', async (query, expected, code, words) => {
    const { status, body } = await ask(query as Record<string, string>);
    expect(status).toBe(expected);
    expect(body['type']).toBe(`http://localhost:4000/problems/${code}`);
    expect(body['error']).toMatch(words);
  });

  test('is called by the client', async () => {
    const client = new HubClient(hub.url);
    const { value, from } = await client.convertUnit({ value: '20.10', from: 'Cel', to: 'KEL' });
    expect([value, from.notation]).toEqual(['293.25', 'degC']);
    const refusal = await client.convertUnit({ value: '1', from: 'W', to: 'var' }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(HubProblem);
    expect((refusal as HubProblem).details.type).toMatch(/unit-families-differ$/);
  });
});

describe('units=', () => {
  const post = (path: string, body: string) =>
    fetch(`${hub.url}${path}`, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });
  const textOf = async (path: string, body: string) => (await post(path, body)).text();
  const DOCUMENT = '{"timestamp":"2026-03-01T10:15:00Z","active_power-kW":812.40}';
  const WRITTEN = '{"timestamp":"2026-03-01T10:15:00Z","active_power-MW":0.81240}';

  test.each(['ttl', 'nt', 'rdf', 'jsonld'])('gives the %s of the document in these units', async (format) => {
    const path = `/api/json-to-rdf?format=${format}`;
    const answer = await post(`${path}&units=MW`, DOCUMENT);
    expect(answer.headers.get('x-semantic-warnings')).toBe('0');
    expect(await answer.text()).toBe(await textOf(path, WRITTEN));
    expect(await textOf(`${path}&units=term`, DOCUMENT)).toBe(await textOf(path, DOCUMENT));
  });

  test('changes the block of a document that carries one', async () => {
    const described = await textOf('/api/semantic', DOCUMENT);
    const written = await textOf('/api/rdf?format=nt', await textOf('/api/semantic', WRITTEN));
    expect(await textOf('/api/rdf?format=nt&units=active_power%3DMW', described)).toBe(written);
  });

  test('is told apart from what a worker does by nothing', async () => {
    const many = `{"active_power-kW":[${Array.from({ length: 20_000 }, (_, i) => `${i}.50`).join()}]}`;
    const answer = await post('/api/json-to-rdf?format=nt&units=W', many);
    const text = await answer.text();
    expect(text).toContain('"19999500"^^');
    expect(text).not.toContain('active_power-kW');
  });

  test('refuses what is no unit, and warns of what stays', async () => {
    const refused = await post('/api/json-to-rdf?units=horsepower', DOCUMENT);
    expect([refused.status, ((await refused.json()) as { type: string }).type]).toEqual([
      400,
      'http://localhost:4000/problems/unknown-unit',
    ]);
    const families = await post('/api/json-to-rdf?units=active_power%3DHz', DOCUMENT);
    expect(families.status).toBe(422);
    const kept = await post('/api/json-to-rdf?units=MW', '{"load-kW":5}');
    expect(kept.headers.get('x-semantic-warning-codes')).toBe('unit-not-converted=1');
  });

  test('is taken by GraphQL and by the client', async () => {
    const query =
      'query ($document: String!) { convertDocument(document: $document, semantics: REGISTRY, format: N_TRIPLES, units: "MW") { rdf warnings { code } } }';
    const answer = await post('/graphql', JSON.stringify({ query, variables: { document: DOCUMENT } }));
    const { data } = (await answer.json()) as { data: { convertDocument: { rdf: string } } };
    expect(data.convertDocument.rdf).toBe(await textOf('/api/json-to-rdf?format=nt', WRITTEN));
    const client = new HubClient(hub.url);
    const converted = await client.convertTerms(DOCUMENT, { format: 'nt', units: 'MW' });
    expect(await converted.body.text()).toBe(data.convertDocument.rdf);
  });
});
