import { replaceLoneSurrogates } from './characters.ts';

/** By byte: 1 for those that percent-encoding leaves as they are. */
export const IS_UNRESERVED = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[A-Za-z0-9\-._~]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/** enc(s) of `mapping.md §1`: UTF-8, percent-encoded but for `A-Z a-z 0-9 - . _ ~`; a lone surrogate is U+FFFD. */
export function percentEncode(text: string): string {
  if (/^[A-Za-z0-9\-._~]*$/.test(text)) return text;
  // RFC 3986 reserves these too.
  return encodeCharacters(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The text of which `percentEncode` makes this; null for what it makes of none. */
export function percentDecode(encoded: string): string | null {
  try {
    const text = decodeURIComponent(encoded);
    return percentEncode(text) === encoded ? text : null;
  } catch {
    return null;
  }
}

/** The text in UTF-8, percent-encoded but for what `encodeURIComponent` leaves; a lone surrogate is U+FFFD. */
function encodeCharacters(text: string): string {
  return encodeURIComponent(replaceLoneSurrogates(text));
}

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;
const WEB_OR_URN = /^(?:https?:\/\/[^/?#]|urn:[A-Za-z0-9][A-Za-z0-9-]{0,31}:[^?#])/i;
/** RFC 3987 iuserinfo, ihost (captured), port; the characters are checked elsewhere. */
const AUTHORITY = /^[^:/?#]+:\/\/(?:[^@[\]/?#]*@)?(\[[^@[\]/?#]*\]|[^:@[\]/?#]*)(?::[0-9]*)?(?=[/?#]|$)/;
/** RFC 3986 §3.2.2. */
const IP_OF_FUTURE = /^v[0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+$/i;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const IPV6_GROUP = /^[0-9A-Fa-f]{1,4}$/;

/**
 * The IRI that a text is: `http:`, `https:` or `urn:`, absolute, its characters that an IRI may not hold percent-encoded
 * (RFC 3987 §2.2); null when it is none.
 */
export function entityIriOf(text: string): string | null {
  if (!WEB_OR_URN.test(text)) return null;
  const iri = encodeIllegal(replaceLoneSurrogates(text));
  return hasPossibleAuthority(iri) ? iri : null;
}

/** Characters of a namespace. Each name in it becomes as long, in memory and in the graph, however short it stands in a document. */
export const MAX_NAMESPACE_CHARACTERS = 2_000;

/** True for an absolute IRI that needs no encoding (RFC 3987 §2.2). */
export function isAbsoluteIri(text: string): boolean {
  return SCHEME.test(text) && encodeIllegal(text) === text && hasPossibleAuthority(text);
}

/** True for an absolute IRI with the scheme `http` or `https` that needs no encoding. */
export function isWebIri(text: string): boolean {
  return /^https?:\/\/[^/?#]/i.test(text) && isAbsoluteIri(text);
}

function hasPossibleAuthority(iri: string): boolean {
  // RFC 9110 §4.2.1: an IRI of the web has a host.
  const needsHost = /^https?:/i.test(iri);
  if (!/^[^:/?#]+:\/\//.test(iri)) return !needsHost;
  const host = AUTHORITY.exec(iri)?.[1];
  if (host === undefined) return false;
  return host.startsWith('[') ? isIpLiteral(host) : host !== '' || !needsHost;
}

/** RFC 3986 §3.2.2 IP-literal. */
function isIpLiteral(host: string): boolean {
  const address = host.slice(1, -1);
  return IP_OF_FUTURE.test(address) || isIpv6(address);
}

function isIpv6(address: string): boolean {
  const sides = address.split('::');
  const groups = sides.flatMap((side) => (side === '' ? [] : side.split(':')));
  // An IPv4 address at the end stands for two groups.
  const endsInIpv4 = !address.endsWith(':') && IPV4.test(groups.at(-1) ?? '');
  if (endsInIpv4) groups.splice(-1, 1, '0', '0');
  if (!groups.every((group) => IPV6_GROUP.test(group))) return false;
  return sides.length === 1 ? groups.length === 8 : sides.length === 2 && groups.length < 8;
}

/** Where an IP literal ends: brackets stand around one, and nowhere else. */
function ipLiteralEnd(text: string): number {
  const match = AUTHORITY.exec(text);
  return match !== null && match[1]!.startsWith('[') && isIpLiteral(match[1]!) ? match[0].lastIndexOf(']') + 1 : 0;
}

function encodeIllegal(text: string): string {
  if (/^[A-Za-z0-9\-._~:/?@!$&'()*+,;=]*$/.test(text)) return text;
  const ipLiteral = ipLiteralEnd(text);
  let encoded = '';
  let part: 'path' | 'query' | 'fragment' = 'path';
  for (let at = 0; at < text.length;) {
    const point = text.codePointAt(at)!;
    const character = String.fromCodePoint(point);
    if (isLegal(text, at, point, part, at < ipLiteral)) encoded += character;
    else encoded += encodeCharacters(character);
    if (point === 0x23) part = 'fragment';
    else if (point === 0x3f && part === 'path') part = 'query';
    at += character.length;
  }
  return encoded;
}

function isLegal(text: string, at: number, point: number, part: string, inIpLiteral: boolean): boolean {
  if (point < 0x80) {
    if (point === 0x25) return /^[0-9A-Fa-f]{2}$/.test(text.slice(at + 1, at + 3));
    if (point === 0x23) return part !== 'fragment';
    if (point === 0x5b || point === 0x5d) return inIpLiteral;
    return /[A-Za-z0-9\-._~:/?@!$&'()*+,;=]/.test(String.fromCharCode(point));
  }
  if (point >= 0xe000 && point <= 0xf8ff) return part === 'query';
  if (point >= 0xf0000) return part === 'query' && (point & 0xffff) <= 0xfffd;
  if (point < 0x10000)
    return (
      (point >= 0xa0 && point <= 0xd7ff) || (point >= 0xf900 && point <= 0xfdcf) || (point >= 0xfdf0 && point <= 0xffef)
    );
  return (point & 0xffff) <= 0xfffd && point < 0xf0000 && !(point >= 0xe0000 && point < 0xe1000);
}
