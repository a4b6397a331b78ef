import { HubError } from '../errors.ts';

/** Who asks. */
export interface Requester {
  /** Names the account for ever; nothing else about it. */
  readonly id: string;
}

/**
 * The administrator that a request comes from.
 *
 * @param authorization the header of that name
 * @throws HubError `unauthenticated` when nobody is signed in, `forbidden` when it is no administrator
 */
export type RequireAdministrator = (authorization: string | undefined) => Promise<Requester>;

/** What a hub without accounts says. */
export const refuseEveryone: RequireAdministrator = async () => {
  throw new HubError('unauthenticated', 'This is for administrators, and this hub has no accounts.');
};
