import type { ConvertOptions } from '../mapping/convert.ts';
import type { EmbedReport } from '../mapping/embed.ts';
import type { Warning } from '../mapping/warnings.ts';

/** Bytes that are kept in memory while they are few and in a spool file when they are many. Read once, then disposed. */
export interface Output {
  /** In bytes. */
  readonly size: number;
  /** The bytes as a stream; disposes the output when it ends or is destroyed. */
  stream(): import('node:stream').Readable;
  /** All of it as text. @throws HubError `answer-too-large` when it has more than `maxBytes` */
  text(maxBytes: number): Promise<string>;
  /** Frees what a reader never asked for. */
  dispose(): void;
}

export interface EmbeddedDocument {
  readonly output: Output;
  readonly report: EmbedReport;
}

export interface ConvertedDocument {
  readonly output: Output;
  readonly triples: number;
  readonly warnings: readonly Warning[];
  readonly unmapped: readonly string[];
  readonly described: number;
}

/** The use cases of the main job; REST and GraphQL call these and nothing below. */
export interface Documents {
  /** @throws HubError those of `embedSemantic`, `registry-unavailable`, `converter-busy`, `conversion-timeout` */
  embed(body: Uint8Array, options: { base: string | null }, signal?: AbortSignal): Promise<EmbeddedDocument>;
  /** @throws HubError those of `convertDocument`, `registry-unavailable`, `converter-busy`, `conversion-timeout` */
  convert(body: Uint8Array, options: Omit<ConvertOptions, 'now' | 'maxTriples'>, signal?: AbortSignal): Promise<ConvertedDocument>;
}
