import { HubError } from '../errors.ts';
import { maySignIn, type Account } from './account.ts';
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

/** The account that a request comes from. */
export interface SignedIn extends Requester {
  readonly email: string;
}

/**
 * The account that a request comes from, whatever it may do.
 *
 * @param authorization the header of that name
 * @throws HubError `unauthenticated` when the caller is not signed in, `accounts-unavailable`
 */
export type RequireAccount = (authorization: string | undefined) => Promise<SignedIn>;

interface AdministratorsOptions {
  readonly tokens: Tokens;
  readonly accounts: AccountsGraph;
}

/** Believes the access tokens of accounts. */
export function createRequireAccount(options: AdministratorsOptions): RequireAccount {
  return async (authorization) => {
    const { id, email } = await findAccount(authorization, 'That is for accounts.', options);
    return { id, email };
  };
}

/** Believes the access tokens of administrators. */
export function createRequireAdministrator(options: AdministratorsOptions): RequireAdministrator {
  return async (authorization) => {
    const { id, isAdministrator } = await findAccount(authorization, 'That is for administrators.', options);
    if (isAdministrator) return { id };
    throw new HubError('forbidden', 'Only administrators may do that.', { bearerError: 'insufficient_scope' });
  };
}

/** @param whose a sentence for those who send no token */
async function findAccount(
  authorization: string | undefined,
  whose: string,
  { tokens, accounts }: AdministratorsOptions,
): Promise<Account> {
  const token = readBearer(authorization, whose);
  const { accountId, state } = await tokens.read('access', token).catch((error: unknown) => {
    throw error instanceof TokenError ? refuseToken(error) : error;
  });
  // The account as it is now: one that was just disabled or lost the role is refused.
  const account = await accounts.find(accountId);
  if (account === null || !maySignIn(account) || stateOf(account) !== state) throw refuseToken();
  return account;
}

/** RFC 6750 §2.1. */
function readBearer(authorization: string | undefined, whose: string): string {
  if (authorization === undefined)
    throw new HubError('unauthenticated', `${whose} Send an access token as Authorization: Bearer.`);
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
