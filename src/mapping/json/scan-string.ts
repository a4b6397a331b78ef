import { BACKSLASH, DELETE, isDigit, QUOTE } from '../bytes/ascii.ts';
import { malformed, unexpected } from './scan-faults.ts';
import { CODED, ESCAPED, NON_ASCII, UNUSUAL } from './tape-entry.ts';
import { ESCAPES } from './text.ts';
import { utf8Length } from '../bytes/utf8.ts';

/** By byte: 1 for ASCII that stands for itself within a JSON string and in every output. */
export const IS_PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte < DELETE && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
);

/** Scans strings that hold more than plain ASCII. */
export class EscapedStringScanner {
  /** Of the string that was scanned last: what it holds besides plain ASCII. */
  flags = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /**
   * Answers where the closing quote stands.
   *
   * @param from the first byte that is not plain
   * @throws HubError `malformed-json`, `not-utf8`
   */
  scan(from: number): number {
    const { bytes } = this;
    const end = bytes.length;
    let flags = 0;
    let at = from;
    for (;;) {
      if (at >= end) throw unexpected(bytes, end, 'the closing quote of a string');
      const byte = bytes[at]!;
      if (IS_PLAIN[byte] === 1) at++;
      else if (byte === QUOTE) {
        this.flags = flags;
        return at;
      } else if (byte === BACKSLASH) {
        flags |= isWrittenAlike(bytes[at + 1]!) ? ESCAPED : ESCAPED | CODED;
        at = this.skipEscape(at);
      } else if (byte < 0x20) {
        const code = byte.toString(16).padStart(4, '0').toUpperCase();
        const words = `A string holds the control character U+${code}; write it as an escape`;
        throw malformed(bytes, at, 'malformed-json', words);
      } else if (byte === DELETE) {
        flags |= UNUSUAL;
        at++;
      } else {
        flags |= NON_ASCII;
        const length = utf8Length(bytes, at);
        if (length === 0) throw malformed(bytes, at, 'not-utf8', 'The body is not UTF-8');
        if (byte === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2]! >= 0xbe) flags |= UNUSUAL;
        at += length;
      }
    }
  }

  private skipEscape(backslash: number): number {
    const { bytes } = this;
    const byte = bytes[backslash + 1];
    if (byte === 0x75) {
      for (let at = backslash + 2; at < backslash + 6; at++)
        if (!isHex(bytes[at])) throw unexpected(bytes, at, 'four hexadecimal digits behind "\\u"');
      return backslash + 6;
    }
    if (byte === undefined || !ESCAPES.has(byte))
      throw unexpected(bytes, backslash + 1, 'one of " \\ / b f n r t u behind a backslash');
    return backslash + 2;
  }
}

/** Behind a backslash: JSON and N-Triples have these escapes in common. Of the others N-Triples writes some so, and XML none. */
function isWrittenAlike(escape: number): boolean {
  return escape === QUOTE || escape === BACKSLASH || escape === 0x6e || escape === 0x72 || escape === 0x74;
}

function isHex(byte: number | undefined): boolean {
  return isDigit(byte!) || ((byte! | 0x20) >= 0x61 && (byte! | 0x20) <= 0x66);
}
