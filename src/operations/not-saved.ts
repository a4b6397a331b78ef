import { HubError } from '../errors.ts';
import { StoreError } from '../store/store.ts';

/**
 * Tells an operator that a change of the store failed, and what holds now.
 *
 * @param otherwise what holds when it was not made
 * @throws HubError `not-saved` for a failure of the store, else the error itself
 */
export function tellNotSaved(error: unknown, otherwise: string): never {
  if (!(error instanceof StoreError)) throw error;
  const holds =
    error.outcome === 'unknown'
      ? 'Nobody knows whether it was saved all the same: look before you try again.'
      : otherwise;
  throw new HubError('not-saved', `It could not be saved. ${holds} ${error.message}.`, {}, error);
}
