import type { JsonDocument } from '../mapping/json/document.ts';
import { STRING } from '../mapping/json/tape-entry.ts';
import { pointerToValue } from '../mapping/records/scopes.ts';
import { markLength } from '../rdf/utf8.ts';
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
  // No editor counts a byte order mark, which is no part of the text.
  let [line, column] = [1, markLength(bytes) > 0 ? 0 : 1];
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
  /** Values by the names of their keys: those that stand first. Made when they are first asked for. */
  #firstValues: ReadonlyMap<string, number> | null = null;
  /** By name that pointers have: the keys that were renamed to it. */
  #keysBefore: ReadonlyMap<string, readonly string[]> = new Map();

  constructor(bytes: Uint8Array | null, document: JsonDocument | null) {
    this.#text = bytes === null ? null : new TextPlaces(bytes);
    this.#document = document;
  }

  /** Pointers are those of a document in which keys have other names from now on. @param renamed those names, by key */
  rename(renamed: ReadonlyMap<string, string>): void {
    const keysBefore = new Map<string, string[]>();
    for (const [key, name] of renamed) if (key !== name) keysBefore.set(name, [...(keysBefore.get(name) ?? []), key]);
    this.#keysBefore = keysBefore;
  }

  /** The key of the document that has this name in the one of the pointers; the first of several. */
  keyBefore(name: string): string {
    const before = this.#keysBefore.get(name)?.[0];
    return before === undefined || (this.#document?.tape.keys.find(name) ?? -1) >= 0 ? name : before;
  }

  /** The place that a pointer of the document names; line and column are null where nothing is there. */
  of(pointer: string): Place {
    const document = this.#document;
    const value = document === null ? null : this.#find(document, pointer);
    if (document === null || value === null) return { pointer, line: null, column: null };
    return this.#ofValue(document, value, this.#keysBefore.size === 0 ? pointer : pointerToValue(document, value));
  }

  #ofValue(document: JsonDocument, value: number, pointer: string): Place {
    // A string begins with its quote.
    return this.atByte(document.entries[value + 1]! - Number(document.kindOf(value) === STRING), pointer);
  }

  /** The place of a byte, with the pointer that leads there. */
  atByte(offset: number, pointer: string | null = null): Place {
    return { pointer, ...(this.#text?.at(offset) ?? { line: null, column: null }) };
  }

  /** The place where a key stands first, in document order; null where it stands nowhere. */
  ofKey(key: string): Place | null {
    const document = this.#document;
    if (document === null) return null;
    const value = (this.#firstValues ??= firstValuesOf(document)).get(key);
    return value === undefined ? null : this.#ofValue(document, value, pointerToValue(document, value));
  }

  /** The value that a pointer names; null where nothing is there. */
  #find(document: JsonDocument, pointer: string): number | null {
    let value: number | null = document.root;
    for (const token of pointer.split('/').slice(1)) {
      const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
      const container: number = value;
      const names = [name, ...(this.#keysBefore.get(name) ?? [])];
      value = names.reduce<number | null>((found, one) => found ?? childOf(document, container, one), null);
      if (value === null) return null;
    }
    return value;
  }
}

function firstValuesOf(document: JsonDocument): Map<string, number> {
  const found = new Map<string, number>();
  const search = (value: number): void => {
    if (document.isRecord(value)) {
      for (const member of document.membersOf(value)) {
        const key = document.textOf(member);
        if (!found.has(key)) found.set(key, document.valueOf(member));
        search(document.valueOf(member));
      }
    } else if (document.isArray(value) && !document.holdsScalarsOnly(value)) document.indexesOf(value).forEach(search);
  };
  search(document.root);
  return found;
}

function childOf(document: JsonDocument, container: number, token: string): number | null {
  if (document.isRecord(container)) {
    const member = document.memberIndex.withKey(container, document.tape.keys.find(token));
    if (member >= 0) return document.valueOf(member);
    return container === document.root && token === '@semantic' ? document.semanticValue() : null;
  }
  if (!document.isArray(container)) return null;
  const index = Number(token);
  return index < document.lengthOf(container) ? document.itemAt(container, index) : null;
}
