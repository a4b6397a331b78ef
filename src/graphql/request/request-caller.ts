import type { Caller } from '../../documents/documents.ts';

/** For whom a request is answered. Its signal is made when somebody asks for it, which few requests do. */
export class RequestCaller implements Caller {
  readonly client: string;
  #controller: AbortController | undefined;
  #isAnswered = false;

  constructor(client: string) {
    this.client = client;
  }

  /** Aborted when the client has its answer or is gone. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#isAnswered) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  end(): void {
    this.#isAnswered = true;
    this.#controller?.abort();
  }
}
