import { HubError } from '../../errors.ts';

/** Counts the bytes of request bodies that are held, all clients together, so that their sum has a bound. */
export class BodyBudget {
  private readonly maxBytes: number;
  private heldBytes = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  get held(): number {
    return this.heldBytes;
  }

  /** @throws HubError `converter-busy` when the bytes don't fit in any more */
  take(bytes: number): void {
    if (this.heldBytes + bytes > this.maxBytes) {
      throw new HubError('converter-busy', 'The hub holds as many documents as it can. Try again in a moment.', {
        retryAfterSeconds: 5,
      });
    }
    this.heldBytes += bytes;
  }

  release(bytes: number): void {
    this.heldBytes -= bytes;
  }
}
