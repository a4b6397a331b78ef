import { HubError } from '../../errors.ts';
import { MAX_STREAMS, MAX_STREAMS_PER_CLIENT } from './limits.ts';

const RETRY_SECONDS = 60;

/** Counts the streams of events that are open. */
export class OpenStreams {
  readonly #ofClients = new Map<string, number>();
  #open = 0;

  /**
   * Counts one more of a client. Call the result once, when it ends.
   *
   * @throws HubError `rate-limited` when the client has as many as it may, `too-many-streams` when all together have
   */
  take(client: string): () => void {
    const ofClient = this.#ofClients.get(client) ?? 0;
    const retry = { retryAfterSeconds: RETRY_SECONDS };
    if (ofClient >= MAX_STREAMS_PER_CLIENT) {
      const words = `You have ${ofClient} streams of events open, which is as many as one client may have. Close one first.`;
      throw new HubError('rate-limited', words, retry);
    }
    if (this.#open >= MAX_STREAMS) {
      const words = `${this.#open} streams of events are open, which is as many as the hub holds. Try again in a minute, or read /versions.atom.`;
      throw new HubError('too-many-streams', words, retry);
    }
    this.#open += 1;
    this.#ofClients.set(client, ofClient + 1);
    return () => this.#release(client);
  }

  #release(client: string): void {
    this.#open -= 1;
    const left = this.#ofClients.get(client)! - 1;
    if (left === 0) this.#ofClients.delete(client);
    else this.#ofClients.set(client, left);
  }
}
