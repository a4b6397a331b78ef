import { Worker } from 'node:worker_threads';
import { moduleBeside } from '../../workers/module.ts';
import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import type { Batch, BatchFacts, WorkerThreadData, Plan } from './batch.ts';
import { createRing, RingReader } from './ring.ts';

/** Batches that a worker has at a time: one under way and one that waits, so that none is idle. */
const BATCHES_EACH = 2;

/** The outcome of a batch, in the order of the input. */
export interface Turn {
  /** Hands the output over, piece by piece; the bytes may not be kept. Resolves when all of it was taken. */
  drain(write: (bytes: Uint8Array) => Promise<void>): Promise<BatchFacts>;
}

/** Threads that convert batches side by side, with bounded input, output and memory on the way. */
export class WorkerPool {
  readonly #members: Member[];
  #wakeSubmitter: () => void = () => {};

  constructor(jobs: number, plan: Plan, lexicon: Lexicon) {
    this.#members = Array.from({ length: jobs }, () => new Member(plan, lexicon, () => this.#wakeSubmitter()));
  }

  /** Hands a batch to the thread that has least to do; waits while all have enough. The batch can't be read afterwards. */
  async submit(batch: Batch): Promise<Turn> {
    for (;;) {
      const member = this.#members.reduce((least, other) => (other.load < least.load ? other : least));
      if (member.load < BATCHES_EACH) return member.begin(batch);
      await new Promise<void>((resolve) => (this.#wakeSubmitter = resolve));
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#members.map((member) => member.stop()));
  }
}

class Member {
  /** Batches that are not drained yet. */
  load = 0;
  readonly #worker: Worker;
  readonly #reader: RingReader;
  readonly #facts: BatchFacts[] = [];
  readonly #onRoom: () => void;
  #turns = 0;
  #fault: Error | null = null;
  #wake: () => void = () => {};

  constructor(plan: Plan, lexicon: Lexicon, onRoom: () => void) {
    const ring = createRing();
    this.#onRoom = onRoom;
    this.#reader = new RingReader(ring);
    const workerData: WorkerThreadData = { plan, lexicon, ring };
    const { filename, execArgv } = moduleBeside('worker', import.meta.url);
    this.#worker = new Worker(filename, { workerData, execArgv: [...execArgv] });
    this.#worker.on('message', (facts: BatchFacts | null) => {
      if (facts !== null) this.#facts.push(facts);
      this.#wake();
    });
    this.#worker.on('error', (error: Error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('a worker thread ended')));
  }

  begin(batch: Batch): Turn {
    const turn = this.#turns++;
    this.load++;
    this.#worker.postMessage(batch, [batch.bytes.buffer]);
    return { drain: (write) => this.#drain(turn, write) };
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  async #drain(turn: number, write: (bytes: Uint8Array) => Promise<void>): Promise<BatchFacts> {
    for (;;) {
      const bytes = this.#reader.peek(turn);
      if (bytes === null) break;
      if (bytes.length > 0) {
        await write(bytes);
        this.#reader.release(bytes.length);
      } else if (!this.#reader.listen(turn)) await this.#word();
    }
    while (this.#facts.length === 0) await this.#word();
    this.load--;
    this.#onRoom();
    return this.#facts.shift()!;
  }

  /** Resolves when the thread says something. */
  #word(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#wake = () => (this.#fault === null ? resolve() : reject(this.#fault));
      if (this.#fault !== null) reject(this.#fault);
    });
  }

  #fail(error: Error): void {
    this.#fault ??= error;
    this.#wake();
  }
}
