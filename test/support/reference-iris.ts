/** RFC 3987 and `mapping.md §1, §2`, slowly: which IRI a text becomes. */

import { toUSVString } from 'node:util';

const SUB_DELIMS = "!$&'()*+,;=";
const UNRESERVED = /^[A-Za-z0-9._~-]$/;

/** `enc(s)`: UTF-8, percent-encoded but for the unreserved characters of RFC 3986. */
export function encode(text: string): string {
  return [...toUSVString(text)]
    .map((character) => (UNRESERVED.test(character) ? character : encodeBytes(character)))
    .join('');
}

function encodeBytes(character: string): string {
  return [...Buffer.from(character, 'utf8')]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

function isUcschar(character: string): boolean {
  const code = character.codePointAt(0)!;
  if (code < 0x10000)
    return (code >= 0xa0 && code <= 0xd7ff) || (code >= 0xf900 && code <= 0xfdcf) || (code >= 0xfdf0 && code <= 0xffef);
  return code < 0xf0000 && (code & 0xffff) <= 0xfffd && !(code >= 0xe0000 && code <= 0xe0fff);
}

function isPrivate(character: string): boolean {
  const code = character.codePointAt(0)!;
  return (code >= 0xe000 && code <= 0xf8ff) || (code >= 0xf0000 && (code & 0xffff) <= 0xfffd);
}

/** Every character that `allowed` and RFC 3987's common ones do not cover is percent-encoded; so is a `%` that encodes nothing. */
function clean(text: string, allowed: string, isQuery = false): string {
  return toUSVString(text).replace(/%[0-9A-Fa-f]{2}|./gsu, (piece) => {
    if (piece.length === 3 && piece.startsWith('%')) return piece;
    if (UNRESERVED.test(piece) || SUB_DELIMS.includes(piece) || allowed.includes(piece) || isUcschar(piece))
      return piece;
    return isQuery && isPrivate(piece) ? piece : encodeBytes(piece);
  });
}

/** The text as an absolute `http:`, `https:` or `urn:` IRI with what an IRI may not hold percent-encoded; null when it is none. */
export function repairIri(text: string): string | null {
  const [, scheme, rest] = /^(https?|urn):(.*)$/is.exec(text) ?? [];
  if (scheme === undefined || rest === undefined) return null;
  const [, before, query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(rest)!;
  const tail =
    (query === undefined ? '' : `?${clean(query, ':@/?', true)}`) +
    (fragment === undefined ? '' : `#${clean(fragment, ':@/?')}`);
  if (scheme.toLowerCase() === 'urn') {
    const path = clean(before!, ':@/');
    return /^[A-Za-z0-9][A-Za-z0-9-]{0,31}:[^]/.test(path) ? `${scheme}:${path}${tail}` : null;
  }
  const [, authority, path] = /^\/\/([^/]+)(\/.*)?$/s.exec(before!) ?? [];
  if (authority === undefined) return null;
  const cleanAuthority = repairAuthority(authority);
  return cleanAuthority === null ? null : `${scheme}://${cleanAuthority}${clean(path ?? '', ':@/')}${tail}`;
}

function repairAuthority(authority: string): string | null {
  const pieces = authority.split('@');
  // An `@` is a character of IRIs, so a second one is not encoded; it makes the authority impossible.
  if (pieces.length > 2) return null;
  const rest = pieces.at(-1)!;
  const user = pieces.length === 1 ? '' : `${clean(pieces[0]!, ':')}@`;
  const literal = /^(\[(?:[0-9A-Fa-f:.]+|v[0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+)\])(?::([0-9]*))?$/i.exec(rest);
  if (literal !== null) return user + rest;
  const colon = rest.indexOf(':');
  const host = colon < 0 ? rest : rest.slice(0, colon);
  const port = colon < 0 ? '' : rest.slice(colon);
  if (host === '' || !/^(:[0-9]*)?$/.test(port)) return null;
  return user + clean(host, '') + port;
}

/** Whether a text is an absolute http(s) IRI as it stands. */
export function isHttpIri(text: string): boolean {
  return /^https?:/i.test(text) && repairIri(text) === text;
}

/** Whether a text is an absolute IRI (any scheme) as it stands. */
export function isAbsoluteIri(text: string): boolean {
  if (/^https?:/i.test(text)) return repairIri(text) === text;
  const rest = /^[A-Za-z][A-Za-z0-9+.-]*:(.+)$/s.exec(text)?.[1];
  if (rest === undefined || rest.split('#').length > 2) return false;
  const authority = /^\/\/([^/?#]*)/.exec(rest)?.[1];
  if (authority !== undefined && !/^(?:[^@[\]]*@)?(?:\[.*\]|[^:@[\]]*)(?::[0-9]*)?$/.test(authority)) return false;
  return clean(rest, ':@/?#', true) === rest;
}

/** Whether a text may follow a namespace. */
export function isLocalPart(text: string): boolean {
  return clean(text, ':@/?#') === text;
}
