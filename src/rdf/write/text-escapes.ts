import { escapeJson, escapeTriplesText, escapeXmlText } from '../escape.ts';
import { encodeText } from '../utf8.ts';
import type { ByteSink } from './byte-sink.ts';

/** Characters beyond ASCII that some format escapes. Their UTF-8 differs in the last byte. */
const NON_CHARACTERS = ['\uFFFE', '\uFFFF'];

/** The escapes of a format in texts of literals. */
export class TextEscapes {
  /** By byte of ASCII, and of the last byte of a noncharacter: what is written for it; undefined for what stands for itself. */
  private readonly escapes: (Uint8Array | undefined)[] = [];
  private readonly isSpecial = new Uint8Array(256);

  /** A text as it stands between the delimiters of a literal. */
  readonly escape: (text: string) => string;

  /** @param escape looks at each character by itself */
  constructor(escape: (text: string) => string) {
    this.escape = escape;
    for (let code = 0; code < 0x80; code++) this.note(String.fromCharCode(code), code, escape);
    for (const character of NON_CHARACTERS) this.note(character, encodeText(character)[2]!, escape);
    this.isSpecial[0xef] = 1;
  }

  private note(character: string, byte: number, escape: (text: string) => string): void {
    const escaped = escape(character);
    if (escaped === character) return;
    this.escapes[byte] = encodeText(escaped);
    if (byte < 0x80) this.isSpecial[byte] = 1;
  }

  /** The same for UTF-8, written byte by byte. */
  write(sink: ByteSink, bytes: Uint8Array, length: number): void {
    const { escapes, isSpecial } = this;
    let run = 0;
    for (let at = 0; at < length; at++) {
      const byte = bytes[at]!;
      if (isSpecial[byte] === 0) continue;
      const isNonCharacter = byte === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2]! >= 0xbe;
      const escape = byte < 0x80 ? escapes[byte] : isNonCharacter ? escapes[bytes[at + 2]!] : undefined;
      if (escape === undefined) continue;
      if (at > run) sink.bytes(bytes.subarray(run, at));
      sink.bytes(escape);
      run = byte < 0x80 ? at + 1 : at + 3;
    }
    if (length > run) sink.bytes(bytes.subarray(run, length));
  }
}

/** N-Triples and Turtle, as `escapeTriplesText`. */
export const TRIPLES_TEXT = new TextEscapes(escapeTriplesText);
/** RDF/XML, as `escapeXmlText`. */
export const XML_TEXT = new TextEscapes(escapeXmlText);
/** JSON-LD, as `JSON.stringify`. */
export const JSON_TEXT = new TextEscapes(escapeJson);
