import { normalizeEmail, maySignIn, type Account } from './account.ts';
import { changedPasswordMail, pageAddress, resetMail } from './mail.ts';
import {
  checkNewPassword,
  linkStateOf,
  readLink,
  refuseLink,
  signValidation,
  writeValidation,
  type AccountParts,
} from './registration.ts';
import { authenticate, wrongCredentials } from './sign-in.ts';

export interface PasswordChange {
  readonly email: string;
  readonly password: string;
  readonly newPassword: string;
}

/**
 * Changes the password of who knows the one before. All tokens of the account end.
 *
 * @throws HubError `invalid-field`, and those of `authenticate`
 */
export async function changePassword(parts: AccountParts, change: PasswordChange, client: string): Promise<void> {
  checkNewPassword(change.newPassword, normalizeEmail(change.email), 'newPassword');
  const account = await authenticate(parts, change, client);
  const passwordHash = await parts.passwords.hash(change.newPassword);
  // Not over the head of another change that was faster: its password was not the one that was checked.
  const isSame = (now: Account): boolean => now.passwordHash === account.passwordHash && maySignIn(now);
  if (!(await setPassword(parts, account.id, passwordHash, isSame))) throw wrongCredentials();
}

/**
 * Sends a link to the owner of the address, for a new password or, where it waits for that, for its validation. What is sent, and
 * whether, the caller does not learn.
 *
 * @throws HubError `too-many-attempts`, `accounts-unavailable`
 */
export async function requestPasswordReset(parts: AccountParts, address: string, client: string): Promise<void> {
  const { accounts, loginThrottle } = parts;
  const email = normalizeEmail(address);
  // While the store is away, no answer says that a mail is on its way.
  await loginThrottle.admitMail(client, () => accounts.findByEmail(email));
  mailPasswordLink(parts, email, () => loginThrottle.mayWriteTo(email, 'reset'));
}

/** Mails the owner of an address that link, all of it behind the answer, which so takes as long for anybody. */
export function mailPasswordLink(parts: AccountParts, email: string, mayWrite: () => boolean): void {
  const { accounts, outbox, baseUrl } = parts;
  outbox.post(async () => {
    const account = await accounts.findByEmail(email);
    if (account === null || account.disabledAt !== null || !mayWrite()) return null;
    if (account.validatedAt === null) return writeValidation(parts, account);
    return resetMail(email, baseUrl, await signReset(parts, account));
  });
}

/** The address of the page where the account's owner can choose a password, for an operator to hand over without mail. */
export async function writePasswordLink(parts: AccountParts, account: Account): Promise<string> {
  return account.validatedAt === null
    ? pageAddress(parts.baseUrl, 'validate', await signValidation(parts, account))
    : pageAddress(parts.baseUrl, 'reset', await signReset(parts, account));
}

function signReset({ tokens }: AccountParts, account: Account): Promise<string> {
  return tokens.sign('reset', { accountId: account.id, state: linkStateOf(account) });
}

/**
 * Gives the account that a link was made for a new password. All its tokens end, and `client` may sign in at once, even while others guess passwords.
 *
 * @throws HubError `invalid-link`, `invalid-field`, `sign-in-busy`, `accounts-unavailable`
 */
export async function resetPassword(
  parts: AccountParts,
  { token, newPassword }: { readonly token: string; readonly newPassword: string },
  client: string,
): Promise<void> {
  const { accountId, state } = await readLink(parts.tokens, 'reset', token);
  const isMeant = (account: Account): boolean => maySignIn(account) && linkStateOf(account) === state;
  // Before the password is hashed, which is expensive.
  const account = await parts.accounts.find(accountId);
  if (account === null || !isMeant(account)) return refuseLink();
  checkNewPassword(newPassword, account.email, 'newPassword');
  const passwordHash = await parts.passwords.hash(newPassword);
  if (!(await setPassword(parts, accountId, passwordHash, isMeant))) refuseLink();
  parts.loginThrottle.trustClient(account.email, client);
}

/** False when the account is no longer in the state that the link was made for. */
async function setPassword(
  { accounts, outbox, baseUrl }: AccountParts,
  id: string,
  passwordHash: string,
  isMeant: (account: Account) => boolean,
): Promise<boolean> {
  const changed = await accounts.update(id, (account) =>
    isMeant(account) ? { ...account, passwordHash, generation: account.generation + 1 } : null,
  );
  if (changed === null) return false;
  outbox.post(async () => changedPasswordMail(changed.email, baseUrl));
  return true;
}
