/** Bytes of characters. They stand in a module without imports, so that bundlers write the numbers where the names are. */
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const PLUS = 0x2b;
export const COMMA = 0x2c;
export const MINUS = 0x2d;
export const DOT = 0x2e;
export const ZERO = 0x30;
export const NINE = 0x39;
export const COLON = 0x3a;
export const AT = 0x40;
export const UPPER_T = 0x54;
export const UPPER_Z = 0x5a;
export const BACKSLASH = 0x5c;
export const LOWER_E = 0x65;
export const LOWER_U = 0x75;
export const OPENING_BRACE = 0x7b;
export const TILDE = 0x7e;
/** Makes the lower-case letter of an upper-case one. */
export const LOWER = 0x20;
export const DELETE = 0x7f;

export function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}
