// oxlint-disable-next-line import/default -- the build gives the address of the module
import askWorkerUrl from '../../playground/ask-worker.ts?worker&url';
import type { AnsweredQuery, FromAskWorker, ToAskWorker } from '../../playground/ask-protocol.ts';
import { startWorker } from './trusted-scripts.ts';

/** What came of a query. */
export type Outcome =
  | { readonly kind: 'answer'; readonly answer: AnsweredQuery; readonly ms: number }
  | { readonly kind: 'fault'; readonly message: string };

/** The worker that answers queries over the graph of the document. It is started with the first one. */
export class AskClient {
  readonly #onRequests: (count: number) => void;
  #worker: Worker | null = null;
  #last = 0;
  #vocabulary: ArrayBuffer | null = null;
  #settle: ((outcome: Outcome) => void) | null = null;

  /** @param onRequests is told how many requests the worker sent, which the page does not see */
  constructor(onRequests: (count: number) => void) {
    this.#onRequests = onRequests;
  }

  /** From the next query on, the vocabulary is a part of what is asked. @param turtle the whole vocabulary */
  addVocabulary(turtle: ArrayBuffer): void {
    this.#vocabulary = turtle;
    if (this.#worker !== null) this.#post({ type: 'vocabulary', id: ++this.#last, turtle });
  }

  /** Asks the graph of a document. A query that is on its way is ended. */
  ask(ntriples: ArrayBuffer, query: string): Promise<Outcome> {
    if (this.#settle !== null) this.stop();
    if (this.#worker === null) this.#start();
    this.#post({ type: 'document', id: ++this.#last, ntriples });
    this.#post({ type: 'query', id: ++this.#last, query });
    return new Promise((resolve) => (this.#settle = resolve));
  }

  /** Ends the query that is on its way, and the worker with it. */
  stop(): void {
    this.#end('The query was stopped.');
  }

  #end(message: string): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#finish({ kind: 'fault', message });
  }

  #start(): void {
    this.#worker = startWorker(askWorkerUrl);
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromAskWorker>) => {
      if (data.type === 'started') this.#onRequests(data.requests);
      else if (data.type === 'fault') this.#finish({ kind: 'fault', message: data.message });
      else if (data.type === 'answer' && data.id === this.#last)
        this.#finish({ kind: 'answer', answer: data.answer, ms: data.ms });
    });
    this.#worker.addEventListener('error', () => this.#end('The SPARQL engine could not be loaded, or has failed.'));
    if (this.#vocabulary !== null) this.#post({ type: 'vocabulary', id: ++this.#last, turtle: this.#vocabulary });
  }

  #post(message: ToAskWorker): void {
    this.#worker!.postMessage(message);
  }

  #finish(outcome: Outcome): void {
    this.#settle?.(outcome);
    this.#settle = null;
  }
}
