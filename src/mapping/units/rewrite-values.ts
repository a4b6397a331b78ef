import { encodeText } from '../../rdf/utf8.ts';
import { HubError } from '../../errors.ts';
import type { JsonDocument } from '../json/document.ts';
import { ARRAY, KEY, nextValue, OBJECT, STRIDE, STRING } from '../json/tape-entry.ts';
import { UNFIT } from '../rdf-terms/verdict.ts';
import { convertNumber } from './convert-number.ts';
import type { Target } from './unit-targets.ts';

/** What becomes of a key and its values. */
export interface KeyChange extends Target {
  /** The name that the key has then. */
  readonly name: string;
}

/** A document with values in other units. */
interface Rewritten {
  readonly body: Uint8Array<ArrayBuffer>;
  /** By number of its entry on the tape: 1 for a value that was rounded. Null where none was. */
  readonly rounded: Uint8Array | null;
}

/** Zeros take room that the digits did not. A document that grows by more than this, and to more than twice its length, was made for it. */
const MAX_MORE_BYTES = 64 * 1024 * 1024;

/**
 * Replaces keys and their values; every other byte stays as it was written.
 *
 * @param changes by key id
 * @param block what is written in the place of the root's `@semantic`; null leaves it
 * @throws HubError `body-too-large`
 */
export function rewriteValues(
  document: JsonDocument,
  changes: ReadonlyMap<number, KeyChange>,
  block: string | null,
): Rewritten {
  const writer = new ValueWriter(document, changes);
  writer.write(block);
  return writer;
}

class ValueWriter implements Rewritten {
  rounded: Uint8Array | null = null;
  readonly #document: JsonDocument;
  readonly #changes: ReadonlyMap<number, KeyChange>;
  #output: Uint8Array<ArrayBuffer>;
  #length = 0;
  /** The block, until it is written. */
  #pending: { readonly start: number; readonly end: number; readonly text: string } | null = null;
  /** Behind the byte of the document that was written last. */
  #written: number;

  constructor(document: JsonDocument, changes: ReadonlyMap<number, KeyChange>) {
    this.#document = document;
    this.#changes = changes;
    this.#output = new Uint8Array(document.bytes.length + 1024);
    this.#written = document.tape.textStart;
  }

  get body(): Uint8Array<ArrayBuffer> {
    return this.#output.subarray(0, this.#length);
  }

  write(block: string | null): void {
    const { bytes, tape } = this.#document;
    const value = this.#document.semanticValue();
    if (block !== null && value !== null)
      this.#pending = { start: this.#document.entries[value + 1]!, end: tape.semanticSpans.at(-1)!, text: block };
    this.#writeEntries();
    this.#replaceBlock(bytes.length);
    this.#put(bytes.subarray(this.#written));
  }

  /** Writes what changes of all entries, also of those that do not count: of equal keys one would count else that did not. */
  #writeEntries(): void {
    const { entries, root } = this.#document;
    const { semanticKey } = this.#document.tape.keys;
    const end = entries[root + 3]!;
    const around: { readonly end: number; readonly key: number }[] = [{ end, key: -1 }];
    let key = -1;
    for (let entry = root + STRIDE; entry < end; entry += STRIDE) {
      while (around.at(-1)!.end <= entry) around.pop();
      const kind = entries[entry]!;
      if (kind === KEY) {
        key = entries[entry + 3]!;
        // A member of the root: `@semantic` within another record is data.
        if (around.length === 1 && key === semanticKey) entry = nextValue(entries, entry + STRIDE) - STRIDE;
        else this.#writeKey(entry, key);
        continue;
      }
      const owner = entries[entry - STRIDE] === KEY ? key : around.at(-1)!.key;
      this.#writeValue(entry, owner);
      if (kind === ARRAY || kind === OBJECT)
        around.push({ end: entries[entry + 3]!, key: kind === ARRAY ? owner : -1 });
    }
  }

  #writeKey(entry: number, key: number): void {
    const change = this.#changes.get(key);
    if (change === undefined || change.name === this.#document.nameOf(key)) return;
    const { entries } = this.#document;
    this.#replace(entries[entry + 1]! - 1, entries[entry + 2]! + 1, JSON.stringify(change.name));
  }

  #writeValue(entry: number, key: number): void {
    const change = this.#changes.get(key);
    const { entries } = this.#document;
    const kind = entries[entry]!;
    if (change === undefined || kind >= OBJECT) return;
    const text = this.#document.textOf(entry);
    const bytes = encodeText(text);
    if (change.datatype.verdictOf(kind, bytes, 0, bytes.length) === UNFIT) return;
    const converted = convertNumber(text, change.scale);
    if (converted === null) return;
    const quotes = Number(kind === STRING);
    const written = quotes === 1 ? `"${converted.text}"` : converted.text;
    this.#replace(entries[entry + 1]! - quotes, entries[entry + 2]! + quotes, written);
    if (converted.isRounded) (this.rounded ??= new Uint8Array(entries.length / STRIDE))[entry / STRIDE] = 1;
  }

  /** Writes the block when what is written next stands behind it. */
  #replaceBlock(start: number): void {
    const block = this.#pending;
    if (block === null || start < block.start) return;
    this.#pending = null;
    this.#replace(block.start, block.end, block.text);
  }

  #replace(start: number, end: number, text: string): void {
    this.#replaceBlock(start);
    this.#put(this.#document.bytes.subarray(this.#written, start));
    this.#put(encodeText(text));
    this.#written = end;
  }

  #put(bytes: Uint8Array): void {
    const length = this.#length + bytes.length;
    const most = this.#document.bytes.length * 2 + MAX_MORE_BYTES;
    if (length > most)
      throw new HubError('body-too-large', `In other units the document is longer than ${most} bytes.`, {
        hint: 'Send it in parts.',
      });
    if (length > this.#output.length) {
      const more = new Uint8Array(Math.max(length, this.#output.length * 2));
      more.set(this.#output.subarray(0, this.#length));
      this.#output = more;
    }
    this.#output.set(bytes, this.#length);
    this.#length = length;
  }
}
