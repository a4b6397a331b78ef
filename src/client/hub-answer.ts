import { ClientError } from './client-error.ts';
import { parseJson, readBytes } from './read-body.ts';
import { asConnectionFailure, waitFor } from './waiting.ts';

export interface ReadingLimits {
  /** Between two pieces of an answer. */
  readonly stallMs: number;
  /** What is read into memory at most. */
  readonly maxBytes: number;
}

/** The body of an answer. It can be read once, in one of these ways. */
export class HubBody {
  readonly #response: Response;
  readonly #limits: ReadingLimits;

  constructor(response: Response, limits: ReadingLimits) {
    this.#response = response;
    this.#limits = limits;
  }

  /** In pieces, as they come; nothing is held in memory. It fails with a ClientError when the connection does. */
  stream(): ReadableStream<Uint8Array> {
    const { body, url } = this.#response;
    const reader = body?.getReader();
    const { stallMs } = this.#limits;
    return new ReadableStream({
      async pull(controller) {
        if (reader === undefined) return controller.close();
        const { done, value } = await readNext(reader, stallMs, url);
        if (done || value === undefined) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader?.cancel(reason),
    });
  }

  /** All of it, as it came. @throws ClientError `unexpected-answer` for more than `maxBytes`, `connection-failed`, `timeout` */
  bytes(): Promise<Uint8Array> {
    return readBytes(this.stream(), this.#limits.maxBytes);
  }

  /** All of it, as text. @throws as `bytes` */
  async text(): Promise<string> {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await this.bytes());
  }

  /** All of it, as a value; numbers lose the digits that JavaScript's do not have. @throws as `bytes`, and ClientError `unexpected-answer` when it is not JSON */
  async json(): Promise<unknown> {
    const value = parseJson(await this.bytes());
    if (value === undefined) throw strangeAnswer(this.#response, 'is no JSON');
    return value;
  }
}

/** An answer that no hub gives. */
export function strangeAnswer({ url, status }: Response, how: string): ClientError {
  const message = `The answer of ${url} ${how}. Is the address that of a hub?`;
  return new ClientError('unexpected-answer', message, { status });
}

async function readNext(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  stallMs: number,
  url: string,
): Promise<{ done: boolean; value?: Uint8Array | undefined }> {
  const stalled = new AbortController();
  const message = `The answer of ${url} stopped for ${stallMs / 1000} s. Try again later.`;
  const timer = setTimeout(() => stalled.abort(new ClientError('timeout', message)), stallMs);
  try {
    return await waitFor(reader.read(), stalled.signal);
  } catch (error) {
    void reader.cancel(error).catch(() => {});
    // The caller that aborted the request knows the reason.
    throw (error as { name?: unknown } | null)?.name === 'AbortError' ? error : asConnectionFailure(error, url);
  } finally {
    clearTimeout(timer);
  }
}

/** The whole number in a header; null when the header is missing or holds anything else. */
export function readCount(headers: Headers, name: string): number | null {
  const text = headers.get(name)?.trim() ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** A percent-encoded list of keys in a header. The hub writes no key and one key without letters alike; both are read as none. */
export function readKeys(headers: Headers, name: string): string[] {
  const text = headers.get(name)?.trim() ?? '';
  return text === '' ? [] : text.split(',').map((key) => decode(key.trim()));
}

/** True when the hub says that it left keys out of the list in this header. */
export function isTruncated(headers: Headers, name: string): boolean {
  return headers.get(`${name}-truncated`)?.trim() === 'true';
}

/** How many warnings of each kind: `datatype-mismatch=3,nested-array=1`. */
export function readWarningCodes(headers: Headers): Record<string, number> {
  const pairs = (headers.get('x-semantic-warning-codes') ?? '').split(',').map((pair) => pair.trim().split('='));
  return Object.fromEntries(
    pairs
      .filter(([code, count]) => code !== '' && /^\d+$/.test(count ?? ''))
      .map(([code, count]) => [code!, Number(count)]),
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
