import { platform, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { HubError } from '../errors.ts';
import { mapDocument } from './map-document.ts';
import type { DocumentTask, MappingResult, MappingTask, MappingWorkerData } from './mapping-task.ts';
import type { SpoolPlace } from '../streaming/spool-place.ts';
import { returnMemory } from './return-memory.ts';
import { SpoolWriter } from '../streaming/spool-writer.ts';

/** Enough to be behind who answers, and not far behind what else runs on the machine. */
const NICENESS = 5;

const { lexicon, spool } = workerData as MappingWorkerData;

// Where a thread has a priority of its own, those that convert give way to the one that answers: reads stay quick under load.
if (platform() === 'linux') setPriority(NICENESS);

/** Runs the mapping on one document, in a worker thread. */
export default function runMapping(task: MappingTask): unknown {
  if (task.kind === 'rest') return returnMemory().then(nothingToTell);
  const result = task.kind === 'warm' ? nothingToTell() : writeAnswer(task, task.place);
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

function writeAnswer(task: DocumentTask, place: SpoolPlace): MappingResult {
  const writer = new SpoolWriter(place, spool);
  try {
    const { facts, head } = mapDocument(task, lexicon, (chunk) => writer.write(chunk));
    return { outcome: 'done', facts, written: writer.finish(head) };
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
