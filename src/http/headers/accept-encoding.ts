import Negotiator from 'negotiator';
import { memoizeHeader } from './memoize-header.ts';

export type Coding = 'br' | 'gzip';

/** In the order in which the hub likes them. */
const CODINGS: readonly Coding[] = ['br', 'gzip'];

/** What a client takes of what the hub has (RFC 9110 §12.5.3). */
export interface AcceptedCoding {
  /** What it likes best; null stands for the bytes as they are. */
  readonly coding: Coding | null;
  /** False when it does not take the bytes as they are, however small they are. */
  readonly isIdentityAccepted: boolean;
}

/** The typings are of an older version, without the choice among what the client likes all the same. */
interface EncodingNegotiator {
  encoding(available: readonly string[], options: { readonly preferred: readonly string[] }): string | undefined;
  encodings(available: readonly string[]): string[];
}

/** Reads an Accept-Encoding header. Who takes nothing that the hub has gets the bytes as they are: an answer beats none. */
export const readAcceptEncoding = memoizeHeader((acceptEncoding): AcceptedCoding => {
  if (acceptEncoding === undefined) return { coding: null, isIdentityAccepted: true };
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }) as EncodingNegotiator;
  const chosen = negotiator.encoding([...CODINGS, 'identity'], { preferred: CODINGS });
  const coding = CODINGS.find((known) => known === chosen) ?? null;
  return { coding, isIdentityAccepted: coding === null || negotiator.encodings(['identity']).length > 0 };
});
