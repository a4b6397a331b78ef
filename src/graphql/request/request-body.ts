import type { IncomingMessage } from 'node:http';
import type { BodyBudget } from '../../http/limits/body-budget.ts';
import { readBody, type Exchange } from '../../http/read-body.ts';
import { parseJson } from '../../mapping/json/parse-json.ts';
import { limitError, MAX_FREE_REQUEST_BYTES, MAX_REQUEST_BYTES, MAX_REQUEST_VALUES } from './limits.ts';

/** The JSON value of a request; its room in the budget and its turn are taken until `release` is called. */
export interface JsonBody {
  /** Undefined when the body is empty. */
  readonly json: unknown;
  release(): void;
}

/** False when the body may be larger than what is free of charge; known before it is read. */
export function isSmallRequest({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined || headers['content-encoding'] !== undefined) return false;
  return Number(headers['content-length'] ?? 0) <= MAX_FREE_REQUEST_BYTES;
}

/**
 * Reads the JSON of a request; it is parsed only when it is whole and neither its size nor its structure is more than a
 * request may have. A large one waits for its turn then: to parse and to answer some of them at once would fill the memory
 * and keep everybody else waiting.
 *
 * @throws HubError those of `readBody`, `parseJson`
 * @throws GraphQLError for too many values
 */
export async function readJsonBody(
  exchange: Exchange,
  budget: BodyBudget,
  takeTurn: () => Promise<() => void>,
): Promise<JsonBody> {
  const body = await readBody(exchange, MAX_REQUEST_BYTES, budget);
  const { bytes } = body;
  let leave = (): void => {};
  const release = (): void => {
    leave();
    body.release();
  };
  try {
    checkValueCount(bytes);
    if (bytes.length > MAX_FREE_REQUEST_BYTES) leave = await takeTurn();
    return { json: bytes.length === 0 ? undefined : parseJson(bytes), release };
  } catch (error) {
    release();
    throw error;
  }
}

/** The text of the query in the JSON of a request, or whatever stands there. */
export function queryOf(json: unknown): unknown {
  return (json as { query?: unknown } | null | undefined)?.query;
}

/** Whether the JSON of a request asks for the SPARQL that is sent for it. */
export function asksForQueries(json: unknown): boolean {
  return (json as { extensions?: { sparql?: unknown } } | null | undefined)?.extensions?.sparql === true;
}

/**
 * Counts commas, colons and openings outside of strings, because the parser makes a value of each.
 *
 * @throws GraphQLError for more values than a request may have
 */
export function checkValueCount(bytes: Uint8Array): void {
  if (bytes.length <= MAX_REQUEST_VALUES) return;
  let values = 0;
  let isInString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x22) isInString = !isInString;
    else if (isInString) {
      if (byte === 0x5c) at++;
    } else if (byte === 0x2c || byte === 0x3a || byte === 0x5b || byte === 0x7b) {
      if (++values > MAX_REQUEST_VALUES) throw limitError('values', MAX_REQUEST_VALUES, values);
    }
  }
}

/** Whether a value of JSON is an object with members. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
