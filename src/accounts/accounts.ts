import type { FullLog } from '../log.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { Found } from '../store/select-by-key.ts';
import type { QueryOptions, Store } from '../store/store.ts';
import { AccountsGraph, type AccountPage, type PageOfAccounts } from './accounts-graph.ts';
import {
  createRequireAccount,
  createRequireAdministrator,
  type RequireAccount,
  type RequireAdministrator,
} from './administrators.ts';
import { LoginThrottle } from './login-throttle.ts';
import { KeyRing, type KeyRingTiming } from './key-ring.ts';
import type { MailCarrier } from './mail.ts';
import { changePassword, requestPasswordReset, resetPassword, type PasswordChange } from './new-password.ts';
import * as operate from './operate.ts';
import { Outbox, type OutboxTiming } from './outbox.ts';
import { Passwords } from './passwords.ts';
import { forgetUnvalidated, register, validateEmail, type AccountParts, type Validation } from './registration.ts';
import { refreshAccess, signIn, type Credentials, type TokenPair } from './sign-in.ts';
import { Tokens } from './tokens.ts';

export interface AccountsOptions {
  readonly store: Store;
  /** Its base address is the issuer of the tokens: environments differ in it. */
  readonly hub: HubNamespaces;
  readonly log: FullLog;
  /** The folder of the keys that sign; several machines may share it. */
  readonly keysFolder: string;
  /** Null when no mail can be sent. */
  readonly carrier: MailCarrier | null;
  /** Whether mails that cannot be sent are in the log, with their links. */
  readonly showsMails?: boolean;
  readonly now?: () => Date;
  readonly timing: AccountsTiming;
}

interface AccountsTiming extends KeyRingTiming, OutboxTiming {
  /** How often registrations that nobody validated are removed. */
  readonly forgetMs: number;
}

/** What people do with their accounts. `client` is who asks, as attempts are counted (`clientOf`). */
export interface Accounts {
  signIn(credentials: Credentials, client: string): Promise<TokenPair>;
  refreshAccess(refresh: string): Promise<string>;
  /** The keys that tokens are verified with, a JSON Web Key Set. */
  publicKeys(): Promise<object>;
  register(email: string, client: string): Promise<void>;
  /** The address that the link was sent to. */
  validateEmail(validation: Validation, client: string): Promise<string>;
  changePassword(change: PasswordChange, client: string): Promise<void>;
  requestPasswordReset(email: string, client: string): Promise<void>;
  resetPassword(reset: { readonly token: string; readonly newPassword: string }, client: string): Promise<void>;
  readonly requireAccount: RequireAccount;
  readonly requireAdministrator: RequireAdministrator;
  readonly operator: Operator;
  /** Reads the keys, and makes the first. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** What those do who run the service, and administrators. Accounts are named by their addresses. */
export interface Operator {
  list(options?: QueryOptions): Promise<operate.AccountFacts[]>;
  /** Pages of that list, in the order in which they are asked for. */
  listPages(pages: readonly PageOfAccounts[], options?: QueryOptions): Promise<AccountPage<operate.AccountFacts>[]>;
  /** How many accounts there are. */
  count(options?: QueryOptions): Promise<number>;
  /** The accounts of ids, in the order of the ids; null for one that there is not. */
  findMany(ids: readonly string[], options?: QueryOptions): Promise<Found<operate.AccountFacts>[]>;
  createAdministrator(
    given: Parameters<typeof operate.createAdministrator>[1],
  ): ReturnType<typeof operate.createAdministrator>;
  removeAdministrator(email: string): Promise<operate.AccountFacts>;
  register(credentials: Credentials): Promise<void>;
  validate(email: string): Promise<operate.AccountFacts>;
  disable(email: string): Promise<operate.AccountFacts>;
  enable(email: string): Promise<operate.AccountFacts>;
  delete(email: string): Promise<operate.AccountFacts>;
  offerPasswordReset(email: string): ReturnType<typeof operate.offerPasswordReset>;
  readonly keys: Pick<KeyRing, 'list' | 'rotate' | 'revoke'>;
  /** Whether mails leave this machine. */
  readonly hasMail: boolean;
}

/** The accounts of one environment: registration, sign-in, tokens, and who is an administrator. */
export function createAccounts(options: AccountsOptions): Accounts {
  const { store, hub, log, keysFolder, carrier, showsMails = false, now = () => new Date(), timing } = options;
  const keys = new KeyRing({ folder: keysFolder, now, timing, log });
  const parts: AccountParts = {
    accounts: new AccountsGraph(store, hub),
    passwords: new Passwords(),
    tokens: new Tokens({ keys, issuer: hub.baseUrl, now }),
    loginThrottle: new LoginThrottle(now),
    outbox: new Outbox({ carrier, showsMails, timing, log }),
    baseUrl: hub.baseUrl,
    now,
  };
  let forgetting: NodeJS.Timeout | undefined;
  const forget = (): void => {
    forgetUnvalidated(parts).catch((error: unknown) => {
      log.warn({ err: error }, 'registrations that nobody validated are still there');
    });
  };
  const operator: Operator = {
    list: (options) => operate.listAccounts(parts, options),
    listPages: (pages, options) => operate.listAccountPages(parts, pages, options),
    count: (options) => parts.accounts.count(options),
    findMany: (ids, options) => operate.findAccounts(parts, ids, options),
    createAdministrator: (given) => operate.createAdministrator(parts, given),
    removeAdministrator: (email) => operate.removeAdministrator(parts, email),
    register: (credentials) => operate.registerAccount(parts, credentials),
    validate: (email) => operate.validateAccount(parts, email),
    disable: (email) => operate.disableAccount(parts, email),
    enable: (email) => operate.enableAccount(parts, email),
    delete: (email) => operate.deleteAccount(parts, email),
    offerPasswordReset: (email) => operate.offerPasswordReset(parts, email),
    keys,
    hasMail: parts.outbox.hasCarrier,
  };
  return {
    signIn: (credentials, client) => signIn(parts, credentials, client),
    refreshAccess: (refresh) => refreshAccess(parts, refresh),
    publicKeys: () => keys.publicKeys(),
    register: (email, client) => register(parts, email, client),
    validateEmail: async (validation, client) => (await validateEmail(parts, validation, client)).email,
    changePassword: (change, client) => changePassword(parts, change, client),
    requestPasswordReset: (email, client) => requestPasswordReset(parts, email, client),
    resetPassword: (reset, client) => resetPassword(parts, reset, client),
    requireAccount: createRequireAccount(parts),
    requireAdministrator: createRequireAdministrator(parts),
    operator,
    async start() {
      await keys.open();
      if (carrier === null && !showsMails)
        log.warn({}, 'no mail can be sent, so that nobody can register: HUB_SMTP_URL is not set');
      forgetting = setInterval(forget, timing.forgetMs).unref();
    },
    async stop() {
      clearInterval(forgetting);
      await parts.outbox.stop();
    },
  };
}
