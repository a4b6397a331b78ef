import type { FindingCode } from '../../check/finding-codes.ts';
import { FindingLog } from '../../check/findings.ts';
import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import type { Batch, BatchFacts, Failure, Plan } from './batch.ts';
import { BatchConverter } from './convert-batch.ts';
import { FrameWriter } from './message-frames.ts';

/** Converts batches of messages, each into a result of its own. */
export class MessagesConverter {
  readonly #converter: BatchConverter;
  readonly #frames: FrameWriter;
  readonly #maxResultBytes: number;
  /** Of the message at hand. */
  #resultBytes = 0;

  /** @param write gets the results as `FrameReader` reads them; it may not keep the bytes */
  constructor(plan: Plan, lexicon: Lexicon, write: (bytes: Uint8Array) => void) {
    this.#maxResultBytes = plan.messages!.maxResultBytes;
    this.#frames = new FrameWriter(write);
    this.#converter = new BatchConverter(plan, lexicon, (bytes) => {
      this.#resultBytes += bytes.length;
      // The conversion goes on, so that it leaves nothing half; its bytes are counted alone.
      if (this.#resultBytes <= this.#maxResultBytes) this.#frames.write(bytes);
      // They were copied.
      return true;
    });
  }

  /** Converts the messages of a batch. What is thrown is a bug. */
  run(batch: Batch): BatchFacts {
    const failures: Failure[] = [];
    const failedMessages: number[] = [];
    const warnings: Partial<Record<FindingCode, number>> = {};
    let triples = 0;
    let from = 0;
    for (const [i, length] of batch.lengths!.entries()) {
      const facts = this.#runOne({ ...batch, layout: 'whole', bytes: batch.bytes.subarray(from, from + length) });
      from += length;
      triples += facts.triples;
      for (const [code, count] of Object.entries(facts.warnings) as [FindingCode, number][])
        warnings[code] = (warnings[code] ?? 0) + count;
      for (const failure of facts.failures) {
        failures.push(failure);
        failedMessages.push(i);
      }
    }
    return {
      file: batch.file,
      documents: batch.lengths!.length,
      failed: failures.length,
      triples,
      failures,
      failedMessages,
      warnings,
      found: new FindingLog().finish(),
      report: '',
      deadLetters: [],
      endsInput: false,
      unmapped: 0,
      stopped: false,
    };
  }

  #runOne(message: Batch): Pick<BatchFacts, 'triples' | 'warnings' | 'failures'> {
    this.#resultBytes = 0;
    const facts = this.#converter.run(message);
    const isTooLarge = facts.failed === 0 && this.#resultBytes > this.#maxResultBytes;
    this.#frames.end(facts.failed > 0 || isTooLarge);
    return isTooLarge ? { triples: 0, warnings: {}, failures: [this.#tooLarge(message.file)] } : facts;
  }

  #tooLarge(file: string): Failure {
    const [size, most] = [this.#resultBytes, this.#maxResultBytes].map((bytes) => bytes.toLocaleString('en'));
    const message = `The result has ${size} bytes, and ${most} are the most of one. Send smaller documents, choose a shorter format (--to ttl), or raise --max-result-bytes as far as the receiver takes it.`;
    return { file, line: null, column: null, code: 'answer-too-large', message, details: {} };
  }
}
