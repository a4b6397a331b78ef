import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Piscina } from 'piscina';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import { serialize } from '../rdf/serialize.ts';
import type { Triple } from '../rdf/triple.ts';
import type { Reading, ReadingTask } from './reading-worker.ts';

// Run from source, the module is TypeScript and its thread needs the loader; built, it is JavaScript.
const EXTENSION = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const WORKER_MODULE = new URL(`./reading-worker.${EXTENSION}`, import.meta.url);
/** No vocabulary takes so long; a thread that hangs must not be waited for. */
const TIMEOUT_MS = 60_000;

/** What the registry would make of these triples as vocabulary. It is tried in a new thread, which ends with it. */
export async function tryReading(triples: readonly Triple[], hub: HubNamespaces): Promise<Reading> {
  const thread = new Piscina<ReadingTask, Reading>({
    filename: fileURLToPath(WORKER_MODULE),
    minThreads: 1,
    maxThreads: 1,
    ...(EXTENSION === 'ts'
      ? { execArgv: ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] }
      : {}),
  });
  thread.on('error', () => {});
  try {
    const vocabulary = serialize(triples, 'nt', { prefixes: new Map(), base: hub.vocabulary });
    return await thread.run({ baseUrl: hub.baseUrl, vocabulary }, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  } finally {
    await thread.destroy();
  }
}
