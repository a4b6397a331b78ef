import { ClientError } from './client-error.ts';
import { memberOf } from './read-body.ts';

/** The members of a hub's error besides its sentence; null where the body has none. */
export interface HubProblemDetails {
  /** The last segment of `type`, one of the hub's list of errors, such as `not-all-terms`. */
  readonly problem: string | null;
  /** The IRI of the error, which leads to a page that explains it. */
  readonly type: string | null;
  readonly title: string | null;
  /** Keys that are no terms, when that is why nothing was converted. */
  readonly notTerms: readonly string[] | null;
  readonly termsWithoutSemantics: readonly string[] | null;
  /** What to do about it. */
  readonly hint: string | null;
  /** The key or the option at fault. */
  readonly key: string | null;
  /** The offending piece, as written. */
  readonly piece: string | null;
  /** JSON Pointer (RFC 6901) to the place in the document. */
  readonly pointer: string | null;
  /** Byte offset into the body, from 0. */
  readonly offset: number | null;
  readonly line: number | null;
  /** In bytes, from 1. */
  readonly column: number | null;
  /** Of an internal fault: its place in the hub's log. */
  readonly reference: string | null;
  /** The id under which the hub's log knows the request. */
  readonly requestId: string | null;
}

/**
 * The hub did not do what it was asked for. The message is its sentence, with its hint.
 *
 * @example
 * ```ts
 * import { HubClient, HubProblem } from 'vocabulary-hub/client';
 *
 * try {
 *   await new HubClient('https://hub.example').convertTerms('{"U_L1":231.4}');
 * } catch (error) {
 *   if (error instanceof HubProblem) console.log(error.status, error.details.notTerms);
 * }
 * ```
 */
export class HubProblem extends ClientError {
  override readonly name = 'HubProblem';
  declare readonly status: number;
  readonly details: HubProblemDetails;

  constructor(message: string, status: number, retryAfterSeconds: number | undefined, details: HubProblemDetails) {
    super('hub-refused', message, { status, retryAfterSeconds });
    this.details = details;
  }
}

/**
 * An error of the hub, from its answer.
 *
 * @param body the answer as JSON; for any other answer the status decides
 */
export function readProblem(response: Response, body: unknown, retryAfterMs: number | null): HubProblem {
  const text = (name: string): string | null => {
    const value = memberOf(body, name);
    return typeof value === 'string' ? value : null;
  };
  const number = (name: string): number | null => {
    const value = memberOf(body, name);
    return typeof value === 'number' ? value : null;
  };
  const list = (name: string): string[] | null => {
    const value = memberOf(body, name);
    return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : null;
  };
  const type = text('type');
  const details: HubProblemDetails = {
    problem: type === null ? null : lastSegmentOf(type),
    type,
    title: text('title'),
    notTerms: list('notTerms'),
    termsWithoutSemantics: list('termsWithoutSemantics'),
    hint: text('hint'),
    key: text('key'),
    piece: text('piece'),
    pointer: text('pointer'),
    offset: number('offset'),
    line: number('line'),
    column: number('column'),
    reference: text('reference'),
    requestId: response.headers.get('x-request-id'),
  };
  const told = text('error') ?? `${response.url} answered with status ${response.status} and no word of a hub.`;
  const message = details.hint === null ? told : `${told} ${details.hint}`;
  const seconds = retryAfterMs === null ? undefined : Math.ceil(retryAfterMs / 1000);
  return new HubProblem(message, response.status, seconds, details);
}

/** What stands behind the last slash of an address, one at its end not counted; null when nothing does. */
function lastSegmentOf(address: string): string | null {
  const path = address.endsWith('/') ? address.slice(0, -1) : address;
  return path.slice(path.lastIndexOf('/') + 1) || null;
}
