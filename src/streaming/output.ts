import type { Readable } from 'node:stream';

/** Bytes that are kept in memory while they are few and in a spool file when they are many. Read once, then disposed. */
export interface Output {
  /** In bytes. */
  readonly size: number;
  /**
   * All of it, disposed, when that is one small piece in memory; null when it has to be streamed. Small, because a large piece would
   * hide how slowly it is read.
   */
  takeSmall(): Buffer | null;
  /** The bytes as a stream; disposes the output when it ends or is destroyed. */
  stream(): Readable;
  /** All of it as text. @throws HubError `answer-too-large` when it has more than `maxBytes` */
  text(maxBytes: number): Promise<string>;
  /** Frees what a reader never asked for. */
  dispose(): void;
}
