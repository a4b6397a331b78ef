import { HubError } from '../../errors.ts';
import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import { CONTENT_TYPES } from '../../rdf/write/format.ts';
import type { Failure, Plan } from '../documents/batch.ts';
import { writeDeadLetter } from '../documents/dead-letter.ts';
import { failureOfError } from '../documents/facts-of-batch.ts';
import { joinBytes } from '../../join-bytes.ts';
import { MessagePool, type MessageTurn } from './message-pool.ts';
import { Outbox } from './outbox.ts';
import type { TopicTemplate } from './topic-template.ts';
import {
  keyBytes,
  type Sink,
  type Source,
  type StreamInput,
  type StreamOutput,
  type Transact,
} from './transports/transport.ts';
import { unwrapPayload, type CloudEventsMode } from './unwrap-payload.ts';

/** A destination of outputs: where, and under which topics; null where it has none. */
export interface Destination {
  readonly sink: Sink;
  readonly topics: TopicTemplate | null;
  /** Of one output; null where there is no bound. */
  readonly maxPayloadBytes: number | null;
}

export interface Stream {
  readonly source: Source;
  readonly results: Destination;
  readonly deadLetters: Destination;
  /** Null where a batch is sent first and acknowledged then. */
  readonly transact: Transact | null;
  readonly plan: Plan;
  readonly threads: number;
  readonly cloudEvents: CloudEventsMode;
  /** Counts what metrics tell; null where nobody reads them. */
  readonly meter: Meter | null;
  /** The vocabulary that the next batch is converted with. */
  lexicon(): Lexicon;
}

/** Counts of what a stream has done. */
export interface Meter {
  /** @param outcome `ok`, or the code of an error */
  countDocuments(outcome: string, count: number): void;
  countResults(bytes: number): void;
}

/** Inputs that are converted together. */
interface StreamBatch {
  readonly inputs: readonly StreamInput[];
  /** The document of each input, or why there is none. */
  readonly documents: ReadonlyArray<Uint8Array | Failure>;
  readonly turn: MessageTurn;
  readonly vocabulary: string;
}

/**
 * Converts what comes in until there is no more. An input is acknowledged when the receiver has its result or its dead letter. Outputs have
 * the order of the inputs.
 */
export class StreamLoop {
  documents = 0;
  deadLetters = 0;
  /** Inputs that are converted or delivered. */
  inFlight = 0;
  /** When inputs were acknowledged last. */
  acknowledgedAt = new Date();
  readonly #stream: Stream;
  #lexicon: Lexicon | null = null;
  /** That blocks record which are assembled. */
  #date = '';
  #pool: MessagePool | null = null;
  /** All batches so far are converted, and their outputs handed to the sinks. */
  #converted: Promise<unknown> = Promise.resolve();
  /** All batches so far are acknowledged. */
  #acknowledged: Promise<void> = Promise.resolve();
  /** Of a batch. */
  #fault: { readonly error: unknown } | null = null;
  /** Ends what `run` waits for. */
  #leave: (error: unknown) => void = () => {};

  constructor(stream: Stream) {
    this.#stream = stream;
  }

  /** @throws CommandError when a transport fails; what is not acknowledged then comes again */
  async run(): Promise<void> {
    try {
      for (;;) {
        const inputs = await this.#orFailure(this.#stream.source.next());
        if (inputs === null) break;
        await this.#orFailure(this.#begin(inputs));
      }
      await this.#acknowledged;
    } finally {
      await this.#pool?.stop();
    }
  }

  /** `Promise.race` would leave something behind with each batch. */
  #orFailure<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#leave = reject;
      if (this.#fault !== null) reject(this.#fault.error);
      promise.then(resolve, reject);
    });
  }

  async #begin(inputs: readonly StreamInput[]): Promise<void> {
    const { cloudEvents } = this.#stream;
    this.inFlight += inputs.length;
    const pool = await this.#currentPool();
    const read = inputs.map((input) => documentOf(input, cloudEvents));
    const documents = read.some((document) => document instanceof Promise)
      ? await Promise.all(read)
      : (read as ReadonlyArray<Uint8Array | Failure>);
    const turn = await pool.submit(documents.filter((document) => document instanceof Uint8Array));
    const batch: StreamBatch = { inputs, documents, turn, vocabulary: pool.vocabulary };
    const converted = this.#converted.then(() => this.#deliver(batch));
    this.#converted = converted;
    this.#acknowledged = Promise.all([this.#acknowledged, converted.then((sent) => Promise.all(sent))]).then(() =>
      this.#acknowledge(inputs),
    );
    this.#acknowledged.catch((error: unknown) => {
      this.#fault ??= { error };
      this.#leave(error);
    });
  }

  async #acknowledge(inputs: readonly StreamInput[]): Promise<void> {
    await this.#stream.source.acknowledge(inputs);
    this.inFlight -= inputs.length;
    this.acknowledgedAt = new Date();
  }

  /** Threads with the vocabulary and the date of the moment: what was begun with others is converted first. */
  async #currentPool(): Promise<MessagePool> {
    const { plan, threads, lexicon: current } = this.#stream;
    const lexicon = current();
    const now = new Date();
    const date = now.toISOString().slice(0, 10);
    if (this.#pool !== null && lexicon === this.#lexicon && date === this.#date) return this.#pool;
    await this.#converted;
    await this.#pool?.stop();
    this.#lexicon = lexicon;
    this.#date = date;
    this.#pool = new MessagePool({ ...plan, options: { ...plan.options, now } }, lexicon, threads);
    return this.#pool;
  }

  /** As `#convert`, in one transaction where there are some: it has ended then. */
  async #deliver(batch: StreamBatch): Promise<ReadonlyArray<Promise<void>>> {
    const { transact } = this.#stream;
    if (transact === null) return this.#convert(batch);
    await transact(batch.inputs, async () => {
      await Promise.all(await this.#convert(batch));
    });
    return [];
  }

  /** Hands the outputs of a batch to the sinks; the promises resolve when the receivers have them. */
  async #convert({ inputs, documents, turn, vocabulary }: StreamBatch): Promise<ReadonlyArray<Promise<void>>> {
    const { results, deadLetters, plan, meter } = this.#stream;
    const sent: Promise<void>[] = [];
    const failures = documents.map((document) => (document instanceof Uint8Array ? null : document));
    // The turn has those alone that are documents.
    const numbers = [...inputs.keys()].filter((i) => failures[i] === null);
    const outbox = new Outbox(results.sink, sent);
    let at = 0;
    const headers = { vocabulary };
    const found = await turn.drain((result) => {
      const number = numbers[at++]!;
      if (result === null) return undefined;
      meter?.countResults(result.length);
      const { topic, key } = inputs[number]!;
      const to = results.topics?.topicOf(topic) ?? null;
      if (results.topics !== null && to === null) failures[number] = withoutTopic(topic);
      else if (result.length + keyBytes(key) > (results.maxPayloadBytes ?? Infinity))
        failures[number] = withLongKey(result.length, keyBytes(key), results.maxPayloadBytes!);
      else
        return outbox.add({
          payload: result,
          contentType: CONTENT_TYPES[plan.options.format],
          topic: to,
          key,
          headers,
        });
      return undefined;
    });
    await outbox.flush();
    for (const [i, failure] of found) failures[numbers[i]!] = failure;
    this.documents += inputs.length;
    let refused = 0;
    const letters = new Outbox(deadLetters.sink, sent);
    for (const [i, failure] of failures.entries()) {
      if (failure === null) continue;
      this.deadLetters++;
      refused++;
      meter?.countDocuments(failure.code, 1);
      await letters.add(this.#letterOf(inputs[i]!, failure, vocabulary));
    }
    await letters.flush();
    meter?.countDocuments('ok', inputs.length - refused);
    return sent;
  }

  #letterOf({ payload, place, topic, key }: StreamInput, failure: Failure, vocabulary: string): StreamOutput {
    const { code, message, details, line, column } = failure;
    const within = { ...(line === null ? {} : { line }), ...(column === null ? {} : { column }) };
    const said = { code, message, ...details, ...within, ...place, vocabulary };
    const whole = joinBytes([...writeDeadLetter(said, payload)]);
    const { topics, maxPayloadBytes } = this.#stream.deadLetters;
    const most = maxPayloadBytes ?? Infinity;
    // A key that takes most of a message would leave no room for what is said of it.
    const kept = keyBytes(key) * 2 <= most ? key : null;
    const isTaken = whole.length + keyBytes(kept) <= most;
    return {
      payload: isTaken ? whole : joinBytes([...writeDeadLetter({ ...said, bytes: payload?.length ?? 0 }, null)]),
      contentType: 'application/json',
      topic: topics?.anyTopicOf(topic) ?? null,
      key: kept,
      headers: { vocabulary, code },
    };
  }
}

/** What is not compressed is there at once: a promise for each would cost as much as the rest. */
function documentOf(input: StreamInput, mode: CloudEventsMode): Uint8Array | Failure | Promise<Uint8Array | Failure> {
  try {
    const document = unwrapPayload(input, mode);
    return document instanceof Uint8Array ? document : document.catch(failureOf);
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof HubError) return failureOfError(error);
  throw error;
}

function withLongKey(size: number, key: number, most: number): Failure {
  const [sized, keyed, bound] = [size, key, most].map((bytes) => bytes.toLocaleString('en'));
  const message = `The result has ${sized} bytes and its key ${keyed}, and ${bound} are the most of one message.`;
  return failureOfError(new HubError('answer-too-large', message));
}

function withoutTopic(topic: string | null): Failure {
  const message = `The topic ${JSON.stringify(topic)} makes no topic of --output-topic: it has not all levels that are named there, or the receiver has no such topics.`;
  return failureOfError(new HubError('invalid-option', message));
}
