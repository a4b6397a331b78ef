import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { portOf, startProgram, type Program } from '../support/hub-process.ts';

const EMAIL = 'root@example.org';
const PASSWORD = 'correct horse battery';

let folder: string;
const children = new Set<ChildProcess>();
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-commands-'));
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  await rm(folder, { recursive: true, force: true });
});

function start(args: readonly string[]): Program {
  const settings = { HUB_DATA: folder, HUB_HOST: '127.0.0.1', HUB_BASE_URL: 'https://platform.example', PORT: '0' };
  const program = startProgram('cli/main.js', settings, { args });
  children.add(program.child);
  return program;
}

async function run(args: readonly string[], input = ''): Promise<{ code: number | null; out: string; err: string }> {
  const { child, written, exit } = start(args);
  child.stdin!.end(input);
  return { code: await exit, ...written };
}

async function startPlatform(): Promise<Program & { readonly url: string }> {
  const platform = start(['platform']);
  return { ...platform, url: `http://127.0.0.1:${await portOf(platform)}` };
}

const signIn = (url: string, email = EMAIL): Promise<Response> =>
  fetch(`${url}/api/v1/token`, { method: 'POST', body: new URLSearchParams({ email, password: PASSWORD }) });

test('what was answered survives a kill: accounts, keys, and the tokens that were given', async () => {
  const first = await startPlatform();
  // The platform has the folder; the command reaches it there.
  expect(await run(['admin', 'create', EMAIL], `${PASSWORD}\n`)).toMatchObject({
    code: 0,
    out: `${EMAIL} is an administrator.\n`,
  });
  const { refresh } = (await (await signIn(first.url)).json()) as { refresh: string };
  first.child.kill('SIGKILL');
  await first.exit;

  const second = await startPlatform();
  expect((await signIn(second.url)).status).toBe(200);
  const refreshed = await fetch(`${second.url}/api/v1/token/refresh`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh }),
  });
  expect(refreshed.status).toBe(200);
  // The sign-in is all there is.
  const [health, keys, start, none] = await Promise.all(
    ['/readyz', '/.well-known/jwks.json', '/', '/api/parameters'].map(
      async (path) => (await fetch(second.url + path)).status,
    ),
  );
  expect([health, keys, start, none]).toEqual([200, 200, 200, 404]);
  expect((await run(['account', 'disable', EMAIL])).code).toBe(0);
  expect((await signIn(second.url)).status).toBe(401);
  // Its log is not where addresses are kept, those that somebody mistyped neither.
  expect((await run(['account', 'disable', 'nobody@example.org'])).code).toBe(2);
  await expect.poll(() => second.written.out).toContain('command failed');
  expect(second.written.out).not.toContain('@example.org');
  second.child.kill('SIGTERM');
  expect(await second.exit).toBe(0);
}, 90_000);

test('commands work while nothing runs', async () => {
  await writeFile(join(folder, 'password'), `${PASSWORD}\nmore\n`);
  const password = ['--password-file', join(folder, 'password')];
  expect(await run(['account', 'register', EMAIL, ...password])).toMatchObject({
    code: 0,
    out: expect.stringContaining('HUB_SMTP_URL is not set') as unknown,
  });
  expect((await run(['account', 'list'])).out).toBe(`${EMAIL}\tnot validated\n`);
  expect((await run(['account', 'validate', EMAIL])).code).toBe(0);
  expect((await run(['admin', 'create', EMAIL])).out).toContain('with its own password');
  const listed = JSON.parse((await run(['account', 'list', '--json'])).out) as unknown[];
  expect(listed).toMatchObject([{ email: EMAIL, isAdministrator: true }]);
  expect(JSON.stringify(listed)).not.toContain('argon2');
  expect((await run(['account', 'reset-password', EMAIL])).out).toMatch(
    /^https:\/\/platform\.example\/account\/reset\?token=\S+\n$/,
  );
  expect((await run(['keys', 'rotate'])).out).toContain('signs from');
  expect((await run(['keys', 'list'])).out.trimEnd().split('\n')).toHaveLength(2);
}, 90_000);

test('what is wrong is said, with a code', async () => {
  const weak = await run(['admin', 'create', EMAIL], 'short\n');
  expect([weak.code, weak.err]).toEqual([2, expect.stringContaining('at least 10 characters')]);
  expect(await run(['admin', 'create', EMAIL])).toMatchObject({
    code: 2,
    err: expect.stringContaining('no password') as unknown,
  });
  expect(await run(['account', 'disable', 'nobody@example.org'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('no account') as unknown,
  });
  // Files that the disk has damaged are no mistake of the program.
  const keys = join(folder, 'keys');
  for (const name of await readdir(keys)) await writeFile(join(keys, name), '{"d":');
  const unusable = await run(['account', 'list']);
  expect(unusable).toMatchObject({ code: 3, err: expect.stringContaining(`No key in ${keys} can be used`) as unknown });
  expect(unusable.err).not.toContain('mistake');
}, 90_000);
