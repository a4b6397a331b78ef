// oxlint-disable-next-line import/default -- the build gives the address of the module
import workerUrl from '../../playground/playground-worker.ts?worker&url';
import type { Drawing, PlacedFinding } from '../../playground/model.ts';
import type { FromWorker, Job, ToWorker } from '../../playground/protocol.ts';
import { Awaited } from './awaited.ts';
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
  readonly #outputs = new Awaited<ArrayBuffer>();
  readonly #drawings = new Awaited<Drawing>();
  readonly #checks = new Awaited<readonly PlacedFinding[]>();
  #worker: Worker;

  /**
   * @param listen is told what the worker says, but for what is awaited
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

  /** The whole output; null when it cannot be made. */
  output(job: Job, what: 'rdf' | 'described' | 'triples'): Promise<ArrayBuffer | null> {
    this.ask({ type: 'output', job, what });
    return this.#outputs.to(job.id);
  }

  /** What a check finds besides the warnings; null when the document cannot be checked. */
  check(job: Job): Promise<readonly PlacedFinding[] | null> {
    this.ask({ type: 'check', job });
    return this.#checks.to(job.id);
  }

  /** The picture of the document; null when it cannot be drawn. */
  draw(job: Job): Promise<Drawing | null> {
    this.ask({ type: 'draw', job });
    return this.#drawings.to(job.id);
  }

  /** Ends all work. */
  restart(): void {
    this.#worker.terminate();
    this.#worker = this.#start();
    for (const supply of [this.#supplies.vocabulary, this.#supplies.texts])
      if (supply !== null) this.#worker.postMessage(supply);
    this.#giveUp();
  }

  #start(): Worker {
    const worker = startWorker(workerUrl);
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (worker === this.#worker) this.#hear(data);
    });
    worker.addEventListener('error', () => {
      if (worker !== this.#worker) return;
      this.#giveUp();
      this.#onError();
    });
    return worker;
  }

  #hear(message: FromWorker): void {
    switch (message.type) {
      case 'output':
        return this.#outputs.settle(message.id, message.bytes);
      case 'checked':
        return this.#checks.settle(message.id, message.findings);
      case 'drawn':
        return this.#drawings.settle(message.id, message.drawing);
      case 'failed':
        for (const awaited of this.#all()) awaited.settle(message.id, null);
    }
    this.#listen(message);
  }

  /** What was asked for is not answered any more. */
  #giveUp(): void {
    for (const awaited of this.#all()) awaited.giveUp();
  }

  #all() {
    return [this.#outputs, this.#drawings, this.#checks];
  }
}
