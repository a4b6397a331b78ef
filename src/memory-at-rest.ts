import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getHeapStatistics } from 'node:v8';
import { returnMemory } from './workers/return-memory.ts';

const MEBIBYTE = 1024 * 1024;
const GROWTH_BYTES = 16 * MEBIBYTE;
/** To give memory back holds the thread so long for each byte, until it is known how long it does. */
const FIRST_MS_A_BYTE = 1 / MEBIBYTE;
/** It is quiet for so many times as long before that: one in fifty of those who come again then waits, for half of it. */
const QUIET_SHARE = 50;
const LOOKS_A_QUIET = 5;
/** What programs ask for at intervals, day and night, and do not wait for. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);
/** How a server tells of a request. */
const REQUEST_EVENTS = ['request', 'checkContinue', 'checkExpectation'] as const;

interface MemoryAtRestOptions {
  /** How long nothing was asked before memory is given back, at least. */
  readonly quietMs: number;
  /** Collects garbage and gives pages back; those of this thread unless given. */
  readonly giveBack?: () => Promise<void>;
  /** What the thread holds; that of the engine unless given. */
  readonly heldBytes?: () => number;
}

/**
 * Gives memory back when a hub is quiet that has grown: what the start took, and what each time of use took. Nobody is kept waiting for that
 * who reads: no request is open then, and none was for some seconds, the more the longer it takes.
 */
export class MemoryAtRest {
  readonly #quietMs: number;
  readonly #giveBack: () => Promise<void>;
  readonly #heldBytes: () => number;
  #timer: NodeJS.Timeout | undefined;
  readonly #open = new Set<ServerResponse>();
  /** When a request came or was answered last; null while none has. */
  #usedAt: number | null = null;
  #startedAt = 0;
  /** The size after memory was given back; before that, nothing was. */
  #bytes = 0;
  /** How long it took the last time. */
  #msAByte = FIRST_MS_A_BYTE;

  /** @param server one that has had no request yet */
  constructor(
    server: EventEmitter,
    { quietMs, giveBack = returnMemory, heldBytes = bytesOfThread }: MemoryAtRestOptions,
  ) {
    this.#quietMs = quietMs;
    this.#giveBack = giveBack;
    this.#heldBytes = heldBytes;
    for (const event of REQUEST_EVENTS) server.on(event, this.#note);
  }

  /** Looks at the size from now on. */
  start(): void {
    this.#startedAt = performance.now();
    this.#timer = setInterval(() => void this.#look(), this.#quietMs / LOOKS_A_QUIET).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  readonly #note = ({ url = '' }: IncomingMessage, response: ServerResponse): void => {
    if (PROBES.has(url.split('?', 1)[0]!)) return;
    this.#usedAt = performance.now();
    this.#open.add(response);
    response.once('close', () => {
      this.#open.delete(response);
      this.#usedAt = performance.now();
    });
  };

  async #look(): Promise<void> {
    if (this.#isInUse()) return;
    const held = this.#heldBytes();
    if (held <= this.#bytes + GROWTH_BYTES) return;
    const start = performance.now();
    if (start - this.#startedAt < this.#quietMs) return;
    // Somebody who has not been there comes when they come, however long that waits.
    if (this.#usedAt !== null && start - this.#usedAt < this.#quietAfterUse(held)) return;
    await this.#giveBack();
    this.#msAByte = (performance.now() - start) / held;
    this.#bytes = this.#heldBytes();
  }

  #quietAfterUse(held: number): number {
    return Math.max(this.#quietMs, held * this.#msAByte * QUIET_SHARE);
  }

  #isInUse(): boolean {
    for (const response of this.#open) {
      // One that waited behind another one on a connection that broke is not told of its end.
      if (response.req.socket.destroyed) this.#open.delete(response);
      else if (!isStreamOfEvents(response)) return true;
    }
    return false;
  }
}

/** One has no end, and nobody notices when what it tells comes a moment later. */
function isStreamOfEvents(response: ServerResponse): boolean {
  return String(response.getHeader('content-type')).startsWith('text/event-stream');
}

/** What the engine holds for this thread, with garbage and free pages. */
function bytesOfThread(): number {
  const { total_physical_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}
