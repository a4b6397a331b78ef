import type { JsonDocument } from '../mapping/json/document.ts';
import { STRING } from '../mapping/json/tape-entry.ts';
import { pointerToken } from '../mapping/json/text.ts';
import type { Place } from './findings.ts';

/** Bytes between two places at which the columns are known. */
const STEP = 4096;
const LINE_FEED = 0x0a;

/** Lines and columns of a text in UTF-8, as editors count them: lines from 1, columns in UTF-16 code units from 1. */
export class TextPlaces {
  readonly #bytes: Uint8Array;
  /** By number of the step: line, and code units since its beginning, in pairs. Made when it is first asked for. */
  #steps: Int32Array | null = null;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The place of a byte. */
  at(offset: number): { readonly line: number; readonly column: number } {
    const steps = (this.#steps ??= stepsOf(this.#bytes));
    const step = Math.min(Math.floor(offset / STEP), steps.length / 2 - 1);
    return count(this.#bytes, step * STEP, offset, steps[step * 2]!, steps[step * 2 + 1]!);
  }
}

function stepsOf(bytes: Uint8Array): Int32Array {
  const steps = new Int32Array(2 * (Math.floor(bytes.length / STEP) + 1));
  let [line, column] = [1, 1];
  for (let step = 0; step * 2 < steps.length; step++) {
    steps[step * 2] = line;
    steps[step * 2 + 1] = column;
    ({ line, column } = count(bytes, step * STEP, Math.min(bytes.length, (step + 1) * STEP), line, column));
  }
  return steps;
}

function count(
  bytes: Uint8Array,
  from: number,
  to: number,
  startLine: number,
  startColumn: number,
): { line: number; column: number } {
  let line = startLine;
  let column = startColumn;
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    if (byte === LINE_FEED) {
      line++;
      column = 1;
    }
    // A character counts at its first byte; one of four bytes is a surrogate pair.
    else if ((byte & 0xc0) !== 0x80) column += byte >= 0xf0 ? 2 : 1;
  }
  return { line, column };
}

/** Finds the places of a document in its text. */
export class DocumentPlaces {
  /** Null where lines say nothing: the document was made of another text. */
  readonly #text: TextPlaces | null;
  /** Null for a text that is no document. */
  readonly #document: JsonDocument | null;
  /** Ids of keys by their names. Made when they are first asked for. */
  #keys: ReadonlyMap<string, number> | null = null;

  constructor(bytes: Uint8Array | null, document: JsonDocument | null) {
    this.#text = bytes === null ? null : new TextPlaces(bytes);
    this.#document = document;
  }

  /** The place that a pointer of the document names; line and column are null where nothing is there. */
  of(pointer: string): Place {
    const document = this.#document;
    const value = document === null ? null : this.#find(document, pointer);
    if (document === null || value === null) return { pointer, line: null, column: null };
    return this.#ofValue(document, value, pointer);
  }

  #ofValue(document: JsonDocument, value: number, pointer: string): Place {
    // A string begins with its quote.
    return this.atByte(document.entries[value + 1]! - Number(document.kindOf(value) === STRING), pointer);
  }

  /** The place of a byte, with the pointer that leads there. */
  atByte(offset: number, pointer: string | null = null): Place {
    return { pointer, ...(this.#text?.at(offset) ?? { line: null, column: null }) };
  }

  /** What tells the places where keys stand first, in document order; nothing of those that stand nowhere. */
  findKeys(keys: ReadonlySet<string>): Map<string, () => Place> {
    const found = new Map<string, () => Place>();
    const document = this.#document;
    if (document === null) return found;
    const sought = new Set(keys);
    const search = (value: number, pointer: string): void => {
      if (document.isRecord(value)) {
        for (const member of document.membersOf(value)) {
          const key = document.keyNames[document.keyOf(member)]!;
          const place = pointer + pointerToken(key);
          const inner = document.valueOf(member);
          if (sought.delete(key)) found.set(key, () => this.#ofValue(document, inner, place));
          if (sought.size === 0) return;
          search(inner, place);
        }
      } else if (document.isArray(value) && !document.holdsScalarsOnly(value))
        document.indexesOf(value).forEach((item, index) => sought.size > 0 && search(item, `${pointer}/${index}`));
    };
    search(document.root, '');
    return found;
  }

  /** The value that a pointer names; null where nothing is there. */
  #find(document: JsonDocument, pointer: string): number | null {
    this.#keys ??= new Map(document.keyNames.map((name, key) => [name, key]));
    let value: number | null = document.root;
    for (const token of pointer.split('/').slice(1)) {
      value = childOf(document, value, token.replaceAll('~1', '/').replaceAll('~0', '~'), this.#keys);
      if (value === null) return null;
    }
    return value;
  }
}

function childOf(
  document: JsonDocument,
  container: number,
  token: string,
  keys: ReadonlyMap<string, number>,
): number | null {
  if (document.isRecord(container)) {
    const key = keys.get(token);
    const member = document.membersOf(container).find((each) => document.keyOf(each) === key);
    if (member !== undefined) return document.valueOf(member);
    return container === document.root && token === '@semantic' ? document.semanticValue() : null;
  }
  if (!document.isArray(container)) return null;
  const index = Number(token);
  return index < document.lengthOf(container) ? document.itemAt(container, index) : null;
}
