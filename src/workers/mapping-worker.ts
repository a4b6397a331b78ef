import { workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { HubError } from '../errors.ts';
import { convertDocument } from '../mapping/convert.ts';
import { embedSemantic } from '../mapping/embed.ts';
import type { Warning, WarningCode } from '../mapping/warnings.ts';
import type {
  DocumentTask,
  MappingFacts,
  MappingResult,
  MappingTask,
  MappingWorkerData,
  SpoolPlace,
  WarningCounts,
  Written,
} from './mapping-task.ts';
import { SpoolWriter } from './spool-writer.ts';

const { lexicon, spool } = workerData as MappingWorkerData;

/** Runs the mapping on one document, in a worker thread. */
export default function runMapping(task: MappingTask): unknown {
  const result = task.kind === 'warm' ? warmUp() : writeAnswer(task, task.place);
  if (result.outcome !== 'done') return result;
  const { head, tail } = result.written;
  return move({
    [transferableSymbol]: tail === null ? [head.buffer] : [head.buffer, tail.buffer],
    [valueSymbol]: result,
  });
}

/** Being here means that the code is loaded and the lexicon has come. */
function warmUp(): MappingResult {
  return {
    outcome: 'done',
    facts: { kind: 'warm' },
    written: { head: new Uint8Array(0), tail: new Uint8Array(0), tailBytes: 0 },
  };
}

function writeAnswer(task: DocumentTask, place: SpoolPlace): MappingResult {
  const writer = new SpoolWriter(place, spool);
  try {
    const { facts, written } = task.kind === 'embed' ? embed(task, writer) : convert(task, writer);
    return { outcome: 'done', facts, written };
  } catch (error) {
    writer.discard();
    if (error instanceof HubError) {
      const { code, message, details, cause } = error;
      return { outcome: 'refused', code, message, details, ...(cause === undefined ? {} : { cause: String(cause) }) };
    }
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    return { outcome: 'fault', message, stack: stack ?? message };
  }
}

interface Answer {
  readonly facts: MappingFacts;
  readonly written: Written;
}

function embed(task: Extract<DocumentTask, { kind: 'embed' }>, writer: SpoolWriter): Answer {
  const { withReport = false, maxListed } = task.options;
  const { parts, report } = embedSemantic(task.body, lexicon, task.options);
  if (withReport) writer.write(encode('{"document":'));
  for (const part of parts) writer.write(part);
  if (withReport) writer.write(encode(`,"report":${JSON.stringify(report)}}`));
  const listed = {
    described: report.described.slice(0, maxListed),
    undescribed: report.undescribed.slice(0, maxListed),
    notTerms: report.notTerms.slice(0, maxListed),
    termsWithoutSemantics: report.termsWithoutSemantics.slice(0, maxListed),
    undeclaredPrefixes: report.undeclaredPrefixes.slice(0, maxListed),
  };
  const facts: MappingFacts = { kind: 'embed', describedCount: report.described.length, report: listed };
  return { facts, written: writer.finish(new Uint8Array(0)) };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function convert(task: Extract<DocumentTask, { kind: 'convert' }>, writer: SpoolWriter): Answer {
  const { maxListed } = task.options;
  const { head, triples, warnings, unmapped, described } = convertDocument(task.body, lexicon, task.options, (chunk) =>
    writer.write(chunk),
  );
  const facts: MappingFacts = {
    kind: 'convert',
    triples,
    warningCounts: countByCode(warnings),
    warnings: warnings.slice(0, maxListed),
    unmapped: unmapped.slice(0, maxListed),
    described,
  };
  return { facts, written: writer.finish(head) };
}

function countByCode(warnings: readonly Warning[]): WarningCounts {
  const counts: Partial<Record<WarningCode, number>> = {};
  for (const { code, count } of warnings) counts[code] = (counts[code] ?? 0) + count;
  return counts;
}
