import { isDigit, MINUS, PLUS, ZERO } from '../bytes/ascii.ts';
import { unexpected } from './scan-faults.ts';
import { IS_PLAIN } from './scan-string.ts';
import { FALSE, NULL, TRUE } from './tape-entry.ts';

/** The end of the plain characters of a string: at its closing quote, mostly. */
export function skipPlain(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && IS_PLAIN[bytes[at]!] === 1) at++;
  return at;
}

/** The end of the sign and the integer part of a number. A zero in front stands alone. */
export function skipInteger(bytes: Uint8Array, from: number): number {
  const at = bytes[from] === MINUS ? from + 1 : from;
  return bytes[at] === ZERO ? at + 1 : skipDigits(bytes, at);
}

/** The end of one or more digits. */
export function skipDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  if (!isDigit(bytes[at]!)) throw unexpected(bytes, at, 'a digit');
  do at++;
  while (isDigit(bytes[at]!));
  return at;
}

/** The end of the sign and the digits of an exponent. */
export function skipExponent(bytes: Uint8Array, from: number): number {
  return skipDigits(bytes, bytes[from] === PLUS || bytes[from] === MINUS ? from + 1 : from);
}

/** The kind of the word that stands there; -1 for none. */
export function wordAt(bytes: Uint8Array, at: number): number {
  const [word, kind] = WORDS.get(bytes[at]!) ?? ['', -1];
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word.charCodeAt(i)) return -1;
  return kind;
}

const WORDS: ReadonlyMap<number, readonly [string, number]> = new Map([
  [0x74, ['true', TRUE]],
  [0x66, ['false', FALSE]],
  [0x6e, ['null', NULL]],
]);
