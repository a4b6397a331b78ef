import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { description } from '../support/described-interface.ts';
import { builtModule } from '../support/installed-package.ts';
import { PYTHON_CLIENT, pythonForClient } from '../support/python.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Media types of bodies that the generator cannot send; each of their operations takes another one. */
const NOT_GENERATED = ['application/n-triples', 'application/rdf+xml', 'application/sparql-query', 'text/turtle'];

const python = pythonForClient();

interface Ran {
  readonly code: number;
  readonly out: string;
}

let folder: string;
let hub: TestApp;
beforeAll(async () => {
  if (python.missing !== null) return;
  folder = await mkdtemp(join(tmpdir(), 'hub-python-'));
  hub = await createTestApp();
});
afterAll(async () => {
  await hub?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true });
});

/** Runs a module of Python in the folder of the client. */
function run(args: readonly string[], paths: readonly string[] = []): Promise<Ran> {
  const env = {
    PATH: [join(python.path!, '..'), process.env['PATH']].join(delimiter),
    PYTHONPATH: [join(PYTHON_CLIENT, 'src'), ...paths].join(delimiter),
    // Nothing is written into the sources.
    PYTHONDONTWRITEBYTECODE: '1',
    RUFF_NO_CACHE: 'true',
    MYPY_CACHE_DIR: join(folder, 'mypy'),
    VOCABULARY_HUB_COMMAND: `${process.execPath} ${builtModule('cli/main.js')}`,
    HUB_ADDRESS: hub.url,
  };
  return new Promise((resolve) => {
    execFile(python.path!, args, { cwd: PYTHON_CLIENT, env, maxBuffer: 2 ** 26 }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out: out + err }),
    );
  });
}

describe('the package for Python', () => {
  beforeEach((context) => {
    if (python.missing !== null) context.skip(python.missing);
  });

  test('passes its own tests, by the command and by a hub', async () => {
    const { code, out } = await run([
      '-W',
      'error::ResourceWarning',
      '-m',
      'unittest',
      'discover',
      '-t',
      '.',
      '-s',
      'tests',
    ]);
    expect(code, out).toBe(0);
    expect(Number(/^Ran (\d+) tests/m.exec(out)?.[1])).toBeGreaterThan(35);
    expect(out).not.toContain('skipped');
  }, 600_000);

  test.each([
    ['its types hold', ['mypy', 'src', 'tests']],
    ['its rules of style hold', ['ruff', 'check', '.']],
    ['its form is that of the formatter', ['ruff', 'format', '--check', '.']],
  ])(
    '%s',
    async (_, command) => {
      const { code, out } = await run(['-m', ...command]);
      expect(code, out).toBe(0);
    },
    300_000,
  );

  test('is a wheel with its types, of the release of the hub', async () => {
    const target = join(folder, 'installed');
    const wheel = [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--no-deps',
      '--no-build-isolation',
      '--target',
      target,
      PYTHON_CLIENT,
    ];
    const { code, out } = await run(wheel);
    expect(code, out).toBe(0);
    const names = await readdir(target);
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(names).toContain(`vocabulary_hub-${version}.dist-info`);
    expect(await readdir(join(target, 'vocabulary_hub'))).toContain('py.typed');
    const plain = [
      '-I',
      '-S',
      '-c',
      `import sys; sys.path.insert(0, ${JSON.stringify(target)}); import vocabulary_hub`,
    ];
    // Without any other package.
    expect(await run(plain)).toEqual({ code: 0, out: '' });
  }, 300_000);

  test('openapi-python-client makes a client of every operation, whose numbers keep their digits', async () => {
    const target = join(folder, 'generated', 'vocabulary_hub_rest');
    await mkdir(join(folder, 'generated'));
    const from = ['--url', `${hub.url}/api/openapi.json`, '--output-path', target];
    const { code, out } = await run(['-m', 'openapi_python_client', 'generate', '--meta', 'none', ...from]);
    expect(code, out).toBe(0);
    expect([...out.matchAll(/^WARNING parsing (.*) within/gm)].map(([, operation]) => operation)).toEqual([
      'POST /api/json',
      'POST /api/json',
      'POST /api/json',
      'POST /sparql',
    ]);
    const unsupported = [...out.matchAll(/^Unsupported content type (.*)$/gm)].map(([, type]) => type);
    expect(unsupported.toSorted()).toEqual(NOT_GENERATED);
    expect(out).not.toMatch(/^(?:Cannot|Unable|Failure)/m);

    const modules = (await readdir(join(target, 'api'), { recursive: true })).map((path) => path.replace(/^.*\//, ''));
    const ids = Object.values(description.paths).flatMap((item) => Object.values(item).map((one) => one.operationId));
    const inSnakes = ids.map((id) => `${id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}.py`);
    expect(inSnakes.filter((name) => !modules.includes(name))).toEqual([]);

    const { code: ended, out: came } = await run(
      [join('tests', 'rest_client.py'), hub.url],
      [join(folder, 'generated')],
    );
    expect(ended, came).toBe(0);
    expect(JSON.parse(came)).toEqual({
      embedded: '812.40',
      converted: expect.stringContaining('"812.40"^^'),
      refused: ['U_L1'],
      found: expect.any(Number),
      value: '0.81240',
      asked: true,
      terms: expect.any(Number),
      sources: expect.any(Number),
    });
  }, 300_000);
});
