/** Letters, digits, `-`, `.`, `_` and `~`, percent-encoded. */
const ENCODED_UNRESERVED = /%(?:2[DE]|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])/gi;

/** Scheme and authority of a target in absolute form, which proxies get. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i;

/** Below it, addresses are IRIs of which each has one spelling; others lead to that one. */
const VOCABULARY = '/vocabulary/';

/**
 * The target of a request without the escapes that its path does not need: with and without them it is the same address
 * (RFC 3986 §6.2.2.2). Addresses below that of the vocabulary stay as they are.
 */
export function plainTarget(target: string): string {
  if (!target.includes('%')) return target;
  const start = ORIGIN.exec(target)?.[0].length ?? 0;
  const queryAt = target.indexOf('?');
  const end = queryAt === -1 ? target.length : queryAt;
  const path = target.slice(start, end);
  const plain = path.replaceAll(ENCODED_UNRESERVED, (escape) => String.fromCharCode(Number(`0x${escape.slice(1)}`)));
  const shown = plain.startsWith(VOCABULARY) ? VOCABULARY + path.slice(path.indexOf('/', 1) + 1) : plain;
  return target.slice(0, start) + shown + target.slice(end);
}
