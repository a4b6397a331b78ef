// oxlint-disable-next-line import/default -- the build gives the address of the module
import workerUrl from '../../playground/playground-worker.ts?worker&url';
import type { FromWorker, ToWorker } from '../../playground/protocol.ts';
import { startWorker } from './trusted-scripts.ts';

/** What the worker needs to begin with, kept for one that is started anew. */
export interface Supplies {
  vocabulary: (ToWorker & { readonly type: 'vocabulary' }) | null;
  texts: (ToWorker & { readonly type: 'texts' }) | null;
}

/** The worker that reads and converts documents. Work is ended by ending it; another one takes its place. */
export class PlaygroundClient {
  readonly #supplies: Supplies = { vocabulary: null, texts: null };
  readonly #listen: (message: FromWorker) => void;
  readonly #onError: () => void;
  #worker: Worker;

  /**
   * @param listen is told what the worker says
   * @param onError is called when it cannot be loaded, or fails
   */
  constructor(listen: (message: FromWorker) => void, onError: () => void) {
    this.#listen = listen;
    this.#onError = onError;
    this.#worker = this.#start();
  }

  /** Gives the worker what it needs, and again to each that takes its place. */
  supply<Name extends keyof Supplies>(name: Name, message: NonNullable<Supplies[Name]>): void {
    this.#supplies[name] = message;
    this.#worker.postMessage(message);
  }

  ask(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  /** Ends all work. */
  restart(): void {
    this.#worker.terminate();
    this.#worker = this.#start();
    for (const supply of [this.#supplies.vocabulary, this.#supplies.texts])
      if (supply !== null) this.#worker.postMessage(supply);
  }

  #start(): Worker {
    const worker = startWorker(workerUrl);
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (worker === this.#worker) this.#listen(data);
    });
    worker.addEventListener('error', () => {
      if (worker === this.#worker) this.#onError();
    });
    return worker;
  }
}
