import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import { createAccounts, type Accounts } from '../../src/accounts/accounts.ts';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { RemoteStore } from '../../src/store/remote.ts';
import { findOxigraphServer } from '../support/oxigraph-server.ts';
import { isMissing, type SparqlServer } from '../support/sparql-server.ts';
import { PASSWORD } from './platform.ts';

const engine = await findOxigraphServer();
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const CLIENT = '192.0.2.1';

/** Hubs that share a store and a folder of keys. */
describe.skipIf(isMissing(engine))('two hubs of one service', () => {
  let folder: string;
  let server: SparqlServer;
  let stores: RemoteStore[];
  let hubs: [Accounts, Accounts];
  beforeAll(async () => {
    if (engine.missing !== null) return;
    folder = await mkdtemp(join(tmpdir(), 'hub-several-'));
    server = await engine.start();
    const hub = hubNamespaces('https://hub.example');
    stores = [0, 1].map(
      () =>
        new RemoteStore({
          ...server,
          authorization: undefined,
          changesGraph: hub.changesGraph,
          timing: DEFAULT_TIMING,
        }),
    );
    hubs = stores.map((store) =>
      createAccounts({
        store,
        hub,
        log: silent,
        keysFolder: join(folder, 'keys'),
        carrier: null,
        timing: DEFAULT_TIMING,
      }),
    ) as [Accounts, Accounts];
    for (const accounts of hubs) await accounts.start();
  }, 90_000);
  afterAll(async () => {
    await Promise.all((hubs ?? []).map((accounts) => accounts.stop()));
    await Promise.all((stores ?? []).map((store) => store.close()));
    await server?.stop();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  test('take the tokens of each other, and end them for each other', async () => {
    const [one, other] = hubs;
    const email = 'root@example.org';
    await one.operator.createAdministrator({ email, password: PASSWORD });
    const { access, refresh } = await other.signIn({ email, password: PASSWORD }, CLIENT);
    expect(await one.requireAdministrator(`Bearer ${access}`)).toMatchObject({ id: expect.any(String) as unknown });
    expect(await one.requireAdministrator(`Bearer ${await other.refreshAccess(refresh)}`)).toBeDefined();
    await one.operator.disable(email);
    await expect(other.refreshAccess(refresh)).rejects.toMatchObject({ code: 'token-not-valid' });
    await expect(other.requireAdministrator(`Bearer ${access}`)).rejects.toMatchObject({ code: 'unauthenticated' });
    await other.operator.enable(email);
    await one.changePassword({ email, password: PASSWORD, newPassword: 'a new password' }, CLIENT);
    await expect(other.signIn({ email, password: PASSWORD }, CLIENT)).rejects.toMatchObject({
      code: 'invalid-credentials',
    });
    expect(await other.signIn({ email, password: 'a new password' }, CLIENT)).toBeDefined();
    await other.operator.delete(email);
    expect(await one.operator.list()).toEqual([]);
  });

  test('register an address once, and use a link once, whichever is asked', async () => {
    const email = 'ann@example.org';
    await Promise.all([...hubs, ...hubs].map(({ operator }) => operator.register({ email, password: PASSWORD })));
    expect(await hubs[0].operator.list()).toHaveLength(1);
    await hubs[0].operator.validate(email);
    const offered = await hubs[0].operator.offerPasswordReset(email);
    const token = offered.isMailed ? '' : offered.link.split('token=')[1]!;
    const uses = await Promise.allSettled(
      [...hubs, ...hubs].map((accounts) => accounts.resetPassword({ token, newPassword: 'a new password' }, CLIENT)),
    );
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('say that the accounts are away while the store is', async () => {
    await server.pause();
    const asked = hubs[0].signIn({ email: 'ann@example.org', password: PASSWORD }, CLIENT);
    await expect(asked).rejects.toMatchObject({ code: 'accounts-unavailable' });
    server.resume();
  }, 60_000);
});
