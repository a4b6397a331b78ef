const LONE_SURROGATE = /\p{Surrogate}/u;

/** True when a text has a surrogate without its partner, which UTF-8 cannot hold. */
export function hasLoneSurrogate(text: string): boolean {
  return LONE_SURROGATE.test(text);
}

/** The text with every lone surrogate replaced by U+FFFD. */
export function replaceLoneSurrogates(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

// XML 1.0 §2.2 Char, complemented; lone surrogates are replaced before.
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;

/** True when a text has a character that XML 1.0 cannot hold. */
export function hasNonXmlCharacter(text: string): boolean {
  return NOT_XML.test(text);
}

/** The same of a text in UTF-8, which stands in `bytes` from `start` to `end`. */
export function hasNonXmlBytes(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return true;
    if (byte === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2]! >= 0xbe) return true;
  }
  return false;
}

/** The text with every character that XML 1.0 can't hold replaced by U+FFFD. */
export function replaceNonXmlCharacters(text: string): string {
  return text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '\uFFFD');
}
