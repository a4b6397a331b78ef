import { createHash } from 'node:crypto';
import { MAX_NAME_CHARACTERS } from '../suggestions/term-name.ts';

const LETTERS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['ø', 'o'],
  ['œ', 'oe'],
  ['đ', 'd'],
  ['ł', 'l'],
  ['%', ' percent '],
  ['&', ' and '],
  ['+', ' plus '],
]);
/** Digits of the hash behind a name that was cut. */
const HASH_DIGITS = 8;

/**
 * The words of a text as a name of a term has them: `Air Temperature (2 m)` is `air_temperature_2_m`, `activePower` is `active_power`. Null where none
 * is left, or the first is a number.
 */
export function wordsOf(text: string): string | null {
  const words = text
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæøœđł%&+]/g, (letter) => LETTERS.get(letter) ?? letter)
    .replace(/['’]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  return words.length > 0 && /^[a-z]/.test(words[0]!) ? words.join('_') : null;
}

/** A name of words and a unit. One that is too long is cut behind a word, and ends in a hash of all of it. */
export function nameOf(words: string, spelling: string | null): { readonly name: string; readonly isCut: boolean } {
  const unit = spelling === null ? '' : `-${spelling}`;
  if (words.length + unit.length <= MAX_NAME_CHARACTERS) return { name: words + unit, isCut: false };
  const hash = createHash('sha256').update(words).digest('hex').slice(0, HASH_DIGITS);
  const room = MAX_NAME_CHARACTERS - unit.length - hash.length - 1;
  const kept = words.slice(0, room + 1);
  const whole = kept.slice(0, Math.max(kept.lastIndexOf('_'), 0)) || kept.slice(0, room);
  return { name: `${whole}_${hash}${unit}`, isCut: true };
}
