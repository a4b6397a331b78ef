import { ANY_KEY, BEGINS_WITH_DIGIT, BEGINS_WITH_LETTER, ENCODED_KEY } from './key-classes.ts';
import { BACKSLASH, DOT, NINE, TILDE, ZERO } from '../bytes/ascii.ts';
import { IS_UNRESERVED } from '../../rdf/iri.ts';
import type { JsonDocument } from '../json/document.ts';
import { KEY, nextValue, STRIDE } from '../json/tape-entry.ts';

/**
 * The class of the key before the value of a member. Predicates are the base and the percent-encoded key. Of two keys of one class, each
 * format writes both with the same prefix or both without one, and both as names of XML or neither. That holds as long as no prefix stands
 * for a longer IRI that begins with the base.
 */
export function classOfKey({ entries, bytes }: JsonDocument, value: number): number {
  const start = entries[value - STRIDE + 1]!;
  const end = entries[value - STRIDE + 2]!;
  let isEncoded = false;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === BACKSLASH || byte === TILDE) return ANY_KEY;
    if (IS_UNRESERVED[byte] === 0) isEncoded = true;
  }
  if (isEncoded) return ENCODED_KEY;
  const first = bytes[start]!;
  // Formats write names that begin with a hyphen or a dot, or end in one, each in its own way.
  if (start === end || first < ZERO || bytes[end - 1] === DOT) return ANY_KEY;
  return first <= NINE ? BEGINS_WITH_DIGIT : BEGINS_WITH_LETTER;
}

/** True for a record that holds a key, however deep. */
export function holdsKey({ entries }: JsonDocument, record: number, key: number): boolean {
  const end = nextValue(entries, record);
  for (let entry = record; entry < end; entry += STRIDE)
    if (entries[entry] === KEY && entries[entry + 3] === key) return true;
  return false;
}
