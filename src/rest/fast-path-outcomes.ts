import type { IncomingMessage } from 'node:http';
import type { AtOnce, ConvertedDocument, EmbeddedDocument } from '../documents/documents.ts';

/** The outcome for the document of a request that the fast path could not answer. */
export interface Attempt {
  readonly embedded?: AtOnce<EmbeddedDocument>;
  readonly converted?: AtOnce<ConvertedDocument>;
}

const attempts = new WeakMap<IncomingMessage, Attempt>();

/** Passes an attempt to the full pipeline, which does not repeat it. */
export function handOnAttempt(request: IncomingMessage, attempt: Attempt): void {
  attempts.set(request, attempt);
}

/** The attempt that the fast path made for a request; undefined when it made none. */
export function attemptOf(request: IncomingMessage): Attempt | undefined {
  return attempts.get(request);
}
