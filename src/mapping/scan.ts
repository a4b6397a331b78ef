import { HubError } from '../errors.ts';
import { KeyTable } from './keys.ts';
import { positionAt } from './position.ts';
import {
  ARRAY,
  DECIMAL,
  DOUBLE,
  CODED,
  ESCAPED,
  FALSE,
  INTEGER,
  KEY,
  MAX_DEPTH,
  NON_ASCII,
  nextValue,
  NULL,
  OBJECT,
  SEMANTIC_KEY,
  STRIDE,
  STRING,
  TRUE,
  UNUSUAL,
  type Tape,
} from './tape.ts';

/**
 * Scans a JSON text (RFC 8259) once, without building a value of it.
 *
 * @throws HubError `malformed-json`, `not-utf8`, `too-deep`, with the byte offset, line and column of the first fault
 */
export function scanJson(bytes: Uint8Array): Tape {
  return new Scanner(bytes).scan();
}

class Scanner {
  private readonly bytes: Uint8Array;
  private entries: Int32Array;
  private used = 0;
  private readonly keys = new KeyTable();
  private readonly resolved = new Map<number, Int32Array>();
  private readonly semanticSpans: number[] = [];
  /** The object that last had a key, by key id: finds equal keys of one object. */
  private lastObject = new Int32Array(64);
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.entries = new Int32Array(Math.max(64, Math.ceil(bytes.length / 6)) * STRIDE);
  }

  scan(): Tape {
    const { bytes } = this;
    const open = new Int32Array(MAX_DEPTH + 1);
    const counts = new Int32Array(MAX_DEPTH + 1);
    let depth = 0;
    let semanticStart = -1;
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.at = 3;
    const textStart = this.at;
    this.skipSpace();
    const rootStart = this.at;
    let afterKey = false;
    for (;;) {
      // A value begins here, or an empty container ends.
      const byte = bytes[this.at];
      if (byte === 0x7b || byte === 0x5b) {
        if (depth === MAX_DEPTH) throw this.fault('too-deep', `The document is nested deeper than ${MAX_DEPTH} levels`);
        depth++;
        open[depth] = this.used;
        counts[depth] = 0;
        this.push(byte === 0x7b ? OBJECT : ARRAY, this.at, 0, 0);
        this.at++;
        this.skipSpace();
        if (bytes[this.at] !== (byte === 0x7b ? 0x7d : 0x5d)) {
          if (byte === 0x7b) {
            if (this.scanKey() === SEMANTIC_KEY && depth === 1)
              semanticStart = this.entries[this.used - STRIDE + 1]! - 1;
          }
          counts[depth]!++;
          afterKey = byte === 0x7b;
          continue;
        }
      } else if (afterKey || depth === 0) this.scanScalar(byte, afterKey);
      else {
        const first = this.used;
        const isValueNext = this.scanPlainItems();
        const items = (this.used - first) / STRIDE;
        counts[depth]! += isValueNext ? items : items - 1;
        if (isValueNext) {
          if (bytes[this.at] === 0x7b || bytes[this.at] === 0x5b) continue;
          this.scanScalar(bytes[this.at], false);
        }
      }
      // A value has ended: close what ends with it, or go on behind a comma.
      for (;;) {
        if (depth === 0) return this.finish(textStart, rootStart);
        const container = open[depth]!;
        const isObject = this.entries[container] === OBJECT;
        this.skipSpace();
        const next = bytes[this.at];
        if (next === (isObject ? 0x7d : 0x5d)) {
          if (semanticStart >= 0 && depth === 1) semanticStart = this.closeSemantic(semanticStart);
          this.at++;
          this.entries[container + 2] = counts[depth]!;
          this.entries[container + 3] = this.used;
          if (isObject && counts[depth]! > 1) this.resolveEqualKeys(container);
          depth--;
          continue;
        }
        if (next !== 0x2c || counts[depth] === 0) throw this.unexpected(isObject ? '"," or "}"' : '"," or "]"');
        if (semanticStart >= 0 && depth === 1) semanticStart = this.closeSemantic(semanticStart);
        this.at++;
        this.skipSpace();
        if (isObject && this.scanKey() === SEMANTIC_KEY && depth === 1)
          semanticStart = this.entries[this.used - STRIDE + 1]! - 1;
        counts[depth]!++;
        afterKey = isObject;
        break;
      }
    }
  }

  private closeSemantic(start: number): number {
    let end = this.at;
    while (isSpace(this.bytes[end - 1])) end--;
    this.semanticSpans.push(start, end);
    return -1;
  }

  private finish(textStart: number, rootStart: number): Tape {
    this.skipSpace();
    if (this.at < this.bytes.length) throw this.unexpected('the end of the document');
    const { bytes, keys, resolved, semanticSpans } = this;
    return { bytes, entries: this.entries.subarray(0, this.used), keys, resolved, semanticSpans, textStart, rootStart };
  }

  private push(kind: number, start: number, end: number, extra: number): void {
    if (this.used + STRIDE > this.entries.length) {
      const larger = new Int32Array(this.entries.length * 2);
      larger.set(this.entries);
      this.entries = larger;
    }
    const { entries, used } = this;
    entries[used] = kind;
    entries[used + 1] = start;
    entries[used + 2] = end;
    entries[used + 3] = extra;
    this.used = used + STRIDE;
  }

  private skipSpace(): void {
    const { bytes } = this;
    let at = this.at;
    while (isSpace(bytes[at])) at++;
    this.at = at;
  }

  /** Scans a key and its colon; answers `@semantic` when it is that, else some other text. */
  private scanKey(): string {
    if (this.bytes[this.at] !== 0x22) throw this.unexpected('a key in double quotes');
    const start = this.at + 1;
    const flags = this.scanString();
    const id = this.keys.intern(this.bytes, start, this.at - 1, flags);
    this.push(KEY, start, this.at - 1, id);
    this.skipSpace();
    if (this.bytes[this.at] !== 0x3a) throw this.unexpected('":"');
    this.at++;
    this.skipSpace();
    return this.keys.names[id]!;
  }

  /**
   * Scans the items of an array that are numbers without exponent or plain ASCII strings, in one loop: most of a long document is
   * that. Answers whether it stands before a value that is something else, or else behind an item without a comma.
   */
  private scanPlainItems(): boolean {
    const { bytes } = this;
    for (let at = this.at; ;) {
      const start = at;
      let byte = bytes[at]!;
      let kind = INTEGER;
      if (byte === 0x22) {
        do byte = bytes[++at]!;
        while (byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c);
        if (byte !== 0x22) return this.standAt(start);
        this.push(STRING, start + 1, at++, 0);
      } else {
        if (byte === 0x2d) byte = bytes[++at]!;
        if (byte === 0x30) byte = bytes[++at]!;
        else if (isDigit(byte)) {
          do byte = bytes[++at]!;
          while (isDigit(byte));
        } else return this.standAt(start);
        if (byte === 0x2e) {
          kind = DECIMAL;
          byte = bytes[++at]!;
          if (!isDigit(byte)) return this.standAt(start);
          do byte = bytes[++at]!;
          while (isDigit(byte));
        }
        if ((byte | 0x20) === 0x65) return this.standAt(start);
        this.push(kind, start, at, 0);
      }
      while (isSpace(bytes[at])) at++;
      if (bytes[at] !== 0x2c) {
        this.at = at;
        return false;
      }
      at++;
      while (isSpace(bytes[at])) at++;
    }
  }

  private standAt(at: number): true {
    this.at = at;
    return true;
  }

  private scanScalar(byte: number | undefined, afterKey: boolean): void {
    const start = this.at;
    if (byte === 0x22) {
      const flags = this.scanString();
      this.push(STRING, start + 1, this.at - 1, flags);
    } else if (byte === 0x2d || isDigit(byte)) {
      const kind = this.scanNumber();
      this.push(kind, start, this.at, 0);
    } else if (byte === 0x74 && this.matches('true')) this.push(TRUE, start, this.at, 0);
    else if (byte === 0x66 && this.matches('false')) this.push(FALSE, start, this.at, 0);
    else if (byte === 0x6e && this.matches('null')) this.push(NULL, start, this.at, 0);
    else throw this.unexpected(afterKey ? 'a value behind the ":"' : 'a value');
  }

  private matches(word: string): boolean {
    for (let i = 0; i < word.length; i++) if (this.bytes[this.at + i] !== word.charCodeAt(i)) return false;
    this.at += word.length;
    return true;
  }

  private scanNumber(): number {
    const { bytes } = this;
    let at = this.at;
    let kind = INTEGER;
    if (bytes[at] === 0x2d) at++;
    if (bytes[at] === 0x30) at++;
    else at = this.skipDigits(at);
    if (bytes[at] === 0x2e) {
      kind = DECIMAL;
      at = this.skipDigits(at + 1);
    }
    if ((bytes[at]! | 0x20) === 0x65) {
      kind = DOUBLE;
      at++;
      if (bytes[at] === 0x2b || bytes[at] === 0x2d) at++;
      at = this.skipDigits(at);
    }
    this.at = at;
    return kind;
  }

  /** Skips one digit or more. */
  private skipDigits(from: number): number {
    const { bytes } = this;
    let at = from;
    while (isDigit(bytes[at])) at++;
    if (at === from) {
      this.at = at;
      throw this.unexpected('a digit');
    }
    return at;
  }

  /** Leaves `at` behind the closing quote; answers the string's flags. */
  private scanString(): number {
    const { bytes } = this;
    const end = bytes.length;
    let flags = 0;
    let at = this.at + 1;
    for (;;) {
      if (at >= end) {
        this.at = end;
        throw this.unexpected('the closing quote of a string');
      }
      const byte = bytes[at]!;
      if (byte === 0x22) {
        this.at = at + 1;
        return flags;
      }
      if (byte === 0x5c) {
        flags |= isWrittenAlike(bytes[at + 1]!) ? ESCAPED : ESCAPED | CODED;
        at = this.skipEscape(at);
      } else if (byte < 0x20) {
        this.at = at;
        throw this.fault(
          'malformed-json',
          `A string holds the control character U+${byte.toString(16).padStart(4, '0').toUpperCase()}; write it as an escape`,
        );
      } else if (byte < 0x80) {
        if (byte === 0x7f) flags |= UNUSUAL;
        at++;
      } else {
        flags |= NON_ASCII;
        const length = utf8Length(bytes, at);
        if (length === 0) {
          this.at = at;
          throw this.fault('not-utf8', 'The body is not UTF-8');
        }
        if (byte === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2]! >= 0xbe) flags |= UNUSUAL;
        at += length;
      }
    }
  }

  private skipEscape(backslash: number): number {
    const { bytes } = this;
    const byte = bytes[backslash + 1];
    if (byte === 0x75) {
      for (let i = 2; i < 6; i++) {
        if (!isHex(bytes[backslash + i])) {
          this.at = backslash + i;
          throw this.unexpected('four hexadecimal digits behind "\\u"');
        }
      }
      return backslash + 6;
    }
    // " / \ b f n r t
    if (
      byte === 0x22 ||
      byte === 0x2f ||
      byte === 0x5c ||
      byte === 0x62 ||
      byte === 0x66 ||
      byte === 0x6e ||
      byte === 0x72 ||
      byte === 0x74
    ) {
      return backslash + 2;
    }
    this.at = backslash + 1;
    throw this.unexpected('one of " \\ / b f n r t u behind a backslash');
  }

  /** Equal keys of one object: the last value counts, at the place of the first (as `JSON.parse` has it). */
  private resolveEqualKeys(container: number): void {
    const { entries, keys, used } = this;
    if (keys.names.length > this.lastObject.length) {
      const larger = new Int32Array(Math.max(keys.names.length, this.lastObject.length * 2));
      larger.set(this.lastObject);
      this.lastObject = larger;
    }
    const { lastObject } = this;
    const mark = container + 1;
    let equal = false;
    for (let at = container + STRIDE; at < used; at = nextValue(entries, at + STRIDE)) {
      const id = entries[at + 3]!;
      if (lastObject[id] === mark) {
        equal = true;
        break;
      }
      lastObject[id] = mark;
    }
    if (!equal) return;
    const last = new Map<number, number>();
    for (let at = container + STRIDE; at < used; at = nextValue(entries, at + STRIDE)) last.set(entries[at + 3]!, at);
    this.resolved.set(container, Int32Array.from(last.values()));
  }

  private unexpected(wanted: string): HubError {
    const byte = this.bytes[this.at];
    if (byte === undefined) return this.fault('malformed-json', `The JSON text ends where ${wanted} was expected`);
    if (byte >= 0x80 && utf8Length(this.bytes, this.at) === 0) return this.fault('not-utf8', 'The body is not UTF-8');
    const found =
      byte > 0x20 && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : `byte 0x${byte.toString(16).padStart(2, '0')}`;
    return this.fault('malformed-json', `Found ${found} where ${wanted} was expected`);
  }

  private fault(code: 'malformed-json' | 'not-utf8' | 'too-deep', words: string): HubError {
    const position = positionAt(this.bytes, Math.min(this.at, this.bytes.length));
    const { offset, line, column } = position;
    return new HubError(code, `${words} (line ${line}, column ${column}, byte ${offset}).`, position);
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Behind a backslash: JSON and N-Triples have these escapes in common. Of the others N-Triples writes some so, and XML none. */
function isWrittenAlike(escape: number): boolean {
  return escape === 0x22 || escape === 0x5c || escape === 0x6e || escape === 0x72 || escape === 0x74;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function isHex(byte: number | undefined): boolean {
  return isDigit(byte) || (byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
}

/** Bytes of the well-formed UTF-8 sequence at `at` (Unicode 15, table 3-7); 0 when it is ill-formed. */
function utf8Length(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  const second = bytes[at + 1] ?? 0;
  if (first >= 0xc2 && first <= 0xdf) return isContinuation(second) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const low = first === 0xe0 ? 0xa0 : 0x80;
    const high = first === 0xed ? 0x9f : 0xbf;
    return second >= low && second <= high && isContinuation(bytes[at + 2] ?? 0) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const low = first === 0xf0 ? 0x90 : 0x80;
    const high = first === 0xf4 ? 0x8f : 0xbf;
    return second >= low && second <= high && isContinuation(bytes[at + 2] ?? 0) && isContinuation(bytes[at + 3] ?? 0)
      ? 4
      : 0;
  }
  return 0;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
