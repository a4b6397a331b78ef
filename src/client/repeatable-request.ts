import { concat } from './read-body.ts';
import { waitFor } from './waiting.ts';

/** A body of a `Request` is read this far, so that the request can be sent again; what is longer stays a stream. */
const MAX_KEPT_BYTES = 1024 * 1024;

/** The members of a `Request` that are passed to `fetch`, besides method, headers, body, redirect and signal. */
const OTHER_OPTIONS = ['cache', 'credentials', 'integrity', 'keepalive', 'mode', 'referrer', 'referrerPolicy'] as const;

/** A request as it can be sent, once or more often. */
export interface RepeatableRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly redirect: 'follow' | 'manual' | 'error';
  readonly signal: AbortSignal | null;
  readonly body: unknown;
  /** False when the body is a stream, which is used up when it was sent once. */
  readonly isRepeatable: boolean;
  /** All else that was given, as `fetch` takes it. */
  readonly others: Readonly<Record<string, unknown>>;
}

/**
 * A request, in whichever of the two ways `fetch` takes one, as something that can be sent again.
 *
 * @throws TypeError for what `fetch` does not take either
 */
export async function readRequest(input: string | URL | Request, init: RequestInit = {}): Promise<RepeatableRequest> {
  const request = isRequest(input) ? input : null;
  const { method, headers, redirect, signal, body: ownBody, ...ownOthers } = init;
  const ended = signal ?? request?.signal ?? null;
  const body: unknown = ownBody ?? (request?.body == null ? null : await waitFor(keepStart(request.body), ended));
  const isRepeatable = !isStream(body);
  // Tells mistakes before a token is asked for.
  const checked = new Request('https://checked.invalid/', {
    method: method ?? request?.method ?? 'GET',
    headers: headers ?? request?.headers ?? {},
    ...(body === null ? {} : { body: '' }),
  });
  const named = new Headers(headers ?? request?.headers);
  const others = Object.fromEntries(
    OTHER_OPTIONS.map((name) => [name, request?.[name]] as const).filter(([, value]) => value !== undefined),
  );
  return {
    method: checked.method,
    headers: named,
    redirect: redirect ?? request?.redirect ?? 'follow',
    signal: ended,
    body,
    isRepeatable,
    others: { ...others, ...ownOthers, ...(isRepeatable ? {} : { duplex: 'half' }) },
  };
}

/** True for a `Request` of any realm. */
export function isRequest(input: unknown): input is Request {
  return typeof input === 'object' && input !== null && !(input instanceof URL) && 'method' in input && 'url' in input;
}

/** Streams of the web and, in Node, whatever can be iterated like one. */
function isStream(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  return 'getReader' in body || Symbol.asyncIterator in body;
}

/** The bytes of a short stream; a long one as a stream that still has all of them. */
async function keepStart(body: ReadableStream<Uint8Array>): Promise<Uint8Array | ReadableStream<Uint8Array>> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length <= MAX_KEPT_BYTES) {
    const { done, value } = await reader.read();
    if (done) return concat(chunks, length);
    chunks.push(value);
    length += value.length;
  }
  return new ReadableStream({
    async pull(controller) {
      const next = chunks.shift() ?? (await reader.read()).value;
      if (next === undefined) controller.close();
      else controller.enqueue(next);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
