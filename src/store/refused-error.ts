import { StoreError } from './store.ts';

const REQUEST_TIMEOUT = 408;
const SERVER_ERROR = 500;

/** The server answered, and not with what it was asked. */
export class RefusedError extends StoreError {
  constructor(readonly status: number) {
    super(status < 400 ? `it answered ${status}, and is not followed` : `it answered ${status}`);
  }

  /** Nothing was done, and another try does not help. */
  get isFinal(): boolean {
    return this.status < SERVER_ERROR && this.status !== REQUEST_TIMEOUT;
  }
}
