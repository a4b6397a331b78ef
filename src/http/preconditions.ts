import type { IncomingHttpHeaders } from 'node:http';
import { HubError } from '../errors.ts';
import { readHttpDateMs } from '../http-date.ts';

/** What tells one state of what is read from the next. */
export interface Validators {
  /** Strong, with its quotes; null for what is another one each time. */
  readonly etag: string | null;
  readonly lastModified: Date | null;
}

/** The conditions of a read that are looked at; a client that sends one wants an answer that keeps it. */
type Conditions = Pick<IncomingHttpHeaders, 'if-match' | 'if-unmodified-since' | 'if-none-match' | 'if-modified-since'>;

/**
 * Whether the client has what is read already: the conditions of its request, in the order of RFC 9110 §13.2.2. `Cache-Control: no-cache` of
 * a request, which `fetch` adds to each conditional one, is for caches on the way, not for the origin.
 *
 * @throws HubError `precondition-failed` if the client wants what was read before, and this is something else
 */
export function isKnownToClient(conditions: Conditions, validators: Validators): boolean {
  requirePreconditions(conditions, validators);
  const known = conditions['if-none-match'];
  if (known !== undefined) return isAny(known) || tagsOf(known).some(({ tag }) => tag === validators.etag);
  return isUnmodifiedSince(conditions['if-modified-since'], validators) === true;
}

/** @throws HubError `precondition-failed` */
function requirePreconditions(conditions: Conditions, validators: Validators): void {
  const wanted = conditions['if-match'];
  if (wanted !== undefined) {
    if (isAny(wanted) || tagsOf(wanted).some(({ tag, isWeak }) => !isWeak && tag === validators.etag)) return;
    const now = validators.etag === null ? 'this answer has none' : `it is ${validators.etag} now`;
    throw new HubError(
      'precondition-failed',
      `If-Match has not the ETag of what is here: ${now}. Without If-Match the request is answered.`,
      { key: 'if-match', piece: wanted.slice(0, 200) },
    );
  }
  const since = conditions['if-unmodified-since'];
  if (isUnmodifiedSince(since, validators) !== false) return;
  throw new HubError(
    'precondition-failed',
    `This hub has what is here since ${validators.lastModified!.toUTCString()}, which is after If-Unmodified-Since. Without that header the request is answered.`,
    { key: 'if-unmodified-since', piece: since!.slice(0, 200) },
  );
}

/** Null for what is no date, and where nobody knows when it was modified: such a condition does not count (RFC 9110 §13.1.3, §13.1.4). */
function isUnmodifiedSince(text: string | undefined, { lastModified }: Validators): boolean | null {
  const sinceMs = readHttpDateMs(text ?? '');
  if (lastModified === null || sinceMs === null) return null;
  // Dates of HTTP have whole seconds.
  return Math.floor(lastModified.getTime() / 1000) * 1000 <= sinceMs;
}

function isAny(list: string): boolean {
  return list.trim() === '*';
}

/** The tags of a list, with their quotes. */
export function tagsOf(list: string): { readonly tag: string; readonly isWeak: boolean }[] {
  return [...list.matchAll(/(W\/)?("[^"]*")/gi)].map(([, weak, tag]) => ({ tag: tag!, isWeak: weak !== undefined }));
}
