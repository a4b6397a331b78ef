import type { Documents, Output } from '../documents/documents.ts';
import { HubError } from '../errors.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';

/** What the resolvers of one request share. Plain members only: Apollo copies it, and would run getters. */
export interface GraphqlContext {
  readonly documents: Documents;
  /** The vocabulary, the same version for the whole request. @throws HubError `registry-unavailable` */
  readonly vocabulary: () => Vocabulary;
  /** Counts one document against the client's allowance. @throws HubError `rate-limited` */
  readonly chargeDocumentRequest: () => Promise<void>;
  /** Aborted when the client goes away and when it has its answer. */
  readonly signal: AbortSignal;
  /** Found again in the log; shown to the client when an error is masked. */
  readonly requestId: string;
  readonly outputs: AnsweredOutputs;
}

/** The converted documents of one answer: bounded together, and freed whether the query selected their text or not. */
export class AnsweredOutputs {
  private readonly opened: Output[] = [];
  private readonly maxBytes: number;
  private takenBytes = 0;
  private disposed = false;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** Takes over the duty of freeing the output. Call the result for its text: it is read once, however many aliases ask. */
  own(output: Output): () => Promise<string> {
    // GraphQL answers as soon as one field has failed for good; its neighbours may still come with theirs.
    if (this.disposed) output.dispose();
    else this.opened.push(output);
    let text: Promise<string> | undefined;
    return () => (text ??= this.read(output));
  }

  private async read(output: Output): Promise<string> {
    if (this.takenBytes + output.size > this.maxBytes) {
      throw new HubError(
        'answer-too-large',
        `The documents of this answer are larger than ${this.maxBytes} bytes together.`,
        {
          hint: 'Use POST /api/semantic, /api/rdf or /api/json-to-rdf, which stream, or maxArrayItems for a sample.',
        },
      );
    }
    this.takenBytes += output.size;
    return output.text(this.maxBytes);
  }

  dispose(): void {
    this.disposed = true;
    for (const output of this.opened) output.dispose();
  }
}
