import type { SampleRequest } from '../../parts/write-sample.ts';
import { NO_ANSWER } from '../page/no-answer.ts';

/** What came back. */
export interface Received {
  /** Null when nothing came back. */
  readonly status: string | null;
  readonly isOk: boolean;
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>;
  /** The first part of it, when it is long; when nothing came back, why, for people. */
  readonly body: string;
  /** Whether there was more. */
  readonly isCut: boolean;
  readonly isJson: boolean;
  readonly tookMs: number;
}

/** More than this is of no use on a page. */
export const SHOWN_BYTES = 100_000;

/** Sends a request. A failure is an answer, too. */
export async function send({ method, url, headers, body }: SampleRequest): Promise<Received> {
  const begun = performance.now();
  const nothing = (why: string): Received => {
    const tookMs = performance.now() - begun;
    return { status: null, isOk: false, headers: [], body: why, isCut: false, isJson: false, tookMs };
  };
  let request: Request;
  try {
    request = new Request(url, { method, headers: headers.map(([name, value]) => [name, value]), body });
  } catch {
    return nothing('The browser cannot send this: a header takes letters of ASCII, or an address is malformed.');
  }
  try {
    const response = await fetch(request);
    const { text, isCut } = await readFirst(response);
    return {
      status: `${response.status} ${response.statusText}`.trim(),
      isOk: response.ok,
      headers: [...response.headers],
      body: text,
      isCut,
      isJson: /\bjson\b/.test(response.headers.get('content-type') ?? ''),
      tookMs: performance.now() - begun,
    };
  } catch {
    return nothing(NO_ANSWER);
  }
}

/** The beginning of a body. The rest is not read. */
async function readFirst(response: Response): Promise<{ readonly text: string; readonly isCut: boolean }> {
  const reader = response.body?.getReader();
  if (reader === undefined) return { text: '', isCut: false };
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return { text: text + decoder.decode(), isCut: false };
    const room = SHOWN_BYTES - bytes;
    bytes += value.length;
    text += decoder.decode(value.subarray(0, room), { stream: true });
    if (value.length > room) {
      await reader.cancel();
      return { text, isCut: true };
    }
  }
}
