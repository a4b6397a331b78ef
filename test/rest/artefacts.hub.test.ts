import { beforeAll, describe, expect, test } from 'vitest';
import { ARTEFACT_KINDS, type ArtefactReport } from '../../src/artefacts/artefact.ts';
import { HubClient } from '../../src/client/library.ts';
import { describedFetch as fetch } from '../support/described-interface.ts';
import { sharedHub, type SharedHub } from '../support/shared-hub.ts';

let hub: SharedHub;
beforeAll(async () => {
  hub = await sharedHub();
});

const KEYS = 'parameter=timestamp&parameter=device_id&parameter=active_power-kW';
const SAMPLE = '{"timestamp":"2026-03-01T10:15:00Z","device_id":"inverter 7","active_power-kW":812.40}';
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${hub.url}/api/artefacts/${path}`, { headers });
const post = (path: string, body: string) =>
  fetch(`${hub.url}/api/artefacts/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

interface Reported {
  artefact: string;
  mediaType: string;
  report: ArtefactReport;
}

describe('an artefact', () => {
  test.each(ARTEFACT_KINDS)(
    'of the kind %s is answered by keys and by a sample, alone and with its report',
    async (kind) => {
      for (const [text, reported] of [
        [await get(`${kind}?${KEYS}`), await get(`${kind}?${KEYS}&report=true`)],
        [await post(kind, SAMPLE), await post(`${kind}?report=true`, SAMPLE)],
      ] as const) {
        expect([text.status, reported.status]).toEqual([200, 200]);
        const { artefact, mediaType, report } = (await reported.json()) as Reported;
        expect(await text.text()).toBe(artefact);
        expect(text.headers.get('content-type')).toBe(mediaType);
        expect(report).toMatchObject({ kind, base: expect.stringMatching(/\/id\/$/) as unknown, notTerms: [] });
        expect(report.terms.map(({ key }) => key)).toEqual(['timestamp', 'device_id', 'active_power-kW']);
        expect(artefact).toContain(report.keysHash);
        expect(artefact).toContain(report.version);
      }
    },
  );

  test('of keys is cached by its ETag', async () => {
    const first = await get(`shacl?${KEYS}`);
    const again = await get(`shacl?${KEYS}`, { 'If-None-Match': first.headers.get('etag')! });
    expect(again.status).toBe(304);
  });

  test('is refused with a reason that names the way out', async () => {
    const refusals = [
      [await get(`json-schema?parameter=active_power-kW&parameter=leistung`), 422, 'leistung'],
      [await get('json-schema'), 400, '/api/artefacts/json-schema?parameter=timestamp'],
      [await get(`nothing?${KEYS}`), 404, 'json-schema'],
      [await get(`shacl?${KEYS}&base=nowhere`), 400, 'base'],
      [await get(`shacl?${KEYS}&base=http://${'e'.repeat(1_993)}/`), 400, 'base'],
      [await get(`shacl?${KEYS}&dialect=morph-kgc`), 400, 'Only the kind rml'],
      [await post('shacl', '[1]'), 400, 'no JSON object'],
      [await post('shacl', '{"a":'), 400, 'line 1'],
      [
        await post('shacl', JSON.stringify(Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`k${i}`, 1])))),
        400,
        '500',
      ],
      [await post('shacl', JSON.stringify({ a: Array.from({ length: 100_001 }, () => 1) })), 400, '100,000'],
      [await post('shacl', `{"a":"${'x'.repeat(1024 * 1024)}"}`), 413, '1 MB'],
    ] as const;
    for (const [answer, status, words] of refusals) {
      expect(answer.status).toBe(status);
      expect(((await answer.json()) as { error: string }).error).toContain(words);
    }
    expect((await get('json-schema?parameter=leistung&lenient=true')).status).toBe(200);
    expect((await post('shacl', '{}')).status).toBe(200);
    expect(await (await get(`rml?${KEYS}&dialect=morph-kgc`)).text()).toContain(
      '"document.json" ; rml:referenceFormulation',
    );
  });

  test('comes to clients with its report', async () => {
    const client = new HubClient(hub.url);
    const ofKeys = await client.artefact('shacl', ['timestamp', 'active_power-kW'], {
      base: 'https://plant.example/id/',
    });
    expect(ofKeys.report).toMatchObject({ base: 'https://plant.example/id/', kind: 'shacl' });
    const ofSample = await client.artefactOfSample('typescript', SAMPLE);
    expect(ofSample.artefact).toContain('"active_power-kW"?: number');
    await expect(client.artefact('shacl', ['leistung'])).rejects.toMatchObject({ status: 422 });
  });

  test('is the same in GraphQL, and asks for keys or a sample', async () => {
    const ask = async (query: string, variables: object = {}) => {
      const answer = await fetch(`${hub.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      });
      return (await answer.json()) as { data: { artefact: { text: string } } | null; errors?: { message: string }[] };
    };
    const { data } = await ask('query($s: String!) { artefact(kind: SHACL, sample: $s) { text } }', { s: SAMPLE });
    expect(data!.artefact.text).toBe(await (await post('shacl', SAMPLE)).text());
    for (const args of ['kind: SHACL', 'kind: SHACL, parameters: ["timestamp"], sample: "{}"'])
      expect((await ask(`{ artefact(${args}) { text } }`)).errors![0]!.message).toContain('either parameters');
  });
});
