import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { readRetryAfterMs } from '../retry-after.ts';
import { signatureHeaders, type SignedContent } from './sign.ts';
import { findAddresses, readTarget, TargetError, type TargetRules } from './target.ts';

/** What came of one try. */
export interface Attempt {
  /** Of the answer; null when there was none. */
  readonly status: number | null;
  /** Why it was not delivered, in words; null when it was. */
  readonly failure: string | null;
  /** For how long the endpoint asks not to be tried again; only of a failure. */
  readonly retryAfterMs?: number;
}

export interface SendRules extends TargetRules {
  /** From the first question for the name to the head of the answer. */
  readonly timeoutMs: number;
}

interface Sending extends SignedContent {
  readonly url: string;
  readonly secrets: readonly string[];
  readonly at: Date;
}

/** Heads of answers that are longer are refused by Node. */
const MAX_HEAD_BYTES = 16 * 1024;
const MAX_FAILURE_CHARACTERS = 200;

/**
 * Posts a message once. It was delivered when the answer has a status of 2xx, whose body nobody reads; redirects are not followed. The connection
 * is a new one to an address that was looked at for this try.
 *
 * @throws the reason of `signal` when that is aborted
 */
export async function sendMessage(sending: Sending, rules: SendRules, signal: AbortSignal): Promise<Attempt> {
  const deadline = AbortSignal.timeout(rules.timeoutMs);
  try {
    const url = readTarget(sending.url, rules);
    const both = AbortSignal.any([signal, deadline]);
    const addresses = await findAddresses(url, rules, both);
    both.throwIfAborted();
    const { statusCode: status = 0, headers } = await post(url, addresses, sending, both);
    if (status >= 200 && status < 300) return { status, failure: null };
    const retryAfterMs = readRetryAfterMs(headers, sending.at);
    return {
      status,
      failure: `The answer has the status ${status}.`,
      ...(retryAfterMs === null ? {} : { retryAfterMs }),
    };
  } catch (error) {
    signal.throwIfAborted();
    const late = `No answer came within ${rules.timeoutMs / 1000} s.`;
    return { status: null, failure: deadline.aborted ? late : wordsOf(error) };
  }
}

/** The head of the answer. */
function post(
  url: URL,
  addresses: readonly string[],
  sending: Sending,
  signal: AbortSignal,
): Promise<Pick<IncomingMessage, 'statusCode' | 'headers'>> {
  const { body, secrets, at } = sending;
  const options: RequestOptions = {
    method: 'POST',
    // No connection of another try, whose address nobody looked at.
    agent: false,
    lookup: lookupOf(addresses),
    maxHeaderSize: MAX_HEAD_BYTES,
    signal,
    headers: {
      ...signatureHeaders(sending, secrets, at),
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'vocabulary-hub',
    },
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'http:' ? requestHttp : requestHttps)(url, options, (response) => {
      resolve(response);
      // Its body may have no end.
      response.on('error', () => {});
      request.destroy();
    });
    request.on('error', reject);
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new Error('The answer changes the protocol.'));
    });
    request.end(body);
  });
}

/** Gives these addresses for the name of whatever host. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, { all }, tell) => {
    if (all === true) tell(null, found);
    else tell(null, found[0]!.address, found[0]!.family);
  };
}

/** Without what an answer says: it may be an answer to somebody else. */
function wordsOf(error: unknown): string {
  if (error instanceof TargetError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return `It could not be sent: ${code ?? message}`.slice(0, MAX_FAILURE_CHARACTERS);
}
