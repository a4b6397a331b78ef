import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { settings } from '../../src/settings.ts';
import { readDocuments, readTable } from '../docs/read-documents.ts';
import { packageFolder } from '../support/installed-package.ts';
import { findOxigraphServer } from '../support/oxigraph-server.ts';
import { REDIS_MISSING } from '../support/redis-server.ts';
import { freePort, installed, isMissing, runProgram } from '../support/sparql-server.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CHECK_JSONSCHEMA = '0.39.0';
const run = promisify(execFile);

interface Service {
  readonly build?: { readonly context: string; readonly target: string };
  readonly image: string;
  readonly command?: string[];
  readonly environment?: Record<string, string>;
  readonly networks: string[];
  readonly ports?: string[];
  readonly tmpfs?: string[];
  readonly volumes?: string[];
  readonly read_only?: boolean;
  readonly cap_drop?: string[];
  readonly security_opt?: string[];
  readonly user?: string;
  readonly privileged?: boolean;
  readonly healthcheck?: { readonly test: string[] };
  readonly deploy: { readonly resources: { readonly limits: { readonly memory?: string; readonly pids?: number } } };
}

const text = readFileSync(`${ROOT}docker-compose.yml`, 'utf8');
const compose = parse(text, { merge: true }) as {
  readonly services: Record<string, Service>;
  readonly networks: Record<string, { readonly internal?: boolean } | null>;
  readonly configs: Record<string, { readonly file: string }>;
};
const services = Object.entries(compose.services);
const stages = readStages(readFileSync(`${ROOT}Dockerfile`, 'utf8'));

interface Stage {
  readonly name: string;
  readonly from: string;
  readonly instructions: ReadonlyArray<{ readonly word: string; readonly rest: string }>;
}

/** The stages of a Dockerfile, continued lines joined. */
function readStages(dockerfile: string): Stage[] {
  const lines = dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '');
  const found: Array<{ name: string; from: string; instructions: Array<{ word: string; rest: string }> }> = [];
  for (const line of lines) {
    const [, word, rest] = /^([A-Z]+) (.+)$/.exec(line)!;
    const from = word === 'FROM' ? /^(\S+) AS (\S+)$/.exec(rest!) : null;
    if (from !== null) found.push({ name: from[2]!, from: from[1]!, instructions: [] });
    else found.at(-1)!.instructions.push({ word: word!, rest: rest! });
  }
  return found;
}

const stageOf = (name: string): Stage => stages.find((stage) => stage.name === name)!;
const linesOf = (stage: Stage, word: string): string[] =>
  stage.instructions.filter((instruction) => instruction.word === word).map(({ rest }) => rest);
const healthCheckOf = (stage: Stage): string[] =>
  JSON.parse(/CMD (\[.*\])$/.exec(linesOf(stage, 'HEALTHCHECK')[0]!)![1]!) as string[];

/** Ends with the code of the command. */
async function codeOf([program, ...words]: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(program!, words, { stdio: 'ignore', env: { ...process.env, ...env } });
  return ((await once(child, 'exit')) as [number])[0];
}

describe('docker-compose.yml', () => {
  test('is what the schema of the Compose specification wants', async (context) => {
    const folder = await installed(`check-jsonschema-${CHECK_JSONSCHEMA}`, (fresh) =>
      runProgram(
        'python3',
        '-m',
        'pip',
        'install',
        '--quiet',
        '--target',
        fresh,
        `check-jsonschema==${CHECK_JSONSCHEMA}`,
      ),
    ).catch(() => null);
    if (folder === null) return context.skip('no check-jsonschema here: it takes python3, pip and a package index');
    const words = ['-m', 'check_jsonschema', '--builtin-schema', 'vendor.compose-spec', `${ROOT}docker-compose.yml`];
    const { stdout } = await run('python3', words, { env: { ...process.env, PYTHONPATH: folder } });
    expect(stdout).toContain('ok');
  });

  test.each(services)('lets %s write nowhere but where it has to, and gain nothing', (_, service) => {
    expect(service.read_only).toBe(true);
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.security_opt).toEqual(['no-new-privileges:true']);
    expect(service.privileged).toBeUndefined();
    const isRoot = service.build === undefined ? !/^\d{2,}:\d{2,}$/.test(service.user ?? '') : false;
    expect(isRoot).toBe(false);
    for (const place of service.tmpfs ?? []) expect(place).toMatch(/size=\d+m/);
    expect(service.deploy.resources.limits).toMatchObject({ memory: expect.any(String), pids: expect.any(Number) });
  });

  test.each(services)('knows whether %s is well', (_, service) => {
    const own = service.healthcheck?.test;
    const ofImage = service.build === undefined ? undefined : linesOf(stageOf(service.build.target), 'HEALTHCHECK')[0];
    expect(own ?? ofImage).toBeDefined();
  });

  test('publishes the proxy alone', () => {
    expect(services.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(['proxy']);
    const open = Object.keys(compose.networks).filter((name) => compose.networks[name]?.internal !== true);
    expect(open).toEqual(['public', 'mail']);
    const whoIsIn = (network: string) =>
      services.filter(([, { networks }]) => networks.includes(network)).map(([name]) => name);
    expect([whoIsIn('public'), whoIsIn('mail')]).toEqual([['proxy'], ['hub']]);
    expect(whoIsIn('inside').toSorted()).toEqual(['cache', 'hub', 'store']);
  });

  test('has no secret of its own, and says what is missing', () => {
    const variables = [...text.matchAll(/\$\{(\w+)(:[?-])?([^}]*)\}/g)];
    const secret = variables.filter(([, name]) => /PASSWORD|SECRET|TOKEN|CREDENTIAL/.test(name!));
    expect(secret.length).toBeGreaterThan(0);
    for (const [, , operator] of secret) expect(operator).toBe(':?');
    // Some readers of such files take the last of these characters for the operator.
    for (const [, , operator, words] of variables) if (operator === ':?') expect(words).toMatch(/^[\w ,]+$/);
    expect(text).not.toMatch(/password: *['"]?\w/i);
  });

  test('gives the hub settings that it has, and what it mounts is there', () => {
    const names = Object.keys(compose.services['hub']!.environment!);
    expect(names.filter((name) => !(name in settings))).toEqual([]);
    for (const { file } of Object.values(compose.configs)) expect(readFileSync(ROOT + file, 'utf8')).not.toBe('');
  });
});

describe('docs/operating.md', () => {
  const operating = readDocuments().find(({ path }) => path === 'docs/operating.md')!;

  test('lists what docker-compose.yml asks of the environment, with its defaults', () => {
    const asked = new Map([...text.matchAll(/\$\{(\w+):[?-]([^}]*)\}/g)].map(([, name, rest]) => [name!, rest!]));
    const rows = readTable(operating.text, 'Setting');
    expect(rows.flatMap(([names]) => names!.match(/\w+/g)!).toSorted()).toEqual([...asked.keys()].toSorted());
    for (const [name, meaning] of rows) {
      const said = /(\d+) unless set/.exec(meaning!)?.[1];
      if (said !== undefined) expect(asked.get(name!)).toBe(said);
    }
  });

  test('names services and commands that are there', () => {
    const named = [...operating.text.matchAll(/`docker compose (?:exec|build)(?: -T)? (\w+)/g)].map(
      ([, name]) => name!,
    );
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((name) => !(name in compose.services))).toEqual([]);
  });
});

describe('the image', () => {
  test('is built of what is there and what .dockerignore lets in', () => {
    const letIn = readFileSync(`${ROOT}.dockerignore`, 'utf8').match(/(?<=^!).+/gm)!;
    const wanted = linesOf(stageOf('build'), 'COPY').flatMap((words) => words.split(' ').slice(0, -1));
    expect(wanted.toSorted()).toEqual(letIn.toSorted());
  });

  test('holds what the package holds and what it needs to run, and runs as nobody special', () => {
    const hub = stageOf('hub');
    const { files } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { files: string[] };
    const held = linesOf(hub, 'COPY').map((words) => /^--from=build \/hub\/(\S+) /.exec(words)![1]!);
    const expected = ['package.json', 'node_modules', ...files.filter((name) => !name.startsWith('!'))];
    expect(held.toSorted()).toEqual(expected.toSorted());
    for (const { build } of Object.values(compose.services)) {
      if (build !== undefined) expect(linesOf(stageOf(build.target), 'USER')).toEqual(['node']);
    }
    const { engines } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { engines: { node: string } };
    expect(Number(/^node:(\d+)/.exec(hub.from)![1])).toBeGreaterThanOrEqual(Number(/\d+/.exec(engines.node)![0]));
  });

  test('starts with its command, knows whether it is well, and ends on SIGTERM', async () => {
    const [folder, port] = [await mkdtemp(join(tmpdir(), 'hub-image-')), String(await freePort())];
    const hub = stageOf('hub');
    const [program, ...words] = JSON.parse(linesOf(hub, 'CMD')[0]!) as string[];
    const env = { PATH: process.env['PATH']!, NODE_ENV: 'production', HUB_DATA: folder, PORT: port, HUB_WORKERS: '1' };
    const child = spawn(program!, words, { cwd: packageFolder(), env, stdio: 'ignore' });
    try {
      const ofImage = healthCheckOf(hub);
      const ofCompose = compose.services['hub']!.healthcheck!.test.slice(1).map((word) =>
        word.replace(':4000', `:${port}`),
      );
      await expect.poll(() => codeOf(ofCompose)).toBe(0);
      expect(await codeOf(ofImage, { PORT: port })).toBe(0);
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      expect(await codeOf(ofCompose)).toBe(1);
      expect(await codeOf(ofImage, { PORT: port })).toBe(1);
    } finally {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    }
  }, 60_000);
});

describe.skipIf(REDIS_MISSING !== null)(`the cache${REDIS_MISSING === null ? '' : ` (${REDIS_MISSING})`}`, () => {
  test('starts with its command, wants its password, and knows whether it is well', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hub-cache-'));
    const port = await freePort();
    const { command, healthcheck } = compose.services['cache']!;
    // Valkey is the same program by another name, on a port of its own.
    const toReal = (words: string): string =>
      words
        .replaceAll('$$', '$')
        .replaceAll('/tmp/valkey.conf', `${folder}/cache.conf`)
        .replaceAll('dir /tmp', `dir ${folder}' 'port ${port}`)
        .replace('exec valkey-server', 'exec redis-server')
        .replace('valkey-cli', `redis-cli -p ${port}`);
    const env = { PATH: process.env['PATH']!, CACHE_PASSWORD: 'opensesame' };
    const check = ['sh', '-c', toReal(healthcheck!.test[1]!)];
    const child = spawn('sh', ['-c', toReal(command![2]!)], { env, stdio: 'ignore' });
    try {
      await expect.poll(() => codeOf(check, env)).toBe(0);
      expect(await codeOf(check, { ...env, CACHE_PASSWORD: 'wrong' })).toBe(1);
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      expect(await codeOf(check, env)).toBe(1);
    } finally {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    }
  });
});

const oxigraph = await findOxigraphServer();
describe.skipIf(isMissing(oxigraph))('the image of the store', () => {
  test('has the version that the tests run, and knows whether it is well', async () => {
    if (oxigraph.missing !== null) return;
    const stage = stageOf('store');
    const check = healthCheckOf(stage);
    const server = await oxigraph.start();
    const words = check.map((word) => word.replace(':7878', `:${server.port}`));
    expect(await codeOf(words)).toBe(0);
    await server.stop();
    expect(await codeOf(words)).toBe(1);
    const support = readFileSync(`${ROOT}test/support/oxigraph-server.ts`, 'utf8');
    expect(stageOf('engine').from).toBe(`ghcr.io/oxigraph/oxigraph:${/VERSION = '([\d.]+)'/.exec(support)![1]}`);
  });
});
