import type { AtOnce, Documents } from '../documents/documents.ts';
import { HubError } from '../errors.ts';

/** A document that was worked on, or refused. */
export interface CountedDocument {
  readonly operation: 'embed' | 'convert' | 'restore' | 'check';
  /** Of a conversion the format of RDF; null for the others. */
  readonly format: string | null;
  /** `ok`, or the code of the error. */
  readonly outcome: string;
  /** Of what came. */
  readonly bytes: number;
  /** The wait for a worker included. */
  readonly seconds: number;
  /** 0 for all but conversions. */
  readonly triples: number;
}

/** What is known of a document before the work on it. */
interface Begun extends Pick<CountedDocument, 'operation' | 'format' | 'bytes'> {
  /** What `performance.now()` was. */
  readonly startedAt: number;
}

/** The use cases of documents, each of which is counted once, whichever door it comes by. */
export function countDocuments(documents: Documents, count: (counted: CountedDocument) => void): Documents {
  const counted = async <T>(begun: Begun, run: () => Promise<T>, triplesOf: (done: T) => number): Promise<T> => {
    try {
      const done = await run();
      count(endedOf(begun, 'ok', triplesOf(done)));
      return done;
    } catch (error) {
      count(endedOf(begun, outcomeOf(error), 0));
      throw error;
    }
  };
  const countedAtOnce = <T>(begun: Begun, run: () => AtOnce<T>, triplesOf: (done: T) => number): AtOnce<T> => {
    const attempt = run();
    // A worker does it, and is counted then.
    if (attempt.kind === 'not-small') return attempt;
    count(
      attempt.kind === 'done'
        ? endedOf(begun, 'ok', triplesOf(attempt.document))
        : endedOf(begun, outcomeOf(attempt.error), 0),
    );
    return attempt;
  };
  return {
    checkSource: (name) => documents.checkSource(name),
    embedAtOnce: (body, options) =>
      countedAtOnce(begunOf('embed', body), () => documents.embedAtOnce(body, options), none),
    convertAtOnce: (body, options) =>
      countedAtOnce(begunOf('convert', body, options.format), () => documents.convertAtOnce(body, options), triples),
    embed(body, options, caller, atOnce) {
      const run = () => documents.embed(body, options, caller, atOnce);
      return hasEnded(atOnce) ? run() : counted(begunOf('embed', body), run, none);
    },
    convert(body, options, caller, atOnce) {
      const run = () => documents.convert(body, options, caller, atOnce);
      return hasEnded(atOnce) ? run() : counted(begunOf('convert', body, options.format), run, triples);
    },
    restore: (body, options, caller) =>
      counted(begunOf('restore', body), () => documents.restore(body, options, caller), none),
    check: (body, options, caller) =>
      counted(begunOf('check', body), () => documents.check(body, options, caller), none),
  };
}

/** The body is handed over, so that its length has to be known before. */
function begunOf(operation: CountedDocument['operation'], { length }: Uint8Array, format: string | null = null): Begun {
  return { operation, format, bytes: length, startedAt: performance.now() };
}

/** Written out, since V8 takes five microseconds for an object that is spread into one with more members. */
function endedOf(begun: Begun, outcome: string, triples: number): CountedDocument {
  const { operation, format, bytes, startedAt } = begun;
  return { operation, format, bytes, outcome, seconds: (performance.now() - startedAt) / 1000, triples };
}

/** An attempt that has come to an end was counted then. */
function hasEnded(atOnce: AtOnce<unknown> | undefined): boolean {
  return atOnce !== undefined && atOnce.kind !== 'not-small';
}

const none = (): number => 0;
const triples = (converted: { readonly triples: number }): number => converted.triples;

function outcomeOf(error: unknown): string {
  return error instanceof HubError ? error.code : 'internal';
}
