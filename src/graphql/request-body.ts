import type { IncomingMessage } from 'node:http';
import { HubError } from '../errors.ts';
import type { BodyBudget } from '../http/body-budget.ts';
import { readBody } from '../http/read-body.ts';
import { MAX_REQUEST_BYTES } from './limits.ts';

/** The JSON value of a request, and the room that it takes in the budget until `release` is called. */
export interface JsonBody {
  /** Undefined when the body is empty. */
  readonly json: unknown;
  release(): void;
}

/**
 * Reads the JSON of a request; it is parsed only when it is whole and no larger than a request may be.
 *
 * @throws HubError those of `readBody`, `not-utf8`, `malformed-json`
 */
export async function readJsonBody(request: IncomingMessage, budget: BodyBudget): Promise<JsonBody> {
  const { bytes, release } = await readBody(request, MAX_REQUEST_BYTES, budget);
  try {
    return { json: bytes.length === 0 ? undefined : parseJson(decodeUtf8(bytes)), release };
  } catch (error) {
    release();
    throw error;
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new HubError('not-utf8', 'The request is not UTF-8.', {}, cause);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new HubError('malformed-json', 'The request is not JSON.', {}, cause);
  }
}
