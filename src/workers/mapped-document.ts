import type { EmbedReport } from '../mapping/semantic/assemble.ts';
import type { Warning } from '../mapping/records/warnings.ts';
import type { Output } from '../streaming/output.ts';
import type { MappingFacts, RestoreFacts, SourceFacts, WarningCounts } from './mapping-task.ts';

export interface EmbeddedDocument {
  readonly output: Output;
  readonly describedCount: number;
  /** Its lists are as long as they were asked for. */
  readonly report: EmbedReport;
  /** How many entries its lists would have besides. */
  readonly omitted: number;
  /** Null for a document that no source described. */
  readonly source: SourceFacts | null;
}

/** Its lists are as long as they were asked for. */
export interface ConvertedDocument {
  readonly output: Output;
  readonly triples: number;
  readonly warningCounts: WarningCounts;
  readonly warnings: readonly Warning[];
  readonly unmapped: readonly string[];
  /** How many entries its lists would have besides. */
  readonly omitted: number;
  readonly described: number;
  /** Null for a document that no source described. */
  readonly source: SourceFacts | null;
}

/** The documents of a graph. */
export interface RestoredDocuments extends Omit<RestoreFacts, 'kind'> {
  readonly output: Output;
}

/** @throws Error when the facts are not of the way back */
export function restoredDocuments(facts: MappingFacts, output: Output): RestoredDocuments {
  if (facts.kind !== 'restore') throw new Error(`the way back answered with the facts of ${facts.kind}`);
  const { documents, proof, noteCodes } = facts;
  return { output, documents, proof, noteCodes };
}

/** @throws Error when the facts are not of an embedding */
export function embeddedDocument(facts: MappingFacts, output: Output): EmbeddedDocument {
  if (facts.kind !== 'embed') throw new Error(`an embedding answered with the facts of ${facts.kind}`);
  const { describedCount, report, omitted, source } = facts;
  return { output, describedCount, report, omitted, source };
}

/** @throws Error when the facts are not of a conversion */
export function convertedDocument(facts: MappingFacts, output: Output): ConvertedDocument {
  if (facts.kind !== 'convert') throw new Error(`a conversion answered with the facts of ${facts.kind}`);
  const { triples, warningCounts, warnings, unmapped, omitted, described, source } = facts;
  return { output, triples, warningCounts, warnings, unmapped, omitted, described, source };
}
