import { HubError } from '../../errors.ts';
import { DOT, LOWER, LOWER_E, MINUS, NINE, PLUS, QUOTE, ZERO } from '../bytes/ascii.ts';
import { JsonDocument } from '../json/document.ts';
import { KeyTable } from '../json/keys.ts';
import { skipPlain, wordAt } from '../json/scan-tokens.ts';
import { EscapedStringScanner } from '../json/scan-string.ts';
import { DECIMAL, DOUBLE, FALSE, INTEGER, OBJECT, STRIDE, STRING } from '../json/tape-entry.ts';
import { blockOf } from './document-shape.ts';
import type { DocumentTemplate } from './document-template.ts';

/** Memory in which lines are looked for: longer one is not held beyond its batch. */
const MAX_BUFFER_BYTES = 4 * 1024 * 1024;

/**
 * The text of a document but for its scalars. Of one that has the same, byte for byte, only the scalars are read, and no key is looked
 * up: that takes a fifth of a scan. The bytes around it are read where they are, so that lines of one batch share all but their places.
 */
export class DocumentSkeleton {
  /** Of documents with this text, the one that fitted last first. */
  readonly templates: DocumentTemplate[];
  private next: DocumentSkeleton | null = null;
  private isRetired = false;
  /** Entries of the scalars. */
  readonly places: Int32Array;
  /** What stands before each scalar and behind the last one, one behind the other. */
  private readonly text: Uint8Array;
  /** By scalar, and behind the last one: where in `text` its stretch ends. */
  private readonly ends: Int32Array;
  private readonly maxArrayItems: number;
  private readonly entries: Int32Array;
  private latest: JsonDocument;

  /** @param document has all bytes of its text, and this template */
  constructor(document: JsonDocument, maxArrayItems: number, template: DocumentTemplate) {
    const { bytes, entries, tape } = document;
    const block = blockOf(document);
    const places: number[] = [];
    const ends: number[] = [];
    const text = new Uint8Array(bytes.length);
    let length = 0;
    let from = 0;
    const keep = (to: number): void => {
      text.set(bytes.subarray(from, to), length);
      length += to - from;
      ends.push(length);
    };
    for (let entry = 0; entry < entries.length; entry += STRIDE) {
      if (entry >= block.from && entry < block.to) continue;
      if (entries[entry]! >= OBJECT) continue;
      const quote = entries[entry] === STRING ? 1 : 0;
      keep(entries[entry + 1]! - quote);
      from = entries[entry + 2]! + quote;
      places.push(entry);
    }
    keep(bytes.length);
    this.templates = [template];
    this.places = Int32Array.from(places);
    this.text = text.slice(0, length);
    this.ends = Int32Array.from(ends);
    this.maxArrayItems = maxArrayItems;
    this.entries = entries.slice();
    // Keys stand elsewhere in the documents that are read, where pointers of warnings would find other names.
    for (let key = 0; key < document.keyCount; key++) document.nameOf(key);
    this.latest = new JsonDocument({ ...tape, entries: this.entries }, maxArrayItems);
  }

  /** What the document had that came behind the last one with this text; null for another text. */
  get follower(): DocumentSkeleton | null {
    return this.next === null || this.next.isRetired ? null : this.next;
  }

  /** Notes what the document behind one with this text has. */
  precede(follower: DocumentSkeleton | null): void {
    this.next = this.isRetired ? null : follower;
  }

  /** No document is looked for here any more; it leads to no other one, which would stay as long. */
  retire(): void {
    this.isRetired = true;
    this.next = null;
  }

  /**
   * The document, which is valid until the next one is read; null if it has another text. Its keys and brackets have the places of the
   * document that was kept, as nothing that is said of a copy depends on them.
   */
  read(body: Uint8Array): JsonDocument | null {
    const { buffer, byteOffset } = body;
    const end = byteOffset + body.length;
    if (buffer.byteLength > MAX_BUFFER_BYTES) return null;
    const { bytes: latest } = this.latest;
    if (latest.buffer !== buffer || latest.length !== buffer.byteLength) this.attach(new Uint8Array(buffer));
    const { text, ends, places } = this;
    const { bytes } = this.latest;
    let at = byteOffset;
    let from = 0;
    for (let i = 0; ; i++) {
      const to = ends[i]!;
      if (to - from > end - at) return null;
      while (from < to) if (bytes[at++] !== text[from++]) return null;
      if (i === places.length) return at === end ? this.latest : null;
      at = this.readScalar(places[i]!, at, end, body);
      if (at < 0) return null;
    }
  }

  /** Goes on with other bytes. */
  private attach(bytes: Uint8Array): void {
    const { tape } = this.latest;
    this.latest = new JsonDocument({ ...tape, bytes, keys: new KeyTable(bytes, tape.keys) }, this.maxArrayItems);
  }

  /** Answers where the scalar ends that stands there; -1 for none. */
  private readScalar(place: number, at: number, end: number, body: Uint8Array): number {
    const { entries } = this;
    const { bytes } = this.latest;
    const first = bytes[at]!;
    if (first === QUOTE) {
      const plainEnd = skipPlain(bytes, at + 1, end);
      const isPlain = plainEnd < end && bytes[plainEnd] === QUOTE;
      entries[place] = STRING;
      entries[place + 1] = at + 1;
      entries[place + 2] = plainEnd;
      entries[place + 3] = 0;
      return isPlain ? plainEnd + 1 : this.readEscaped(place, plainEnd, body);
    }
    const isNumber = first === MINUS || (first >= ZERO && first <= NINE);
    const kind = isNumber ? INTEGER : wordAt(bytes, at);
    if (kind < 0) return -1;
    entries[place] = kind;
    entries[place + 1] = at;
    const scalarEnd = isNumber ? this.readNumber(place, at) : at + (kind === FALSE ? 5 : 4);
    entries[place + 2] = scalarEnd;
    entries[place + 3] = 0;
    return scalarEnd;
  }

  /** A string that has more than plain ASCII, from the first such byte on. */
  private readEscaped(place: number, from: number, body: Uint8Array): number {
    const start = body.byteOffset;
    const scanner = new EscapedStringScanner(body);
    try {
      const end = scanner.scan(from - start) + start;
      this.entries[place + 2] = end;
      this.entries[place + 3] = scanner.flags;
      return end + 1;
    } catch (error) {
      if (error instanceof HubError) return -1;
      throw error;
    }
  }

  /** What is no number ends before it should, and is followed by what stands behind no number. */
  private readNumber(place: number, from: number): number {
    const { bytes } = this.latest;
    let at = bytes[from] === MINUS ? from + 1 : from;
    at = bytes[at] === ZERO ? at + 1 : skipDigits(bytes, at);
    if (at >= 0 && bytes[at] === DOT) {
      this.entries[place] = DECIMAL;
      at = skipDigits(bytes, at + 1);
    }
    if (at < 0 || (bytes[at]! | LOWER) !== LOWER_E) return at;
    this.entries[place] = DOUBLE;
    const sign = bytes[at + 1];
    return skipDigits(bytes, sign === PLUS || sign === MINUS ? at + 2 : at + 1);
  }
}

/** The end of one or more digits; -1 where none stands. */
function skipDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at]! >= ZERO && bytes[at]! <= NINE) at++;
  return at === from ? -1 : at;
}
