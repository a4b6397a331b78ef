// One thing, though long: the loop over a JSON text and the table of states that it follows, which is fastest in the same file.
import { FACTS } from './scan-states.ts';
import { COLON, COMMA, DOT, OPENING_BRACE, QUOTE } from '../bytes/ascii.ts';
import type { DocumentPrefixCache } from './document-prefix-cache.ts';
import { EqualKeys } from './equal-keys.ts';
import { KeyTable } from './keys.ts';
import { malformed, unexpected } from './scan-faults.ts';
import { startAtRoot, startBehind, type ScanStart } from './scan-start.ts';
import {
  ROOT,
  KEY_OR_END,
  NEXT_KEY,
  AFTER_KEY,
  MEMBER_VALUE,
  AFTER_MEMBER,
  ITEM_OR_END,
  NEXT_ITEM,
  AFTER_ITEM,
  TEXT_END,
  SKIP_SPACE,
  READ_KEY,
  SKIP_COLON,
  READ_STRING,
  READ_NUMBER,
  READ_WORD,
  OPEN,
  SKIP_COMMA,
  CLOSE,
} from './scan-states.ts';
import { EscapedStringScanner } from './scan-string.ts';
import { skipDigits, skipExponent, skipInteger, skipPlain, wordAt } from './scan-tokens.ts';
import { MAX_DEPTH, type Tape } from './tape.ts';
import { endBefore, skipSpace } from './white-space.ts';
import { twiceAsLong } from '../bytes/grow.ts';
import { ARRAY, DECIMAL, DOUBLE, FALSE, INTEGER, KEY, OBJECT, STRIDE, STRING } from './tape-entry.ts';

const NONE_RESOLVED: Tape['resolved'] = new Map();

interface Row {
  readonly state: number;
  /** How messages name what stands next. */
  readonly wanted: string;
  /** The step by bytes. */
  readonly steps: Readonly<Record<string, number>>;
}

/** Where a value may stand. */
const VALUE = { '"': READ_STRING, '-0123456789': READ_NUMBER, tfn: READ_WORD, '{[': OPEN };

const TABLE: readonly Row[] = [
  { state: ROOT, wanted: 'a value', steps: VALUE },
  { state: KEY_OR_END, wanted: 'a key in double quotes', steps: { '"': READ_KEY, '}': CLOSE } },
  { state: NEXT_KEY, wanted: 'a key in double quotes', steps: { '"': READ_KEY } },
  { state: AFTER_KEY, wanted: '":"', steps: { ':': SKIP_COLON } },
  { state: MEMBER_VALUE, wanted: 'a value behind the ":"', steps: VALUE },
  { state: AFTER_MEMBER, wanted: '"," or "}"', steps: { ',': SKIP_COMMA, '}': CLOSE } },
  { state: ITEM_OR_END, wanted: 'a value', steps: { ...VALUE, ']': CLOSE } },
  { state: NEXT_ITEM, wanted: 'a value', steps: VALUE },
  { state: AFTER_ITEM, wanted: '"," or "]"', steps: { ',': SKIP_COMMA, ']': CLOSE } },
  { state: TEXT_END, wanted: 'the end of the document', steps: {} },
];

/** The step by `(state << 8) | byte`; 0 for none. */
const STEPS = new Uint8Array(TABLE.length << 8);
for (const { state, steps } of TABLE)
  for (const [bytes, step] of Object.entries({ ...steps, ' \n\r\t': SKIP_SPACE }))
    for (const byte of bytes) STEPS[(state << 8) | byte.charCodeAt(0)] = step;

/** Of the containers around the one at hand. A scan is never interrupted by another one. */
const outer = new Int32Array((MAX_DEPTH + 1) * FACTS);

/**
 * Scans a JSON text (RFC 8259) once, without building a value of it.
 *
 * @param prefixCache those of documents before; of one that is known, nothing is scanned again
 * @param entries memory for the tape, which is used if it is long enough
 * @throws HubError `malformed-json`, `not-utf8`, `too-deep`, with the byte offset, line and column of the first fault
 */
export function scanJson(
  bytes: Uint8Array,
  prefixCache: DocumentPrefixCache | null = null,
  entries?: Int32Array<ArrayBuffer>,
): Tape {
  const known = prefixCache?.find(bytes);
  const start = known === undefined ? startAtRoot(bytes, entries) : startBehind(known, bytes, entries);
  return scanFrom(bytes, start, new KeyTable(bytes, known?.keys), prefixCache);
}

/**
 * One loop over the bytes: `TABLE` says by state and byte what to do, but for colons and commas that follow at once, which take no step. All
 * that it changes is in local variables, because most of a document never leaves the loop. What is rare (escapes, characters beyond ASCII,
 * faults) is in other functions. What comes before the loop stands apart: if V8 meets something new there, it discards the optimized code of
 * the whole function.
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
  let state = start.isWithinRoot ? NEXT_KEY : ROOT;
  let semanticStart = -1;
  while (at < end) {
    if (used + STRIDE > entries.length) entries = twiceAsLong(entries);
    const from = at;
    switch (STEPS[(state << 8) | bytes[at]!]) {
      case SKIP_SPACE:
        at = skipSpace(bytes, at + 1, end);
        continue;
      case READ_KEY: {
        const start = at + 1;
        let key = keys.expect(start);
        if (key >= 0) at = start + keys.lastLength;
        else {
          at = skipPlain(bytes, start, end);
          const hasEscapes = bytes[at] !== QUOTE;
          if (hasEscapes) at = escapedString.scan(at);
          key = keys.intern(start, at, hasEscapes ? escapedString.flags : 0);
        }
        if (depth === 1 && key === keys.semanticKey) semanticStart = from;
        else if (semanticStart < 0) keys.noteData(key);
        entries[used] = KEY;
        entries[used + 1] = start;
        entries[used + 2] = at++;
        entries[used + 3] = key;
        used += STRIDE;
        // Keys are numbered as they come: where they ascend, none is twice.
        if (key <= lastKey) mayBeEqual = true;
        lastKey = key;
        state = AFTER_KEY;
        if (bytes[at] === COLON) {
          at++;
          state = MEMBER_VALUE;
        }
        continue;
      }
      case READ_STRING: {
        at = skipPlain(bytes, at + 1, end);
        const hasEscapes = bytes[at] !== QUOTE;
        if (hasEscapes) at = escapedString.scan(at);
        entries[used] = STRING;
        entries[used + 1] = from + 1;
        entries[used + 2] = at++;
        entries[used + 3] = hasEscapes ? escapedString.flags : 0;
        used += STRIDE;
        count++;
        state = behindValue(state);
        break;
      }
      case READ_NUMBER: {
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
        entries[used + 1] = from;
        entries[used + 2] = at;
        entries[used + 3] = 0;
        used += STRIDE;
        count++;
        state = behindValue(state);
        break;
      }
      case READ_WORD: {
        const kind = wordAt(bytes, at);
        if (kind < 0) throw unexpected(bytes, at, TABLE[state]!.wanted);
        at += kind === FALSE ? 5 : 4;
        entries[used] = kind;
        entries[used + 1] = from;
        entries[used + 2] = at;
        entries[used + 3] = 0;
        used += STRIDE;
        count++;
        state = behindValue(state);
        break;
      }
      case SKIP_COLON:
        at++;
        state = MEMBER_VALUE;
        continue;
      case SKIP_COMMA:
        if (semanticStart >= 0 && depth === 1) {
          const span = [semanticStart, endBefore(bytes, at)] as const;
          semanticSpans.push(...span);
          semanticStart = -1;
          const isFirst = semanticSpans.length === 2 && (equalKeys === null || equalKeys.resolved.size === 0);
          if (isFirst && prefixCache?.isKept(at) === true) {
            const facts = { semanticSpan: span, textStart, rootStart, count, lastKey, mayBeEqual };
            // A slice of a `Buffer` would be no copy, and hold the whole document.
            const text = new Uint8Array(bytes.subarray(0, at + 1));
            const scanned = entries.slice(0, used);
            prefixCache.keep({ text, entries: scanned, keys: new KeyTable(text, keys), ...facts });
          }
        }
        at++;
        state = behindComma(state);
        continue;
      case OPEN: {
        if (depth === MAX_DEPTH)
          throw malformed(bytes, at, 'too-deep', `The document is nested deeper than ${MAX_DEPTH} levels`);
        const facts = depth * FACTS;
        outer[facts] = container;
        outer[facts + 1] = count + 1;
        outer[facts + 2] = lastKey;
        outer[facts + 3] = mayBeEqual ? 1 : 0;
        const isObject = bytes[at] === OPENING_BRACE;
        depth++;
        container = used;
        count = 0;
        lastKey = -1;
        mayBeEqual = false;
        entries[used] = isObject ? OBJECT : ARRAY;
        entries[used + 1] = at++;
        used += STRIDE;
        state = isObject ? KEY_OR_END : ITEM_OR_END;
        continue;
      }
      case CLOSE: {
        if (semanticStart >= 0 && depth === 1) {
          semanticSpans.push(semanticStart, endBefore(bytes, at));
          semanticStart = -1;
        }
        at++;
        entries[container + 2] = count;
        entries[container + 3] = used;
        if (mayBeEqual) (equalKeys ??= new EqualKeys()).resolve(entries, container, used);
        depth--;
        const facts = depth * FACTS;
        container = outer[facts]!;
        count = outer[facts + 1]!;
        lastKey = outer[facts + 2]!;
        mayBeEqual = outer[facts + 3] === 1;
        state = depth === 0 ? TEXT_END : entries[container] === OBJECT ? AFTER_MEMBER : AFTER_ITEM;
        break;
      }
      default:
        throw unexpected(bytes, at, TABLE[state]!.wanted);
    }
    // Behind a value. A comma of the root may end `@semantic` as well: it takes a step.
    if (bytes[at] === COMMA && depth > 1) {
      at++;
      state = behindComma(state);
    }
  }
  if (state !== TEXT_END) throw unexpected(bytes, at, TABLE[state]!.wanted);
  const resolved = equalKeys?.resolved ?? NONE_RESOLVED;
  const scanned = entries.subarray(0, used);
  return { bytes, entries: scanned, keys, dataKeys: keys.data, resolved, semanticSpans, textStart, rootStart };
}

/** The state behind a comma. */
function behindComma(state: number): number {
  return state === AFTER_MEMBER ? NEXT_KEY : NEXT_ITEM;
}

/** The state behind a value that stood there. */
function behindValue(state: number): number {
  return state === MEMBER_VALUE ? AFTER_MEMBER : state === ROOT ? TEXT_END : AFTER_ITEM;
}
