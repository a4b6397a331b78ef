import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app.ts';
import { EMPTY_LEXICON } from '../support/empty-lexicon.ts';
import { describedFetch } from '../support/described-interface.ts';
import { startMailServer, type MailServer } from '../support/mail-server.ts';

export const PASSWORD = 'correct horse battery';

/** A token's claims, unverified. */
export interface Claims {
  readonly iss: string;
  readonly aud: string;
  readonly sub: string;
  readonly jti: string;
  readonly iat: number;
  readonly nbf: number;
  readonly exp: number;
  readonly token_type: string;
}

/** A hub that signs people in, the mails that it sends, and its clock. */
export interface Platform extends TestApp {
  readonly mails: MailServer;
  readonly accounts: TestApp['app']['accounts'];
  /** Moves the clock on. */
  pass(seconds: number): void;
  /** Registers and validates, by mail. */
  createAccount(email: string, password?: string): Promise<void>;
  createAdministrator(email: string, password?: string): Promise<void>;
  signIn(email: string, password?: string): Promise<Response>;
  /** Tokens of who may sign in. */
  tokens(email: string, password?: string): Promise<{ access: string; refresh: string }>;
  refresh(token: unknown): Promise<Response>;
}

export async function startPlatform(options: TestAppOptions = {}): Promise<Platform> {
  const mails = await startMailServer();
  let now = Date.parse('2026-01-02T03:04:05Z');
  const hub = await createTestApp({
    lexicon: EMPTY_LEXICON,
    now: () => new Date(now),
    ...options,
    config: { smtp: { url: mails.url, from: 'Hub <hub@hub.example>' }, ...options.config },
  });
  const { accounts } = hub.app;
  const signIn = (email: string, password = PASSWORD): Promise<Response> =>
    describedFetch(`${hub.url}/api/v1/token`, { method: 'POST', body: new URLSearchParams({ email, password }) });
  return {
    ...hub,
    mails,
    accounts,
    pass: (seconds) => void (now += seconds * 1000),
    async createAccount(email, password = PASSWORD) {
      await accounts.register(email, email);
      await accounts.validateEmail({ token: tokenOf((await mails.next(email)).text), password }, email);
    },
    async createAdministrator(email, password = PASSWORD) {
      await accounts.operator.createAdministrator({ email, password });
    },
    signIn,
    async tokens(email, password) {
      const response = await signIn(email, password);
      if (response.status !== 200) throw new Error(await response.text());
      return (await response.json()) as { access: string; refresh: string };
    },
    refresh: (token) =>
      describedFetch(`${hub.url}/api/v1/token/refresh`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refresh: token }),
      }),
    async stop() {
      await Promise.all([hub.stop(), mails.stop()]);
    },
  };
}

/** The token of the link in a mail. */
export function tokenOf(text: string): string {
  return /[?&]token=([\w.-]+)/.exec(text)![1]!;
}

export function claimsOf(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Claims;
}
