import type { DocumentPrefix } from './document-prefix-cache.ts';
import { unfilledMemory } from '../../rdf/unfilled-memory.ts';
import { markLength } from '../../rdf/utf8.ts';
import { twiceAsLong } from '../bytes/grow.ts';
import { STRIDE } from './tape-entry.ts';
import { skipSpace } from './white-space.ts';

/** Where a scan begins: at the root, or behind a beginning that is known. */
export interface ScanStart {
  readonly entries: Int32Array<ArrayBuffer>;
  readonly used: number;
  readonly semanticSpans: number[];
  readonly textStart: number;
  readonly rootStart: number;
  readonly at: number;
  readonly isWithinRoot: boolean;
  readonly count: number;
  readonly lastKey: number;
  readonly mayBeEqual: boolean;
}

function entriesFor(bytes: Uint8Array, given: Int32Array<ArrayBuffer> | undefined): Int32Array<ArrayBuffer> {
  const length = Math.max(64, Math.ceil(bytes.length / 6)) * STRIDE;
  if (given !== undefined && given.length >= length) return given;
  return new Int32Array(unfilledMemory(length * Int32Array.BYTES_PER_ELEMENT));
}

/** At the root, behind a byte order mark. */
export function startAtRoot(bytes: Uint8Array, given?: Int32Array<ArrayBuffer>): ScanStart {
  const textStart = markLength(bytes);
  const rootStart = skipSpace(bytes, textStart, bytes.length);
  return {
    entries: entriesFor(bytes, given),
    used: 0,
    semanticSpans: [],
    textStart,
    rootStart,
    at: rootStart,
    isWithinRoot: false,
    count: 0,
    lastKey: -1,
    mayBeEqual: false,
  };
}

/** Behind a beginning that was scanned before. */
export function startBehind(known: DocumentPrefix, bytes: Uint8Array, given?: Int32Array<ArrayBuffer>): ScanStart {
  const { textStart, rootStart, count, lastKey, mayBeEqual } = known;
  let entries = entriesFor(bytes, given);
  while (known.entries.length > entries.length) entries = twiceAsLong(entries);
  entries.set(known.entries);
  return {
    entries,
    used: known.entries.length,
    semanticSpans: [...known.semanticSpan],
    textStart,
    rootStart,
    at: skipSpace(bytes, known.text.length, bytes.length),
    isWithinRoot: true,
    count,
    lastKey,
    mayBeEqual,
  };
}
