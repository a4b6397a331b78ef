import { Worker } from 'node:worker_threads';
import { threadEntry } from '../../workers/module.ts';
import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import type { Batch, BatchFacts, NumberedBatch, Plan, ThreadMessage, WorkerThreadData } from './batch.ts';
import type { Output } from '../shared/output.ts';
import { createOutputOrder, OutputOrder } from './output-order.ts';
import { createRing, RingReader } from './ring.ts';

/** Batches that a worker has at a time: one under way and one that waits, so that none is idle. */
const BATCHES_EACH = 2;

/** Half of what V8 takes by default: 30 MB less for each thread, at a few percent of its time. */
const LIMITS = { maxYoungGenerationSizeMb: 24 };

/** The outcome of a batch, in the order of the input. */
export interface Turn {
  /**
   * Resolves when the output of the batch is written: by its thread, or, where the output has no descriptor, piece by piece by `write`,
   * which may not keep the bytes.
   */
  drain(write: (bytes: Uint8Array) => Promise<void>): Promise<BatchFacts>;
}

/** What the pool needs of a run. */
export interface PoolOptions {
  readonly threads: number;
  readonly plan: Plan;
  readonly lexicon: Lexicon;
  /** Null for work that has none. */
  readonly output: Output | null;
  /** Stands between the outputs of two batches. */
  readonly between: string;
}

/** Threads that convert batches side by side, with bounded input, output and memory on the way. */
export class WorkerPool {
  readonly #most: number;
  readonly #start: () => Member;
  /** Those that were started: as many as there was work for. */
  readonly #members: Member[] = [];
  readonly #order: OutputOrder | null;
  #wakeSubmitter: () => void = () => {};
  #batches = 0;

  constructor({ threads, plan, lexicon, output, between }: PoolOptions) {
    const descriptor = output?.descriptor ?? null;
    const order = createOutputOrder();
    this.#order = descriptor === null ? null : new OutputOrder(order);
    const faultOf = (error: Error): Error => output?.faultOf(error) ?? error;
    this.#most = threads;
    this.#start = () => {
      const to = descriptor === null ? { ring: createRing() } : { descriptor, order, between };
      return new Member({ plan, lexicon, output: to }, () => this.#wakeSubmitter(), faultOf);
    };
  }

  /** Hands a batch to the thread that has least to do; waits while all have enough. The batch can't be read afterwards. */
  async submit(batch: Batch): Promise<Turn> {
    for (;;) {
      const member = this.#leastLoaded();
      if (member.load < BATCHES_EACH) return member.begin({ batch, number: this.#batches++ });
      await new Promise<void>((resolve) => (this.#wakeSubmitter = resolve));
    }
  }

  /** Takes the place of a batch that has no output. `facts` is asked for in its turn. */
  skip(facts: () => BatchFacts): Turn {
    const number = this.#batches++;
    return {
      drain: async () => {
        const told = facts();
        // All batches before it are drained, so that it is its turn.
        if (!told.stopped) this.#order?.pass(number);
        return told;
      },
    };
  }

  async stop(): Promise<void> {
    await Promise.all(this.#members.map((member) => member.stop()));
  }

  /** The thread that has least to do: one that has nothing, a new one, or once there are enough any. */
  #leastLoaded(): Member {
    const [first, ...others] = this.#members;
    if (first !== undefined) {
      const least = others.reduce((one, other) => (other.load < one.load ? other : one), first);
      if (least.load === 0 || this.#members.length === this.#most) return least;
    }
    const started = this.#start();
    this.#members.push(started);
    return started;
  }
}

class Member {
  /** Batches that are not drained yet. */
  load = 0;
  readonly #worker: Worker;
  /** Null when the thread writes its output itself. */
  readonly #reader: RingReader | null;
  readonly #facts: BatchFacts[] = [];
  readonly #onRoom: () => void;
  #turns = 0;
  #fault: Error | null = null;
  #wake: () => void = () => {};

  constructor(workerData: WorkerThreadData, onRoom: () => void, faultOf: (error: Error) => Error) {
    this.#onRoom = onRoom;
    this.#reader = 'ring' in workerData.output ? new RingReader(workerData.output.ring) : null;
    this.#worker = new Worker(threadEntry('cli/documents/worker'), {
      workerData,
      execArgv: [],
      resourceLimits: LIMITS,
    });
    this.#worker.on('message', (message: ThreadMessage) => {
      if ('fault' in message) {
        const { code, message: text } = message.fault;
        return this.#fail(faultOf(Object.assign(new Error(text), { code })));
      }
      if ('facts' in message) this.#facts.push(message.facts);
      this.#wake();
    });
    this.#worker.on('error', (error: Error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('a worker thread ended')));
  }

  begin(numbered: NumberedBatch): Turn {
    const turn = this.#turns++;
    this.load++;
    this.#worker.postMessage(numbered, [numbered.batch.bytes.buffer]);
    return { drain: (write) => this.#drain(turn, write) };
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  async #drain(turn: number, write: (bytes: Uint8Array) => Promise<void>): Promise<BatchFacts> {
    if (this.#reader !== null) await this.#empty(this.#reader, turn, write);
    while (this.#facts.length === 0) await this.#word();
    this.load--;
    this.#onRoom();
    return this.#facts.shift()!;
  }

  async #empty(reader: RingReader, turn: number, write: (bytes: Uint8Array) => Promise<void>): Promise<void> {
    for (let bytes = reader.peek(turn); bytes !== null; bytes = reader.peek(turn)) {
      if (bytes.length > 0) {
        await write(bytes);
        reader.release(bytes.length);
      } else if (!reader.listen(turn)) await this.#word();
    }
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
