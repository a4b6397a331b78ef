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
