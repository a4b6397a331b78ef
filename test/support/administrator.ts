import type { RequireAdministrator } from '../../src/accounts/administrators.ts';
import { HubError } from '../../src/errors.ts';

/** `Authorization` of an administrator, of another one, and of somebody who is none. */
export const ADMINISTRATOR = 'Bearer ada';
export const OTHER_ADMINISTRATOR = 'Bearer bob';
export const NOBODY_SPECIAL = 'Bearer eve';

/** Knows two administrators by words, where accounts are not what is tested. */
export const requireAdministrator: RequireAdministrator = async (authorization) => {
  const id = authorization?.replace('Bearer ', '');
  if (id === undefined) throw new HubError('unauthenticated', 'Nobody is signed in.');
  if (id !== 'ada' && id !== 'bob')
    throw new HubError('forbidden', 'That is for administrators.', { bearerError: 'insufficient_scope' });
  return { id };
};
