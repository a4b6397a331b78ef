import { HubError } from '../errors.ts';
import { maySignIn } from './account.ts';
import type { AccountsGraph } from './accounts-graph.ts';
import { stateOf } from './sign-in.ts';
import { TokenError, type Tokens } from './tokens.ts';

/** The caller of a request. */
export interface Requester {
  /** Names the account for ever; nothing else about it. */
  readonly id: string;
}

/**
 * The administrator that a request comes from.
 *
 * @param authorization the header of that name
 * @throws HubError `unauthenticated` when the caller is not signed in, `forbidden` when the account is not an administrator, `accounts-unavailable`
 */
export type RequireAdministrator = (authorization: string | undefined) => Promise<Requester>;

interface AdministratorsOptions {
  readonly tokens: Tokens;
  readonly accounts: AccountsGraph;
}

/** Believes the access tokens of administrators. */
export function createRequireAdministrator({ tokens, accounts }: AdministratorsOptions): RequireAdministrator {
  return async (authorization) => {
    const token = readBearer(authorization);
    const { accountId, state } = await tokens.read('access', token).catch((error: unknown) => {
      throw error instanceof TokenError ? refuseToken(error) : error;
    });
    // The account as it is now: one that was just disabled or lost the role is refused.
    const account = await accounts.find(accountId);
    if (account === null || !maySignIn(account) || stateOf(account) !== state) throw refuseToken();
    if (account.isAdministrator) return { id: account.id };
    throw new HubError('forbidden', 'Only administrators may do that.', { bearerError: 'insufficient_scope' });
  };
}

/** RFC 6750 §2.1. */
function readBearer(authorization: string | undefined): string {
  if (authorization === undefined)
    throw new HubError('unauthenticated', 'That is for administrators. Send an access token as Authorization: Bearer.');
  const token = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1];
  if (token !== undefined) return token;
  const isOtherScheme = !/^bearer\b/i.test(authorization.trim());
  throw new HubError(
    'unauthenticated',
    'The Authorization header holds no bearer token.',
    isOtherScheme ? {} : { bearerError: 'invalid_request' },
  );
}

function refuseToken(cause?: unknown): HubError {
  const words = 'The access token is not valid, or has expired. Get a new one.';
  return new HubError('unauthenticated', words, { bearerError: 'invalid_token' }, cause);
}
