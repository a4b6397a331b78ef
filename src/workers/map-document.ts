import type { TakeChunk } from '../rdf/write/byte-sink.ts';
import { joinBytes } from '../join-bytes.ts';
import { convertDocument } from '../mapping/convert-document.ts';
import { MAX_TRIPLES, type Conversion } from '../mapping/convert.ts';
import { embedSemantic } from '../mapping/embed.ts';
import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import type { Warning, WarningCode } from '../mapping/records/warnings.ts';
import { convertWithResidue } from '../restore/convert-with-residue.ts';
import { embedBySource, type SourceEmbedding, type SourceEmbedOptions } from '../mapping/sources/embed-by-source.ts';
import { getSourceOrChooser } from '../sources/source-files.ts';
import type {
  AskedSource,
  ConvertTaskOptions,
  DocumentOrder,
  MappingFacts,
  SourceFacts,
  WarningCounts,
} from './mapping-task.ts';

/** Triples of a document that is converted with its residue. */
const MAX_SOURCED_TRIPLES = 500_000;

/** The facts of an answer, and the bytes that belong before those that were written. */
export interface Mapped {
  readonly facts: Exclude<MappingFacts, { kind: 'warm' | 'restore' | 'check' }>;
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
  const bySource = describeBySource(body, lexicon, options);
  const { parts, report } = bySource ?? embedSemantic(body, lexicon, options);
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
    facts: {
      kind: 'embed',
      describedCount: report.described.length,
      report: listed,
      omitted: entriesOf(Object.values(report)) - entriesOf(Object.values(listed)),
      source: factsOf(bySource),
    },
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
  const bySource = describeBySource(body, lexicon, options);
  const { head, triples, warnings, unmapped, described } =
    bySource === null
      ? convertBody(body, lexicon, options, body, write)
      : convertDescribed(bySource, lexicon, options, body, write);
  const listed = { warnings: warnings.slice(0, maxListed), unmapped: unmapped.slice(0, maxListed) };
  return {
    facts: {
      kind: 'convert',
      triples,
      warningCounts: countByCode(warnings),
      ...listed,
      omitted: entriesOf([warnings, unmapped]) - entriesOf(Object.values(listed)),
      described,
      source: factsOf(bySource),
    },
    head,
  };
}

function entriesOf(lists: ReadonlyArray<readonly unknown[]>): number {
  return lists.reduce((entries, list) => entries + list.length, 0);
}

/** The document with the block of its source; null without a source. */
function describeBySource(
  body: Uint8Array,
  lexicon: Lexicon,
  { source = null, ...options }: Omit<SourceEmbedOptions, 'restructure'> & { readonly source?: AskedSource | null },
): SourceEmbedding | null {
  if (source === null) return null;
  const { name, restructure } = source;
  return embedBySource(body, lexicon, getSourceOrChooser(name, lexicon), { ...options, restructure });
}

/** Converts a document that its source described, in the wanted units: keys that the source does not know become plain literals. */
function convertDescribed(
  { parts, report, warnings, areUnitsChecked }: SourceEmbedding,
  lexicon: Lexicon,
  options: ConvertTaskOptions,
  source: Uint8Array,
  write: TakeChunk,
): Conversion {
  const { units: _, ...others } = options;
  const described: ConvertTaskOptions = { ...others, semantics: 'block', checkUnits: !areUnitsChecked };
  const conversion = convertBody(joinBytes(parts), lexicon, described, source, write);
  return { ...conversion, described: report.described.length, warnings: [...warnings, ...conversion.warnings] };
}

/** Converts, with what leads back to the source where that is asked for. */
function convertBody(
  body: Uint8Array,
  lexicon: Lexicon,
  options: ConvertTaskOptions,
  source: Uint8Array,
  write: TakeChunk,
): Conversion {
  const { residue = null, maxTriples = MAX_TRIPLES } = options;
  if (residue === null) return convertDocument(body, lexicon, options, write);
  // The graph is held while it is read.
  const bounded = { ...options, maxTriples: Math.min(maxTriples, MAX_SOURCED_TRIPLES) };
  return convertWithResidue(body, lexicon, bounded, residue, write, source);
}

function factsOf(embedding: SourceEmbedding | null): SourceFacts | null {
  return embedding === null ? null : { name: embedding.source, isRestructured: embedding.isRestructured };
}

function countByCode(warnings: readonly Warning[]): WarningCounts {
  const counts: Partial<Record<WarningCode, number>> = {};
  for (const { code, count } of warnings) counts[code] = (counts[code] ?? 0) + count;
  return counts;
}
