import { platform, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { HubError } from '../errors.ts';
import { withAdvice } from '../mapping/json/fault-advice.ts';
import { mapDocument } from './map-document.ts';
import { checkInThread } from './check-in-thread.ts';
import type {
  CheckOrder,
  DocumentOrder,
  MappingResult,
  MappingTask,
  MappingWorkerData,
  RestoreOrder,
} from './mapping-task.ts';
import type { SpoolPlace } from '../streaming/spool-place.ts';
import { restoreGraph } from './restore-graph.ts';
import { returnMemory } from './return-memory.ts';
import { readSharedLexicon } from './shared-lexicon.ts';
import { SpoolWriter } from '../streaming/spool-writer.ts';

/** Enough to be behind who answers, and not far behind what else runs on the machine. */
const NICENESS = 5;

const { lexicon: shared, spool } = workerData as MappingWorkerData;
const lexicon = readSharedLexicon(shared);

// Where a thread has a priority of its own, those that convert give way to the one that answers: reads stay quick under load.
if (platform() === 'linux') setPriority(NICENESS);

/** Runs the mapping on one document, in a worker thread. */
export default function runMapping(task: MappingTask): unknown {
  if (task.kind === 'rest') return returnMemory().then(nothingToTell);
  if (task.kind === 'restore') return writeDocuments(task, task.place).then(answerOf);
  if (task.kind === 'check') return answerOf(check(task, task.place));
  return answerOf(task.kind === 'warm' ? nothingToTell() : writeAnswer(task, task.place));
}

function answerOf(result: MappingResult): unknown {
  if (result.outcome !== 'done') return result;
  const { head, tail } = result.written;
  return move({
    [transferableSymbol]: tail === null ? [head.buffer] : [head.buffer, tail.buffer],
    [valueSymbol]: result,
  });
}

/** Being here means that the code is loaded and the lexicon has come. */
function nothingToTell(): MappingResult {
  return {
    outcome: 'done',
    facts: { kind: 'warm' },
    written: { head: new Uint8Array(0), tail: new Uint8Array(0), tailBytes: 0 },
  };
}

function writeAnswer(order: DocumentOrder, place: SpoolPlace): MappingResult {
  const writer = new SpoolWriter(place, spool);
  try {
    const { facts, head } = mapDocument(order, lexicon, (chunk) => writer.write(chunk));
    return { outcome: 'done', facts, written: writer.finish(head) };
  } catch (error) {
    // The one that answers has the body no more.
    return failed(withAdvice(error, order.body), writer);
  }
}

/** What was found is bounded, and goes with the facts. */
function check({ body, options }: CheckOrder, place: SpoolPlace): MappingResult {
  const writer = new SpoolWriter(place, spool);
  try {
    const facts = { kind: 'check', check: checkInThread(body, options, lexicon) } as const;
    return { outcome: 'done', facts, written: writer.finish(new Uint8Array(0)) };
  } catch (error) {
    return failed(error, writer);
  }
}

async function writeDocuments({ body, options }: RestoreOrder, place: SpoolPlace): Promise<MappingResult> {
  const writer = new SpoolWriter(place, spool);
  try {
    const facts = await restoreGraph(body, options, lexicon, (chunk) => writer.write(chunk));
    return { outcome: 'done', facts, written: writer.finish(new Uint8Array(0)) };
  } catch (error) {
    return failed(error, writer);
  }
}

function failed(error: unknown, writer: SpoolWriter): MappingResult {
  writer.discard();
  if (error instanceof HubError) {
    const { code, message, details, cause } = error;
    return { outcome: 'refused', code, message, details, ...(cause === undefined ? {} : { cause: String(cause) }) };
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { outcome: 'fault', message, stack: stack ?? message };
}
