import { createHash, randomUUID } from 'node:crypto';
import { HubError } from '../errors.ts';
import { isEmail, normalizeEmail, type Account } from './account.ts';
import { knownAddressMail, validationMail, type Mail } from './mail.ts';
import type { Outbox } from './outbox.ts';
import { findPasswordMistakes } from './passwords.ts';
import type { SignInParts } from './sign-in.ts';
import { TokenError, type TokenKind } from './tokens.ts';

/** What the use cases need that write to people. */
export interface AccountParts extends SignInParts {
  readonly outbox: Outbox;
  readonly baseUrl: string;
  readonly now: () => Date;
}

/** Registrations without an answer are deleted, so that an address is not taken for ever. */
const UNVALIDATED_MS = 7 * 24 * 3600 * 1000;

/** What a link that validates an address is used with. */
export interface Validation {
  readonly token: string;
  /** That the account shall have. */
  readonly password: string;
}

/**
 * Registers an account, which can be used when its address is validated. The address gets a mail: with the link for that, or, where it has an
 * account, with the news of the attempt. The caller learns nothing of which, and chooses no password: the mailbox may be somebody else's.
 *
 * @param client who asks, as mails are counted
 * @throws HubError `invalid-field`, `too-many-attempts`, `accounts-unavailable`
 */
export async function register(parts: AccountParts, address: string, client: string): Promise<void> {
  const { accounts, outbox, loginThrottle } = parts;
  const email = normalizeEmail(address);
  refuseFields(emailField(email));
  // While the store is away, no answer says that a mail is on its way.
  await loginThrottle.admitMail(client, () => accounts.findByEmail(email));
  // What differs comes behind the answer, which so takes as long for anybody.
  outbox.post(async () => {
    if (!loginThrottle.mayWriteTo(email, 'registration')) return null;
    return writeRegistrationMail(parts, await putRegistered(parts, email, null));
  });
}

/** The mail that answers a registration; null when no mail is due. */
export async function writeRegistrationMail(parts: AccountParts, account: Account): Promise<Mail | null> {
  if (account.disabledAt !== null) return null;
  return account.validatedAt === null
    ? writeValidation(parts, account)
    : knownAddressMail(account.email, parts.baseUrl);
}

/**
 * The account of the address after the registration. One that waits for its validation begins its week anew, with the password that an
 * operator gave, if any; its links stay good, so that no one invalidates the links of another.
 */
export async function putRegistered(
  { accounts, now }: AccountParts,
  email: string,
  passwordHash: string | null,
): Promise<Account> {
  for (;;) {
    const known = await accounts.findByEmail(email);
    if (known === null) {
      const account = newAccount(email, passwordHash, now());
      if (await accounts.add(account)) return account;
    } else {
      if (known.validatedAt !== null) return known;
      const written = await accounts.update(known.id, (account) =>
        account.validatedAt === null
          ? { ...account, passwordHash: passwordHash ?? account.passwordHash, createdAt: now() }
          : account,
      );
      if (written !== null) return written;
    }
  }
}

function emailField(email: string): Record<string, string[]> {
  return isEmail(email) ? {} : { email: ['Enter a valid email address.'] };
}

/** @throws HubError `invalid-field` */
export function checkNewCredentials(email: string, password: string): void {
  const fields = {
    ...emailField(email),
    ...passwordField(password, email),
  };
  refuseFields(fields);
}

/** @throws HubError `invalid-field` when the password cannot be chosen; `name` is the field that holds it */
export function checkNewPassword(password: string, email: string, name: string): void {
  refuseFields(passwordField(password, email, name));
}

function passwordField(password: string, email: string, name = 'password'): Record<string, string[]> {
  const mistakes = findPasswordMistakes(password, email);
  return mistakes.length === 0 ? {} : { [name]: mistakes };
}

function refuseFields(fields: Readonly<Record<string, readonly string[]>>): void {
  const told = Object.entries(fields).map(([name, mistakes]) => `${name}: ${mistakes.join(' ')}`);
  if (told.length > 0) throw new HubError('invalid-field', told.join(' '), { fields });
}

/** An account that waits for its validation, not saved yet. */
export function newAccount(email: string, passwordHash: string | null, createdAt: Date): Account {
  return {
    id: randomUUID(),
    email,
    passwordHash,
    isAdministrator: false,
    createdAt,
    validatedAt: null,
    disabledAt: null,
    generation: 1,
  };
}

/** The mail with the link that validates the address. */
export async function writeValidation(parts: AccountParts, account: Account): Promise<Mail> {
  return validationMail(account.email, parts.baseUrl, await signValidation(parts, account));
}

/** The token of that link. */
export function signValidation({ tokens }: AccountParts, account: Account): Promise<string> {
  return tokens.sign('validation', { accountId: account.id, state: linkStateOf(account) });
}

/**
 * Validates the address of the account that a link of a mail was made for, and gives it the password; the account. `client` may sign in at
 * once, even while others guess passwords.
 *
 * @throws HubError `invalid-link`, `invalid-field`, `sign-in-busy`, `accounts-unavailable`
 */
export async function validateEmail(
  { accounts, tokens, passwords, loginThrottle, now }: AccountParts,
  { token, password }: Validation,
  client: string,
): Promise<Account> {
  const { accountId, state } = await readLink(tokens, 'validation', token);
  const isMeant = (account: Account): boolean => account.validatedAt === null && linkStateOf(account) === state;
  // Before the password is hashed, which is expensive.
  const account = await accounts.find(accountId);
  if (account === null || !isMeant(account)) return refuseLink();
  checkNewPassword(password, account.email, 'password');
  const passwordHash = await passwords.hash(password);
  const validated = await accounts.update(accountId, (found) =>
    isMeant(found) ? { ...found, passwordHash, validatedAt: now() } : null,
  );
  if (validated === null) return refuseLink();
  loginThrottle.trustClient(validated.email, client);
  return validated;
}

/** Deletes registrations that were not validated within a week. */
export async function forgetUnvalidated({ accounts, now }: AccountParts): Promise<void> {
  const before = now().getTime() - UNVALIDATED_MS;
  const isForgotten = ({ validatedAt, disabledAt, createdAt }: Account): boolean =>
    validatedAt === null && disabledAt === null && createdAt.getTime() < before;
  for (let isFirst = true; ; isFirst = false) {
    let removed = 0;
    for (const id of await accounts.listUnvalidated(new Date(before)))
      if (await accounts.remove(id, isForgotten)) removed += 1;
    if (removed > 0) continue;
    if (!isFirst) await accounts.erase();
    return;
  }
}

/** @throws HubError `invalid-link` */
export async function readLink(tokens: SignInParts['tokens'], kind: TokenKind, token: string) {
  return tokens.read(kind, token).catch((error: unknown) => {
    throw error instanceof TokenError ? refuseLink(error) : error;
  });
}

/**
 * What a link is good for, and what its use changes: so it works once without anything being noted. It reveals nothing about the password to a holder of
 * the link, because the hash holds a secret salt.
 */
export function linkStateOf({ passwordHash, validatedAt, disabledAt, generation }: Account): string {
  const state = JSON.stringify([passwordHash, validatedAt !== null, disabledAt !== null, generation]);
  return createHash('sha256').update(state).digest('base64url').slice(0, 22);
}

/** @throws HubError `invalid-link` */
export function refuseLink(cause?: unknown): never {
  const words = 'The link was used already, is older than a day, or is not whole. Ask for a new one.';
  throw new HubError('invalid-link', words, {}, cause);
}
