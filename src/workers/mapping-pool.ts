import type { Output } from '../streaming/output.ts';
import {
  convertedDocument,
  embeddedDocument,
  restoredDocuments,
  type ConvertedDocument,
  type EmbeddedDocument,
  type RestoredDocuments,
} from './mapped-document.ts';
import { HubError } from '../errors.ts';
import type { DocumentCheck } from '../check/check-document.ts';
import type {
  CheckTaskOptions,
  ConvertTaskOptions,
  DocumentTask,
  EmbedTaskOptions,
  MappingFacts,
  MappingResult,
  RestoreTaskOptions,
} from './mapping-task.ts';
import type { SpoolPlace } from '../streaming/spool-place.ts';
import type { Spool } from '../streaming/spool.ts';
import { FairSemaphore, type Caller } from '../streaming/fair-semaphore.ts';
import { EndedThreadError, WorkerThreads, type LexiconVersion } from './worker-threads.ts';

interface PoolTiming {
  /** The longest that a document may wait. */
  readonly queueMs: number;
  /** What waiting and converting may take beyond one conversion: who waited for longer has less time, and an answer all the same. */
  readonly waitedMs: number;
  /** How long a document may go on whose client is gone. */
  readonly abandonedMs: number;
  /** How long nothing was converted when threads give back their memory. */
  readonly restMs: number;
  /** How long a worker that has nothing to do is kept, unless it is the last one. */
  readonly workerIdleMs: number;
}

export interface MappingPoolOptions {
  readonly workers: number;
  /** Documents that may wait. */
  readonly queue: number;
  readonly timing: PoolTiming;
  /** What one conversion may take. */
  readonly timeoutMs: number;
  /** The heap of one worker. */
  readonly memoryMb: number;
  /** The module that the workers run; the mapping when not given. */
  readonly workerModule?: URL | undefined;
}

/** What holds for a document that is inside. */
interface Inside {
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal | undefined;
  readonly allowedMs: number;
  /** Is called when its thread was ended, with what resolves when that is gone. */
  readonly onEnded: (gone: Promise<unknown>) => void;
}

/** Runs the mapping in worker threads: bounded in number, in queue, in time and in memory. */
export class MappingPool {
  private readonly options: MappingPoolOptions;
  private readonly spool: Spool;
  private readonly semaphore: FairSemaphore;
  private readonly threads: WorkerThreads;
  private resting: NodeJS.Timeout | undefined;

  constructor(options: MappingPoolOptions, spool: Spool) {
    this.options = options;
    this.spool = spool;
    this.threads = new WorkerThreads({ ...options, spool: spool.share });
    const { workers, queue, timing } = options;
    this.semaphore = new FairSemaphore({ places: workers, maxWaiting: queue, maxWaitMs: timing.queueMs });
  }

  /** Resolves when a worker has loaded its code and this lexicon; others start when as many documents are converted at a time. */
  async warm(lexicon: LexiconVersion): Promise<void> {
    await this.threads.warm(lexicon);
  }

  /** How many threads there are that hold the current version of the lexicon. */
  get threadCount(): number {
    return this.threads.count;
  }

  get load(): { readonly inside: number; readonly waiting: number } {
    return this.semaphore.load;
  }

  /**
   * Embeds in a worker. The body's memory is handed over: it can't be read afterwards.
   *
   * @throws HubError those of `embedSemantic`, `converter-busy`, `conversion-timeout`, `conversion-failed`
   */
  async embed(
    body: Uint8Array,
    options: EmbedTaskOptions,
    lexicon: LexiconVersion,
    caller: Caller,
  ): Promise<EmbeddedDocument> {
    const { facts, output } = await this.run(
      (place) => ({ kind: 'embed', body: ownMemory(body), options, place }),
      lexicon,
      caller,
    );
    return embeddedDocument(facts, output);
  }

  /**
   * Converts in a worker. The body's memory is handed over: it can't be read afterwards.
   *
   * @throws HubError those of `convertDocument`, `answer-too-large`, `converter-busy`, `conversion-timeout`, `conversion-failed`
   */
  async convert(
    body: Uint8Array,
    options: ConvertTaskOptions,
    lexicon: LexiconVersion,
    caller: Caller,
  ): Promise<ConvertedDocument> {
    const { facts, output } = await this.run(
      (place) => ({ kind: 'convert', body: ownMemory(body), options, place }),
      lexicon,
      caller,
    );
    return convertedDocument(facts, output);
  }

  /**
   * Restores the documents of a graph in a worker. The body's memory is handed over: it can't be read afterwards.
   *
   * @throws HubError those of `restoreGraph`, `answer-too-large`, `converter-busy`, `conversion-timeout`, `conversion-failed`
   */
  async restore(
    body: Uint8Array,
    options: RestoreTaskOptions,
    lexicon: LexiconVersion,
    caller: Caller,
  ): Promise<RestoredDocuments> {
    const { facts, output } = await this.run(
      (place) => ({ kind: 'restore', body: ownMemory(body), options, place }),
      lexicon,
      caller,
    );
    return restoredDocuments(facts, output);
  }

  /**
   * Checks a document in a worker. The body's memory is handed over: it can't be read afterwards.
   *
   * @throws HubError `invalid-option`, `unknown-unit`, `unit-families-differ`, `converter-busy`, `conversion-timeout`, `conversion-failed`
   */
  async check(
    body: Uint8Array,
    options: CheckTaskOptions,
    lexicon: LexiconVersion,
    caller: Caller,
  ): Promise<DocumentCheck> {
    const { facts, output } = await this.run(
      (place) => ({ kind: 'check', body: ownMemory(body), options, place }),
      lexicon,
      caller,
    );
    output.dispose();
    if (facts.kind !== 'check') throw new Error(`a check answered with the facts of ${facts.kind}`);
    return facts.check;
  }

  /** Ends every thread, whatever it is doing. */
  async stop(): Promise<void> {
    clearTimeout(this.resting);
    await this.threads.stop();
  }

  private async run(
    taskAt: (place: SpoolPlace) => DocumentTask,
    lexicon: LexiconVersion,
    caller: Caller,
  ): Promise<{ facts: MappingFacts; output: Output }> {
    const cameAt = performance.now();
    const leave = await this.semaphore.enter(caller);
    let gone: Promise<unknown> | undefined;
    try {
      const waitedMs = performance.now() - cameAt;
      const { timeoutMs, timing } = this.options;
      const allowedMs = Math.min(timeoutMs, Math.max(timeoutMs / 2, timeoutMs + timing.waitedMs - waitedMs));
      const place = this.spool.newPlace();
      const onEnded = (thread: Promise<unknown>): void => void (gone = thread);
      const result = await this.runInside(taskAt(place), lexicon, { signal: caller.signal, allowedMs, onEnded });
      if (result.outcome === 'done') {
        return { facts: result.facts, output: await this.spool.collect(place, result.written) };
      }
      this.spool.release(place);
      if (result.outcome === 'refused') throw new HubError(result.code, result.message, result.details, result.cause);
      throw Object.assign(new Error(result.message), { stack: result.stack });
    } finally {
      const end = (): void => {
        leave();
        this.restSoon();
      };
      // The memory of a thread that was ended is taken until it is gone: the next document waits for that.
      if (gone === undefined) end();
      else void gone.then(end);
    }
  }

  /** After the last of many documents, each thread gives back what they took. */
  private restSoon(): void {
    clearTimeout(this.resting);
    if (this.semaphore.load.inside > 0) return;
    this.resting = setTimeout(() => {
      if (this.semaphore.load.inside > 0) return;
      this.threads.rest();
    }, this.options.timing.restMs).unref();
  }

  /** Leaves the task's place abandoned when it throws. */
  private async runInside(
    task: DocumentTask,
    lexicon: LexiconVersion,
    { signal, allowedMs, onEnded }: Inside,
  ): Promise<MappingResult> {
    const killing = new AbortController();
    const kill = (): void => killing.abort();
    let timer = setTimeout(kill, allowedMs);
    const onGone = (): void => {
      clearTimeout(timer);
      timer = setTimeout(kill, this.options.timing.abandonedMs);
    };
    signal?.addEventListener('abort', onGone, { once: true });
    try {
      const result = await this.threads.run(task, lexicon, killing.signal);
      signal?.throwIfAborted();
      return result;
    } catch (error) {
      this.spool.abandon(task.place);
      if (error instanceof EndedThreadError) onEnded(error.gone);
      throw this.threadError(error, killing.signal.aborted ? allowedMs : null, signal);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onGone);
    }
  }

  /** `killedAfterMs` is null when the thread ended by itself. */
  private threadError(error: unknown, killedAfterMs: number | null, signal: AbortSignal | undefined): unknown {
    if (signal?.aborted === true) return signal.reason;
    if (killedAfterMs !== null) {
      return new HubError(
        'conversion-timeout',
        `The document took longer than ${Math.round(killedAfterMs / 100) / 10} s and was given up.`,
        {
          hint: 'Convert a sample with maxArrayItems, or split the document.',
          retryAfterSeconds: 30,
        },
      );
    }
    return new HubError(
      'conversion-failed',
      'The worker that had this document ended before it was done, for want of memory perhaps. Other documents are not concerned.',
      { hint: 'Convert a sample with maxArrayItems, or split the document.', retryAfterSeconds: 30 },
      error,
    );
  }
}

/** The bytes in memory that holds nothing else, so that handing it over takes nothing from others. */
function ownMemory(body: Uint8Array): Uint8Array {
  const isAlone = body.byteLength === body.buffer.byteLength && !Buffer.isBuffer(body);
  return isAlone ? body : new Uint8Array(body);
}
