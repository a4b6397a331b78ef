import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { suggestTerm } from '../support/suggest.ts';

let folder: string;
let hub: TestApp;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-lost-'));
  hub = await createTestApp({ config: { dataFolder: join(folder, 'data') } });
});
afterEach(async () => {
  await hub.stop();
  await rm(folder, { recursive: true, force: true });
});

const readiness = async (): Promise<unknown> => (await fetch(`${hub.url}/readyz`)).json();

test('a hub whose data folder is taken away serves, acknowledges nothing, and says so until the folder is back', async () => {
  expect((await suggestTerm(hub, 'kiln_temperature_1')).status).toBe(200);
  expect(await readiness()).not.toHaveProperty('store');
  await rename(join(folder, 'data'), join(folder, 'elsewhere'));
  expect(await readiness()).toMatchObject({ status: 'ready', store: { note: expect.stringMatching(/can be saved/) } });
  const refused = await suggestTerm(hub, 'kiln_temperature_2');
  expect(refused.status).toBe(500);
  expect(await refused.json()).toMatchObject({ type: expect.stringMatching(/not-saved$/) });
  expect((await fetch(`${hub.url}/api/parameters`)).status).toBe(200);
  await rm(join(folder, 'data'), { recursive: true, force: true });
  await rename(join(folder, 'elsewhere'), join(folder, 'data'));
  expect((await suggestTerm(hub, 'kiln_temperature_3')).status).toBe(200);
  expect(await readiness()).not.toHaveProperty('store');
});
