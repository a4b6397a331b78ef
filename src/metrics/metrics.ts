import { Counter, Gauge, Registry } from 'prom-client';
import type { AnsweredRequest } from '../http/request-log.ts';
import { ByLabels } from './by-labels.ts';
import type { CountedDocument } from './count-documents.ts';
import { DurationHistogram } from './duration-histogram.ts';
import { FACT_GAUGES, type HubFacts } from './hub-facts.ts';
import { ProcessMetrics } from './process-metrics.ts';
import type { TimedOperation } from './time-store.ts';
import { OUTCOMES, type Outcome } from '../webhooks/webhook.ts';

/** As OpenTelemetry's conventions advise for `http.server.request.duration`. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
/** A small document takes a hundredth of a millisecond, a store on a server seconds. */
const WORK_SECONDS = [0.0001, 0.001, 0.005, 0.025, 0.1, 0.25, 1, 2.5, 10, 30];

/** Documents of one kind since the last scrape. */
interface DocumentSums {
  count: number;
  bytes: number;
  triples: number;
}

/** What RFC 9110 and 5789 name; clients send what they like. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH']);

/**
 * What the hub tells Prometheus. Names follow OpenTelemetry's semantic conventions in the form that Prometheus gives them. No label holds
 * what a client wrote: keys, addresses and IRIs are in none.
 */
export class Metrics {
  readonly contentType: string;
  readonly #registry = new Registry();
  readonly #facts: () => Promise<HubFacts>;
  readonly #process: ProcessMetrics;
  readonly #requests: DurationHistogram;
  readonly #documents: Counter;
  readonly #documentSeconds: DurationHistogram;
  readonly #documentBytes: Counter;
  readonly #triples: Counter;
  /** By operation, format and outcome. The library joins labels at each call, which is left to the scrape. */
  readonly #sums = new ByLabels<DocumentSums>(() => ({ count: 0, bytes: 0, triples: 0 }));
  readonly #operations: DurationHistogram;
  readonly #webhooks: Counter;
  readonly #errors: Counter;
  readonly #gauges: ReadonlyMap<string, Gauge>;
  readonly #version: Gauge;

  /** @param facts what is so at the moment of a scrape */
  constructor(release: string, facts: () => Promise<HubFacts>) {
    this.#facts = facts;
    this.contentType = this.#registry.contentType;
    const registers = [this.#registry];
    this.#process = new ProcessMetrics(registers);
    this.#requests = new DurationHistogram({
      name: 'http_server_request_duration_seconds',
      help: 'Time from a request to the end of its answer.',
      labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
      bounds: REQUEST_SECONDS,
    });
    this.#documents = new Counter({
      name: 'hub_documents_total',
      help: 'Documents by what was asked, the format of the answer, and the outcome: ok or the code of the error.',
      labelNames: ['operation', 'format', 'outcome'],
      registers,
    });
    this.#documentSeconds = new DurationHistogram({
      name: 'hub_document_duration_seconds',
      help: 'Time of the work on a document, its wait for a worker included.',
      labelNames: ['operation'],
      bounds: WORK_SECONDS,
    });
    this.#documentBytes = new Counter({
      name: 'hub_document_bytes_total',
      help: 'Bytes of the documents that came.',
      labelNames: ['operation'],
      registers,
    });
    this.#triples = new Counter({ name: 'hub_triples_total', help: 'Triples of converted documents.', registers });
    this.#operations = new DurationHistogram({
      name: 'hub_store_operation_duration_seconds',
      help: 'Time of an operation of the store; its outcome is ok or error.',
      labelNames: ['operation', 'outcome'],
      bounds: WORK_SECONDS,
    });
    this.#webhooks = new Counter({
      name: 'hub_webhook_attempts_total',
      help: 'Tries to tell an endpoint of a change, by their outcome: delivered, failed, or given-up after the last one.',
      labelNames: ['outcome'],
      registers,
    });
    // A series that begins at 1 has not increased, as Prometheus sees it: alerts would miss the first one.
    for (const outcome of OUTCOMES) this.#webhooks.inc({ outcome }, 0);
    this.#errors = new Counter({
      name: 'hub_log_errors_total',
      help: 'Lines of the log at the level error: faults of the hub itself, whatever the status of the answer.',
      registers,
    });
    this.#gauges = new Map(FACT_GAUGES.map(({ name, help }) => [name, new Gauge({ name, help, registers })]));
    this.#version = new Gauge({
      name: 'hub_vocabulary_info',
      help: 'The version of the vocabulary in use, as a label.',
      labelNames: ['version'],
      registers,
    });
    new Gauge({
      name: 'hub_build_info',
      help: 'The release of the hub, as a label.',
      labelNames: ['version'],
      registers,
    }).set({ version: release }, 1);
  }

  countRequest({ method, route, status, seconds }: AnsweredRequest): void {
    // OpenTelemetry's word for every other method.
    const known = METHODS.has(method) ? method : '_OTHER';
    // A client that went away before its answer began has no status.
    this.#requests.observe([known, route ?? '', status === null ? '' : String(status)], seconds);
  }

  countDocument({ operation, format, outcome, bytes, seconds, triples }: CountedDocument): void {
    const sums = this.#sums.of([operation, format ?? '', outcome]);
    sums.count++;
    sums.bytes += bytes;
    sums.triples += triples;
    this.#documentSeconds.observe([operation], seconds);
  }

  countOperation({ operation, outcome, seconds }: TimedOperation): void {
    this.#operations.observe([operation, outcome], seconds);
  }

  countWebhook(outcome: Outcome): void {
    this.#webhooks.inc({ outcome });
  }

  countError(): void {
    this.#errors.inc();
  }

  /** All of it in the text format of Prometheus. */
  async text(): Promise<string> {
    const facts = await this.#facts();
    for (const { name, of } of FACT_GAUGES) {
      const gauge = this.#gauges.get(name)!;
      const value = of(facts);
      // What is not known has no value, and is not 0.
      if (value === null) gauge.remove();
      else gauge.set(value);
    }
    this.#version.reset();
    if (facts.vocabulary !== null) this.#version.set({ version: facts.vocabulary.version }, 1);
    this.#handOverSums();
    this.#process.collect();
    const histograms = [this.#requests, this.#documentSeconds, this.#operations].map((histogram) => histogram.text());
    return [...histograms, await this.#registry.metrics()].join('\n\n');
  }

  #handOverSums(): void {
    for (const [[operation, format, outcome], { count, bytes, triples }] of this.#sums) {
      this.#documents.inc({ operation, format, outcome }, count);
      this.#documentBytes.inc({ operation }, bytes);
      this.#triples.inc(triples);
    }
    this.#sums.clear();
  }

  stop(): void {
    this.#process.stop();
  }
}
