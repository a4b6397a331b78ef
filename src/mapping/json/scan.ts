import type { DocumentPrefixCache } from './document-prefix-cache.ts';
import { EqualKeys } from './equal-keys.ts';
import { KeyTable } from './keys.ts';
import { malformed, unexpected } from './scan-faults.ts';
import { startAtRoot, startBehind, type ScanStart } from './scan-start.ts';
import { IS_PLAIN, EscapedStringScanner } from './scan-string.ts';
import { MAX_DEPTH, SEMANTIC_KEY, type Tape } from './tape.ts';
import { endBefore, isSpace, skipSpace } from './white-space.ts';
import { twiceAsLong } from '../bytes/grow.ts';
import { ARRAY, DECIMAL, DOUBLE, FALSE, INTEGER, KEY, NULL, OBJECT, STRIDE, STRING, TRUE } from './tape-entry.ts';

const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

const NONE_RESOLVED: Tape['resolved'] = new Map();

/** What is known of a container, by depth, four numbers each: its entry, what it holds so far, its last key, and whether keys may be equal. */
const FACTS = 4;
/** Of the containers around the one at hand. A scan is never interrupted by another one. */
const outer = new Int32Array((MAX_DEPTH + 1) * FACTS);

/**
 * Scans a JSON text (RFC 8259) once, without building a value of it.
 *
 * @param prefixCache those of documents before; of one that is known, nothing is scanned again
 * @throws HubError `malformed-json`, `not-utf8`, `too-deep`, with the byte offset, line and column of the first fault
 */
export function scanJson(bytes: Uint8Array, prefixCache: DocumentPrefixCache | null = null): Tape {
  const known = prefixCache?.find(bytes);
  const start = known === undefined ? startAtRoot(bytes) : startBehind(known, bytes);
  return scanFrom(bytes, start, new KeyTable(bytes, known?.keys), prefixCache);
}

/**
 * One loop over the bytes with all that it changes in local variables, because most of a document never leaves it: first a key, if the
 * container is an object, then a value (string, number, container or word), then what ends with the value. What is rare (escapes,
 * characters beyond ASCII, faults) is in other functions. What comes before the loop stands apart: if V8 meets something new there, it
 * discards the optimized code of the whole function.
 */
function scanFrom(bytes: Uint8Array, start: ScanStart, keys: KeyTable, prefixCache: DocumentPrefixCache | null): Tape {
  const { semanticSpans, textStart, rootStart } = start;
  const end = bytes.length;
  const escapedString = new EscapedStringScanner(bytes);
  let equalKeys: EqualKeys | null = null;
  let { entries, used, at, count, lastKey, mayBeEqual } = start;
  // The container at hand.
  let container = 0;
  let depth = start.isWithinRoot ? 1 : 0;
  let isObject = start.isWithinRoot;
  let semanticStart = -1;
  for (;;) {
    // Room for a key and its value.
    if (used + 2 * STRIDE > entries.length) entries = twiceAsLong(entries);

    if (isObject) {
      if (bytes[at] !== QUOTE) throw unexpected(bytes, at, 'a key in double quotes');
      const start = at + 1;
      let key = keys.expect(start);
      if (key >= 0) at = start + keys.lastLength;
      else {
        at = skipPlain(bytes, start, end);
        const hasEscapes = bytes[at] !== QUOTE;
        if (hasEscapes) at = escapedString.scan(at);
        key = keys.intern(start, at, hasEscapes ? escapedString.flags : 0);
      }
      if (depth === 1 && keys.names[key] === SEMANTIC_KEY) semanticStart = start - 1;
      else if (semanticStart < 0) keys.noteData(key);
      entries[used] = KEY;
      entries[used + 1] = start;
      entries[used + 2] = at++;
      entries[used + 3] = key;
      used += STRIDE;
      // Keys are numbered as they come: where they ascend, none is twice.
      if (key <= lastKey) mayBeEqual = true;
      lastKey = key;
      if (bytes[at] !== COLON) {
        at = skipSpace(bytes, at, end);
        if (bytes[at] !== COLON) throw unexpected(bytes, at, '":"');
      }
      at++;
      if (isSpace(bytes[at])) at = skipSpace(bytes, at + 1, end);
    }

    count++;
    const byte = bytes[at]!;
    if (byte === QUOTE) {
      const start = at + 1;
      at = skipPlain(bytes, start, end);
      const hasEscapes = bytes[at] !== QUOTE;
      if (hasEscapes) at = escapedString.scan(at);
      entries[used] = STRING;
      entries[used + 1] = start;
      entries[used + 2] = at++;
      entries[used + 3] = hasEscapes ? escapedString.flags : 0;
      used += STRIDE;
    } else if (byte === MINUS || isDigit(byte)) {
      const start = at;
      let kind = INTEGER;
      at = skipInteger(bytes, at);
      if (bytes[at] === DOT) {
        kind = DECIMAL;
        at = skipDigits(bytes, at + 1);
      }
      if ((bytes[at]! | 0x20) === 0x65) {
        kind = DOUBLE;
        at = skipExponent(bytes, at + 1);
      }
      entries[used] = kind;
      entries[used + 1] = start;
      entries[used + 2] = at;
      used += STRIDE;
    } else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
      if (depth === MAX_DEPTH)
        throw malformed(bytes, at, 'too-deep', `The document is nested deeper than ${MAX_DEPTH} levels`);
      const facts = depth * FACTS;
      outer[facts] = container;
      outer[facts + 1] = count;
      outer[facts + 2] = lastKey;
      outer[facts + 3] = mayBeEqual ? 1 : 0;
      depth++;
      container = used;
      isObject = byte === OPENING_BRACE;
      count = 0;
      lastKey = -1;
      mayBeEqual = false;
      entries[used] = isObject ? OBJECT : ARRAY;
      entries[used + 1] = at;
      used += STRIDE;
      at = skipSpace(bytes, at + 1, end);
      if (bytes[at] !== (isObject ? CLOSING_BRACE : CLOSING_BRACKET)) continue;
    } else {
      const start = at;
      const kind = wordAt(bytes, at);
      if (kind < 0) throw unexpected(bytes, at, isObject ? 'a value behind the ":"' : 'a value');
      at += kind === FALSE ? 5 : 4;
      entries[used] = kind;
      entries[used + 1] = start;
      entries[used + 2] = at;
      used += STRIDE;
    }

    // A value has ended: close what ends with it, or go on behind a comma.
    for (;;) {
      if (depth === 0) {
        expectEnd(bytes, at);
        const resolved = equalKeys?.resolved ?? NONE_RESOLVED;
        const scanned = entries.subarray(0, used);
        return { bytes, entries: scanned, keys, dataKeys: keys.data, resolved, semanticSpans, textStart, rootStart };
      }
      if (isSpace(bytes[at])) at = skipSpace(bytes, at + 1, end);
      const next = bytes[at];
      const isClosed = next === (isObject ? CLOSING_BRACE : CLOSING_BRACKET);
      if (!isClosed && next !== COMMA) throw unexpected(bytes, at, isObject ? '"," or "}"' : '"," or "]"');
      if (semanticStart >= 0 && depth === 1) {
        const span = [semanticStart, endBefore(bytes, at)] as const;
        semanticSpans.push(...span);
        semanticStart = -1;
        const isFirst = semanticSpans.length === 2 && (equalKeys === null || equalKeys.resolved.size === 0);
        if (isFirst && next === COMMA && prefixCache?.isKept(at) === true) {
          const facts = { semanticSpan: span, textStart, rootStart, count, lastKey, mayBeEqual };
          const text = bytes.slice(0, at + 1);
          const scanned = entries.slice(0, used);
          prefixCache.keep({ text, entries: scanned, keys: new KeyTable(text, keys), ...facts });
        }
      }
      at++;
      if (!isClosed) {
        if (isSpace(bytes[at])) at = skipSpace(bytes, at + 1, end);
        break;
      }
      entries[container + 2] = count;
      entries[container + 3] = used;
      if (mayBeEqual) (equalKeys ??= new EqualKeys()).resolve(entries, container, used);
      depth--;
      const facts = depth * FACTS;
      container = outer[facts]!;
      count = outer[facts + 1]!;
      lastKey = outer[facts + 2]!;
      mayBeEqual = outer[facts + 3] === 1;
      isObject = depth > 0 && entries[container] === OBJECT;
    }
  }
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** The end of the plain characters of a string: at its closing quote, mostly. */
function skipPlain(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && IS_PLAIN[bytes[at]!] === 1) at++;
  return at;
}

/** The end of the sign and the integer part of a number. A zero in front stands alone. */
function skipInteger(bytes: Uint8Array, from: number): number {
  const at = bytes[from] === MINUS ? from + 1 : from;
  return bytes[at] === ZERO ? at + 1 : skipDigits(bytes, at);
}

/** The end of one or more digits. */
function skipDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  if (!isDigit(bytes[at]!)) throw unexpected(bytes, at, 'a digit');
  do at++;
  while (isDigit(bytes[at]!));
  return at;
}

/** The end of the sign and the digits of an exponent. */
function skipExponent(bytes: Uint8Array, from: number): number {
  return skipDigits(bytes, bytes[from] === PLUS || bytes[from] === MINUS ? from + 1 : from);
}

/** @throws HubError if more than white space stands behind the root */
function expectEnd(bytes: Uint8Array, from: number): void {
  const at = skipSpace(bytes, from, bytes.length);
  if (at < bytes.length) throw unexpected(bytes, at, 'the end of the document');
}

/** The kind of the word that stands there; -1 for none. */
function wordAt(bytes: Uint8Array, at: number): number {
  const [word, kind] = WORDS.get(bytes[at]!) ?? ['', -1];
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word.charCodeAt(i)) return -1;
  return kind;
}

const WORDS: ReadonlyMap<number, readonly [string, number]> = new Map([
  [0x74, ['true', TRUE]],
  [0x66, ['false', FALSE]],
  [0x6e, ['null', NULL]],
]);
