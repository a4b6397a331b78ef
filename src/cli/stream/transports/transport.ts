/** What came in, to be converted. */
export interface StreamInput {
  /** Null where the message has none, as a tombstone of Kafka. */
  readonly payload: Uint8Array | null;
  /** The media type that its sender named; null without one. */
  readonly contentType: string | null;
  /** Null where the transport has none. */
  readonly topic: string | null;
  /** Inputs of one key have an order; null without one. */
  readonly key: Uint8Array | string | null;
  /** Where it came from, as its dead letter tells. */
  readonly place: Readonly<Record<string, string | number>>;
}

/** What goes out: a result, or a dead letter. */
export interface StreamOutput {
  readonly payload: Uint8Array;
  readonly contentType: string;
  /** Null where the transport has none. */
  readonly topic: string | null;
  /** That of its input. */
  readonly key: Uint8Array | string | null;
  /** Headers, where the transport has some. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Where inputs come from. */
export interface Source {
  /** The next inputs, at least one, in their order, as soon as there are some; null when there are no more. @throws CommandError */
  next(): Promise<readonly StreamInput[] | null>;
  /** Tells the transport that it may forget inputs. They are acknowledged in the order in which `next` gave them. */
  acknowledge(inputs: readonly StreamInput[]): Promise<void>;
  /** Messages that the broker has and that are not acknowledged; null where it does not tell. */
  lag(): Promise<number | null>;
  /** Has `next` give no more inputs. Those that it did not give are not lost where the transport keeps them. */
  stop(): void;
  /** Ends the connection. */
  close(): Promise<void>;
}

/** Where outputs go. */
export interface Sink {
  /** Sends outputs in their order, behind those of earlier calls; resolves when the receiver has them. @throws CommandError */
  send(outputs: readonly StreamOutput[]): Promise<void>;
  /** Resolves when more may be sent: until then it would be held in memory. */
  ready(): Promise<void>;
  /** Ends the connection. */
  close(): Promise<void>;
}

/** Has what `work` sends, and the acknowledgement of inputs, be there both or neither. @throws CommandError */
export type Transact = (inputs: readonly StreamInput[], work: () => Promise<void>) => Promise<void>;

/** Bytes and number of inputs that are converted together, at most; one longer input is a batch of its own. */
const MAX_BATCH_BYTES = 128 * 1024;
const MAX_BATCH_INPUTS = 500;

/** Takes the first inputs, as many as are converted together. */
export function takeBatch<Input extends StreamInput>(waiting: Input[]): Input[] {
  let bytes = 0;
  const end = waiting.findIndex(({ payload }, i) => {
    bytes += payload?.length ?? 0;
    return i > 0 && (bytes > MAX_BATCH_BYTES || i >= MAX_BATCH_INPUTS);
  });
  return waiting.splice(0, end < 0 ? waiting.length : end);
}

/** Bytes of the key of an output. */
export function keyBytes(key: Uint8Array | string | null): number {
  return key === null ? 0 : Buffer.byteLength(key);
}
