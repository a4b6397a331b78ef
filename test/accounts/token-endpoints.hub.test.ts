import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describedFetch } from '../support/described-interface.ts';
import { claimsOf, PASSWORD, startPlatform, type Platform } from './platform.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
  await platform.createAccount('ann@example.org');
});
afterAll(() => platform?.stop());

const HOUR = 3600;

async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  return (await response.json()) as Record<string, unknown>;
}

function post(path: string, body: string | URLSearchParams, type?: string): Promise<Response> {
  return describedFetch(platform.url + path, {
    method: 'POST',
    body,
    ...(type === undefined ? {} : { headers: { 'content-type': type } }),
  });
}

describe('POST /api/v1/token', () => {
  test('gives a pair of tokens for e-mail and password', async () => {
    const response = await platform.signIn('ann@example.org');
    expect(response.status).toBe(200);
    const pair = await bodyOf(response);
    expect(Object.keys(pair)).toEqual(['access', 'refresh']);
    const [access, refresh] = [claimsOf(pair['access'] as string), claimsOf(pair['refresh'] as string)];
    expect(access.exp - access.iat).toBe(HOUR);
    expect(refresh.exp - refresh.iat).toBe(24 * HOUR);
    expect(access).toMatchObject({ iss: 'http://localhost:4000', sub: refresh.sub, token_type: 'access' });
    expect(access.jti).not.toBe(refresh.jti);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('is not compressed, whatever the client asks for', async () => {
    const body = new URLSearchParams({ email: 'ann@example.org', password: PASSWORD });
    for (const coding of ['gzip', 'gzip, identity;q=0', 'br, identity;q=0'])
      for (const [path, sent] of [
        ['/api/v1/token', body],
        ['/api/v1/token/refresh', JSON.stringify({ refresh: (await platform.tokens('ann@example.org')).refresh })],
      ] as const) {
        const response = await describedFetch(platform.url + path, {
          method: 'POST',
          headers: {
            'accept-encoding': coding,
            ...(typeof sent === 'string' ? { 'content-type': 'application/json' } : {}),
          },
          body: sent,
        });
        expect(response.status).toBe(200);
        expect(response.headers.get('content-encoding'), `${path} ${coding}`).toBeNull();
        await response.text();
      }
  });

  test('compares the address trimmed and in lower case', async () => {
    expect((await platform.signIn('  ANN@Example.org ')).status).toBe(200);
  });

  test('names the fields that are missing', async () => {
    const response = await post('/api/v1/token', new URLSearchParams({ password: '' }));
    expect(response.status).toBe(400);
    expect(await bodyOf(response)).toMatchObject({
      email: ['This field is required.'],
      password: ['This field may not be blank.'],
      error: expect.stringContaining('email') as unknown,
      status: 400,
      type: 'http://localhost:4000/problems/invalid-field',
    });
  });

  test('says the same of a wrong password and of an account that is not there', async () => {
    const answers = await Promise.all(
      [platform.signIn('ann@example.org', 'wrong'), platform.signIn('nobody@example.org')].map(async (answer) => {
        const response = await answer;
        return {
          status: response.status,
          body: await response.text(),
          challenge: response.headers.get('www-authenticate'),
        };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 401, challenge: 'Bearer realm="vocabulary-hub"' });
    expect(JSON.parse(answers[0]!.body)).toMatchObject({
      code: 'no_active_account',
      error: expect.any(String) as unknown,
      detail: expect.any(String) as unknown,
    });
  });

  test('is 415 for JSON', async () => {
    const response = await post(
      '/api/v1/token',
      JSON.stringify({ email: 'ann@example.org', password: PASSWORD }),
      'application/json',
    );
    expect(response.status).toBe(415);
    expect(response.headers.get('accept-post')).toBe('application/x-www-form-urlencoded');
  });
});

describe('POST /api/v1/token/refresh', () => {
  test('gives an access token and no refresh token, again and again', async () => {
    const { access, refresh } = await platform.tokens('ann@example.org');
    for (const _ of [1, 2, 3]) {
      const response = await platform.refresh(refresh);
      expect(response.status).toBe(200);
      const body = await bodyOf(response);
      expect(Object.keys(body)).toEqual(['access']);
      expect(claimsOf(body['access'] as string).jti).not.toBe(claimsOf(access).jti);
    }
  });

  test('takes no access token', async () => {
    const { access } = await platform.tokens('ann@example.org');
    const response = await platform.refresh(access);
    expect(response.status).toBe(401);
    expect(await bodyOf(response)).toMatchObject({ code: 'token_not_valid' });
  });

  test.each([
    ['{"refresh": "secret}', 'malformed-json', { line: 1, column: 21, offset: 20 }],
    ['', 'malformed-json', { line: 1, column: 1, offset: 0 }],
    ['["secret"]', 'not-an-object', {}],
  ])('tells what is wrong with %s as the document endpoints do, and quotes no secret', async (body, code, place) => {
    const request = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
    const response = await describedFetch(`${platform.url}/api/v1/token/refresh`, request);
    const { error, type, ...told } = await bodyOf(response);
    expect([response.status, type]).toEqual([400, `http://localhost:4000/problems/${code}`]);
    expect(told).toMatchObject(place);
    expect(error).not.toContain('secret');
    const document = await describedFetch(`${platform.url}/api/semantic`, request);
    expect((await bodyOf(document))['error']).toBe(error);
  });
});

test('the public keys verify the tokens', async () => {
  const { access } = await platform.tokens('ann@example.org');
  const keys = createRemoteJWKSet(new URL(`${platform.url}/.well-known/jwks.json`));
  const { payload } = await jwtVerify(access, keys, {
    issuer: 'http://localhost:4000',
    currentDate: new Date('2026-01-02T03:10:00Z'),
  });
  expect(payload.sub).toBe(claimsOf(access).sub);
  const response = await describedFetch(`${platform.url}/.well-known/jwks.json`);
  expect(await response.text()).not.toContain('"d"');
});
