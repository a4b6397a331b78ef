import { HubError } from '../errors.ts';

/**
 * Reports that the hub cannot work with the vocabulary that the store holds.
 *
 * @throws HubError `registry-unavailable`, always
 */
export function refuse(reason: string, cause?: unknown): never {
  throw new HubError('registry-unavailable', `The vocabulary is refused: ${reason}.`, {}, cause);
}
