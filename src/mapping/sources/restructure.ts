import { HubError } from '../../errors.ts';
import type { JsonDocument } from '../json/document.ts';
import { STRING } from '../json/tape-entry.ts';
import { encodeText } from '../../rdf/utf8.ts';
import { JsonOutput, keyBytes } from './json-output.ts';
import { KeyMeanings } from './key-meanings.ts';
import type { KeyNamer } from './key-namer.ts';
import type { NamedKey } from './meaning.ts';
import type { Scope } from './member-finder.ts';
import type { Path } from './path.ts';

/**
 * A name is in the paths of all that it holds, so that a long one makes many long texts of a short document. Those of more than 16,383
 * characters have one hash for each length in V8, and would each be compared with all others.
 */
const MAX_PATH_CHARACTERS = 4000;

/** A document whose keys are paths. */
export interface Restructured {
  /** Null where no key became another. */
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly meanings: KeyMeanings;
}

/**
 * Replaces each key of a document by its path, so that a key means one thing: `Body.Data.PAC.Value`, `emeters[].power`. The members of a nested
 * object join the record around it; arrays, their records, all values and the order stay. What the source says makes exceptions of that.
 */
export function restructure(document: JsonDocument, namer: KeyNamer): Restructured {
  const writer = new PathWriter(document, namer);
  const stamps = namer.hasSeries ? stampsOf(document, document.root) : null;
  if (stamps === null) writer.writeRecord(document.root, namer.root, null);
  else writer.writeSeries(document.root, stamps, namer.root, null);
  return { body: writer.isChanged ? writer.output.finish() : null, meanings: writer.meanings };
}

function pathTooLong({ text }: Path): HubError {
  return new HubError(
    'body-too-large',
    `The path of a key has ${text.length} characters; ${MAX_PATH_CHARACTERS} are the most.`,
    { key: text.slice(0, 100), hint: 'Send the document with restructure=false, or with a shorter name.' },
  );
}

class PathWriter {
  readonly output: JsonOutput;
  readonly meanings = new KeyMeanings();
  isChanged = false;
  readonly #document: JsonDocument;
  readonly #namer: KeyNamer;
  readonly #keyBytes = new Map<string, Uint8Array>();
  /** Keys that the record that is being written has, and how often each was asked for. */
  #keysOfRecord = new Map<string, number>();

  constructor(document: JsonDocument, namer: KeyNamer) {
    this.#document = document;
    this.#namer = namer;
    this.output = new JsonOutput(document.bytes.length);
  }

  writeRecord(record: number, path: Path, around: Scope | null): void {
    const keys = this.#keysOfRecord;
    this.#keysOfRecord = new Map();
    this.output.open('{');
    this.#writeMembers(record, path, { record, around });
    this.output.close('}');
    this.#keysOfRecord = keys;
  }

  #writeMembers(record: number, path: Path, scope: Scope): void {
    const document = this.#document;
    for (const member of document.membersOf(record)) {
      const value = document.valueOf(member);
      const child = path.child(document.nameOf(document.keyOf(member)));
      if (child.text.length > MAX_PATH_CHARACTERS && child.text.length > child.segment.length) throw pathTooLong(child);
      if (document.isRecord(value)) this.#writeNested(value, child, scope);
      else if (document.isArray(value)) this.#writeArrayMember(value, child, scope);
      else this.#writeValueMember(value, child, scope);
    }
    this.#namer.finder.forget(record);
  }

  #writeNested(record: number, path: Path, around: Scope): void {
    const isEmpty = this.#document.membersOf(record).length === 0;
    if (!isEmpty) this.isChanged = true;
    const stamps = this.#namer.says(path).isSeries ? stampsOf(this.#document, record) : null;
    if (stamps !== null) {
      this.#writeKey({ key: path.text, meaning: undefined });
      this.writeSeries(record, stamps, path, around);
      return;
    }
    if (!isEmpty && !this.#namer.says(path).isRecord) {
      this.#writeMembers(record, path, { record, around });
      return;
    }
    if (this.#writeKey({ key: path.text, meaning: undefined }) !== path.segment) this.isChanged = true;
    this.writeRecord(record, path, around);
  }

  /** An object whose keys are stamps becomes a record of two arrays: the stamps, and the values that belong to them. */
  writeSeries(record: number, stamps: Stamps, path: Path, around: Scope | null): void {
    const document = this.#document;
    const scope = { record, around };
    this.isChanged = true;
    const keys = this.#keysOfRecord;
    this.#keysOfRecord = new Map();
    this.output.open('{');
    const times = path.child(stamps.name);
    const time =
      stamps.unit === null ? this.#namer.name(times, scope) : this.#namer.nameStamps(times, stamps.unit, scope);
    this.#writeKey(time);
    this.#writeArray(stamps.texts, (text) => this.output.value(text));
    this.#writeKey(this.#namer.name(path.child('value'), scope));
    this.#writeArray([...document.membersOf(record)], (member) =>
      this.output.value(bytesOf(document, document.valueOf(member))),
    );
    this.output.close('}');
    this.#keysOfRecord = keys;
  }

  #writeArray<Item>(items: readonly Item[], write: (item: Item) => void): void {
    this.output.open('[');
    for (const item of items) {
      this.output.next();
      write(item);
    }
    this.output.close(']');
  }

  #writeArrayMember(array: number, path: Path, scope: Scope): void {
    const document = this.#document;
    const { columns, isPositioned } = this.#namer.says(path);
    const items = Array.from({ length: document.lengthOf(array) }, (_, i) => document.itemAt(array, i));
    const isRow = (item: number): boolean => document.isArray(item) && document.lengthOf(item) <= columns!.length;
    if (columns !== null && items.length > 0 && items.every(isRow))
      return this.#writeColumns(items, columns, path, scope);
    const holdsRecords = items.some((item) => document.isRecord(item) || document.isArray(item));
    if (holdsRecords) {
      this.isChanged = true;
      this.#writeKey({ key: path.text, meaning: undefined });
      this.#writeItems(array, path, scope);
    } else if (isPositioned && items.length > 0) {
      items.forEach((item, i) => this.#writeValueMember(item, path.child(`[${i}]`), scope));
    } else this.#writeValueMember(array, path, scope);
  }

  /** An array of rows becomes an array for each column. */
  #writeColumns(rows: readonly number[], columns: readonly string[], path: Path, scope: Scope): void {
    const document = this.#document;
    this.isChanged = true;
    columns.forEach((column, i) => {
      const child = path.child(column);
      this.#writeKey(this.#namer.name(child, scope));
      this.#writeArray(rows, (row) => {
        if (i < document.lengthOf(row)) this.#writeValue(document.itemAt(row, i), child, scope);
        else this.output.value(NULL_BYTES);
      });
    });
  }

  #writeValueMember(value: number, path: Path, scope: Scope): void {
    const named = this.#namer.name(path, scope);
    const key = this.#writeKey(this.#namer.keyOfText(path, named, value, this.#keysOfRecord) ?? named, scope.record);
    if (key !== path.segment) this.isChanged = true;
    this.#writeValue(value, path, scope);
  }

  /**
   * @param record that has the member
   * @returns the key as it was written
   */
  #writeKey(named: NamedKey, record: number | null = null): string {
    const name = this.#namer.written(named);
    // A member that has the name keeps it, wherever it stands.
    const isTaken = name !== named.key && record !== null && this.#namer.finder.hasMember(record, name);
    const key = this.#once(isTaken ? `${name} [2]` : name);
    let bytes = this.#keyBytes.get(key);
    if (bytes === undefined) this.#keyBytes.set(key, (bytes = keyBytes(key)));
    this.output.key(bytes);
    this.meanings.note(key, named.meaning);
    return key;
  }

  /** The key itself, or one like it: paths of two members may be spelled alike, and of two equal members only one counts. */
  #once(name: string): string {
    const keys = this.#keysOfRecord;
    let count = (keys.get(name) ?? 0) + 1;
    let key = name;
    while (keys.has(key)) key = `${name} [${count++}]`;
    if (key !== name) keys.set(name, count - 1);
    keys.set(key, 1);
    return key;
  }

  #writeValue(value: number, path: Path, scope: Scope): void {
    const document = this.#document;
    if (document.isRecord(value)) this.writeRecord(value, path, scope);
    else if (document.isArray(value)) this.#writeItems(value, path, scope);
    else this.output.value(bytesOf(document, value));
  }

  #writeItems(array: number, path: Path, scope: Scope): void {
    const document = this.#document;
    this.output.open('[');
    for (let i = 0; i < document.lengthOf(array); i++) {
      const item = document.itemAt(array, i);
      this.output.next();
      this.#writeValue(item, path.child(this.#namer.itemStep(path, item, i, scope)), scope);
    }
    this.output.close(']');
  }
}

type StampUnit = 's' | 'ms' | 'us';

/** Stamps of a unit by their digits: those of 1973 to 5138. */
const STAMPS_OF_UNITS: ReadonlyArray<readonly [unit: StampUnit, stamp: RegExp]> = [
  ['s', /^-?[1-9]\d{8,10}$/],
  ['ms', /^-?[1-9]\d{11,13}$/],
  ['us', /^-?[1-9]\d{14,16}$/],
];

interface Stamps {
  /** The name of the member that they become. */
  readonly name: 'time' | 'timestamp';
  /** Since 1970, of numbers; null of texts. */
  readonly unit: StampUnit | null;
  /** As JSON. */
  readonly texts: readonly Uint8Array[];
}

/** The keys of a record that are all stamps, of values that are no records and no arrays; null for any other record. */
function stampsOf(document: JsonDocument, record: number): Stamps | null {
  const members = [...document.membersOf(record)];
  const names = members.map((member) => document.nameOf(document.keyOf(member)));
  const holdsScalars = members.every((member) => {
    const value = document.valueOf(member);
    return !document.isRecord(value) && !document.isArray(value);
  });
  if (!holdsScalars || members.length === 0) return null;
  const unit = STAMPS_OF_UNITS.find(([, stamp]) => names.every((name) => stamp.test(name)))?.[0];
  if (unit !== undefined) return { name: 'time', unit, texts: names.map((name) => encodeText(name)) };
  if (names.every((name) => /^\d{4}-\d{2}-\d{2}[T ]/.test(name)))
    return { name: 'timestamp', unit: null, texts: names.map((name) => encodeText(JSON.stringify(name))) };
  return null;
}

const NULL_BYTES = encodeText('null');

/** A scalar as it is written. */
function bytesOf({ entries, bytes }: JsonDocument, scalar: number): Uint8Array {
  const quotes = Number(entries[scalar] === STRING);
  return bytes.subarray(entries[scalar + 1]! - quotes, entries[scalar + 2]! + quotes);
}
