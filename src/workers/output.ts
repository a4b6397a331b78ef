import type { Readable } from 'node:stream';
import type { EmbedReport } from '../mapping/embed.ts';
import type { Warning } from '../mapping/warnings.ts';
import type { MappingFacts, WarningCounts } from './mapping-task.ts';

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

/** @throws Error when the facts are not of an embedding */
export function embeddedDocument(facts: MappingFacts, output: Output): EmbeddedDocument {
  if (facts.kind !== 'embed') throw new Error(`an embedding answered with the facts of ${facts.kind}`);
  const { describedCount, report } = facts;
  return { output, describedCount, report };
}

/** @throws Error when the facts are not of a conversion */
export function convertedDocument(facts: MappingFacts, output: Output): ConvertedDocument {
  if (facts.kind !== 'convert') throw new Error(`a conversion answered with the facts of ${facts.kind}`);
  const { triples, warningCounts, warnings, unmapped, described } = facts;
  return { output, triples, warningCounts, warnings, unmapped, described };
}
