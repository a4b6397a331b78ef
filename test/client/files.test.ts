import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { environmentCredentials } from '../../src/client/library.ts';
import { fileCredentials, fileTokens } from '../../src/client/node.ts';
import type { Tokens } from '../../src/client/tokens.ts';
import { ADA, answeringJson, failureOf, sendJson, TestPlatform } from './test-platform.ts';

const TOKEN = '/api/v1/token';
const REFRESH = '/api/v1/token/refresh';
const ECHO = '/api/v1/echo';
const HOUR = 3_600_000;
const EVE = { email: 'eve@example.org', password: 'another' };

let platform: TestPlatform;
let folder: string;
beforeEach(async () => {
  [platform, folder] = await Promise.all([new TestPlatform().start(), mkdtemp(join(tmpdir(), 'hub-client-'))]);
  platform.accounts.set(EVE.email, EVE.password);
});
afterEach(() => Promise.all([platform.stop(), rm(folder, { recursive: true, force: true })]));

async function writeCredentials(content: unknown, mode = 0o600): Promise<string> {
  const path = join(folder, 'credentials.json');
  await rm(path, { force: true });
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content), { mode });
  await chmod(path, mode);
  return path;
}

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

describe('credentials', () => {
  test('come from a function that is asked once for each sign-in, and told for what', async () => {
    const asked: unknown[] = [];
    const credentials = async (request: unknown): Promise<typeof ADA> => (asked.push(request), ADA);
    const client = platform.client({ credentials });
    await Promise.all([client.fetch(ECHO), client.fetch(ECHO)]);
    expect(asked).toEqual([{ environment: 'playground', address: platform.url }]);
  });

  test('of a function that fails are told with its error as the cause', async () => {
    const cause = new Error('the vault is closed');
    const client = platform.client({ credentials: () => Promise.reject(cause) });
    expect(await failureOf(client.fetch(ECHO))).toMatchObject({ code: 'no-credentials', cause });
    const none = platform.client({ credentials: () => null });
    expect(await failureOf(none.fetch(ECHO))).toMatchObject({ code: 'no-credentials' });
  });

  test('come from the environment, each environment of the platform having its own', async () => {
    const env = {
      PLATFORM_PLAYGROUND_EMAIL: ADA.email,
      PLATFORM_PLAYGROUND_PASSWORD: ADA.password,
      PLATFORM_PRODUCTION_EMAIL: 'a',
    };
    const credentials = environmentCredentials(env);
    expect((await platform.client({ credentials }).fetch(ECHO)).status).toBe(200);
    const production = platform.client({
      credentials,
      environment: 'production',
      addresses: { production: platform.url },
    });
    expect(await failureOf(production.fetch(ECHO))).toMatchObject({
      code: 'no-credentials',
      message: expect.stringContaining('PLATFORM_PRODUCTION_PASSWORD'),
    });
    expect(platform.count(TOKEN)).toBe(1);
  });

  test('come from a file that nobody else can read, each environment having its own', async () => {
    const credentials = fileCredentials(await writeCredentials({ playground: ADA }));
    expect((await platform.client({ credentials }).fetch(ECHO)).status).toBe(200);
    const production = platform.client({
      credentials,
      environment: 'production',
      addresses: { production: platform.url },
    });
    expect(await failureOf(production.fetch(ECHO))).toMatchObject({ code: 'malformed-file' });
    await writeCredentials({ playground: ADA }, 0o400);
    expect((await platform.client({ credentials }).fetch(ECHO)).status).toBe(200);
  });

  test.each([0o644, 0o640, 0o604, 0o620, 0o602, 0o610, 0o777])('in a file of mode %o are refused', async (mode) => {
    const client = platform.client({ credentials: fileCredentials(await writeCredentials({ playground: ADA }, mode)) });
    expect(await failureOf(client.fetch(ECHO))).toMatchObject({
      code: 'unsafe-file',
      message: expect.stringContaining('chmod 600'),
    });
    expect(platform.seen).toEqual([]);
  });

  test.each([
    ['is not JSON', `{"password": "${ADA.password}"`],
    ['is another JSON', '[]'],
    ['has no password', { playground: { email: ADA.email } }],
    ['is too long', JSON.stringify({ playground: ADA, more: 'x'.repeat(100_000) })],
  ])('in a file that %s are told without its content', async (_name, content) => {
    const client = platform.client({ credentials: fileCredentials(await writeCredentials(content)) });
    const error = (await failureOf(client.fetch(ECHO))) as Error;
    expect(error).toMatchObject({ code: 'malformed-file' });
    expect(`${error.message}${error.stack}${String(error.cause)}`).not.toContain(ADA.password);
  });

  test('in what is no file are refused, without waiting for it', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', ['-m', '600', pipe]);
    for (const path of [pipe, folder])
      expect(await failureOf(platform.client({ credentials: fileCredentials(path) }).fetch(ECHO))).toMatchObject({
        code: 'unsafe-file',
      });
    const missing = platform.client({ credentials: fileCredentials(join(folder, 'missing')) });
    expect(await failureOf(missing.fetch(ECHO))).toMatchObject({ code: 'no-credentials' });
  });

  test('in a file behind a link count by the file', async () => {
    const link = join(folder, 'link');
    await symlink(await writeCredentials({ playground: ADA }), link);
    expect((await platform.client({ credentials: fileCredentials(link) }).fetch(ECHO)).status).toBe(200);
    await chmod(join(folder, 'credentials.json'), 0o644);
    expect(await failureOf(platform.client({ credentials: fileCredentials(link) }).fetch(ECHO))).toMatchObject({
      code: 'unsafe-file',
    });
  });

  test('that change in the file count at the next sign-in', async () => {
    const credentials = fileCredentials(await writeCredentials({ playground: { ...ADA, password: 'old' } }));
    const client = platform.client({ credentials });
    expect(await failureOf(client.fetch(ECHO))).toMatchObject({ code: 'credentials-refused' });
    await writeCredentials({ playground: ADA });
    expect((await client.fetch(ECHO)).status).toBe(200);
  });
});

describe('tokens in a file', () => {
  const path = (): string => join(folder, 'kept', 'playground.json');

  test('are for their owner alone, in a folder of theirs', async () => {
    await platform.client({ tokens: fileTokens(path()) }).signIn();
    expect([await modeOf(path()), await modeOf(join(folder, 'kept'))]).toEqual([0o600, 0o700]);
    expect(await readdir(join(folder, 'kept'))).toEqual(['playground.json']);
    expect(await readFile(path(), 'utf8')).not.toContain(ADA.password);
  });

  test('serve the next run, which needs no password', async () => {
    await platform.client({ tokens: fileTokens(path()) }).signIn();
    const next = platform.client({ tokens: fileTokens(path()), credentials: undefined });
    expect(await next.signedIn()).toMatchObject({ email: ADA.email });
    expect((await next.fetch(ECHO)).status).toBe(200);
    expect(platform.count(TOKEN)).toBe(1);
  });

  test('are renewed there, and a program that shares them takes what another has renewed', async () => {
    let offMs = 0;
    const now = (): number => Date.now() + offMs;
    const [one, two] = [
      platform.client({ tokens: fileTokens(path()), now }),
      platform.client({ tokens: fileTokens(path()), now }),
    ];
    await one.fetch(ECHO);
    await two.fetch(ECHO);
    offMs = HOUR;
    await one.fetch(ECHO);
    await two.fetch(ECHO);
    expect([platform.count(TOKEN), platform.count(REFRESH)]).toEqual([1, 1]);
  });

  test('are sent to no other address and serve no other environment or account', async () => {
    await platform.client({ tokens: fileTokens(path()) }).signIn();
    const other = await new TestPlatform().start();
    try {
      const options = { tokens: fileTokens(path()), credentials: undefined };
      for (const client of [
        other.client(options),
        platform.client({ ...options, environment: 'production', addresses: { production: platform.url } }),
      ])
        expect(await failureOf(client.fetch(ECHO))).toMatchObject({ code: 'no-credentials' });
      expect(other.seen).toEqual([]);
      await platform.client({ ...options, credentials: EVE }).fetch(ECHO);
      expect(platform.count(TOKEN)).toBe(2);
    } finally {
      await other.stop();
    }
  });

  test('end with the sign-out', async () => {
    const client = platform.client({ tokens: fileTokens(path()) });
    await client.signIn();
    await client.signOut();
    expect(await readdir(join(folder, 'kept'))).toEqual([]);
    const next = platform.client({ tokens: fileTokens(path()), credentials: undefined });
    expect(await failureOf(next.fetch(ECHO))).toMatchObject({ code: 'no-credentials' });
  });

  /** A program that took the tokens of another one, which signed in. `passAnHour` ends its access token. */
  const startRunning = async () => {
    let offMs = 0;
    await platform.client({ tokens: fileTokens(path()) }).signIn();
    const running = platform.client({
      tokens: fileTokens(path()),
      credentials: undefined,
      now: () => Date.now() + offMs,
    });
    await running.fetch(ECHO);
    const passAnHour = (): void => void (offMs += HOUR);
    return { running, passAnHour };
  };

  test('end with the sign-out of another program', async () => {
    const { running, passAnHour } = await startRunning();
    await platform.client({ tokens: fileTokens(path()) }).signOut();
    passAnHour();
    expect(await failureOf(running.fetch(ECHO))).toMatchObject({ code: 'no-credentials' });
    expect(await running.signedIn()).toBeNull();
    expect(platform.count(REFRESH)).toBe(0);
    expect(await readdir(join(folder, 'kept'))).toEqual([]);
  });

  test('end when another account has the file, whose tokens stay and are never used', async () => {
    const { running, passAnHour } = await startRunning();
    await platform.client({ tokens: fileTokens(path()), credentials: EVE }).signIn();
    const kept = await readFile(path(), 'utf8');
    passAnHour();
    expect(await failureOf(running.fetch(ECHO))).toMatchObject({ code: 'no-credentials' });
    expect(await running.signedIn()).toBeNull();
    expect(platform.count(REFRESH)).toBe(0);
    expect(await readFile(path(), 'utf8')).toBe(kept);
  });

  test('end with the sign-out of another program while they are renewed', async () => {
    const { running, passAnHour } = await startRunning();
    platform.misbehave(REFRESH, (_seen, response) => {
      void fileTokens(path())
        .clear()
        .then(() => sendJson(response, 200, { access: platform.issue('access') }));
    });
    passAnHour();
    await running.fetch(ECHO);
    expect(await running.signedIn()).toBeNull();
    expect(await readdir(join(folder, 'kept'))).toEqual([]);
  });

  test.each([
    ['not refreshed', 401],
    ['refreshed', 200],
  ])('give way to those of a later sign-in, which came while they were %s', async (_name, status) => {
    const { running, passAnHour } = await startRunning();
    platform.misbehave(REFRESH, (_seen, response) => {
      void platform
        .client({ tokens: fileTokens(path()), now: () => Date.now() + HOUR })
        .signIn()
        .then(() => sendJson(response, status, status === 200 ? { access: platform.issue('access') } : {}));
    });
    passAnHour();
    expect((await running.fetch(ECHO)).status).toBe(200);
    const { refresh } = JSON.parse(await readFile(path(), 'utf8')) as Tokens;
    expect(platform.issued('refresh')).toEqual([expect.any(String), refresh]);
  });

  test('are those that were refreshed, though the refresh of another program was refused meanwhile', async () => {
    const { running, passAnHour } = await startRunning();
    const now = (): number => Date.now() + HOUR;
    const other = platform.client({ tokens: fileTokens(path()), credentials: undefined, now });
    // Both send the same refresh token, which is good once.
    platform.misbehave(
      REFRESH,
      (_seen, response) => {
        const renewed = { access: platform.issue('access'), refresh: platform.issue('refresh') };
        void failureOf(other.fetch(ECHO)).then(() => sendJson(response, 200, renewed));
      },
      (_seen, response) => sendJson(response, 401, {}),
    );
    passAnHour();
    expect((await running.fetch(ECHO)).status).toBe(200);
    const { refresh } = JSON.parse(await readFile(path(), 'utf8')) as Tokens;
    expect(refresh).toBe(platform.issued('refresh').at(-1));
  });

  test('that cannot be kept are renewed all the same', async () => {
    let offMs = 0;
    const tokens = { ...fileTokens(path()), write: () => Promise.reject(new Error('the disk is full')) };
    const client = platform.client({ tokens, now: () => Date.now() + offMs });
    await client.fetch(ECHO);
    offMs = HOUR;
    expect((await client.fetch(ECHO)).status).toBe(200);
    expect([platform.count(TOKEN), platform.count(REFRESH)]).toEqual([1, 1]);
  });

  test('without the refresh token are what is left when the platform refused it', async () => {
    let offMs = 0;
    await platform.client({ tokens: fileTokens(path()) }).signIn();
    offMs = HOUR;
    const next = platform.client({ tokens: fileTokens(path()), credentials: undefined, now: () => Date.now() + offMs });
    platform.misbehave(REFRESH, answeringJson(401, { detail: 'no', code: 'token_not_valid' }));
    for (let i = 0; i < 3; i++) expect(await failureOf(next.fetch(ECHO))).toMatchObject({ code: 'no-credentials' });
    expect(platform.count(REFRESH)).toBe(1);
  });

  test('with times that cannot be are used until they are refused', async () => {
    await platform.client({ tokens: fileTokens(path()) }).signIn();
    const kept = JSON.parse(await readFile(path(), 'utf8')) as object;
    await writeFile(path(), JSON.stringify({ ...kept, accessExpiresAt: 1e300, refreshExpiresAt: 'soon' }));
    const next = platform.client({ tokens: fileTokens(path()), credentials: undefined });
    expect(await next.signedIn()).toMatchObject({ accessExpiresAt: null, refreshExpiresAt: null });
    expect((await next.fetch(ECHO)).status).toBe(200);
  });

  test('that others can read, or that are none, are refused', async () => {
    await platform.client({ tokens: fileTokens(path()) }).signIn();
    const next = platform.client({ tokens: fileTokens(path()), credentials: undefined });
    await chmod(path(), 0o640);
    expect(await failureOf(next.fetch(ECHO))).toMatchObject({ code: 'unsafe-file' });
    await chmod(path(), 0o600);
    await writeFile(path(), '{"access": 7}');
    expect(await failureOf(next.fetch(ECHO))).toMatchObject({ code: 'malformed-file' });
    expect(platform.count(ECHO)).toBe(0);
  });

  test('in a folder that others can write to are not kept, and the sign-in tells it', async () => {
    await mkdir(join(folder, 'kept'));
    await chmod(join(folder, 'kept'), 0o777);
    const client = platform.client({ tokens: fileTokens(path()) });
    expect(await failureOf(client.signIn())).toMatchObject({ code: 'unsafe-file' });
    expect(await readdir(join(folder, 'kept'))).toEqual([]);
    expect((await client.fetch(ECHO)).status).toBe(200);
  });
});
