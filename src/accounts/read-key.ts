import { calculateJwkThumbprint, CompactSign, compactVerify, importJWK, type CryptoKey, type JWK } from 'jose';
import type { KeyFile } from './key-files.ts';

/** ECDSA on P-256: what every library of tokens knows. */
export const ALGORITHM = 'ES256';

/** A key that signs, or did. */
export interface Key {
  readonly id: string;
  readonly fileName: string;
  readonly signsFrom: Date;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly publicJwk: JWK;
}

/** The key that a file holds. @throws Error when it holds none that can be used */
export async function readKey({ name, text }: KeyFile): Promise<Key> {
  const { kty, crv, x, y, d, signsFrom } = parse(text) as JWK & { signsFrom?: unknown };
  const time = new Date(typeof signsFrom === 'string' ? signsFrom : Number.NaN);
  if (kty !== 'EC' || crv !== 'P-256' || typeof d !== 'string' || Number.isNaN(time.getTime()))
    throw new Error('It is no private key of P-256 with a time from which it signs');
  const publicJwk = { kty, crv, x, y } as JWK;
  const id = await calculateJwkThumbprint(publicJwk);
  const privateKey = (await importJWK({ ...publicJwk, d }, ALGORITHM)) as CryptoKey;
  const publicKey = (await importJWK(publicJwk, ALGORITHM)) as CryptoKey;
  // Two halves that do not belong together would sign tokens that no one can verify.
  const signed = await new CompactSign(new Uint8Array(1)).setProtectedHeader({ alg: ALGORITHM }).sign(privateKey);
  await compactVerify(signed, publicKey);
  return {
    id,
    fileName: name,
    signsFrom: time,
    privateKey,
    publicKey,
    publicJwk: { ...publicJwk, kid: id, alg: ALGORITHM, use: 'sig' },
  };
}

/** A parser's own message would quote the key. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Error('It is no JSON');
  }
}
