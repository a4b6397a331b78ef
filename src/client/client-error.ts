/** The closed list of failures that the clients report; docs/client.md says what to do about each. */
export const CLIENT_ERROR_CODES = [
  'invalid-option',
  'no-credentials',
  'credentials-refused',
  'rate-limited',
  'service-unavailable',
  'connection-failed',
  'timeout',
  'unexpected-answer',
  'foreign-address',
  'redirect-refused',
  'body-not-repeatable',
  'unsafe-file',
  'malformed-file',
  'hub-refused',
] as const;

export type ClientErrorCode = (typeof CLIENT_ERROR_CODES)[number];

export interface ClientErrorDetails {
  /** The status of the answer, where one came. */
  readonly status?: number | undefined;
  /** Seconds until another try makes sense. */
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/**
 * A failure that a caller can expect. The message says what to do and holds no secret; neither does anything else in it.
 *
 * @example
 * ```ts
 * import { ClientError, HubClient } from 'vocabulary-hub/client';
 *
 * try {
 *   await new HubClient('https://hub.example').categories();
 * } catch (error) {
 *   if (error instanceof ClientError) console.log(error.code, error.message);
 * }
 * ```
 */
export class ClientError extends Error {
  override readonly name: string = 'ClientError';
  readonly code: ClientErrorCode;
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ClientErrorCode, message: string, details: ClientErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}
