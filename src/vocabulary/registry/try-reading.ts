import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { startableModule } from '../../workers/module.ts';
import { runInThread } from '../../workers/run-in-thread.ts';
import type { TripleTable } from '../triple-table.ts';
import { writeCanonical } from '../versions/version.ts';
import type { Reading, ReadingTask } from './reading-worker.ts';

const WORKER = startableModule('vocabulary/registry/reading-worker');
/** No vocabulary takes so long; a thread that hangs must not be waited for. */
const TIMEOUT_MS = 60_000;

/** What the registry would make of these triples as vocabulary. It is tried in a new thread, which ends with it. */
export async function tryReading(triples: TripleTable, hub: HubNamespaces): Promise<Reading> {
  return tryReadingText(writeCanonical(triples, hub).toString(), hub);
}

/** The same of the canonical text of a vocabulary. */
export async function tryReadingText(text: string, hub: HubNamespaces, signal?: AbortSignal): Promise<Reading> {
  const task: ReadingTask = { hub, text };
  return runInThread(WORKER, task, { timeoutMs: TIMEOUT_MS, signal });
}
