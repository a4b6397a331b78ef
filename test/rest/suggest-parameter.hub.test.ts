import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { describedFetch } from '../support/described-interface.ts';

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp();
});
afterAll(() => hub?.stop());

let count = 0;
/** A suggestion whose name nobody took yet. */
function suggestion(over: Record<string, unknown> = {}): Record<string, unknown> {
  count++;
  return {
    parameter: `digester_temperature_${count}-degC`,
    description: 'Temperature of the substrate in the digester of a biogas plant.',
    datatype: 'xsd:double',
    email: 'ada@example.org',
    ...over,
  };
}

function post(body: unknown, headers: Record<string, string> = {}, to = hub): Promise<Response> {
  return describedFetch(`${to.url}/api/suggest-parameter`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  });
}

async function failure(response: Response): Promise<Record<string, unknown>> {
  return (await response.json()) as Record<string, unknown>;
}

describe('a suggestion', () => {
  test('is saved, and its answer has a receipt and says how to use it', async () => {
    const response = await post(suggestion({ units: 'degrees Celsius' }));
    expect(response.status).toBe(200);
    const { message, ...rest } = (await response.json()) as { message: string };
    expect(rest).toEqual({});
    const receipt = response.headers.get('x-suggestion-receipt')!;
    expect(receipt).toMatch(/^[\w-]{32}$/);
    expect(message).toContain(receipt);
    const query = /\{ suggestion\(.*\}/.exec(message)![0];
    const answer = await fetch(`${hub.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    expect(await answer.json()).toEqual({ data: { suggestion: { state: 'PENDING', reason: null } } });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('has the terms that it resembles named, whether it is taken or refused', async () => {
    const taken = (await (await post(suggestion({ parameter: 'active_power_total-kW' }))).json()) as {
      message: string;
    };
    expect(taken.message).toMatch(/Similar terms of the vocabulary: .*active_power-kW/);
    const refused = await failure(await post(suggestion({ parameter: 'Active Power' })));
    expect(refused['error']).toMatch(/naming rule.*Similar terms of the vocabulary: .*active_power/);
  });

  test('may have members that nobody knows, a byte order mark, and come compressed or without a type', async () => {
    const { port } = hub;
    const body = (): string => JSON.stringify(suggestion({ colour: 'blue', __proto__: 1, nested: [{ a: null }] }));
    expect((await post(`\ufeff${body()}`)).status).toBe(200);
    const compressed = await post(new Uint8Array(gzipSync(body())), { 'Content-Encoding': 'gzip' });
    expect(compressed.status).toBe(200);
    expect((await post(body(), { 'Content-Type': 'application/ld+json' })).status).toBe(200);
    const untyped = body();
    const socket = connect(port, '127.0.0.1');
    const answered = new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(bytes.toString())));
    socket.write(
      `POST /api/suggest-parameter HTTP/1.1\r\nHost: hub\r\nContent-Length: ${Buffer.byteLength(untyped)}\r\n\r\n${untyped}`,
    );
    expect(await answered).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });
});

describe('a suggestion is refused', () => {
  const refusals: [what: string, fields: Record<string, unknown>, key: string, words: RegExp][] = [
    ['without a name', { parameter: undefined }, 'parameter', /required field parameter is missing/],
    ['with an empty description', { description: ' \n' }, 'description', /required field description is missing/],
    ['with null for a datatype', { datatype: null }, 'datatype', /required field datatype is missing/],
    [
      'without description and e-mail',
      { description: '', email: '' },
      'description',
      /fields description and email are/,
    ],
    ['with a number for a name', { parameter: 7 }, 'parameter', /has to be a text/],
    ['with a list for units', { units: ['kW'] }, 'units', /has to be a text/],
    ['with a name that begins with a capital', { parameter: 'Power' }, 'parameter', /begins with a small letter/],
    ['with a blank in its name', { parameter: 'my power' }, 'parameter', /small letters.*" " is none of them/],
    ['with a capital in its name', { parameter: 'my_Power' }, 'parameter', /"P" is none of them/],
    ['with two underscores', { parameter: 'my__power' }, 'parameter', /underscores of a name stand one at a time/],
    ['with a hyphen and no unit', { parameter: 'power-' }, 'parameter', /behind the hyphen of a name stands the unit/],
    ['with two hyphens', { parameter: 'power-kW-h' }, 'parameter', /one hyphen at most/],
    ['with a slash in its unit', { parameter: 'price-EUR/MWh' }, 'parameter', /"\/" is none of them/],
    ['with a name of 101 characters', { parameter: 'a'.repeat(101) }, 'parameter', /at most 100 characters/],
    ['with a description of 2,001 characters', { description: 'x'.repeat(2001) }, 'description', /at most 2000/],
    ['with half a character', { description: 'half \ud800' }, 'description', /half of a character/],
    ['with a control character', { units: 'k\u0007W' }, 'units', /control character/],
    ['with an e-mail without a domain', { email: 'ada@' }, 'email', /no e-mail address/],
    ['with an e-mail of two lines', { email: 'ada@example.org\nBcc: bob@example.org' }, 'email', /no e-mail|control/],
    ['with a datatype without a prefix', { datatype: 'double' }, 'datatype', /no prefixed name of a registered/],
    ['with a datatype of an unknown prefix', { datatype: 'nope:double' }, 'datatype', /no prefixed name/],
    [
      'with an IRI for a datatype',
      { datatype: '<http://www.w3.org/2001/XMLSchema#double>' },
      'datatype',
      /no prefixed/,
    ],
    ['with a datatype that ends its IRI', { datatype: 'xsd:a> } DROP ALL' }, 'datatype', /no prefixed name/],
  ];
  test.each(refusals)('%s', async (_what, fields, key, words) => {
    const response = await post(suggestion(fields));
    expect(response.status).toBe(400);
    const body = await failure(response);
    expect(body).toMatchObject({ key, type: 'http://localhost:4000/problems/invalid-suggestion' });
    expect(body['error']).toMatch(words);
  });

  test.each(['voltage-V', 'VOLTAGE-v', 'voltage-v'])('when the term exists, however %s is written', async (name) => {
    const response = await post(suggestion({ parameter: name }));
    expect(response.status).toBe(400);
    const { error, key } = await failure(response);
    expect(key).toBe('parameter');
    expect(error).toMatch(name.startsWith('V') ? /naming rule.*voltage-V/ : /The term voltage-V exists already/);
  });

  test('while one of that name waits, in any case of its letters', async () => {
    const first = suggestion({ parameter: 'yield_per_area-kWh_per_ha' });
    expect((await post(first)).status).toBe(200);
    for (const parameter of ['yield_per_area-kWh_per_ha', 'yield_per_area-KWH_per_Ha']) {
      const response = await post({ ...first, parameter });
      expect(response.status).toBe(409);
      expect(await failure(response)).toMatchObject({
        error: expect.stringMatching(/suggested already, and waits for review/) as unknown,
        key: 'parameter',
        type: 'http://localhost:4000/problems/already-suggested',
      });
    }
  });

  test('by 409 for all but one of those that come at the same moment', async () => {
    const body = suggestion();
    const responses = await Promise.all(Array.from({ length: 12 }, () => post(body)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 11 }, () => 409)]);
  });

  test.each([
    ['no JSON', '{"parameter":', 400, 'malformed-json'],
    ['a list', '[]', 400, 'not-an-object'],
    ['bytes that are not UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), 400, 'not-utf8'],
    ['nothing', '', 400, 'malformed-json'],
    ['65 KB', JSON.stringify({ parameter: 'x'.repeat(66_000) }), 413, 'body-too-large'],
    ['a deep list', `{"a":${'['.repeat(200)}${']'.repeat(200)}}`, 400, 'too-deep'],
  ])('that is %s', async (_what, body, status, code) => {
    const response = await post(body);
    expect(response.status).toBe(status);
    expect((await failure(response))['type']).toBe(`http://localhost:4000/problems/${code}`);
  });

  test('that says to be something else than JSON, in the form that the client asks for', async () => {
    const response = await post('parameter=x', {
      'Content-Type': 'application/x-www-form-urlencoded',
      Accept: 'application/problem+json',
    });
    expect(response.status).toBe(415);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  });
});

describe('pages of other sites', () => {
  const closed = (headers: Headers): void => {
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  };

  test('may neither read an answer nor an error, nor be told that they may ask', async () => {
    const origin = { Origin: 'https://elsewhere.example' };
    closed((await post(suggestion(), origin)).headers);
    closed((await post('{', origin)).headers);
    closed((await post('x', { ...origin, 'Content-Type': 'text/plain' })).headers);
    for (const path of ['/api/suggest-parameter', '/api/suggest-parameter/']) {
      const preflight = await fetch(hub.url + path, {
        method: 'OPTIONS',
        headers: {
          ...origin,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'content-type',
        },
      });
      closed(preflight.headers);
      expect(preflight.headers.get('allow')).toBe('POST, OPTIONS');
      const wrong = await fetch(hub.url + path, { headers: origin });
      expect(wrong.status).toBe(405);
      closed(wrong.headers);
    }
  });

  test.each(['/api/suggest-parameter', '/api/suggest-source'])(
    'may not have a browser send to %s what it may send to anybody',
    async (path) => {
      // Of a hub without TLS browsers say nothing of sites.
      for (const said of ['Sec-Fetch-Site: cross-site\r\n', 'Sec-Fetch-Site: same-site\r\n', '']) {
        const { port } = hub;
        const body = JSON.stringify(suggestion());
        const socket = connect(port, '127.0.0.1');
        const answered = new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(bytes.toString())));
        // As `fetch` with the mode `no-cors` sends a body without a type, which no preflight asks about.
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: hub\r\nOrigin: https://elsewhere.example\r\n${said}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        );
        const answer = await answered;
        socket.destroy();
        expect(answer).toMatch(/^HTTP\/1\.1 403 /);
        expect(answer).toContain('/problems/forbidden');
      }
      const own = await post('{', { 'Sec-Fetch-Site': 'same-origin' });
      expect(own.status).toBe(400);
      const program = await post('{', { Origin: 'https://elsewhere.example' });
      expect(program.status).toBe(400);
    },
  );

  test('may read everything else as before', async () => {
    const { headers } = await fetch(`${hub.url}/api/categories`, { headers: { Origin: 'https://elsewhere.example' } });
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('a hub that cannot save', () => {
  test('says 500 when the vocabulary could never be read, and still what is wrong by itself', async () => {
    const dark = await createTestApp({ lexicon: null });
    const response = await post(suggestion(), {}, dark);
    expect(response.status).toBe(500);
    expect(await failure(response)).toMatchObject({
      error: expect.stringMatching(/could not be saved/) as unknown,
      type: 'http://localhost:4000/problems/not-saved',
    });
    const mistaken = await post(suggestion({ email: 'x' }), {}, dark);
    expect(mistaken.status).toBe(400);
    await mistaken.text();
    await dark.stop();
  });
});
