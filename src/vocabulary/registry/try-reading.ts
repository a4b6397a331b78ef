import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { startableModule } from '../../workers/module.ts';
import { runInThread } from '../../workers/run-in-thread.ts';
import type { TripleTable } from '../triple-table.ts';
import { writeTable } from '../versions/table-bytes.ts';
import type { Reading, ReadingTask } from './reading-worker.ts';

const WORKER = startableModule('vocabulary/registry/reading-worker');
/** No vocabulary takes so long; a thread that hangs must not be waited for. The time grows with what is read. */
const TIMEOUT_MS = 60_000;
const TIMEOUT_MS_PER_BYTE = 0.005;

/** What the registry would make of a version as vocabulary. It is tried in a new thread, which ends with it. @throws HubError `conversion-timeout` */
export async function tryReading(triples: TripleTable, version: string, hub: HubNamespaces): Promise<Reading> {
  // As bytes, which take less time to hand over than terms, and may be longer than any string.
  return tryReadingText(writeTable(triples.columns, hub.baseUrl), version, hub);
}

/** The same of the canonical text of a version, or of its table as bytes. */
export async function tryReadingText(
  content: string | Uint8Array,
  version: string,
  hub: HubNamespaces,
  signal?: AbortSignal,
): Promise<Reading> {
  const task: ReadingTask = { hub, content, version };
  return runInThread(WORKER, task, {
    timeoutMs: TIMEOUT_MS + content.length * TIMEOUT_MS_PER_BYTE,
    doing: `To read the ${(content.length / 1e6).toFixed(1)} MB of the vocabulary`,
    wayOut: 'Try again when the machine has less to do, or make the vocabulary smaller.',
    signal,
  });
}
