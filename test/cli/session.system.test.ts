import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADA, answering, answeringJson, TestPlatform } from '../client/test-platform.ts';
import { buildCommandLine, type CommandLine } from './run-cli.ts';

const TOKEN = '/api/v1/token';
const REFRESH = '/api/v1/token/refresh';
const AT_PLAYGROUND = ['--environment', 'playground'];
const LOGIN = ['login', ...AT_PLAYGROUND, '--email', ADA.email, '--password-file', '-'];

let cli: CommandLine;
beforeAll(async () => {
  cli = await buildCommandLine();
}, 120_000);
afterAll(() => cli?.remove());

let platform: TestPlatform;
/** The variables that commands get. */
let env: Record<string, string>;
const configFolder = (): string => join(cli.folder, 'config', 'vocabulary-hub');
const tokensFile = (): string => join(configFolder(), 'tokens-playground.json');
beforeEach(async () => {
  platform = await new TestPlatform().start();
  env = { XDG_CONFIG_HOME: join(cli.folder, 'config'), PLATFORM_PLAYGROUND_URL: platform.url };
});
afterEach(async () => {
  await Promise.all([platform.stop(), rm(join(cli.folder, 'config'), { recursive: true, force: true })]);
});

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;
const hasScript = (): boolean => {
  try {
    execFileSync('script', ['--version']);
    return true;
  } catch {
    return false;
  }
};

describe('login', () => {
  test('keeps the tokens for the user alone, and no password', async () => {
    const { code, out, err } = await cli.run(LOGIN, `${ADA.password}\n`, env);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(
      /^Signed in: ada@example\.org at the playground \(http:\/\/127\.0\.0\.1:\d+\), until 20\S+Z\n$/,
    );
    expect([await modeOf(configFolder()), await modeOf(tokensFile())]).toEqual([0o700, 0o600]);
    expect(await readdir(configFolder())).toEqual(['tokens-playground.json']);
    expect(await readFile(tokensFile(), 'utf8')).not.toContain(ADA.password);
  });

  test('closes a folder that others could look into', async () => {
    await mkdir(configFolder(), { recursive: true });
    await chmod(configFolder(), 0o755);
    expect((await cli.run(LOGIN, ADA.password, env)).code).toBe(0);
    expect(await modeOf(configFolder())).toBe(0o700);
  });

  test('takes account and password from variables, or a file', async () => {
    const account = { ...env, PLATFORM_PLAYGROUND_EMAIL: ADA.email, PLATFORM_PLAYGROUND_PASSWORD: ADA.password };
    expect((await cli.run(['login', ...AT_PLAYGROUND], '', account)).code).toBe(0);
    await cli.write('password.txt', `${ADA.password}\r\nmore`);
    const words = ['login', '-e', 'playground', '--email', ADA.email, '--password-file', 'password.txt'];
    expect((await cli.run(words, '', env)).code).toBe(0);
    // The password of the variables belongs to their account.
    const other = await cli.run(['login', ...AT_PLAYGROUND, '--email', 'eve@example.org'], '', account);
    expect(other).toMatchObject({ code: 2, err: expect.stringContaining('--password-file') });
    expect(platform.count(TOKEN)).toBe(2);
  });

  test('finds the address in the option, the variables and the settings, in this order', async () => {
    const { PLATFORM_PLAYGROUND_URL: _, ...without } = env;
    const nowhere = 'http://127.0.0.1:1';
    expect(await cli.run(LOGIN, ADA.password, without)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/--address.*PLATFORM_PLAYGROUND_URL.*config\.json/),
    });
    await mkdir(configFolder(), { recursive: true, mode: 0o700 });
    const settings = join(configFolder(), 'config.json');
    await writeFile(settings, JSON.stringify({ addresses: { playground: `${platform.url}/` } }), { mode: 0o644 });
    expect((await cli.run(LOGIN, ADA.password, without)).code).toBe(0);
    await writeFile(settings, JSON.stringify({ addresses: { playground: nowhere } }));
    expect((await cli.run(LOGIN, ADA.password, env)).code).toBe(0);
    const option = [...LOGIN, '--address', platform.url];
    expect((await cli.run(option, ADA.password, { ...env, PLATFORM_PLAYGROUND_URL: nowhere })).code).toBe(0);
    await chmod(settings, 0o666);
    expect(await cli.run(LOGIN, ADA.password, without)).toMatchObject({
      code: 3,
      err: expect.stringContaining('chmod go-w'),
    });
  });

  test.each([
    ['a wrong password', LOGIN, 'wrong', {}, 5, /refused with status 401.*Check the e-mail and the password/],
    ['no environment', ['login'], '', {}, 2, /--environment/],
    ['an environment that there is not', ['login', '-e', 'staging'], '', {}, 2, /playground, production/],
    ['no terminal and no password', ['login', ...AT_PLAYGROUND, '--email', 'a'], '', {}, 2, /--password-file/],
    ['no terminal and no account', ['login', ...AT_PLAYGROUND], '', {}, 2, /--email/],
    ['no password on standard input', LOGIN, '\n', {}, 2, /no password/],
    ['an address without TLS', LOGIN, 'x', { PLATFORM_PLAYGROUND_URL: 'http://platform.example' }, 2, /https:\/\//],
    ['an address that is none', LOGIN, 'x', { PLATFORM_PLAYGROUND_URL: 'platform' }, 2, /has to be an address/],
  ])(
    'with %s says so, and keeps nothing',
    async (_name, args, stdin, more, code, message) => {
      const ran = await cli.run(args, stdin, { ...env, ...more });
      expect(ran).toMatchObject({ code, out: '', err: expect.stringMatching(message) });
      expect(await readdir(configFolder()).catch(() => [])).toEqual([]);
      expect(platform.count(TOKEN)).toBeLessThanOrEqual(1);
    },
    60_000,
  );

  test('tells that nobody is at the address', async () => {
    const gone = await new TestPlatform().start();
    const url = gone.url;
    await gone.stop();
    const ran = await cli.run(LOGIN, ADA.password, { ...env, PLATFORM_PLAYGROUND_URL: url });
    expect(ran).toMatchObject({ code: 3, out: '', err: expect.stringContaining('ECONNREFUSED') });
  });

  test('does not try again when it is told to wait', async () => {
    platform.misbehave(TOKEN, answering(429, { 'retry-after': '600' }));
    const ran = await cli.run(LOGIN, ADA.password, env);
    expect(ran).toMatchObject({ code: 3, err: expect.stringMatching(/Try again in 60\d s\.$/m) });
    expect(platform.count(TOKEN)).toBe(1);
  });

  test('asks at a terminal, and does not show the password', async (context) => {
    if (!hasScript())
      return context.skip('no terminal to test at: apt-get install bsdutils (util-linux) brings "script"');
    const { code, shown } = await cli.runAtTerminal(
      ['login', ...AT_PLAYGROUND],
      [
        ['playground: ', `${ADA.email}\r`],
        ['Password: ', `${ADA.password}x\u007F\r`],
      ],
      env,
    );
    expect(shown).toContain('Signed in: ada@example.org');
    expect(code).toBe(0);
    expect(shown).not.toContain('horse');
    expect(shown.split('Password: ')[1]).toMatch(/^\r\nSigned in/);
  });

  test('is ended by Ctrl-C at the question', async (context) => {
    if (!hasScript())
      return context.skip('no terminal to test at: apt-get install bsdutils (util-linux) brings "script"');
    const { code } = await cli.runAtTerminal(LOGIN.slice(0, -2), [['Password: ', 'abc\u0003']], env);
    expect(code).toBe(130);
    expect(platform.seen).toEqual([]);
  });
});

describe('whoami', () => {
  test('tells who is signed in, without asking the platform while the tokens are good', async () => {
    await cli.run(LOGIN, ADA.password, env);
    const { code, out } = await cli.run(['whoami', ...AT_PLAYGROUND], '', env);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^ada@example\.org at the playground \(http.*\), until 20\S+Z\n$/),
    ]);
    const { PLATFORM_PLAYGROUND_URL: address, ...without } = env;
    const json = await cli.run(['whoami', '-e', 'playground', '--json'], '', without);
    expect(JSON.parse(json.out)).toEqual({
      environment: 'playground',
      address,
      email: ADA.email,
      accessExpiresAt: expect.stringMatching(/Z$/),
      refreshExpiresAt: expect.stringMatching(/Z$/),
    });
    expect([platform.count(TOKEN), platform.count(REFRESH)]).toEqual([1, 0]);
  });

  test('renews tokens whose hour is over, and tells when their day is', async () => {
    platform.accessSeconds = 3;
    await cli.run(LOGIN, ADA.password, env);
    const kept = JSON.parse(await readFile(tokensFile(), 'utf8')) as object;
    await writeFile(tokensFile(), JSON.stringify({ ...kept, accessExpiresAt: 1 }));
    expect((await cli.run(['whoami', ...AT_PLAYGROUND], '', env)).code).toBe(0);
    expect([platform.count(TOKEN), platform.count(REFRESH)]).toEqual([1, 1]);
    await writeFile(tokensFile(), JSON.stringify({ ...kept, accessExpiresAt: 1 }));
    platform.misbehave(REFRESH, answeringJson(401, { detail: 'Token is invalid or expired', code: 'token_not_valid' }));
    const over = await cli.run(['whoami', ...AT_PLAYGROUND], '', env);
    expect(over).toMatchObject({ code: 5, out: '', err: expect.stringMatching(/The session is over/) });
  });

  test('tells that nobody is, there or at another address', async () => {
    const nobody = {
      code: 5,
      out: '',
      err: 'Nobody is signed in at the playground. Run: vocabulary-hub login --environment playground\n',
    };
    expect(await cli.run(['whoami', ...AT_PLAYGROUND], '', env)).toEqual(nobody);
    await cli.run(LOGIN, ADA.password, env);
    const elsewhere = { ...env, PLATFORM_PLAYGROUND_URL: 'https://playground.example' };
    expect(await cli.run(['whoami', ...AT_PLAYGROUND], '', elsewhere)).toEqual(nobody);
    expect((await cli.run(['whoami', '--environment', 'production'], '', env)).code).toBe(5);
  });

  test('takes no tokens that others could have read', async () => {
    await cli.run(LOGIN, ADA.password, env);
    await chmod(tokensFile(), 0o644);
    const ran = await cli.run(['whoami', ...AT_PLAYGROUND], '', env);
    expect(ran).toMatchObject({ code: 3, out: '', err: expect.stringContaining('chmod 600') });
  });
});

describe('logout', () => {
  test('removes the tokens, also those that nobody can read any more', async () => {
    expect((await cli.run(['logout', ...AT_PLAYGROUND], '', env)).out).toBe(
      'Nobody was signed in at the playground.\n',
    );
    await cli.run(LOGIN, ADA.password, env);
    const { out } = await cli.run(['logout', ...AT_PLAYGROUND], '', env);
    expect(out).toMatch(/^Signed out of the playground\. The platform would take its tokens until 20\S+Z\.\n$/);
    await cli.run(LOGIN, ADA.password, env);
    await writeFile(tokensFile(), 'broken');
    expect((await cli.run(['logout', ...AT_PLAYGROUND], '', env)).code).toBe(0);
    expect(await readdir(configFolder())).toEqual([]);
  });
});
