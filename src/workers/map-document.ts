import type { TakeChunk } from '../rdf/write/byte-sink.ts';
import { convertDocument } from '../mapping/convert.ts';
import { embedSemantic } from '../mapping/embed.ts';
import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import type { Warning, WarningCode } from '../mapping/records/warnings.ts';
import type { DocumentOrder, MappingFacts, WarningCounts } from './mapping-task.ts';

/** The facts of an answer, and the bytes that belong before those that were written. */
export interface Mapped {
  readonly facts: Exclude<MappingFacts, { kind: 'warm' }>;
  readonly head: Uint8Array;
}

/**
 * Embeds or converts, and hands the answer to `write` in chunks that are not touched again.
 *
 * @throws HubError those of `embedSemantic` or `convertDocument`, and whatever `write` throws
 */
export function mapDocument(order: DocumentOrder, lexicon: Lexicon, write: TakeChunk): Mapped {
  return order.kind === 'embed' ? embed(order, lexicon, write) : convert(order, lexicon, write);
}

function embed(
  { body, options }: Extract<DocumentOrder, { kind: 'embed' }>,
  lexicon: Lexicon,
  write: TakeChunk,
): Mapped {
  const { withReport = false, maxListed } = options;
  const { parts, report } = embedSemantic(body, lexicon, options);
  if (withReport) write(encode('{"document":'));
  for (const part of parts) write(part);
  if (withReport) write(encode(`,"report":${JSON.stringify(report)}}`));
  const listed = {
    described: report.described.slice(0, maxListed),
    undescribed: report.undescribed.slice(0, maxListed),
    notTerms: report.notTerms.slice(0, maxListed),
    termsWithoutSemantics: report.termsWithoutSemantics.slice(0, maxListed),
    undeclaredPrefixes: report.undeclaredPrefixes.slice(0, maxListed),
  };
  return {
    facts: { kind: 'embed', describedCount: report.described.length, report: listed },
    head: new Uint8Array(0),
  };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function convert(
  { body, options }: Extract<DocumentOrder, { kind: 'convert' }>,
  lexicon: Lexicon,
  write: TakeChunk,
): Mapped {
  const { maxListed } = options;
  const { head, triples, warnings, unmapped, described } = convertDocument(body, lexicon, options, write);
  return {
    facts: {
      kind: 'convert',
      triples,
      warningCounts: countByCode(warnings),
      warnings: warnings.slice(0, maxListed),
      unmapped: unmapped.slice(0, maxListed),
      described,
    },
    head,
  };
}

function countByCode(warnings: readonly Warning[]): WarningCounts {
  const counts: Partial<Record<WarningCode, number>> = {};
  for (const { code, count } of warnings) counts[code] = (counts[code] ?? 0) + count;
  return counts;
}
