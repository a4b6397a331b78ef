import { monitorEventLoopDelay, performance, PerformanceObserver, type IntervalHistogram } from 'node:perf_hooks';
import { cpuUsage, memoryUsage, uptime } from 'node:process';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;
/** How often it is looked how late the event loop is. */
const RESOLUTION_MS = 10;

interface ProcessGauge {
  readonly name: string;
  readonly help: string;
  readonly read: () => number;
}

/** The process and its event loop, by the names that OpenTelemetry has for them. */
export class ProcessMetrics {
  readonly #delay: IntervalHistogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  readonly #collections: PerformanceObserver;
  readonly #gauges: ReadonlyArray<readonly [Gauge, () => number]>;
  readonly #cpu: Counter;
  #utilization = performance.eventLoopUtilization();

  constructor(registers: Registry[]) {
    this.#gauges = this.#table().map(({ name, help, read }) => [new Gauge({ name, help, registers }), read]);
    this.#cpu = new Counter({
      name: 'process_cpu_time_seconds_total',
      help: 'Processor time of the process, its threads included.',
      labelNames: ['cpu_mode'],
      registers,
    });
    const collectionSeconds = new Histogram({
      name: 'v8js_gc_duration_seconds',
      help: 'Time of collections of garbage on the main thread.',
      buckets: [0.001, 0.01, 0.1, 1],
      registers,
    });
    this.#collections = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) collectionSeconds.observe(duration / 1000);
    });
    this.#collections.observe({ entryTypes: ['gc'] });
    this.#delay.enable();
  }

  /** Reads what is told at the next rendering: delays and utilization are those since the last time. */
  collect(): void {
    for (const [gauge, read] of this.#gauges) gauge.set(read());
    this.#delay.reset();
    this.#utilization = performance.eventLoopUtilization();
    const { user, system } = cpuUsage();
    this.#cpu.reset();
    this.#cpu.inc({ cpu_mode: 'user' }, user / MICROSECONDS);
    this.#cpu.inc({ cpu_mode: 'system' }, system / MICROSECONDS);
  }

  stop(): void {
    this.#delay.disable();
    this.#collections.disconnect();
  }

  #table(): ProcessGauge[] {
    const delay = (name: string, words: string, read: (delays: IntervalHistogram) => number): ProcessGauge => ({
      name: `nodejs_eventloop_delay_${name}_seconds`,
      help: `The ${words} of the delays of the event loop since the last scrape.`,
      // The histogram has the time between two looks, and nothing that means something before the first.
      read: () => (this.#delay.count === 0 ? 0 : Math.max(0, read(this.#delay) / NANOSECONDS - RESOLUTION_MS / 1000)),
    });
    return [
      delay('p50', 'median', (delays) => delays.percentile(50)),
      delay('p90', '90th percentile', (delays) => delays.percentile(90)),
      delay('p99', '99th percentile', (delays) => delays.percentile(99)),
      delay('max', 'longest', (delays) => delays.max),
      {
        name: 'nodejs_eventloop_utilization_ratio',
        help: 'The part of the time since the last scrape in which the event loop was busy, 0 to 1.',
        read: () => performance.eventLoopUtilization(this.#utilization).utilization,
      },
      {
        name: 'process_memory_usage_bytes',
        help: 'Memory of the process that is resident; processes for SPARQL queries have their own.',
        read: () => memoryUsage.rss(),
      },
      {
        name: 'v8js_memory_heap_used_bytes',
        help: 'Memory of the main thread that objects take.',
        read: () => memoryUsage().heapUsed,
      },
      { name: 'process_uptime_seconds', help: 'Time since the process began.', read: () => uptime() },
    ];
  }
}
