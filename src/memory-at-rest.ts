import type { EventEmitter } from 'node:events';
import { getHeapStatistics } from 'node:v8';
import { returnMemory } from './workers/return-memory.ts';

/** Requests in that time that are no use to speak of, such as those of a load balancer that asks whether the hub is ready. */
const FEW_REQUESTS = 5;
const GROWTH_BYTES = 16 * 1024 * 1024;
/** To give memory back holds the thread, the longer the more there is: it is quiet for so many times as long before that. */
const QUIET_SHARE = 100;

/** Gives memory back when a hub is quiet that has grown: what the start took, and what each time of use took. */
export class MemoryAtRest {
  readonly #restMs: number;
  #timer: NodeJS.Timeout | undefined;
  #requests = 0;
  /** The size after memory was given back; before that, nothing was. */
  #bytes = 0;

  #quietSince = 0;
  /** How long it took the last time. */
  #tookMs = 0;

  /** @param restMs how often it is looked, and how long the hub was quiet then, at least */
  constructor(restMs: number) {
    this.#restMs = restMs;
  }

  /** Looks at the size from now on, when this server is quiet. */
  watch(server: EventEmitter): void {
    server.on('request', () => this.#requests++);
    this.#quietSince = performance.now();
    this.#timer = setInterval(() => this.#look(), this.#restMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const now = performance.now();
    const isQuiet = this.#requests <= FEW_REQUESTS;
    if (isQuiet && now - this.#quietSince < this.#tookMs * QUIET_SHARE) return;
    this.#requests = 0;
    this.#quietSince = now;
    if (isQuiet && heldBytes() > this.#bytes + GROWTH_BYTES) void this.#rest();
  }

  async #rest(): Promise<void> {
    const start = performance.now();
    await returnMemory();
    this.#tookMs = performance.now() - start;
    this.#bytes = heldBytes();
  }
}

/** What the engine holds for this thread, with garbage and free pages. */
function heldBytes(): number {
  const { total_physical_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}
