import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { HubError, type ErrorCode } from '../../errors.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { FairSemaphore, type Caller } from '../../streaming/fair-semaphore.ts';
import { startableModule } from '../../workers/module.ts';
import { startThread } from '../../workers/thread-pool.ts';
import type { Changes } from './changes.ts';
import type { TripleColumns } from '../triple-columns.ts';
import type { LineChange } from './archive.ts';
import type { StoredVersion } from './version-content.ts';

export interface ComparisonTask {
  readonly hub: HubNamespaces;
  /** Null compares with nothing. */
  readonly before: StoredVersion | null;
  readonly after: StoredVersion;
  /** How both differ from triples that are known, where that is known without reading them; then they are not read. */
  readonly known?: { readonly triples: TripleColumns; readonly before: LineChange; readonly after: LineChange };
}

/** Why a comparison is refused. */
export interface ComparisonRefusal {
  readonly code: ErrorCode;
  readonly message: string;
}

/** What the thread gets: the task, and where what it finds is sent to. It sends each piece when the one before was taken. */
export interface ComparisonOrder extends ComparisonTask {
  readonly port: MessagePort;
  /** For the text of `writeChanges` in one piece; null for the changes themselves. */
  readonly head: object | null;
}

/** Of the changes as text all. */
export type WrittenPiece = { readonly kind: 'text'; readonly text: Uint8Array };

/** Some of what changed, of one kind: all of it together would be read in a second in which the hub does nothing else. */
export type ChangesPiece = {
  readonly [Kind in keyof Changes]: { readonly kind: Kind; readonly entries: Changes[Kind] };
}[keyof Changes];

const WORKER = startableModule('vocabulary/versions/compare-worker');
const MAX_WAITING = 32;
const MEMORY_MB = 512;
const COMMON_TRIPLES = 500_000;
/** What is more than a common vocabulary may take so long: a text of a gigabyte is decompressed and read in half a minute. */
const MS_PER_TRIPLE = 0.03;
const BYTES_PER_TRIPLE = 180;

export interface ComparisonTiming {
  /** The longest that a comparison may wait, and take: a few seconds are usual. */
  readonly comparisonQueueMs: number;
  readonly comparisonMs: number;
  /** How long the thread is kept when there is nothing to do. */
  readonly comparisonIdleMs: number;
}

/** Compares versions in a thread, one comparison at a time; the thread ends when there is nothing to do for a while. */
export class ComparisonThread {
  readonly #timing: ComparisonTiming;
  readonly #turns: FairSemaphore;
  #pool: Piscina<ComparisonOrder, ComparisonRefusal | null> | null = null;

  constructor(timing: ComparisonTiming) {
    this.#timing = timing;
    this.#turns = new FairSemaphore({
      places: 1,
      maxWaiting: MAX_WAITING,
      maxWaitMs: timing.comparisonQueueMs,
      busy: (retryAfterSeconds) =>
        new HubError('converter-busy', `Too many versions wait to be compared. Try again in ${retryAfterSeconds} s.`, {
          retryAfterSeconds,
        }),
    });
  }

  /**
   * What changed, once it is the caller's turn; ended when its signal is aborted.
   *
   * @param prepare makes the task in that moment
   * @throws HubError `converter-busy`, `conversion-timeout`, and what `prepare` throws
   * @throws the reason of the signal
   */
  async compare(caller: Caller, prepare: () => Promise<ComparisonTask>): Promise<Changes> {
    const changes = { added: [], changed: [], deprecated: [], removed: [], others: [] } as {
      [Kind in keyof Changes]: Changes[Kind][number][];
    };
    await this.#runInTurn(caller, prepare, null, (piece) => {
      if (piece.kind !== 'text') (changes[piece.kind] as unknown[]).push(...piece.entries);
    });
    return changes;
  }

  /** The same as `writeChanges` has it, written in the thread: as objects it would be here too, and takes three times the memory. @throws as `compare` */
  async write(caller: Caller, head: object, prepare: () => Promise<ComparisonTask>): Promise<Uint8Array> {
    let written: Uint8Array = new Uint8Array(0);
    await this.#runInTurn(caller, prepare, head, (piece) => {
      if (piece.kind === 'text') written = piece.text;
    });
    return written;
  }

  async #runInTurn(
    caller: Caller,
    prepare: () => Promise<ComparisonTask>,
    head: object | null,
    take: (piece: ChangesPiece | WrittenPiece) => void,
  ): Promise<void> {
    const leave = await this.#turns.enter(caller);
    try {
      await this.#run(await prepare(), head, take, caller.signal);
    } finally {
      leave();
    }
  }

  async close(): Promise<void> {
    await this.#pool?.destroy();
    this.#pool = null;
  }

  async #run(
    task: ComparisonTask,
    head: object | null,
    take: (piece: ChangesPiece | WrittenPiece) => void,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const comparisonMs = this.#timing.comparisonMs + msToRead(task);
    const deadline = AbortSignal.timeout(comparisonMs);
    const { port1: port, port2 } = new MessageChannel();
    port.on('message', (piece: ChangesPiece | WrittenPiece) => {
      take(piece);
      // Others have the thread before the next one comes.
      setImmediate(() => port.postMessage(null));
    });
    try {
      const refusal = await this.#thread().run(
        { ...task, head, port: port2 },
        {
          transferList: [port2],
          signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
        },
      );
      if (refusal !== null) throw new HubError(refusal.code, refusal.message);
    } catch (error) {
      signal?.throwIfAborted();
      if (!deadline.aborted) throw error;
      const words = `To compare ${sizeOf(task)} took longer than ${comparisonMs / 1000} s, which is the limit, and was ended. Try again when the hub has less to do, or compare dumps of the versions.`;
      throw new HubError('conversion-timeout', words, {}, error);
    } finally {
      port.close();
    }
  }

  #thread(): Piscina<ComparisonOrder, ComparisonRefusal | null> {
    this.#pool ??= startThread(WORKER, { idleMs: this.#timing.comparisonIdleMs, memoryMb: MEMORY_MB });
    return this.#pool;
  }
}

/** How long it may take besides where there is much to read: the time that a comparison has is that of common vocabularies. */
function msToRead({ before, after, known }: ComparisonTask): number {
  const read = known === undefined ? [before, after] : [after];
  return read.reduce((sum, stored) => sum + (stored === null ? 0 : msToReadVersion(stored)), 0);
}

function msToReadVersion({ content }: StoredVersion): number {
  const bytes = typeof content === 'string' ? content.length : 'path' in content ? content.bytes : null;
  const triples = bytes === null ? (content as TripleColumns).object.length : bytes / BYTES_PER_TRIPLE;
  return Math.round(Math.max(0, triples - COMMON_TRIPLES) * MS_PER_TRIPLE);
}

/** What is compared, as people count it. */
function sizeOf({ before, after }: ComparisonTask): string {
  return [before, after].flatMap((stored) => (stored === null ? [] : [sizeOfVersion(stored)])).join(' with ');
}

function sizeOfVersion({ content }: StoredVersion): string {
  const million = (count: number): string => (count / 1e6).toFixed(1);
  if (typeof content === 'string') return `a version of ${million(content.length)} MB`;
  return 'path' in content
    ? `a version of ${million(content.bytes)} MB`
    : `a version of ${content.object.length.toLocaleString('en')} triples`;
}
