import { Engine } from './engine.ts';
import type { FromWorker, ToWorker } from './protocol.ts';

// The worker of the playground: documents are read and converted here, so that the page stays at hand.

/** The worker's own side, as browsers have it. */
interface Scope {
  onmessage: ((event: { readonly data: ToWorker }) => void) | null;
  postMessage(message: FromWorker, transfer?: ArrayBuffer[]): void;
}

const scope = globalThis as unknown as Scope;
const engine = new Engine((message, transfer) => scope.postMessage(message, transfer ?? []));
// One after the other: what was asked first is answered first.
let last = Promise.resolve();
scope.onmessage = ({ data }) => {
  last = last
    .then(() => engine.take(data))
    .catch((error: unknown) => {
      const id = 'job' in data ? data.job.id : 0;
      scope.postMessage({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) });
    });
};
