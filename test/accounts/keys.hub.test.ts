import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeKeyFile } from '../../src/accounts/key-files.ts';
import { KeyRing, LONGEST_LIFE_SECONDS } from '../../src/accounts/key-ring.ts';
import { Tokens } from '../../src/accounts/tokens.ts';
import { describedFetch } from '../support/described-interface.ts';
import { startPlatform, type Platform } from './platform.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';

const CLAIMS = { accountId: 'a', state: '1' };
const logged: string[] = [];
const log = {
  info: () => {},
  warn: (_: object, message: string) => void logged.push(message),
  error: (_: object, message: string) => void logged.push(message),
};

let folder: string;
let now: number;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'hub-keys-')), 'keys');
  now = Date.parse('2026-01-02T03:04:05Z');
  logged.length = 0;
  return () => rm(join(folder, '..'), { recursive: true, force: true });
});

function machine(): { keys: KeyRing; tokens: Tokens } {
  const clock = () => new Date(now);
  const keys = new KeyRing({ folder, now: clock, timing: { ...DEFAULT_TIMING, unknownKeyMs: 50 }, log });
  return { keys, tokens: new Tokens({ keys, issuer: 'https://hub.example', now: clock }) };
}

const kidOf = (token: string): unknown =>
  (JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()) as { kid: unknown }).kid;

test('machines that start at the same time have a key, whichever of them made it', async () => {
  for (let round = 0; round < 10; round++) {
    await rm(folder, { recursive: true, force: true });
    const started = Array.from({ length: 8 }, async (_, at) => {
      await wait(at);
      const { keys } = machine();
      await keys.open();
      return (await keys.signer()).id;
    });
    for (const id of await Promise.all(started)) expect(await machine().keys.find(id)).not.toBeNull();
  }
});

test('a key that one machine revokes is found by the others no more, though nobody asks for their keys', async () => {
  const clock = () => new Date(now);
  const [one, other] = [0, 1].map(
    () => new KeyRing({ folder, now: clock, timing: { ...DEFAULT_TIMING, keysMs: 50 }, log }),
  );
  await one!.open();
  await other!.open();
  const { id } = await one!.signer();
  expect(await other!.find(id)).not.toBeNull();
  await one!.revoke(id);
  await expect.poll(() => other!.find(id)).toBeNull();
});

test('the first key is made in a file that only its owner can read', async () => {
  const { keys } = machine();
  await keys.open();
  const [name, ...others] = await readdir(folder);
  expect(others).toEqual([]);
  expect((await stat(join(folder, name!))).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  const id = (await keys.list())[0]!.id;
  expect(name).toBe(`${id}.json`);
});

test('public keys hold nothing that is private', async () => {
  const { keys } = machine();
  await keys.open();
  const { keys: published } = await keys.publicKeys();
  expect(published.map((jwk) => Object.keys(jwk).toSorted())).toEqual([['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']]);
});

test('a key stays through a restart, and its tokens with it', async () => {
  const first = machine();
  await first.keys.open();
  const token = await first.tokens.sign('refresh', CLAIMS);
  const second = machine();
  await second.keys.open();
  expect(await second.tokens.read('refresh', token)).toEqual(CLAIMS);
});

describe('a folder of keys that cannot be written', () => {
  test('is named to who rotates, revokes or lists, with what holds', async () => {
    const { keys } = machine();
    await keys.open();
    const { id } = (await keys.list())[0]!;
    await rm(folder, { recursive: true });
    await writeFile(folder, '');
    const words = (otherwise: string): RegExp =>
      new RegExp(`^The keys in ${folder} cannot be read .*\\. ${otherwise}$`);
    await expect(keys.rotate()).rejects.toMatchObject({
      code: 'not-saved',
      message: expect.stringMatching(words('No key was made\\.')),
    });
    await expect(keys.revoke(id)).rejects.toMatchObject({
      code: 'not-saved',
      message: expect.stringMatching(words('The key is not revoked\\.')),
    });
    await expect(keys.list()).rejects.toMatchObject({ code: 'accounts-unavailable' });
  });

  test('keeps nothing of a key that could not be written', async () => {
    await mkdir(join(folder, 'one.json', 'full'), { recursive: true });
    await expect(writeKeyFile(folder, 'one', 'secret')).rejects.toThrow();
    expect(await readdir(folder)).toEqual(['one.json']);
  });
});

describe('after a rotation', () => {
  test('the new key is published at once and signs ten minutes later', async () => {
    const { keys, tokens } = machine();
    await keys.open();
    const before = kidOf(await tokens.sign('access', CLAIMS));
    const { id } = await keys.rotate();
    expect((await keys.publicKeys()).keys.map(({ kid }) => kid)).toEqual([before, id]);
    now += 9 * 60_000;
    expect(kidOf(await tokens.sign('access', CLAIMS))).toBe(before);
    now += 60_000;
    expect(kidOf(await tokens.sign('access', CLAIMS))).toBe(id);
  });

  test('refresh tokens of the key before live out their 24 hours, and then it is gone', async () => {
    const { keys, tokens } = machine();
    await keys.open();
    await keys.rotate();
    now += 10 * 60_000 - 1000;
    const last = await tokens.sign('refresh', CLAIMS);
    now += LONGEST_LIFE_SECONDS * 1000;
    expect(await tokens.read('refresh', last)).toEqual(CLAIMS);
    now += 120_000;
    await expect(tokens.read('refresh', last)).rejects.toThrow('not valid');
    expect((await keys.publicKeys()).keys).toHaveLength(1);
    await keys.rotate();
    expect(await readdir(folder)).toHaveLength(2);
  });

  test('another machine with the same folder takes tokens of the new key', async () => {
    const [one, other] = [machine(), machine()];
    await one.keys.open();
    await other.keys.open();
    await one.keys.rotate({ atOnce: true });
    const token = await one.tokens.sign('access', CLAIMS);
    // It looks into the folder for a key that it does not know, at most once in this time.
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(await other.tokens.read('access', token)).toEqual(CLAIMS);
  });
});

test('a key that is revoked ends all that it signed, and another one signs', async () => {
  const { keys, tokens } = machine();
  await keys.open();
  const token = await tokens.sign('refresh', CLAIMS);
  const id = (await keys.list())[0]!.id;
  expect(await keys.revoke(id)).toBe(true);
  await expect(tokens.read('refresh', token)).rejects.toThrow('not valid');
  expect(await tokens.read('refresh', await tokens.sign('refresh', CLAIMS))).toEqual(CLAIMS);
  expect(await keys.revoke(id)).toBe(false);
});

describe('a file that holds no key', () => {
  test.each([
    ['no JSON', '{"d":'],
    ['a public key', '{"kty":"EC","crv":"P-256","x":"AA","y":"AA","signsFrom":"2026-01-01T00:00:00Z"}'],
    ['another kind', '{"kty":"oct","k":"AAAA","signsFrom":"2026-01-01T00:00:00Z"}'],
    ['null', 'null'],
  ])('%s is left out and told of, without its content', async (_, text) => {
    const { keys } = machine();
    await keys.open();
    await writeFile(join(folder, 'broken.json'), text);
    expect(await keys.list()).toHaveLength(1);
    expect(logged).toEqual(['a file of the folder of keys holds no key that can be used']);
  });

  test('a folder in its place is left out and told of', async () => {
    const { keys } = machine();
    await keys.open();
    await mkdir(join(folder, 'former.json'));
    expect(await keys.list()).toHaveLength(1);
    expect(logged).toEqual(['a file of the folder of keys holds no key that can be used']);
  });

  test('two halves that do not belong together are no key', async () => {
    const { keys } = machine();
    await keys.open();
    await keys.rotate({ atOnce: true });
    const [one, other] = await Promise.all(
      (await readdir(folder)).map(
        async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as { d: string },
      ),
    );
    await writeFile(join(folder, 'mixed.json'), JSON.stringify({ ...one, d: other!.d }));
    expect(await machine().keys.list()).toHaveLength(2);
  });

  test('where no other is stops the start: a new key would end all tokens without a word', async () => {
    const { keys } = machine();
    await keys.open();
    const [name] = await readdir(folder);
    await writeFile(join(folder, name!), 'x');
    await expect(machine().keys.open()).rejects.toThrow(folder);
  });

  test('that everybody can read is told of', async () => {
    const { keys } = machine();
    await keys.open();
    const [name] = await readdir(folder);
    await chmod(join(folder, name!), 0o644);
    await machine().keys.open();
    expect(logged).toEqual(['a file with a key can be read by everybody on this machine']);
  });
});

test('a folder that is none stops the start, and is named', async () => {
  await writeFile(folder, 'a file where the folder should be');
  await expect(machine().keys.open()).rejects.toThrow(`The keys in ${folder} cannot be read or written`);
});

describe('over HTTP', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform();
    await platform.createAccount('ann@example.org');
  });
  afterAll(() => platform?.stop());

  test('tokens stay valid while keys rotate, and end when theirs is revoked', async () => {
    const { operator } = platform.accounts;
    const { refresh } = await platform.tokens('ann@example.org');
    const id = (await operator.keys.list())[0]!.id;
    await operator.keys.rotate({ atOnce: true });
    platform.pass(12 * 3600);
    expect((await platform.refresh(refresh)).status).toBe(200);
    const response = await describedFetch(`${platform.url}/.well-known/jwks.json`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    expect(((await response.json()) as { keys: unknown[] }).keys).toHaveLength(2);
    await operator.keys.revoke(id);
    expect((await platform.refresh(refresh)).status).toBe(401);
    expect((await platform.signIn('ann@example.org')).status).toBe(200);
  });
});
