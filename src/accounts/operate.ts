import { HubError } from '../errors.ts';
import type { Found } from '../store/select-by-key.ts';
import type { QueryOptions } from '../store/store.ts';
import { normalizeEmail, type Account } from './account.ts';
import type { AccountPage, PageOfAccounts } from './accounts-graph.ts';
import { mailPasswordLink, writePasswordLink } from './new-password.ts';
import {
  checkNewCredentials,
  newAccount,
  putRegistered,
  writeRegistrationMail,
  type AccountParts,
} from './registration.ts';
import type { Credentials } from './sign-in.ts';

/** The facts of an account that administrators and operators see. */
export interface AccountFacts {
  readonly id: string;
  readonly email: string;
  readonly isAdministrator: boolean;
  readonly createdAt: Date;
  readonly validatedAt: Date | null;
  readonly disabledAt: Date | null;
  /** False until the owner has chosen a password. */
  readonly hasPassword: boolean;
}

/** All accounts, in the order of their addresses. @throws HubError `accounts-unavailable` */
export async function listAccounts({ accounts }: AccountParts, options?: QueryOptions): Promise<AccountFacts[]> {
  const all: AccountFacts[] = [];
  for await (const account of accounts.list(options)) all.push(factsOf(account));
  return all;
}

/** Pages of the list of accounts, in the order in which they are asked for. @throws HubError `accounts-unavailable` */
export async function listAccountPages(
  { accounts }: AccountParts,
  pages: readonly PageOfAccounts[],
  options?: QueryOptions,
): Promise<AccountPage<AccountFacts>[]> {
  const listed = await accounts.listPages(pages, options);
  return listed.map((page) => ({ accounts: page.accounts.map(factsOf), hasNext: page.hasNext }));
}

/** The accounts of ids, in the order of the ids. @throws HubError `accounts-unavailable` */
export async function findAccounts(
  { accounts }: AccountParts,
  ids: readonly string[],
  options?: QueryOptions,
): Promise<Found<AccountFacts>[]> {
  const found = await accounts.findMany(ids, options);
  return found.map((account) => (account === null || account instanceof Error ? account : factsOf(account)));
}

/**
 * Registers an account with a password, on the operator's word, and mails the link that validates its address, which asks for another
 * password: `validateAccount` does without, and leaves this one.
 *
 * @throws HubError `invalid-field`, `sign-in-busy`, `accounts-unavailable`
 */
export async function registerAccount(parts: AccountParts, { email: address, password }: Credentials): Promise<void> {
  const email = normalizeEmail(address);
  checkNewCredentials(email, password);
  const account = await putRegistered(parts, email, await parts.passwords.hash(password));
  parts.outbox.post(() => writeRegistrationMail(parts, account));
}

/**
 * Makes an administrator: a new account, validated, with the password; or one that is there and validated, which keeps its own.
 * Nobody has proved to own an address that waits for validation, so the password replaces the registered one.
 *
 * @param given without a password only an account that is validated can be one
 * @throws HubError `invalid-field`, `not-found`, `accounts-unavailable`
 */
export async function createAdministrator(
  parts: AccountParts,
  given: { readonly email: string; readonly password: string | null },
): Promise<{ readonly account: AccountFacts; readonly isNew: boolean }> {
  const { accounts, passwords, now } = parts;
  const email = normalizeEmail(given.email);
  const known = await accounts.findByEmail(email);
  if (known !== null && known.validatedAt !== null) return { account: await grant(parts, email), isNew: false };
  if (given.password === null) {
    if (known === null) throw unknown();
    const mistakes = { email: ['This address waits for its validation.'] };
    throw new HubError('invalid-field', 'This address waits for its validation.', { fields: mistakes });
  }
  checkNewCredentials(email, given.password);
  const passwordHash = await passwords.hash(given.password);
  const administrator = { ...newAccount(email, passwordHash, now()), isAdministrator: true, validatedAt: now() };
  if (known !== null) await accounts.remove(known.id, ({ validatedAt }) => validatedAt === null);
  if (await accounts.add(administrator)) return { account: factsOf(administrator), isNew: true };
  return { account: await grant(parts, email), isNew: false };
}

function grant(parts: AccountParts, email: string): Promise<AccountFacts> {
  return changeAccount(parts, email, (account) =>
    account.validatedAt === null ? null : { ...account, isAdministrator: true },
  );
}

/** Takes the role from an administrator. @throws HubError `not-found`, `accounts-unavailable` */
export function removeAdministrator(parts: AccountParts, email: string): Promise<AccountFacts> {
  return changeAccount(parts, email, (account) => ({ ...account, isAdministrator: false }));
}

/** Counts the address as its owner's, on the operator's word. @throws HubError `not-found`, `accounts-unavailable` */
export function validateAccount(parts: AccountParts, email: string): Promise<AccountFacts> {
  return changeAccount(parts, email, (account) => ({
    ...account,
    validatedAt: account.validatedAt ?? parts.now(),
  }));
}

/** Ends the tokens of an account, and gives it no more. @throws HubError `not-found`, `accounts-unavailable` */
export function disableAccount(parts: AccountParts, email: string): Promise<AccountFacts> {
  return changeAccount(parts, email, (account) => ({
    ...account,
    disabledAt: account.disabledAt ?? parts.now(),
    generation: account.generation + 1,
  }));
}

/** Lets a disabled account sign in again. @throws HubError `not-found`, `accounts-unavailable` */
export function enableAccount(parts: AccountParts, email: string): Promise<AccountFacts> {
  return changeAccount(parts, email, (account) => ({ ...account, disabledAt: null }));
}

/** Removes an account and all that is known of it. @throws HubError `not-found`, `accounts-unavailable` */
export async function deleteAccount(parts: AccountParts, address: string): Promise<AccountFacts> {
  const account = await getAccount(parts, address);
  if (!(await parts.accounts.remove(account.id))) throw unknown();
  await parts.accounts.erase();
  return factsOf(account);
}

/**
 * Mails the owner a link for a new password, or gives the link to the operator, where there is nothing to mail with. Whose address waits for
 * its validation gets the link for both.
 *
 * @throws HubError `not-found`, `invalid-field` for a disabled account, which no link opens; `accounts-unavailable`
 */
export async function offerPasswordReset(
  parts: AccountParts,
  address: string,
): Promise<{ readonly isMailed: true } | { readonly isMailed: false; readonly link: string }> {
  const account = await getAccount(parts, address);
  if (account.disabledAt !== null) {
    const words = 'This account is disabled. Enable it first.';
    throw new HubError('invalid-field', words, { fields: { email: [words] } });
  }
  if (parts.outbox.hasCarrier) {
    mailPasswordLink(parts, account.email, () => true);
    return { isMailed: true };
  }
  return { isMailed: false, link: await writePasswordLink(parts, account) };
}

async function changeAccount(
  parts: AccountParts,
  address: string,
  change: (account: Account) => Account | null,
): Promise<AccountFacts> {
  const { id } = await getAccount(parts, address);
  const changed = await parts.accounts.update(id, change);
  if (changed === null) throw unknown();
  return factsOf(changed);
}

async function getAccount({ accounts }: AccountParts, address: string): Promise<Account> {
  const account = await accounts.findByEmail(normalizeEmail(address));
  if (account === null) throw unknown();
  return account;
}

/** Without the address: the words come into logs, where it has no business. */
function unknown(): HubError {
  return new HubError('not-found', 'There is no account of this address.');
}

function factsOf(account: Account): AccountFacts {
  const { id, email, isAdministrator, createdAt, validatedAt, disabledAt, passwordHash } = account;
  return { id, email, isAdministrator, createdAt, validatedAt, disabledAt, hasPassword: passwordHash !== null };
}
