import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describedFetch } from '../support/described-interface.ts';
import { claimsOf, startPlatform, type Claims, type Platform } from './platform.ts';

let platform: Platform;
let good: string;
let claims: Claims;
let header: { alg: string; kid: string; typ: string };
/** The hub's own key: what it would sign itself is told apart from what it would not. */
let own: JWK & { kid: string };
let ownKey: CryptoKey;
beforeAll(async () => {
  platform = await startPlatform();
  await platform.createAdministrator('root@example.org');
  good = (await platform.tokens('root@example.org')).access;
  claims = claimsOf(good);
  header = JSON.parse(Buffer.from(good.split('.')[0]!, 'base64url').toString()) as typeof header;
  const folder = platform.config.keysFolder;
  const [name] = await readdir(folder);
  own = JSON.parse(await readFile(join(folder, name!), 'utf8')) as typeof own;
  const { importJWK } = await import('jose');
  ownKey = (await importJWK(own, 'ES256')) as CryptoKey;
});
afterAll(() => platform?.stop());

/** What the hub says to who asks for something of administrators with this token. */
async function codeFor(token: string): Promise<string | undefined> {
  const response = await fetch(`${platform.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{"query":"{ accounts { totalCount } }"}',
  });
  const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
  return errors?.[0]?.extensions.code;
}

const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** A token of the hub's own key with whatever header and claims. */
function signedByHub(tokenHeader: unknown, payload: unknown): string {
  const input = `${encode(tokenHeader)}.${encode(payload)}`;
  const key = { key: own as never, format: 'jwk', dsaEncoding: 'ieee-p1363' } as const;
  return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`;
}

test('a good token is taken, also when the test signs it', async () => {
  expect(await codeFor(good)).toBeUndefined();
  expect(await codeFor(signedByHub(header, claims))).toBeUndefined();
});

describe('no signature of ours', () => {
  test.each(['none', 'None', 'NONE', 'nOnE', ''])('alg %j', async (alg) => {
    const unsigned = `${encode({ ...header, alg })}.${encode(claims)}`;
    for (const signature of ['', good.split('.')[2]!])
      expect(await codeFor(`${unsigned}.${signature}`)).toBe('UNAUTHENTICATED');
  });

  test('HS256 with the public key as the secret, in every form that it has', async () => {
    const response = await describedFetch(`${platform.url}/.well-known/jwks.json`);
    const text = await response.text();
    const [jwk] = (JSON.parse(text) as { keys: JWK[] }).keys;
    const input = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`;
    const { createPublicKey } = await import('node:crypto');
    const publicKey = createPublicKey({ key: jwk as never, format: 'jwk' });
    const forms = [
      text,
      JSON.stringify(jwk),
      jwk!.x!,
      publicKey.export({ type: 'spki', format: 'pem' }),
      publicKey.export({ type: 'spki', format: 'der' }),
    ];
    for (const secret of forms) {
      const signature = createHmac('sha256', secret).update(input).digest('base64url');
      expect(await codeFor(`${input}.${signature}`)).toBe('UNAUTHENTICATED');
    }
  });

  test('a foreign key, under our id, under its own, and brought along', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(publicKey);
    const address = `${platform.url}/evil.json`;
    const headers = [
      header,
      { ...header, kid: 'mine' },
      { ...header, jwk },
      { ...header, jku: address },
      { ...header, x5u: address },
      { ...header, x5c: ['MIIB'] },
      { alg: 'ES256', typ: header.typ },
    ];
    for (const one of headers) {
      const token = await new SignJWT({ ...claims }).setProtectedHeader(one as never).sign(privateKey);
      expect(await codeFor(token)).toBe('UNAUTHENTICATED');
    }
    // Nobody went to look what is there.
    expect(platform.logged.some(({ path }) => path === '/evil.json')).toBe(false);
  });

  test('other algorithms with keys of their own', async () => {
    for (const alg of ['ES384', 'RS256', 'PS256', 'EdDSA']) {
      const { privateKey } = await generateKeyPair(alg);
      const token = await new SignJWT({ ...claims }).setProtectedHeader({ ...header, alg }).sign(privateKey);
      expect(await codeFor(token)).toBe('UNAUTHENTICATED');
    }
  });

  test.each([
    ['zeros', Buffer.alloc(64)],
    ['ones', Buffer.alloc(64, 255)],
    ['DER', sign('sha256', Buffer.from('x'), generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)],
    ['nothing', Buffer.alloc(0)],
  ])('a signature of %s', async (_, signature) => {
    expect(await codeFor(`${good.split('.').slice(0, 2).join('.')}.${signature.toString('base64url')}`)).toBe(
      'UNAUTHENTICATED',
    );
  });

  test('claims that were changed', async () => {
    const [head, , signature] = good.split('.');
    for (const change of [{ exp: claims.exp + 1 }, { sub: 'x' }, { token_type: 'refresh' }])
      expect(await codeFor(`${head}.${encode({ ...claims, ...change })}.${signature}`)).toBe('UNAUTHENTICATED');
  });
});

describe('the id of a key is looked up among ours, and nowhere else', () => {
  test.each([
    '../../../../etc/passwd',
    '/dev/null',
    'https://evil.example/key',
    "' OR 1=1 --",
    'a'.repeat(300),
    '__proto__',
    '',
    '\u0000',
  ])('kid %j', async (kid) => {
    expect(await codeFor(signedByHub({ ...header, kid }, claims))).toBe('UNAUTHENTICATED');
  });

  test.each([null, 1, {}, [], ['x']])('kid %j', async (kid) => {
    expect(await codeFor(signedByHub({ ...header, kid }, claims))).toBe('UNAUTHENTICATED');
  });
});

describe('what our key signed is not taken either', () => {
  const hour = 3600;
  test.each([
    ['of another type', { typ: 'JWT' }, {}],
    ['of the type of a refresh token', { typ: 'refresh+jwt' }, {}],
    ['without a type', { typ: undefined }, {}],
    ['with critical members', { crit: ['exp'], exp: 1 }, {}],
    ['with b64 said to be critical', { crit: ['b64'], b64: true }, {}],
    ['with members that we never write', { zip: 'DEF' }, {}],
    ['for another audience', {}, { aud: 'http://localhost:4000/api/v1/token/refresh' }],
    ['of another issuer', {}, { iss: 'https://platform.example' }],
    ['of another kind', {}, { token_type: 'refresh' }],
    ['of an account that is not there', {}, { sub: '00000000-0000-4000-8000-000000000000' }],
    ['of no account', {}, { sub: undefined }],
    ['of an account with a name that is none', {}, { sub: 'x> } ; DROP ALL #' }],
    ['of another generation', {}, { state: '0' }],
    ['without an end', {}, { exp: undefined }],
    ['with an end that is no number', {}, { exp: '9999999999' }],
    ['without a beginning', {}, { nbf: undefined }],
    ['without an id', {}, { jti: undefined }],
    ['that has ended', {}, { exp: 'now' }],
    ['that begins later', {}, { nbf: 'later' }],
  ])('%s', async (_, otherHeader, otherClaims) => {
    const payload = { ...claims, ...otherClaims } as Record<string, unknown>;
    if (payload['exp'] === 'now') payload['exp'] = claims.iat - 11;
    if (payload['nbf'] === 'later') payload['nbf'] = claims.iat + hour;
    expect(await codeFor(signedByHub({ ...header, ...otherHeader }, payload))).toBe('UNAUTHENTICATED');
  });

  test('claims that are no object', async () => {
    for (const payload of ['null', '[]', '"x"', '1', '', '{', '\ufeff{}'])
      expect(await codeFor(signedByHub(header, payload))).toBe('UNAUTHENTICATED');
  });

  test('members that are there twice, when the last is not right', async () => {
    const text = JSON.stringify(claims);
    expect(await codeFor(signedByHub(header, text.replace('{', '{"aud":"x",')))).toBeUndefined();
    expect(await codeFor(signedByHub(header, text.replace(/\}$/, ',"aud":"x"}')))).toBe('UNAUTHENTICATED');
    const head = JSON.stringify(header);
    expect(await codeFor(signedByHub(head.replace(/\}$/, ',"alg":"none"}'), text))).toBe('UNAUTHENTICATED');
  });
});

describe('text that is no token', () => {
  test.each([
    ['one part less', () => good.split('.').slice(0, 2).join('.')],
    ['one part more', () => `${good}.x`],
    ['five parts', () => 'a.b.c.d.e'],
    ['the last character gone', () => good.slice(0, -1)],
    ['the first character gone', () => good.slice(1)],
    ['padding', () => `${good}==`],
    ['another alphabet', () => good.replaceAll('-', '+').replaceAll('_', '/') + '+'],
    ['dots', () => '..'],
    ['JSON', () => '{"alg":"none"}'],
  ])('%s', async (_, token) => {
    expect(await codeFor(token())).toBe('UNAUTHENTICATED');
  });

  test('a megabyte, wherever it comes', async () => {
    const long = `${good.split('.').slice(0, 2).join('.')}.${'A'.repeat(1024 * 1024)}`;
    expect((await platform.refresh(long)).status).toBe(413);
    // A head has 64 KB at most.
    const response = await fetch(`${platform.url}/graphql?query={__typename}`, {
      headers: { authorization: `Bearer ${long}` },
    }).catch(() => null);
    expect([431, undefined]).toContain(response?.status);
    // And the one header of a token 8 KB.
    const refused = await fetch(`${platform.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${'A'.repeat(60_000)}` },
      body: '{"query":"{ accounts { totalCount } }"}',
    });
    expect([refused.status, await refused.json()]).toEqual([431, expect.objectContaining({ key: 'authorization' })]);
    expect(await codeFor('A'.repeat(8_000))).toBe('UNAUTHENTICATED');
    const padded = await new SignJWT({ ...claims, more: 'x'.repeat(5_000) }).setProtectedHeader(header).sign(ownKey);
    expect(await codeFor(padded)).toBe('UNAUTHENTICATED');
  });

  test.each([[undefined], [null], [1], [true], [{}], [['x']], ['']])(
    'a refresh token %j is a field that is wrong',
    async (token) => {
      const response = await platform.refresh(token);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        refresh: [expect.any(String) as unknown],
        error: expect.any(String) as unknown,
      });
    },
  );

  test.each(['', 'x', '[]', 'null', '"x"', '{"refresh":', '{"refresh":"a"}x'])('a body %j is refused', async (body) => {
    const response = await describedFetch(`${platform.url}/api/v1/token/refresh`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: expect.any(String) as unknown });
  });
});

test('tokens of one environment are not valid in another', async () => {
  const other = await startPlatform({ config: { baseUrl: 'https://production.example' } });
  try {
    await other.createAdministrator('root@example.org');
    const { access, refresh } = await other.tokens('root@example.org');
    expect(claimsOf(access).iss).toBe('https://production.example');
    expect(await codeFor(access)).toBe('UNAUTHENTICATED');
    expect((await platform.refresh(refresh)).status).toBe(401);
    expect((await other.refresh((await platform.tokens('root@example.org')).refresh)).status).toBe(401);
  } finally {
    await other.stop();
  }
});
