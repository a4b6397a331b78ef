import { beforeAll, expect, test } from 'vitest';
import { sendQuery } from '../graphql/fixture.ts';
import { sharedHub, type SharedHub } from '../support/shared-hub.ts';

let hub: SharedHub;
beforeAll(async () => {
  hub = await sharedHub();
});

async function hintFor(document: unknown): Promise<string> {
  const response = await fetch(`${hub.url}/api/json-to-rdf`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(document),
  });
  expect(response.status).toBe(422);
  return ((await response.json()) as { hint: string }).hint;
}

test('the hint of not-all-terms begins with the terms that the first keys may mean', async () => {
  expect(
    await hintFor({ timestamp: '2026-01-01T00:00:00Z', 'Power (kW)': 1, SOC: 2, remark: 3, 'Energy (kWh)': 4 }),
  ).toMatch(
    /^"Power \(kW\)" may mean active_power-kW, "SOC" may mean state_of_charge-percent, "remark" may mean comment\. Rename the keys/,
  );
});

test('a large document, which a worker refuses, gets the same hint', async () => {
  const values = Array.from({ length: 20_000 }, (_, index) => index);
  expect(await hintFor({ 'Power (kW)': values })).toMatch(/^"Power \(kW\)" may mean active_power-kW\. Rename/);
});

test.each([
  [{ activePower: 812, unit: 'MW' }, 'active_power-MW'],
  [{ activePower: 812, unit: 'W' }, 'active_power-W'],
  [{ list: [{ at: { activePower: { value: 4.2, unit: 'kW' } } }] }, 'active_power-kW'],
  [{ activePower: [4.2, 4.3], uom: 'kilowatts' }, 'active_power-kW'],
  [{ 'Power (kW)': 4.2, unit: 'MW' }, 'active_power-kW'],
])('a unit beside the value decides: %j', async (document, term) => {
  expect(await hintFor(document)).toContain(` may mean ${term}`);
});

test('keys that come near nothing leave the hint as it is', async () => {
  expect(await hintFor({ foo: 1, '': 2, ['x'.repeat(1000)]: 3, __proto__x: 4 })).toMatch(/^Rename the keys/);
});

test('GraphQL tells the same', async () => {
  const { body } = await sendQuery(
    `${hub.url}/graphql`,
    'query ($document: String!) { convertDocument(document: $document, semantics: REGISTRY) { triples } }',
    { document: '{"Power (kW)": 1}' },
  );
  expect(body.errors[0].extensions).toMatchObject({
    code: 'NOT_ALL_TERMS',
    notTerms: ['Power (kW)'],
    hint: expect.stringMatching(/^"Power \(kW\)" may mean active_power-kW\. Rename/) as unknown,
  });
});
