import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import { joinBytes } from '../../join-bytes.ts';
import { HubError } from '../../errors.ts';
import { JsonDocument } from '../../mapping/json/document.ts';
import { scanJson } from '../../mapping/json/scan.ts';
import { ARRAY, KEY, nextValue, NULL, OBJECT, STRIDE, STRING } from '../../mapping/json/tape-entry.ts';
import { SEMANTIC_KEY } from '../../mapping/json/semantic-key.ts';
import type { KeyState } from './model.ts';

/** What a document says under one key. */
export interface KeyUse {
  readonly key: string;
  /** How many members have it. */
  count: number;
  /** Entry of its first member. */
  readonly first: number;
  /** The smallest and the largest number, as they are written. */
  smallest: string | null;
  largest: string | null;
  /** The first other value, cut. */
  sample: string | null;
  /** Anything but records and null. */
  hasValues: boolean;
  hasRecords: boolean;
}

const SAMPLE_LENGTH = 60;
const decoder = new TextDecoder();
const OPENING = new TextEncoder().encode('{"items":');
const CLOSING = new TextEncoder().encode('}');

/** Members between two notes of how far a document is read. */
const STEP = 10_000;

/**
 * The keys outside of `@semantic` in the order in which they come, with their values.
 *
 * @param tell is told, between 0 and 1, how much of a long document is read
 */
export function usesOfKeys(document: JsonDocument, tell: (share: number) => void = () => {}): KeyUse[] {
  const { entries } = document;
  let members = 0;
  const uses = new Map<number, KeyUse>();
  const visit = (value: number, use: KeyUse | null): void => {
    const kind = document.kindOf(value);
    if (kind === OBJECT) {
      if (use !== null) use.hasRecords = true;
      const end = entries[value + 3]!;
      for (let member = value + STRIDE; member < end; member = nextValue(entries, member + STRIDE)) {
        const key = document.keyOf(member);
        if (value === document.root && key === document.tape.keys.semanticKey) continue;
        visit(member + STRIDE, noteKey(member, key));
      }
    } else if (kind === ARRAY) {
      const end = entries[value + 3]!;
      for (let item = value + STRIDE; item < end; item = nextValue(entries, item)) visit(item, use);
    } else if (use !== null && kind !== NULL) noteValue(use, value);
  };
  const noteKey = (member: number, key: number): KeyUse => {
    if (++members % STEP === 0) tell(member / entries[document.root + 3]!);
    let use = uses.get(key);
    if (use === undefined) {
      const name = document.nameOf(key);
      const none = { smallest: null, largest: null, sample: null, hasValues: false, hasRecords: false };
      use = { key: name, count: 0, first: member, ...none };
      uses.set(key, use);
    }
    use.count++;
    return use;
  };
  const noteValue = (use: KeyUse, value: number): void => {
    use.hasValues = true;
    const isNumber = document.kindOf(value) >= 3 && document.kindOf(value) < STRING;
    if (!isNumber) {
      use.sample ??= document.textOf(value).slice(0, SAMPLE_LENGTH);
      return;
    }
    const text = document.textOf(value);
    if (use.smallest === null || Number(text) < Number(use.smallest)) use.smallest = text;
    if (use.largest === null || Number(text) > Number(use.largest)) use.largest = text;
  };
  visit(document.root, null);
  return [...uses.values()];
}

/**
 * The names of the keys in an array that is not within a document; none where it is malformed. Sources send some, and what describes one by
 * its source makes a document of it.
 */
export function keysOfArray(text: Uint8Array): string[] {
  const wrapped = joinBytes([OPENING, text, CLOSING]);
  try {
    const document = new JsonDocument(scanJson(wrapped), 0);
    return document.dataKeys().map((key) => document.nameOf(key));
  } catch (error) {
    if (error instanceof HubError) return [];
    throw error;
  }
}

/** The entries of all members that have a key, outside of `@semantic`. */
export function membersNamed(document: JsonDocument, key: string): number[] {
  const { entries, tape } = document;
  const block = document.semanticValue() ?? -1;
  const sought = tape.keys.find(key);
  const found: number[] = [];
  for (let entry = document.root + STRIDE; entry < entries[document.root + 3]!; entry += STRIDE) {
    if (entry === block) entry = nextValue(entries, entry) - STRIDE;
    else if (entries[entry] === KEY && entries[entry + 3] === sought) found.push(entry);
  }
  return found;
}

/** Whether a record has members of both names, outside of `@semantic`. */
export function sharesRecord(document: JsonDocument, one: string, other: string): boolean {
  const { entries } = document;
  const block = document.semanticValue() ?? -1;
  for (let entry = document.root; entry < entries[document.root + 3]!; entry += STRIDE) {
    if (entry === block) entry = nextValue(entries, entry) - STRIDE;
    else if (entries[entry] === OBJECT) {
      const found = new Set<string>();
      for (let member = entry + STRIDE; member < entries[entry + 3]!; member = nextValue(entries, member + STRIDE))
        found.add(document.nameOf(document.keyOf(member)));
      if (found.has(one) && found.has(other)) return true;
    }
  }
  return false;
}

/** How many items the longest array of each key has, outside of `@semantic`. */
export function lengthsOfArrays(document: JsonDocument): ReadonlyMap<string, number> {
  const { entries } = document;
  const block = document.semanticValue() ?? -1;
  const lengths = new Map<string, number>();
  for (let entry = document.root + STRIDE; entry < entries[document.root + 3]!; entry += STRIDE) {
    if (entry === block) entry = nextValue(entries, entry) - STRIDE;
    else if (entries[entry] === KEY && entries[entry + STRIDE] === ARRAY) {
      const key = document.nameOf(entries[entry + 3]!);
      lengths.set(key, Math.max(entries[entry + STRIDE + 2]!, lengths.get(key) ?? 0));
    }
  }
  return lengths;
}

/** An entry of `@context`, as the document has it. */
export type Entry = Readonly<Record<string, unknown>>;

/** The entries of the document's own `@semantic`; null where it has none. */
export function entriesOf(document: JsonDocument): ReadonlyMap<string, Entry> | null {
  const block = readBlock(document);
  if (block === null) return null;
  const context = block['@context'];
  const entries = isObject(context) ? Object.entries(context) : [];
  return new Map(entries.map(([key, entry]) => [key, isObject(entry) ? entry : {}]));
}

/** The document's own `@semantic` as it is; null where it has none that is an object. */
export function readBlock(document: JsonDocument): Readonly<Record<string, unknown>> | null {
  const value = document.semanticValue();
  if (value === null || !document.isRecord(value)) return null;
  const start = document.entries[value + 1]!;
  // A block has texts only: nothing in it can be rounded.
  const parsed: unknown = JSON.parse(
    decoder.decode(document.bytes.subarray(start, document.tape.semanticSpans.at(-1))),
  );
  return isObject(parsed) ? parsed : null;
}

/**
 * The entry of the value that a JSON Pointer (RFC 6901) points at; the nearest around it where there is none.
 *
 * @param keysBefore by names of keys that the document got in its conversion, the names that they have in it
 */
export function entryAt(document: JsonDocument, pointer: string, keysBefore?: ReadonlyMap<string, string>): number {
  let value = document.root;
  for (const escaped of pointer.split('/').slice(1)) {
    const token = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    const before = keysBefore?.get(token);
    const child = childOf(document, value, token) ?? (before === undefined ? null : childOf(document, value, before));
    if (child === null) return value;
    value = child;
  }
  return value;
}

function childOf(document: JsonDocument, container: number, token: string): number | null {
  const { entries } = document;
  const kind = entries[container]!;
  if (kind !== OBJECT && kind !== ARRAY) return null;
  if (container === document.root && token === SEMANTIC_KEY) return document.semanticValue();
  const end = entries[container + 3]!;
  if (kind === OBJECT) {
    let found: number | null = null;
    for (let member = container + STRIDE; member < end; member = nextValue(entries, member + STRIDE))
      if (document.textOf(member) === token) found = member + STRIDE;
    return found;
  }
  let item = container + STRIDE;
  for (let at = Number(token); at > 0 && item < end; at--) item = nextValue(entries, item);
  return item < end ? item : null;
}

/** The bytes in which an entry stands: of a text with its quotes, of a container its bracket. */
export function bytesOf({ entries }: JsonDocument, entry: number): readonly [start: number, end: number] {
  const kind = entries[entry]!;
  const start = entries[entry + 1]!;
  if (kind === OBJECT || kind === ARRAY) return [start, start + 1];
  const end = entries[entry + 2]!;
  return kind === KEY || kind === STRING ? [start - 1, end + 1] : [start, end];
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What gives a key its meaning, and the term that it means where one is known. */
export function stateOf(
  key: string,
  entries: ReadonlyMap<string, Entry> | null,
  lexicon: Lexicon,
  namespace: string,
): { readonly state: KeyState; readonly term: string | null } {
  if (entries === null) {
    const term = lexicon.terms.get(key);
    return term === undefined ? { state: 'nothing', term: null } : { state: 'term', term: key };
  }
  const entry = entries.get(key);
  // A term without a template says as much with an empty entry.
  if (lexicon.terms.get(key)?.template.length === 0) return { state: 'term', term: key };
  if (entry === undefined || Object.keys(entry).length === 0)
    return { state: 'nothing', term: lexicon.terms.has(key) ? key : null };
  if (lexicon.terms.has(key)) return { state: 'term', term: key };
  const observed = entry['sosa:observedProperty'] ?? entry['saref:isValueOfProperty'];
  const name = typeof observed === 'string' && observed.startsWith(namespace) ? observed.slice(namespace.length) : '';
  return { state: 'own', term: lexicon.terms.has(name) ? name : null };
}
