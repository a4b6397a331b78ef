import { sameBytes } from '../bytes/hash.ts';
import type { KeyTable } from './keys.ts';
import { RecentList } from './recent-list.ts';

/** How a scan stands behind the block of a document that begins with it. */
export interface DocumentPrefix {
  /** The bytes up to behind the comma. */
  readonly text: Uint8Array;
  readonly entries: Int32Array;
  readonly keys: KeyTable;
  readonly semanticSpan: readonly [start: number, end: number];
  readonly textStart: number;
  readonly rootStart: number;
  /** Of the root. */
  readonly count: number;
  readonly lastKey: number;
  readonly mayBeEqual: boolean;
}

/** Beginnings that are kept: those of a few sources that post in turn. */
const MAX_BEGINNINGS = 8;
const MAX_BYTES = 16 * 1024;

/**
 * What documents begin with, up to behind their `@semantic`: those of one source have it in common, byte for byte, and a scan may go on
 * from there. A short document is mostly block.
 */
export class DocumentPrefixCache {
  private readonly kept = new RecentList<DocumentPrefix>(MAX_BEGINNINGS);

  /** The beginning of a document; undefined for one that is not known. */
  find(bytes: Uint8Array): DocumentPrefix | undefined {
    return this.kept.find(({ text: { length }, text }) => {
      return length < bytes.length && sameBytes(bytes, 0, length, text, 0, length);
    });
  }

  /** True for a beginning that is worth to be kept. */
  isKept(bytes: number): boolean {
    return bytes <= MAX_BYTES;
  }

  keep(documentPrefix: DocumentPrefix): void {
    this.kept.add(documentPrefix);
  }
}
