import type { IncomingMessage } from 'node:http';
import type { AtOnce, ConvertedDocument, EmbeddedDocument } from '../documents/documents.ts';

/** What came of the document of a request that the fast path could not answer. */
export interface Attempt {
  readonly embedded?: AtOnce<EmbeddedDocument>;
  readonly converted?: AtOnce<ConvertedDocument>;
}

const attempts = new WeakMap<IncomingMessage, Attempt>();

/** Hands an attempt on to the full pipeline, which does not make it again. */
export function handOnAttempt(request: IncomingMessage, attempt: Attempt): void {
  attempts.set(request, attempt);
}

/** The attempt that was made at the document of a request before the full pipeline saw it; undefined when there was none. */
export function attemptOf(request: IncomingMessage): Attempt | undefined {
  return attempts.get(request);
}
