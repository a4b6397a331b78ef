import { HubError } from '../errors.ts';

/**
 * Says that what the store holds is no vocabulary that the hub can work with.
 *
 * @throws HubError `registry-unavailable`, always
 */
export function refuse(reason: string, cause?: unknown): never {
  throw new HubError('registry-unavailable', `The vocabulary is refused: ${reason}.`, {}, cause);
}
