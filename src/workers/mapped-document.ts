import type { Output } from '../streaming/output.ts';
import type { ConvertFacts, EmbedFacts, MappingFacts, RestoreFacts } from './mapping-task.ts';

export interface EmbeddedDocument extends Omit<EmbedFacts, 'kind'> {
  readonly output: Output;
}

export interface ConvertedDocument extends Omit<ConvertFacts, 'kind'> {
  readonly output: Output;
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
