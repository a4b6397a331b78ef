import { HubError } from '../errors.ts';

/** What the system says where a file cannot be written for now, or until somebody mends the folder. */
const REFUSALS: ReadonlySet<string> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EACCES',
  'EPERM',
  'EIO',
  'EMFILE',
  'EISDIR',
  'ENOTDIR',
  'EEXIST',
  // A folder was removed, or, as Node says of one that is to be made with those above it, cannot be made on a file system that takes no writes.
  'ENOENT',
]);

/** Tells a client that what it wants cannot be written. @throws HubError `converter-busy` for what the system refuses, else the error */
export function noRoomFor(what: string): (error: unknown) => never {
  return (error) => {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined || !REFUSALS.has(code)) throw error;
    throw new HubError(
      'converter-busy',
      `The disk of the hub has no room for ${what} (${code}). Try again later; those who run the hub find more in its log.`,
      { retryAfterSeconds: 60 },
      error instanceof Error ? error : new Error(message),
    );
  };
}
