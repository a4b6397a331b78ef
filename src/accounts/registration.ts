import { createHash, randomUUID } from 'node:crypto';
import { HubError } from '../errors.ts';
import { isEmail, normalizeEmail, type Account } from './account.ts';
import { knownAddressMail, validationMail, type Mail } from './mail.ts';
import type { Outbox } from './outbox.ts';
import { findPasswordMistakes } from './passwords.ts';
import type { Credentials, SignInParts } from './sign-in.ts';
import { TokenError, type TokenKind } from './tokens.ts';

/** What the use cases need that write to people. */
export interface AccountParts extends SignInParts {
  readonly outbox: Outbox;
  readonly baseUrl: string;
  readonly now: () => Date;
}

/** Registrations that nobody answers are forgotten, so that an address is not taken for ever. */
const UNVALIDATED_MS = 7 * 24 * 3600 * 1000;

/**
 * Registers an account, which can be used when its address is validated. The address gets a mail: with the link for that, or, where it has an
 * account, with the news of the attempt. The caller learns nothing of which.
 *
 * @param client who asks, as mails are counted; null for the operator
 * @throws HubError `invalid-field`, `too-many-attempts`, `sign-in-busy`, `accounts-unavailable`
 */
export async function register(parts: AccountParts, credentials: Credentials, client: string | null): Promise<void> {
  const { passwords, outbox, guessing, baseUrl } = parts;
  const email = normalizeEmail(credentials.email);
  checkNewCredentials(email, credentials.password);
  if (client !== null) guessing.admitMail(client);
  const passwordHash = await passwords.hash(credentials.password);
  const account = await putRegistered(parts, email, passwordHash);
  outbox.post(async () => {
    if (client !== null && !guessing.mayWriteTo(email)) return null;
    if (account.disabledAt !== null) return null;
    return account.validatedAt === null ? writeValidation(parts, account) : knownAddressMail(email, baseUrl);
  });
}

/** @throws HubError `invalid-field` */
export function checkNewCredentials(email: string, password: string): void {
  const fields = {
    ...(isEmail(email) ? {} : { email: ['Enter a valid email address.'] }),
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

/**
 * The account of the address after the registration. One that waits for its validation takes the new password, and earlier links end: who
 * registered somebody else's address has no password of what that one validates. One in use is written back as it is, which takes as long.
 */
async function putRegistered({ accounts, now }: AccountParts, email: string, passwordHash: string): Promise<Account> {
  for (;;) {
    const known = await accounts.findByEmail(email);
    if (known === null) {
      const account = newAccount(email, passwordHash, now());
      if (await accounts.add(account)) return account;
    } else {
      const written = await accounts.update(known.id, (account) =>
        account.validatedAt === null ? { ...account, passwordHash } : account,
      );
      if (written !== null) return written;
    }
  }
}

export function newAccount(email: string, passwordHash: string, createdAt: Date): Account {
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
export async function writeValidation({ tokens, baseUrl }: AccountParts, account: Account): Promise<Mail> {
  const token = await tokens.sign('validation', { accountId: account.id, state: linkStateOf(account) });
  return validationMail(account.email, baseUrl, token);
}

/**
 * Validates the address of the account that a link of a mail was made for; the account.
 *
 * @throws HubError `invalid-link`, `accounts-unavailable`
 */
export async function validateEmail({ accounts, tokens, now }: AccountParts, token: string): Promise<Account> {
  const { accountId, state } = await readLink(tokens, 'validation', token);
  const validated = await accounts.update(accountId, (account) =>
    account.validatedAt === null && linkStateOf(account) === state ? { ...account, validatedAt: now() } : null,
  );
  return validated ?? refuseLink();
}

/** Forgets registrations that nobody validated within a week. */
export async function forgetUnvalidated({ accounts, now }: AccountParts): Promise<void> {
  const before = now().getTime() - UNVALIDATED_MS;
  const isForgotten = ({ validatedAt, disabledAt, createdAt }: Account): boolean =>
    validatedAt === null && disabledAt === null && createdAt.getTime() < before;
  for (const account of await accounts.list()) {
    if (isForgotten(account)) await accounts.remove(account.id, isForgotten);
  }
}

/** @throws HubError `invalid-link` */
export async function readLink(tokens: SignInParts['tokens'], kind: TokenKind, token: string) {
  return tokens.read(kind, token).catch((error: unknown) => {
    throw error instanceof TokenError ? refuseLink(error) : error;
  });
}

/**
 * What a link is good for, and what its use changes: so it works once without anything being noted. It tells nothing of the password to who has
 * the link, for the hash holds a salt that is not known.
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
