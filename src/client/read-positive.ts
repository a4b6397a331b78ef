import { ClientError } from './client-error.ts';

/**
 * The number above 0 that an option has, such as milliseconds or bytes.
 *
 * @param usual where the option is not given
 * @throws ClientError `invalid-option`
 */
export function readPositive(name: string, given: number | undefined, usual: number): number {
  const value = given ?? usual;
  if (Number.isFinite(value) && value > 0) return value;
  throw new ClientError('invalid-option', `${name} has to be a number above 0.`);
}
