import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import { joinBytes } from '../../join-bytes.ts';
import type { Failure, Plan } from '../documents/batch.ts';
import { FrameReader } from '../documents/message-frames.ts';
import { WorkerPool } from '../documents/worker-pool.ts';

/** Documents that are being converted. */
export interface MessageTurn {
  /**
   * Hands over the results in the order of the documents, null for those that failed; resolves to the failures by the number of their
   * document. Turns have to be drained in the order in which they were submitted.
   *
   * @param onResult answers a promise where the next result has to wait
   */
  drain(onResult: (result: Uint8Array | null) => Promise<void> | undefined): Promise<ReadonlyMap<number, Failure>>;
}

/** Threads that convert documents into results by one version of the vocabulary. */
export class MessagePool {
  /** IRI of the version. */
  readonly vocabulary: string;
  readonly #pool: WorkerPool;

  constructor(plan: Plan, lexicon: Lexicon, threads: number) {
    this.vocabulary = lexicon.versionIri;
    this.#pool = new WorkerPool({ threads, plan, lexicon, output: null, between: '' });
  }

  /** Begins to convert documents; waits while the threads have enough to do. */
  async submit(documents: readonly Uint8Array[]): Promise<MessageTurn> {
    const turn = await this.#pool.submit({
      file: '',
      layout: 'messages',
      // Its own memory, for it is handed over.
      bytes: joinBytes(documents),
      lengths: documents.map(({ length }) => length),
      firstSlot: 0,
      firstLine: 1,
      firstByte: 0,
      table: null,
    });
    return {
      async drain(onResult) {
        const reader = new FrameReader();
        const { failures, failedMessages } = await turn.drain(async (bytes) => {
          for (const result of reader.read(bytes)) {
            const waiting = onResult(result);
            if (waiting !== undefined) await waiting;
          }
        });
        return new Map(failedMessages!.map((number, i) => [number, failures[i]!]));
      },
    };
  }

  /** Ends the threads. */
  stop(): Promise<void> {
    return this.#pool.stop();
  }
}
