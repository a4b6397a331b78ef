import { HubError } from '../errors.ts';
import { maySignIn, normalizeEmail, type Account } from './account.ts';
import type { AccountsGraph } from './accounts-graph.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { Passwords } from './passwords.ts';
import { TokenError, type Tokens } from './tokens.ts';

/** What the use cases of accounts share. */
export interface SignInParts {
  readonly accounts: AccountsGraph;
  readonly passwords: Passwords;
  readonly tokens: Tokens;
  readonly loginThrottle: LoginThrottle;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

/** What the tokens of an account name, and must still be so when they are used. */
export function stateOf({ generation }: Account): string {
  return String(generation);
}

/**
 * The account whose owner gave its password. `client` is the client's address, by which attempts are counted.
 *
 * @throws HubError `invalid-credentials`, whatever is wrong; `too-many-attempts`, `sign-in-busy`, `accounts-unavailable`
 */
export async function authenticate(
  { accounts, passwords, loginThrottle }: SignInParts,
  credentials: Credentials,
  client: string,
): Promise<Account> {
  const email = normalizeEmail(credentials.email);
  const account = await loginThrottle.attempt(email, client, async () => {
    const found = await accounts.findByEmail(email);
    // Also without an account, and for accounts that may not sign in: the time reveals nothing.
    const isRight = await passwords.matches(found?.passwordHash ?? null, credentials.password);
    return found !== null && isRight && maySignIn(found) ? found : null;
  });
  if (account === null) throw wrongCredentials();
  return account;
}

/** The same words, whatever is wrong. */
export function wrongCredentials(): HubError {
  return new HubError('invalid-credentials', 'No active account has this e-mail address and this password.');
}

/** Tokens for e-mail and password. @throws HubError those of `authenticate` */
export async function signIn(parts: SignInParts, credentials: Credentials, client: string): Promise<TokenPair> {
  const account = await authenticate(parts, credentials, client);
  const claims = { accountId: account.id, state: stateOf(account) };
  const [access, refresh] = await Promise.all([
    parts.tokens.sign('access', claims),
    parts.tokens.sign('refresh', claims),
  ]);
  return { access, refresh };
}

/**
 * A new access token for a refresh token, which stays valid.
 *
 * @throws HubError `token-not-valid`, `accounts-unavailable`
 */
export async function refreshAccess({ accounts, tokens }: SignInParts, refresh: string): Promise<string> {
  const { accountId, state } = await tokens.read('refresh', refresh).catch((error: unknown) => {
    throw error instanceof TokenError ? refuseRefresh(error) : error;
  });
  const account = await accounts.find(accountId);
  if (account === null || !maySignIn(account) || stateOf(account) !== state) throw refuseRefresh();
  return tokens.sign('access', { accountId, state });
}

function refuseRefresh(cause?: unknown): HubError {
  return new HubError('token-not-valid', 'The refresh token is not valid, or has expired.', {}, cause);
}
