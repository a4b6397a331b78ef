import { importJWK, type CryptoKey, type JWK } from 'jose';
import { expect, test } from 'vitest';
import { Tokens, type TokenError } from '../../src/accounts/tokens.ts';
import { readTarGz } from '../support/read-tar.ts';
import { describeWithSuites, pathOfSuite, readSuite } from '../support/suites.ts';

const WYCHEPROOF = ['json_web_signature', 'json_web_key', 'json_web_crypto'] as const;
const COOKBOOK = 'rfc7520-jws.tar.gz';

const fileOf = (name: (typeof WYCHEPROOF)[number]): string => `wycheproof-${name}.json.gz`;

interface Vector {
  readonly tcId: number;
  readonly comment: string;
  readonly jws: unknown;
  readonly result: 'valid' | 'invalid' | 'acceptable';
}

interface Group {
  readonly comment?: string;
  readonly public?: JWK;
  readonly private?: JWK;
  readonly tests: readonly Vector[];
}

/** Tokens that take every key id for this key: what is left to be judged is the signature, then the claims. */
function tokensWith(key: CryptoKey | null): Tokens {
  const keys = {
    find: async () => key,
    signer: async () => {
      throw new Error('nothing is signed here');
    },
  };
  return new Tokens({ keys, issuer: 'https://hub.example', now: () => new Date() });
}

/** How far a token came: the library's code of what was wrong with it, or where our own check of its form stopped it. */
async function refusalOf(tokens: Tokens, token: string): Promise<string> {
  const error = (await tokens.read('access', token).then(
    () => null,
    (refused: unknown) => refused,
  )) as TokenError | null;
  if (error === null) return 'taken';
  const { code } = (error.cause ?? {}) as { code?: string };
  return code ?? error.message;
}

describeWithSuites('the vectors of Wycheproof', WYCHEPROOF.map(fileOf), () => {
  const groups = WYCHEPROOF.flatMap((name) =>
    (readSuite(fileOf(name)) as { testGroups: readonly Group[] }).testGroups.map((group) => ({ name, ...group })),
  );

  test('none of them is a token of ours, with whatever key', async () => {
    let looked = 0;
    for (const { public: publicKey, private: privateKey, tests } of groups) {
      const jwk = publicKey ?? privateKey;
      const key =
        jwk?.kty === 'EC' && jwk.crv === 'P-256'
          ? await importJWK(withoutPrivate(jwk), 'ES256').catch(() => null)
          : null;
      const tokens = tokensWith(key as CryptoKey | null);
      for (const { jws } of tests) {
        if (typeof jws !== 'string') continue;
        expect(await refusalOf(tokens, jws)).not.toBe('taken');
        looked++;
      }
    }
    expect(looked).toBeGreaterThan(400);
  });

  const es256 = groups
    .filter(({ name }) => name === 'json_web_signature')
    .filter(
      ({ public: jwk }) =>
        jwk?.kty === 'EC' && jwk.crv === 'P-256' && jwk['use'] !== 'enc' && jwk.key_ops === undefined,
    )
    .flatMap(({ public: jwk, tests }) => tests.map((vector) => ({ jwk: jwk!, ...vector })));

  test.each(es256.filter(({ result }) => result === 'valid'))(
    '$tcId $comment: the signature is right, the claims are not',
    async ({ jwk, jws }) => {
      const tokens = tokensWith((await importJWK(withoutPrivate(jwk), 'ES256')) as CryptoKey);
      // Beyond the signature, it is no token: what it says is no JSON object, or its type is another.
      expect(['ERR_JWT_INVALID', 'ERR_JWT_CLAIM_VALIDATION_FAILED', 'It is no token of this service']).toContain(
        await refusalOf(tokens, jws as string),
      );
    },
  );

  test.each(es256.filter(({ result }) => result === 'invalid'))(
    '$tcId $comment: is refused before its claims are looked at',
    async ({ jwk, jws }) => {
      const tokens = tokensWith((await importJWK(withoutPrivate(jwk), 'ES256')) as CryptoKey);
      const refusal = typeof jws === 'string' ? await refusalOf(tokens, jws) : 'It is no token of this service';
      expect([
        'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
        'ERR_JWS_INVALID',
        'ERR_JOSE_ALG_NOT_ALLOWED',
        'It is no token of this service',
      ]).toContain(refusal);
    },
  );

  test('there are such vectors', () => {
    expect(es256.filter(({ result }) => result === 'valid').length).toBeGreaterThan(0);
    expect(es256.filter(({ result }) => result === 'invalid').length).toBeGreaterThan(20);
  });
});

describeWithSuites('the examples of RFC 7520', [COOKBOOK], () => {
  test('are signed with other algorithms, and refused for that', async () => {
    const compact = [...readTarGz(pathOfSuite(COOKBOOK))]
      .filter(([name]) => name.endsWith('.json'))
      .map(([, text]) => JSON.parse(text.toString()) as { output: { compact?: string } })
      .flatMap(({ output }) => (output.compact === undefined ? [] : [output.compact]));
    expect(compact.length).toBeGreaterThan(3);
    for (const jws of compact) {
      expect(['ERR_JOSE_ALG_NOT_ALLOWED', 'ERR_JWS_INVALID', 'It is no token of this service']).toContain(
        await refusalOf(tokensWith(null), jws),
      );
    }
  });
});

function withoutPrivate({ kty, crv, x, y }: JWK): JWK {
  return { kty, crv, x, y } as JWK;
}
