import type { ExecutionResult } from 'graphql';

/** A line that readers pass over. It has the head of an answer sent, and proxies see that the stream is there. */
const COMMENT = ':\n\n';
/** No more results come. The empty field is for browsers, which else would not tell (graphql-sse, protocol, `complete`). */
const COMPLETE = 'event: complete\ndata: \n\n';

interface EventStreamOptions {
  readonly beatMs: number;
  /** Aborted when the hub stops. A stream ends without a word then, so that its client goes on at another hub. */
  readonly stopping: AbortSignal;
}

/** One result as a stream of events. @param json has no line end but at its end */
export async function* eventsOfResult(json: string): AsyncGenerator<string, void, undefined> {
  yield next(json.trimEnd());
  yield COMPLETE;
}

/** Results as server-sent events, in the form of the protocol GraphQL over SSE, in its mode of distinct connections. */
export async function* eventsOf(
  results: AsyncIterator<ExecutionResult>,
  { beatMs, stopping }: EventStreamOptions,
): AsyncGenerator<string, void, undefined> {
  try {
    yield COMMENT;
    let coming = results.next();
    for (;;) {
      const step = await withinBeat(coming, beatMs);
      if (step === null) {
        yield COMMENT;
        continue;
      }
      if (step.done === true) break;
      yield next(JSON.stringify(step.value));
      // Not before that was taken: who reads slowly is told once of all that comes meanwhile.
      coming = results.next();
    }
    if (!stopping.aborted) yield COMPLETE;
  } finally {
    await results.return?.();
  }
}

function next(json: string): string {
  return `event: next\ndata: ${json}\n\n`;
}

/** Null when the beat comes first. */
async function withinBeat<T>(coming: Promise<T>, beatMs: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const beat = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), beatMs);
  });
  try {
    return await Promise.race([coming, beat]);
  } finally {
    clearTimeout(timer);
  }
}
