import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createContext, runInContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundlePage, findChromium, findNodeParts, NO_CHROMIUM } from '../support/browser.ts';
import { installPackage, type InstalledPackage } from '../support/installed-package.ts';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { ADA, answering, answeringJson, sendJson, TestPlatform } from './test-platform.ts';

/** A page of somebody's own. `run` uses both clients and tells what came of it. */
const PAGE = `
import { ClientError, HubClient, HubProblem, PlatformClient } from 'vocabulary-hub/client';

export async function run({ platform, hub, credentials }) {
  const client = new PlatformClient({
    environment: 'playground', addresses: { playground: platform }, credentials, patience: { firstPauseMs: 5 },
  });
  const told = {};
  told.first = await (await client.fetch('/api/v1/echo', { method: 'POST', body: 'order' })).json();
  told.parallel = (await Promise.all([1, 2, 3].map(() => client.fetch('/api/v1/echo')))).map(({ status }) => status);
  told.refused = (await client.fetch('/refused')).status;
  told.busy = (await client.fetch('/busy')).status;
  try {
    told.redirect = (await client.fetch('/moved', { headers: { 'x-own': '1' } })).status;
  } catch (error) {
    told.redirect = error instanceof ClientError && error.code;
  }
  const signedIn = await client.signedIn();
  told.signedIn = [signedIn.email, signedIn.accessExpiresAt > new Date()];

  const reader = new HubClient(hub);
  const { described, undescribed, body } = await reader.embed('{"timestamp":"2026-03-01T10:15:00Z","Größe":1.50}');
  told.embedded = [described, undescribed, (await body.text()).endsWith('"Größe":1.50}')];
  told.triples = (await reader.convertTerms({ timestamp: '2026-03-01T10:15:00Z' }, { format: 'nt' })).triples;
  told.categories = (await reader.categories()).length > 10;
  try {
    await reader.convertTerms({ power: 1 });
  } catch (error) {
    told.problem = error instanceof HubProblem && error.details.notTerms;
  }
  return told;
}
`;

/** What a page tells where everything works. */
const TOLD = {
  first: { method: 'POST', path: '/api/v1/echo', body: 'order' },
  parallel: [200, 200, 200],
  refused: 200,
  busy: 200,
  signedIn: [ADA.email, true],
  embedded: [1, ['Größe'], true],
  triples: expect.any(Number),
  categories: true,
  problem: ['power'],
};

let installed: InstalledPackage;
let bundle: string;
let hub: TestApp;
let platform: TestPlatform;
beforeAll(async () => {
  [installed, hub, platform] = await Promise.all([installPackage(), createTestApp(), new TestPlatform().start()]);
  bundle = await bundlePage(installed.project, PAGE);
}, 120_000);
afterAll(() => Promise.all([installed?.remove(), hub?.stop(), platform?.stop()]));

/** One turn of what a client copes with. */
function misbehaveOnce(): void {
  platform.seen.length = 0;
  platform.misbehave('/refused', answeringJson(401, { detail: 'expired', code: 'token_not_valid' }));
  platform.misbehave('/busy', answering(503, { 'retry-after': '0' }));
  platform.misbehave('/moved', answering(302, { location: '/api/v1/echo' }));
}

const task = (): string => JSON.stringify({ platform: platform.url, hub: hub.url, credentials: ADA });

test('a bundle for the browser asks for nothing of Node, and is small', () => {
  expect(findNodeParts(bundle)).toBeNull();
  expect(bundle.length).toBeLessThan(100_000);
});

test('where there is nothing but the globals of the web, it signs in and calls both', async () => {
  misbehaveOnce();
  const web = {
    fetch,
    Request,
    Response,
    Headers,
    URL,
    URLSearchParams,
    Blob,
    ReadableStream,
    TextDecoder,
    TextEncoder,
  };
  const context = createContext({ ...web, AbortController, AbortSignal, setTimeout, clearTimeout, atob });
  const told: unknown = await runInContext(`${bundle}\npage.run(${task()})`, context);
  // Node tells where a redirect leads, and it was followed.
  expect(JSON.parse(JSON.stringify(told))).toEqual({ ...TOLD, redirect: 200 });
  expect(platform.count('/api/v1/token')).toBe(1);
});

test('in Chromium it signs in and calls both, and follows no redirect with a token', async (context) => {
  const chromium = findChromium(installed.project);
  if (chromium === null) return context.skip(NO_CHROMIUM);
  misbehaveOnce();
  const script = `${bundle}\npage.run(${task()}).catch((error) => ({ error: String(error) }))
    .then((told) => fetch('/told', { method: 'POST', body: JSON.stringify(told) }));`;
  // The page stands at the platform's own address, for the interface promises no CORS.
  platform.misbehave(
    '/page',
    answering(200, { 'content-type': 'text/html; charset=utf-8' }, '<!doctype html><script src="/page.js"></script>'),
  );
  platform.misbehave('/page.js', answering(200, { 'content-type': 'text/javascript; charset=utf-8' }, script));
  const told = new Promise<unknown>((resolve) => {
    platform.misbehave('/told', ({ body }, response) => {
      sendJson(response, 200, {});
      resolve(JSON.parse(body));
    });
  });
  const { program, flags } = chromium;
  const child = spawn(program, [...flags, '--remote-debugging-port=0', `${platform.url}/page`], { stdio: 'ignore' });
  try {
    expect(await told).toEqual({ ...TOLD, redirect: 'redirect-refused' });
    expect(platform.count('/api/v1/token')).toBe(1);
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}, 90_000);
