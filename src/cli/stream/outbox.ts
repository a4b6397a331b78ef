import type { Sink, StreamOutput } from './transports/transport.ts';

/** Results are sent when they have so many bytes, or their batch ends. */
const SENT_BYTES = 1024 * 1024;

/** Outputs that are sent together, within a bound of bytes. */
export class Outbox {
  readonly #sink: Sink;
  readonly #sent: Promise<void>[];
  #held: StreamOutput[] = [];
  #heldBytes = 0;

  /** @param sent gets what tells that the receiver has them */
  constructor(sink: Sink, sent: Promise<void>[]) {
    this.#sink = sink;
    this.#sent = sent;
  }

  /** Holds an output; where it has to wait for the receiver, it answers a promise. */
  add(output: StreamOutput): Promise<void> | undefined {
    this.#held.push(output);
    this.#heldBytes += output.payload.length;
    return this.#heldBytes >= SENT_BYTES ? this.flush() : undefined;
  }

  async flush(): Promise<void> {
    if (this.#held.length === 0) return;
    const sending = this.#sink.send(this.#held);
    // It is looked at when the batch is acknowledged.
    sending.catch(() => {});
    this.#sent.push(sending);
    this.#held = [];
    this.#heldBytes = 0;
    await this.#sink.ready();
  }
}
