import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describedFetch } from '../support/described-interface.ts';
import { PASSWORD, startPlatform, type Platform } from './platform.ts';

const FORM = 'application/x-www-form-urlencoded';
const STRANGE = 'p+ä&=%41 \u{1f511}100%;';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
  await platform.createAccount('ann@example.org');
  await platform.createAccount('strange@example.org', STRANGE);
});
afterAll(() => platform?.stop());

async function post(body: string | Uint8Array, headers: Record<string, string> = { 'content-type': FORM }) {
  const response = await describedFetch(`${platform.url}/api/v1/token`, { method: 'POST', headers, body });
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text) as Record<string, unknown>, text };
}

const VALID = `email=ann%40example.org&password=${encodeURIComponent(PASSWORD)}`;

describe('a form', () => {
  test.each([
    ['with a charset', { 'content-type': `${FORM}; charset=UTF-8` }],
    ['in capitals', { 'content-type': FORM.toUpperCase() }],
    ['with a quoted charset', { 'content-type': `${FORM};charset="utf-8"` }],
  ])('%s is read', async (_, headers) => {
    expect((await post(VALID, headers)).status).toBe(200);
  });

  test('that is compressed is read', async () => {
    const headers = { 'content-type': FORM, 'content-encoding': 'gzip' };
    expect((await post(gzipSync(VALID), headers)).status).toBe(200);
  });

  test('may have other fields, in any order', async () => {
    expect((await post(`grant_type=password&&=&x&${VALID}&email2=y`)).status).toBe(200);
  });

  test('keeps every character of a password', async () => {
    const encoded = encodeURIComponent(STRANGE);
    expect((await post(`email=strange%40example.org&password=${encoded}`)).status).toBe(200);
    expect((await post(`email=strange%40example.org&password=${encoded.replaceAll('%20', '+')}`)).status).toBe(200);
    // What some clients forget to encode.
    expect((await post(`email=strange%40example.org&password=${encoded.replace(/%25%3B$/, '%;')}`)).status).toBe(200);
  });

  test.each([
    [`${VALID}&email=ann%40example.org`, 'email'],
    [`${VALID}&password=x`, 'password'],
    ['password=x', 'email'],
    ['email=ann%40example.org', 'password'],
    ['email=&password=x', 'email'],
    ['email=%20%20&password=x', 'email'],
    ['', 'email'],
    ['{"email":"ann@example.org"}', 'email'],
    ['EMAIL=a&PASSWORD=b', 'email'],
    ['email[]=a&password[]=b', 'password'],
  ])('%j is 400 and names %s', async (body, field) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      [field]: [expect.any(String) as unknown],
      error: expect.stringContaining(field) as unknown,
    });
  });

  test.each([
    ['%FF', 'an impossible byte'],
    ['%C3', 'half a character'],
    ['%ED%A0%80', 'a lone surrogate'],
    ['%C0%AF', 'an overlong one'],
  ])('with %s in it is 400: a password would be another', async (bytes) => {
    const answer = await post(`email=ann%40example.org&password=${bytes}`);
    expect([answer.status, answer.body['type']]).toEqual([400, 'http://localhost:4000/problems/not-utf8']);
  });

  test('in bytes that are no UTF-8 is 400', async () => {
    expect((await post(Buffer.from([...Buffer.from('email=a&password='), 0xff]))).status).toBe(400);
  });

  test('larger than 16 KiB is 413, also when it is small on the way', async () => {
    const large = `${VALID}&x=${'x'.repeat(17 * 1024)}`;
    const refused = await post(large);
    expect(refused.status).toBe(413);
    // Nobody who signs in has a document to split.
    expect(refused.text).not.toContain('document');
    expect(
      (
        await post(gzipSync(`${VALID}&x=${'x'.repeat(1024 * 1024)}`), {
          'content-type': FORM,
          'content-encoding': 'gzip',
        })
      ).status,
    ).toBe(413);
  });

  test.each([
    ['text/plain'],
    ['application/json'],
    ['multipart/form-data; boundary=x'],
    [`${FORM}; charset=iso-8859-1`],
    [`${FORM}; charset=utf-16`],
  ])('as %s is 415', async (type) => {
    const answer = await post(VALID, { 'content-type': type });
    expect(answer.status).toBe(415);
  });
});

test.each([
  'ann@example.org\u0000',
  'ann@example.org" } UNION { ?s ?p ?o } #',
  '"; DROP ALL #',
  '\u202eann@example.org',
  'x'.repeat(10_000),
  '\ufffd',
])("the address %j is nobody's", async (email) => {
  const answer = await post(new URLSearchParams({ email, password: 'whatever it is' }).toString());
  expect(answer.status).toBe(401);
});

test('no answer and no line of the log holds a password, a token or an address', async () => {
  const secret = 'this is the secret of ann';
  const pair = await platform.tokens('ann@example.org');
  await post(`email=ann%40example.org&password=${encodeURIComponent(secret)}`);
  const answers = [
    (await post(`email=ann%40example.org&password=${encodeURIComponent(secret)}&password=2`)).text,
    await (await platform.refresh(`${pair.refresh}x`)).text(),
    await (await platform.refresh(`${secret}`)).text(),
  ];
  const log = JSON.stringify(platform.logged);
  for (const text of [...answers, log]) {
    for (const hidden of [secret, encodeURIComponent(secret), pair.refresh, pair.access, 'ann@example.org'])
      expect(text).not.toContain(hidden);
  }
});

test('no page of another site may sign people in', async () => {
  for (const path of ['/api/v1/token', '/api/v1/token/refresh', '/account/register']) {
    const preflight = await describedFetch(platform.url + path, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    const refused = await describedFetch(platform.url + path, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
    });
    for (const { headers } of [preflight, refused]) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  }
});

test('a page of another site does not use up the attempts of who looks at it', async () => {
  const send = (site: string): Promise<Response> =>
    describedFetch(`${platform.url}/api/v1/token`, {
      method: 'POST',
      headers: { 'sec-fetch-site': site },
      body: new URLSearchParams(VALID),
    });
  for (const site of ['cross-site', 'same-site']) {
    const refused = await send(site);
    expect([refused.status, await refused.json()]).toEqual([
      403,
      expect.objectContaining({ error: expect.any(String) }),
    ]);
  }
  for (const site of ['same-origin', 'none']) expect((await send(site)).status).toBe(200);
});

test('only POST is taken', async () => {
  const response = await describedFetch(`${platform.url}/api/v1/token?${VALID}`);
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toContain('POST');
});
