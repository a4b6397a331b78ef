import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { serialize } from '../../rdf/write/serialize.ts';
import type { Triple } from '../../rdf/triple.ts';
import { moduleBeside } from '../../workers/module.ts';
import { runInThread } from '../../workers/run-in-thread.ts';
import type { Reading, ReadingTask } from './reading-worker.ts';

const WORKER = moduleBeside('reading-worker', import.meta.url);
/** No vocabulary takes so long; a thread that hangs must not be waited for. */
const TIMEOUT_MS = 60_000;

/** What the registry would make of these triples as vocabulary. It is tried in a new thread, which ends with it. */
export async function tryReading(triples: readonly Triple[], hub: HubNamespaces): Promise<Reading> {
  const vocabulary = serialize(triples, 'nt', { prefixes: new Map(), base: hub.vocabulary });
  const task: ReadingTask = { baseUrl: hub.baseUrl, vocabulary };
  return runInThread(WORKER, task, { timeoutMs: TIMEOUT_MS });
}
