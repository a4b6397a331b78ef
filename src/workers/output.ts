import type { Readable } from 'node:stream';
import type { EmbedReport } from '../mapping/embed.ts';
import type { Warning } from '../mapping/warnings.ts';
import type { WarningCounts } from './mapping-task.ts';

/** Bytes that are kept in memory while they are few and in a spool file when they are many. Read once, then disposed. */
export interface Output {
  /** In bytes. */
  readonly size: number;
  /** The bytes as a stream; disposes the output when it ends or is destroyed. */
  stream(): Readable;
  /** All of it as text. @throws HubError `answer-too-large` when it has more than `maxBytes` */
  text(maxBytes: number): Promise<string>;
  /** Frees what a reader never asked for. */
  dispose(): void;
}

export interface EmbeddedDocument {
  readonly output: Output;
  readonly describedCount: number;
  /** Its lists are as long as they were asked for. */
  readonly report: EmbedReport;
}

/** Its lists are as long as they were asked for. */
export interface ConvertedDocument {
  readonly output: Output;
  readonly triples: number;
  readonly warningCounts: WarningCounts;
  readonly warnings: readonly Warning[];
  readonly unmapped: readonly string[];
  readonly described: number;
}
