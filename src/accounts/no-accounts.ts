import { HubError } from '../errors.ts';
import type { RequireAdministrator } from './administrators.ts';

/** What a hub without accounts says to whoever wants to be its administrator. */
export const refuseEveryone: RequireAdministrator = async () => {
  throw new HubError('unauthenticated', 'That is for administrators, and this hub has no accounts.');
};
