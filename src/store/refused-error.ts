import { StoreError } from './store.ts';

const REQUEST_TIMEOUT = 408;
const SERVER_ERROR = 500;

/** The server answered, and not with what it was asked. */
export class RefusedError extends StoreError {
  readonly #said: string;

  constructor(
    readonly status: number,
    said: string,
  ) {
    super(status < 400 ? `it answered ${status}, and is not followed` : `it answered ${status}`);
    this.#said = said;
  }

  /** The beginning of its answer, on one line. It may repeat what it was sent, so it belongs into no log. */
  get said(): string {
    return this.#said.replaceAll(/\s+/g, ' ').trim();
  }

  /** Nothing was done, and another try does not help. */
  get isFinal(): boolean {
    return this.status < SERVER_ERROR && this.status !== REQUEST_TIMEOUT;
  }
}
