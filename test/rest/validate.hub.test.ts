import { beforeAll, describe, expect, test } from 'vitest';
import { CHECK_CODES } from '../../src/check/finding-codes.ts';
import { HubClient } from '../../src/client/library.ts';
import { WARNING_CODES } from '../../src/mapping/records/warnings.ts';
import { describedFetch } from '../support/described-interface.ts';
import { sharedHub, type SharedHub } from '../support/shared-hub.ts';

let hub: SharedHub;
beforeAll(async () => {
  hub = await sharedHub();
});

function post(document: string, query = '', type = 'application/json') {
  return describedFetch(`${hub.url}/api/validate${query}`, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: document,
  });
}

const FAULTY =
  '{"timestamp":["2026-03-01T10:30:00Z","2026-03-01T10:15:00Z"],\n "state_of_charge-percent":[520,50], "Netzfrequenz":1}';

describe('POST /api/validate', () => {
  test('tells what is wrong, where, and which term is nearest', async () => {
    const answer = await post(FAULTY);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-semantic-findings')).toBe('error=1,warning=1,note=1');
    expect(await answer.json()).toMatchObject({
      worst: 'error',
      counts: { error: 1, warning: 1, note: 1 },
      omitted: 0,
      findings: [
        { code: 'out-of-range', level: 'warning', pointer: '/state_of_charge-percent/0', line: 2, column: 29 },
        { code: 'unordered-timestamps', key: 'timestamp', pointer: '/timestamp/1' },
        {
          code: 'not-all-terms',
          key: 'Netzfrequenz',
          nearestTerm: 'frequency-Hz',
          type: expect.stringMatching(/\/problems\/not-all-terms$/),
          places: [{ pointer: '/Netzfrequenz', line: 2, column: 53 }],
        },
      ],
    });
  });

  test('finds nothing in a sound document', async () => {
    const answer = await post('{"timestamp":"2026-03-01T10:15:00Z","active_power-kW":812.40}');
    expect(answer.headers.get('x-semantic-findings')).toBe('error=0,warning=0,note=0');
    expect(await answer.json()).toEqual({
      worst: null,
      counts: { error: 0, warning: 0, note: 0 },
      omitted: 0,
      triples: 17,
      findings: [],
    });
  });

  test.each(['{"a":', '[]', '"\u0000', ''])('answers %j, which is no document, with the finding', async (text) => {
    const answer = await post(text);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ worst: 'error', triples: null, findings: [{ level: 'error' }] });
  });

  test.each([
    ['text', 'text/plain; charset=utf-8', /^data\/a b\.json:2:29: warning: .*\[out-of-range\]\n/],
    ['jsonl', 'application/x-ndjson; charset=utf-8', /^\{"file":"data\/a b\.json","level":"warning"/],
    ['sarif', 'application/sarif+json; charset=utf-8', /"uri": "data\/a%20b\.json"/],
    ['junit', 'application/xml; charset=utf-8', /tests="3" failures="2"/],
    ['github', 'text/plain; charset=utf-8', /^::warning file=data\/a b\.json,line=2,col=29,/],
  ])('writes %s', async (format, type, text) => {
    const answer = await post(FAULTY, `?format=${format}&file=data%2Fa%20b.json&failOn=warning`);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(await answer.text()).toMatch(text);
  });

  test('takes what the conversion takes: lenient keys, a source, a block or none', async () => {
    const codes = async (document: string, query: string): Promise<string[]> => {
      const { findings } = (await (await post(document, query)).json()) as { findings: { code: string }[] };
      return findings.map(({ code }) => code);
    };
    expect(await codes('{"U_L1":1}', '?lenient=true')).toEqual(['not-a-term']);
    expect(await codes('{"Body":{"Data":{"FAC":{"Value":49.98}}}}', '?source=fronius')).toEqual([]);
    const described = '{"@semantic":{"@prefix":{},"@context":{}},"voltage-V":230}';
    expect(await codes(described, '')).toEqual(['unmapped']);
    expect(await codes(described, '?registry=true')).toEqual([]);
  });

  test.each([
    ['a format', '?format=yaml', 400],
    ['a source', '?source=nobody', 400],
    ['a unit', '?units=horsepower', 400],
    ['units of two families', '?units=active_power%3DdegC', 422],
    ['a file name', `?file=${'a'.repeat(1001)}`, 400],
    ['a media type', '', 415],
  ])('refuses what is not about the document: %s', async (_, query, status) => {
    expect((await post('{}', query, status === 415 ? 'text/csv' : undefined)).status).toBe(status);
  });

  test('checks a document by the version of the vocabulary that it cites', async () => {
    const embedded = await describedFetch(`${hub.url}/api/semantic`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"timestamp":"2026-03-01T10:15:00Z","active_power-kW":812.40}',
    });
    expect(await (await post(await embedded.text())).json()).toMatchObject({ findings: [], triples: 17 });
  });
});

test('the client tells the same', async () => {
  const client = new HubClient(hub.url);
  const { worst, findings } = await client.validate('{"voltage-V":"n/a","U_L1":1}', { lenient: true });
  expect(worst).toBe('warning');
  expect(findings.map(({ code, pointer }) => [code, pointer])).toEqual([
    ['datatype-mismatch', '/voltage-V'],
    ['not-a-term', '/U_L1'],
  ]);
});

test('each code has a page', async () => {
  for (const code of [...WARNING_CODES, ...CHECK_CODES]) {
    const page = await fetch(`${hub.url}/problems/${code}`, { headers: { Accept: 'text/html' } });
    expect([code, page.status, (await page.text()).includes('What to do')]).toEqual([code, 200, true]);
  }
  expect(await (await fetch(`${hub.url}/problems/`)).text()).toContain('problems/shape-violated');
});
