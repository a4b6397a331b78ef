import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { PYTHON_CLIENT, pythonForSpark, SPARK_CLIENT } from '../support/python.ts';
import { installWheel, openPythonPackage, passItsTests, testItsRules, type PythonPackage } from './python-package.ts';

const python = pythonForSpark();

let hub: TestApp;
let spark: PythonPackage;
beforeAll(async () => {
  if (python.missing !== null) return;
  hub = await createTestApp({ config: { baseUrl: 'https://hub.example' } });
  spark = await openPythonPackage({
    python: python.path!,
    place: SPARK_CLIENT,
    sources: [join(PYTHON_CLIENT, 'src'), join(SPARK_CLIENT, 'src')],
    hub: hub.url,
  });
});
afterAll(async () => {
  await hub?.stop();
  await spark?.remove();
});

describe('the package for Spark', () => {
  beforeEach((context) => {
    if (python.missing !== null) context.skip(python.missing);
  });

  test('passes its own tests, with executors that are killed', () => passItsTests(spark, 'ignore', 15), 600_000);

  testItsRules(() => spark);

  test('is a wheel with its types, of the release of the hub, for that of the package for Python', async () => {
    const { metadata } = await installWheel(spark, SPARK_CLIENT, 'vocabulary_hub_spark');
    const version = /^Version: (.*)$/m.exec(metadata)?.[1];
    expect(metadata).toContain(`Requires-Dist: vocabulary-hub==${version}`);
  }, 300_000);
});
