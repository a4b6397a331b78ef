import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAccounts, type Accounts } from '../../src/accounts/accounts.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import { BodyBudget } from '../../src/http/limits/body-budget.ts';
import { createFront } from '../../src/http/create-front.ts';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { createTokenRoutes } from '../../src/rest/token-routes.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { StoreError } from '../../src/store/store.ts';

const EMAIL = 'ann@example.org';
const PASSWORD = 'correct horse battery';

let folder: string;
let store: EmbeddedStore;
let accounts: Accounts;
let server: Server;
let url: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-accounts-'));
  store = new EmbeddedStore();
  const hub = hubNamespaces('https://hub.example');
  const log = pino({ level: 'silent' });
  accounts = createAccounts({
    store,
    hub,
    log,
    keysFolder: join(folder, 'keys'),
    carrier: null,
    timing: DEFAULT_TIMING,
  });
  await accounts.start();
  await accounts.operator.createAdministrator({ email: EMAIL, password: PASSWORD });
  const koa = createFront({
    baseUrl: hub.baseUrl,
    trustedProxies: 0,
    timing: DEFAULT_TIMING,
    log,
    isStopping: () => false,
    inlineScripts: [],
    renderProblem: ({ message }) => message,
  });
  koa.use(createTokenRoutes({ accounts, bodyBudget: new BodyBudget(1024 * 1024) }).routes());
  koa.use(async (ctx) => {
    ctx.body = await accounts.requireAdministrator(ctx.headers.authorization);
  });
  server = createServer(koa.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await accounts.stop();
  await rm(folder, { recursive: true, force: true });
});

const signIn = (): Promise<Response> =>
  fetch(`${url}/api/v1/token`, { method: 'POST', body: new URLSearchParams({ email: EMAIL, password: PASSWORD }) });

test('while the store is away a sign-in is 503 and says when to try again, and counts as no attempt', async () => {
  const { refresh } = (await (await signIn()).json()) as { refresh: string };
  await store.close();
  for (let at = 0; at < 15; at++) {
    const response = await signIn();
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toMatchObject({
      status: 503,
      type: 'https://hub.example/problems/accounts-unavailable',
    });
  }
  const refreshed = await fetch(`${url}/api/v1/token/refresh`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh }),
  });
  expect(refreshed.status).toBe(503);
  await expect(accounts.requireAdministrator('Bearer x')).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('while the store is away nobody is told that a mail is on its way, and what was asked for counts as nothing', async () => {
  const asks = [
    () => accounts.register('bea@example.org', '192.0.2.1'),
    () => accounts.requestPasswordReset(EMAIL, '192.0.2.1'),
  ];
  const away = vi.spyOn(store, 'select').mockRejectedValue(new StoreError('The store is away'));
  for (let at = 0; at < 15; at++)
    for (const ask of asks) await expect(ask()).rejects.toMatchObject({ code: 'accounts-unavailable' });
  away.mockRestore();
  for (const ask of asks) await expect(ask()).resolves.toBeUndefined();
});

test('those who wait in line learn it together', async () => {
  await store.close();
  const answers = await Promise.all(Array.from({ length: 20 }, signIn));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 503));
});

test('more passwords than can be checked are 503, and those that wait are answered', async () => {
  const clients = Array.from({ length: 150 }, (_, at) => `192.0.2.${at}`);
  const outcomes = await Promise.allSettled(
    clients.map((client) => accounts.signIn({ email: EMAIL, password: PASSWORD }, client)),
  );
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(outcomes.length - refused.length).toBeGreaterThanOrEqual(50);
  for (const { reason } of refused)
    expect(['sign-in-busy', 'too-many-attempts']).toContain((reason as { code: string }).code);
});

test('what is changed by many at the same time is changed by each, one after another', async () => {
  const { operator } = accounts;
  await Promise.all([
    operator.disable(EMAIL),
    operator.enable(EMAIL),
    operator.removeAdministrator(EMAIL),
    operator.validate(EMAIL),
  ]);
  const [account] = await operator.list();
  expect(account).toMatchObject({ email: EMAIL, isAdministrator: false });
});

describe('an address for administrators says what it wants in WWW-Authenticate (RFC 6750 §3)', () => {
  const ask = async (authorization?: string): Promise<string> => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const response = await fetch(`${url}/for-administrators`, { headers });
    return `${response.status} ${response.headers.get('www-authenticate')}`;
  };
  const REALM = 'Bearer realm="vocabulary-hub"';

  test('without a token, and for another scheme, the scheme alone', async () => {
    expect(await ask()).toBe(`401 ${REALM}`);
    expect(await ask('Basic cm9vdDpyb290')).toBe(`401 ${REALM}`);
  });

  test('for a header that holds none, and for a token that is none, what is wrong', async () => {
    expect(await ask('Bearer')).toBe(`401 ${REALM}, error="invalid_request"`);
    expect(await ask('Bearer a b')).toBe(`401 ${REALM}, error="invalid_request"`);
    expect(await ask('bearer x')).toBe(`401 ${REALM}, error="invalid_token"`);
  });

  test('for the token of somebody else, that it does not suffice', async () => {
    const { access } = (await (await signIn()).json()) as { access: string };
    expect(await ask(`Bearer ${access}`)).toBe('200 null');
    await accounts.operator.removeAdministrator(EMAIL);
    expect(await ask(`Bearer ${access}`)).toBe(`403 ${REALM}, error="insufficient_scope"`);
  });
});
