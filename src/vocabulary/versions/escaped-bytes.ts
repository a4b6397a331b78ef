import { SHORT_ESCAPES } from '../../rdf/escape.ts';

/** The longest escape, `\u001F`, of one byte. */
export const ESCAPE_BYTES = 6;
const [SPACE, DELETE] = [0x20, 0x7f] as const;
/** Of U+FFFE and U+FFFF, which are escaped, too, as no other character whose first byte this is. */
const [LAST_OF_PLANE, LAST_SECOND, LAST_THIRD] = [0xef, 0xbf, 0xbe] as const;

/** How bytes are written within the quotes of a literal; undefined for those that stand for themselves. */
const ESCAPES = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  const short = SHORT_ESCAPES.get(character);
  if (short !== undefined) return plainBytes(short);
  return byte < SPACE || byte === DELETE ? unicodeEscape(byte) : undefined;
});
/** 1 for bytes that are looked at before they are copied. */
export const IS_ODD = Uint8Array.from(ESCAPES, (escape, byte) =>
  escape !== undefined || byte === LAST_OF_PLANE ? 1 : 0,
);

/** Most are of 20 to 80 bytes, for which a call of the engine takes longer than this. */
export function copy(bytes: Uint8Array, start: number, end: number, to: Uint8Array, at: number): number {
  let place = at;
  for (let i = start; i < end; i++) to[place++] = bytes[i]!;
  return place;
}

/** The same within the quotes of a literal, as `escapeTriplesText` has it. */
export function copyEscaped(bytes: Uint8Array, start: number, end: number, to: Uint8Array, at: number): number {
  let place = at;
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!;
    if (IS_ODD[byte] === 0) {
      to[place++] = byte;
      continue;
    }
    if (byte !== LAST_OF_PLANE) {
      const escape = ESCAPES[byte]!;
      place = copy(escape, 0, escape.length, to, place);
    } else if (bytes[i + 1] === LAST_SECOND && bytes[i + 2]! >= LAST_THIRD) {
      const escape = unicodeEscape(0xff40 + bytes[i + 2]!);
      place = copy(escape, 0, escape.length, to, place);
      i += 2;
    } else to[place++] = byte;
  }
  return place;
}

function unicodeEscape(code: number): Uint8Array {
  return plainBytes(`\\u${code.toString(16).toUpperCase().padStart(4, '0')}`);
}

/** Of one class with the texts of tables: the engine copies from two of them at half the pace. */
export function plainBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
