import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { description } from '../support/described-interface.ts';
import { PYTHON_CLIENT, pythonForClient } from '../support/python.ts';
import { installWheel, openPythonPackage, passItsTests, testItsRules, type PythonPackage } from './python-package.ts';

/** Media types of bodies that the generator cannot send; each of their operations takes another one. */
const NOT_GENERATED = ['application/n-triples', 'application/rdf+xml', 'application/sparql-query', 'text/turtle'];

const python = pythonForClient();

let client: PythonPackage;
let hub: TestApp;
beforeAll(async () => {
  if (python.missing !== null) return;
  hub = await createTestApp();
  client = await openPythonPackage({
    python: python.path!,
    place: PYTHON_CLIENT,
    sources: [join(PYTHON_CLIENT, 'src')],
    hub: hub.url,
  });
});
afterAll(async () => {
  await hub?.stop();
  await client?.remove();
});

describe('the package for Python', () => {
  beforeEach((context) => {
    if (python.missing !== null) context.skip(python.missing);
  });

  test('passes its own tests, by the command and by a hub', () => passItsTests(client, 'error', 35), 600_000);

  testItsRules(() => client);

  test('is a wheel with its types, of the release of the hub', async () => {
    const { target } = await installWheel(client, PYTHON_CLIENT, 'vocabulary_hub');
    const plain = [
      '-I',
      '-S',
      '-c',
      `import sys; sys.path.insert(0, ${JSON.stringify(target)}); import vocabulary_hub`,
    ];
    // Without any other package.
    expect(await client.run(plain)).toEqual({ code: 0, out: '' });
  }, 300_000);

  test('openapi-python-client makes a client of every operation, whose numbers keep their digits', async () => {
    const target = join(client.folder, 'generated', 'vocabulary_hub_rest');
    await mkdir(join(client.folder, 'generated'));
    const from = ['--url', `${hub.url}/api/openapi.json`, '--output-path', target];
    const { code, out } = await client.run(['-m', 'openapi_python_client', 'generate', '--meta', 'none', ...from]);
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

    const { code: ended, out: came } = await client.run(
      [join('tests', 'rest_client.py'), hub.url],
      [join(client.folder, 'generated')],
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
