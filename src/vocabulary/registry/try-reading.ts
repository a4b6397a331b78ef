import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { startableModule } from '../../workers/module.ts';
import { runInThread } from '../../workers/run-in-thread.ts';
import type { TripleTable } from '../triple-table.ts';
import { tablePieces } from '../versions/table-bytes.ts';
import type { Reading, ReadingTask } from './reading-worker.ts';

const WORKER = startableModule('vocabulary/registry/reading-worker');
/** No vocabulary takes so long; a thread that hangs must not be waited for. The time grows with what is read. */
const TIMEOUT_MS = 60_000;
const TIMEOUT_MS_PER_BYTE = 0.005;

/** What the registry would make of a version as vocabulary. It is tried in a new thread, which ends with it. @throws HubError `conversion-timeout` */
export async function tryReading(triples: TripleTable, version: string, hub: HubNamespaces): Promise<Reading> {
  const { columns } = triples;
  const size = tablePieces(columns, hub.baseUrl).reduce((sum, { length }) => sum + length, 0);
  // Threads share the columns, which would take as much again as bytes.
  return readInThread({ hub, content: columns, version }, size);
}

/** The same of the canonical text of a version. */
export async function tryReadingText(
  content: string,
  version: string,
  hub: HubNamespaces,
  signal?: AbortSignal,
): Promise<Reading> {
  return readInThread({ hub, content, version }, content.length, signal);
}

/** @param size of what is read, in bytes or characters */
async function readInThread(task: ReadingTask, size: number, signal?: AbortSignal): Promise<Reading> {
  return runInThread(WORKER, task, {
    timeoutMs: TIMEOUT_MS + size * TIMEOUT_MS_PER_BYTE,
    doing: `To read the ${(size / 1e6).toFixed(1)} MB of the vocabulary`,
    wayOut: 'Try again when the machine has less to do, or make the vocabulary smaller.',
    signal,
  });
}
