import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMINISTRATOR, NOBODY_SPECIAL, requireAdministrator } from '../support/administrator.ts';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { describedFetch } from '../support/described-interface.ts';
import { listSamples } from '../support/fixtures.ts';

let hub: TestApp;
let vocabulary: string;
beforeAll(async () => {
  hub = await createTestApp({ terms: ['timestamp', 'active_power-kW'], requireAdministrator });
  vocabulary = await (await fetch(`${hub.url}/api/vocabulary?format=nt`)).text();
});
afterAll(() => hub?.stop());

const SAMPLE = { name: 'reading.json', document: '{"timestamp":"2026-03-01T10:15:00Z","active_power-kW":812.40}' };

function post(body: object | string, authorization: string | null = ADMINISTRATOR): Promise<Response> {
  return describedFetch(`${hub.url}/api/impact`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(authorization === null ? {} : { authorization }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

describe('POST /api/impact', () => {
  test('compares the vocabulary in use with a candidate, as GraphQL does', async () => {
    const row = /(active_power-kW#row-1> <[^>]*#object> <http:\/\/www\.w3\.org\/ns\/sosa\/)Observation>/;
    const response = await post({ candidate: vocabulary.replace(row, '$1Sample>'), samples: [SAMPLE] });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({
      level: 'needs-migration',
      documents: [
        {
          name: 'reading.json',
          keys: [{ key: 'active_power-kW', removed: 1, added: 1, addedTriples: ['_:n1 rdf:type sosa:Sample .'] }],
          artefacts: expect.arrayContaining([{ kind: 'shacl', levels: [] }]) as unknown,
        },
      ],
    });
  }, 120_000);

  test('compares with the version in use where nothing else is named', async () => {
    const { version } = ((await (await fetch(`${hub.url}/api/versions`)).json()) as { data: [{ version: string }] })
      .data[0];
    const answer = await (await post({ from: version, samples: [SAMPLE] })).json();
    expect(answer).toMatchObject({ level: 'same', keys: [], migration: null });
  }, 120_000);

  test('tries the documents that come with the hub on wish, alone or beside others', async () => {
    const compare = async (body: object) => (await (await post(body)).json()) as { documents: { name: string }[] };
    expect((await compare({ shipped: true })).documents.map(({ name }) => name)).toEqual(listSamples());
    const [first, ...others] = (await compare({ samples: [SAMPLE], shipped: true })).documents;
    expect([first!.name, others.length]).toEqual(['reading.json', listSamples().length]);
  }, 120_000);

  test.each([
    [{}, 400, 'There are no samples'],
    [{ samples: [SAMPLE], shipped: 'yes' }, 400, 'shipped has to be true or false'],
    [{ samples: [] }, 400, 'There are no samples'],
    [{ samples: [{ name: 1, document: '{}' }] }, 400, 'samples has to be'],
    [{ samples: [{ name: 'bad.json', document: '{"a":}' }] }, 400, 'bad.json: '],
    [{ samples: Array.from({ length: 101 }, () => SAMPLE) }, 400, '100 is the most'],
    [{ to: 'x', samples: [SAMPLE] }, 400, '64 hexadecimal digits'],
    [{ to: 'a'.repeat(64), samples: [SAMPLE] }, 404, ''],
    [{ to: 7, samples: [SAMPLE] }, 400, 'to has to be a text'],
    [{ candidate: '<a> <b', samples: [SAMPLE] }, 400, 'The candidate cannot be read'],
    [{ candidate: '<a> <b> <c> .', to: 'x', samples: [SAMPLE] }, 400, 'candidate has to be'],
    ['[]', 400, ''],
  ])(
    'refuses %j',
    async (body, status, words) => {
      const response = await post(body);
      expect(response.status).toBe(status);
      expect(((await response.json()) as { error: string }).error).toContain(words);
    },
    120_000,
  );

  test('is for administrators', async () => {
    expect((await post({ samples: [SAMPLE] }, null)).status).toBe(401);
    expect((await post({ samples: [SAMPLE] }, NOBODY_SPECIAL)).status).toBe(403);
  });
});
