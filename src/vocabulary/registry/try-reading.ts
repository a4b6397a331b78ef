import { constants } from 'node:buffer';
import { HubError } from '../../errors.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { startableModule } from '../../workers/module.ts';
import { runInThread } from '../../workers/run-in-thread.ts';
import type { TripleTable } from '../triple-table.ts';
import { writeCanonical } from '../versions/version.ts';
import type { Reading, ReadingTask } from './reading-worker.ts';

const WORKER = startableModule('vocabulary/registry/reading-worker');
/** No vocabulary takes so long; a thread that hangs must not be waited for. The time grows with what is read. */
const TIMEOUT_MS = 60_000;
const TIMEOUT_MS_PER_CHARACTER = 0.001;

/**
 * What the registry would make of these triples as vocabulary. It is tried in a new thread, which ends with it.
 *
 * @throws HubError `registry-unavailable` when they are more text than can be handed over, `conversion-timeout`
 */
export async function tryReading(triples: TripleTable, hub: HubNamespaces): Promise<Reading> {
  const text = writeCanonical(triples, hub);
  if (text.length > constants.MAX_STRING_LENGTH) throw tooLong(triples.length, text.length);
  return tryReadingText(text.toString(), hub);
}

/** The same of the canonical text of a vocabulary. */
export async function tryReadingText(text: string, hub: HubNamespaces, signal?: AbortSignal): Promise<Reading> {
  const task: ReadingTask = { hub, text };
  return runInThread(WORKER, task, {
    timeoutMs: TIMEOUT_MS + text.length * TIMEOUT_MS_PER_CHARACTER,
    doing: `To read the ${inMb(text.length)} MB of the vocabulary`,
    wayOut: 'Try again when the machine has less to do, or make the vocabulary smaller.',
    signal,
  });
}

function tooLong(triples: number, bytes: number): HubError {
  return new HubError(
    'registry-unavailable',
    `The vocabulary is too large: its ${triples.toLocaleString('en')} triples are ${inMb(bytes)} MB as N-Triples, and ${inMb(constants.MAX_STRING_LENGTH)} MB can be read. Make it smaller.`,
  );
}

function inMb(bytes: number): string {
  return (Math.round(bytes / 1e5) / 10).toLocaleString('en');
}
