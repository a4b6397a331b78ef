/*
 * IRIs as the description of the interface promises them: the hub accepts every text that matches. `rdf/iri.ts` decides what it accepts
 * besides, letters beyond ASCII for example.
 */

/** A character of a URI (RFC 3986), except `#` and the brackets of IPv6. */
const CHARACTER = "(?:[A-Za-z0-9._~:/?@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})";
/** A host whose last label is a number is an IPv4 address to the URL Standard. */
const HOST_NAME = '(?:[A-Za-z0-9_-]+\\.)*[A-Za-z][A-Za-z0-9_-]*';
const OCTET = '(?:[0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])';
const HOST = `(?:${HOST_NAME}|${OCTET}(?:\\.${OCTET}){3})`;
const PORT = '(?:[0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])';

/** An absolute http(s) IRI that ends in `/` or `#`. */
export const WEB_NAMESPACE = `^https?://${HOST}(?::${PORT})?(?:[/?]${CHARACTER}*)?(?:/|#|#${CHARACTER}*/)$`;

/** An absolute IRI that is still one if a name follows it. Schemes that begin with `h` need a host, because `http` does. */
export const NAMESPACE = `^(?:[A-Za-z][A-Za-z0-9+.-]*://[A-Za-z0-9._~-]+(?::[0-9]*)?(?:[/?]${CHARACTER}*(?:#${CHARACTER}*)?|#${CHARACTER}*)|[A-GI-Za-gi-z][A-Za-z0-9+.-]*:[A-Za-z0-9._~?@-]${CHARACTER}*(?:#${CHARACTER}*)?)$`;

/** `prefix:name`, with any prefix and a name that can follow any namespace. */
export const PREFIXED_NAME = `^[^:]*:(?:${CHARACTER}|[\\u00a0-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef])*$`;
