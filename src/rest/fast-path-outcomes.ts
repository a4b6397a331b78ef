import type { IncomingMessage } from 'node:http';
import type { AtOnce, ConvertedDocument, EmbeddedDocument } from '../documents/documents.ts';

/** What came of the document of a request that the fast path could not answer. */
export interface FastPathOutcome {
  readonly embedded?: AtOnce<EmbeddedDocument>;
  readonly converted?: AtOnce<ConvertedDocument>;
}

const outcomes = new WeakMap<IncomingMessage, FastPathOutcome>();

/** Passes an outcome to the full pipeline, which does not do the work again. */
export function handOnOutcome(request: IncomingMessage, outcome: FastPathOutcome): void {
  outcomes.set(request, outcome);
}

/** What the fast path made of the document of a request; undefined when it did not get so far. */
export function outcomeOf(request: IncomingMessage): FastPathOutcome | undefined {
  return outcomes.get(request);
}
