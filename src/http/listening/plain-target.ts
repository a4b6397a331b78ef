/** Letters, digits, `-`, `.`, `_` and `~`, percent-encoded. */
const ENCODED_UNRESERVED = /%(?:2[DE]|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])/gi;

/** Below it, addresses are IRIs of which each has one spelling; others lead to that one. */
const VOCABULARY = '/vocabulary/';

/**
 * The target of a request without the escapes that its path does not need: with and without them it is the same address
 * (RFC 3986 §6.2.2.2). Addresses of the vocabulary stay as they are.
 */
export function plainTarget(target: string): string {
  const queryAt = target.indexOf('?');
  const path = queryAt === -1 ? target : target.slice(0, queryAt);
  if (!path.includes('%') || path.startsWith(VOCABULARY)) return target;
  const plain = path.replaceAll(ENCODED_UNRESERVED, (escape) => String.fromCharCode(Number(`0x${escape.slice(1)}`)));
  return plain + target.slice(path.length);
}
