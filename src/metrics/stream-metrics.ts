import { Counter, Gauge, Registry } from 'prom-client';

/** What is so of a stream at the moment of a scrape. */
export interface StreamFacts {
  /** Messages that are converted or delivered at this moment. */
  readonly inFlight: number;
  /** Messages that stand in the input topics and are not acknowledged; null where the broker does not tell. */
  readonly lag: number | null;
  /** When inputs were acknowledged last, or the stream began. */
  readonly acknowledgedAt: Date;
  /** IRI of the version of the vocabulary. */
  readonly vocabulary: string;
}

/** What a stream tells Prometheus. No label holds what a sender wrote. */
export class StreamMetrics {
  readonly contentType: string;
  readonly #registry = new Registry();
  readonly #facts: () => Promise<StreamFacts>;
  readonly #documents: Counter;
  readonly #bytes: Counter;
  readonly #inFlight: Gauge;
  readonly #lag: Gauge;
  readonly #acknowledged: Gauge;
  readonly #version: Gauge;

  /** @param facts what is so at the moment of a scrape */
  constructor(facts: () => Promise<StreamFacts>) {
    this.#facts = facts;
    this.contentType = this.#registry.contentType;
    const registers = [this.#registry];
    const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers });
    this.#documents = new Counter({
      name: 'hub_stream_documents_total',
      help: 'Documents by their outcome: ok, or the code of the error that made a dead letter of one.',
      labelNames: ['outcome'],
      registers,
    });
    // Both are there before the first document, so that a rate begins at 0.
    this.#documents.inc({ outcome: 'ok' }, 0);
    this.#bytes = new Counter({ name: 'hub_stream_result_bytes_total', help: 'Bytes of results.', registers });
    this.#inFlight = gauge('hub_stream_in_flight_messages', 'Messages that are converted or delivered at this moment.');
    this.#lag = gauge(
      'hub_stream_lag_messages',
      'Messages of the partitions of this process that are not acknowledged; of Kafka alone.',
    );
    this.#acknowledged = gauge(
      'hub_stream_acknowledged_timestamp_seconds',
      'When messages were acknowledged last, or the stream began, in Unix time.',
    );
    this.#version = new Gauge({
      name: 'hub_stream_vocabulary_info',
      help: 'The version of the vocabulary in use, as a label.',
      labelNames: ['version'],
      registers,
    });
  }

  /** @param outcome `ok`, or the code of an error */
  countDocuments(outcome: string, count: number): void {
    this.#documents.inc({ outcome }, count);
  }

  countResults(bytes: number): void {
    this.#bytes.inc(bytes);
  }

  /** All of it in the text format of Prometheus. */
  async text(): Promise<string> {
    const { inFlight, lag, acknowledgedAt, vocabulary } = await this.#facts();
    this.#inFlight.set(inFlight);
    // What is not known has no value, and is not 0.
    if (lag === null) this.#lag.remove();
    else this.#lag.set(lag);
    this.#acknowledged.set(acknowledgedAt.getTime() / 1000);
    this.#version.reset();
    this.#version.set({ version: vocabulary }, 1);
    return this.#registry.metrics();
  }
}
