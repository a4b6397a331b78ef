import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_CHROMIUM } from '../support/browser.ts';
import { startHubProcess, type HubProcess } from '../support/hub-process.ts';
import { freePort } from '../support/sparql-server.ts';
import { startSiteBrowser, type OpenPage, type SiteBrowser } from '../support/site-browser.ts';

/** Every kind of page of the site. */
const PATHS = [
  '/',
  '/vocabulary/',
  '/vocabulary/?q=wirkleistng&language=de',
  '/vocabulary/?category=power&facet=direction/import',
  '/vocabulary/?q=xyzzyqq',
  '/vocabulary/active_power-kW',
  '/vocabulary/timestamp',
  '/vocabulary/category/power',
  '/vocabulary/quantity/active_power',
  '/vocabulary/device_id',
  '/vocabulary/unit/EUR-PER-DAY',
  '/vocabulary/facet/direction',
  '/vocabulary/facet/direction/import',
  '/vocabulary/node/active_power_kW_result',
  '/vocabulary/prefix/time',
  '/ontology',
  '/api',
  '/sparql',
  '/versions',
  '/changes',
  '/sources',
  '/sources/fronius',
  '/status',
  '/graphql/schema',
  '/accessibility',
  '/suggest',
  '/suggest/status',
  '/problems/',
  '/problems/not-all-terms',
  '/account',
  '/account/register',
  '/admin',
];
const DESK = { width: 1280, height: 900 };
const PHONE = { width: 320, height: 640 };
const LOOKS = [
  { name: 'a desk, light', size: DESK, media: { colorScheme: 'light' } },
  { name: 'a desk, dark', size: DESK, media: { colorScheme: 'dark' } },
  { name: 'a phone, dark', size: PHONE, media: { colorScheme: 'dark' } },
  { name: 'a phone, light, without motion', size: PHONE, media: { colorScheme: 'light', reducedMotion: 'reduce' } },
  { name: 'forced colours', size: DESK, media: { forcedColors: 'active' } },
] as const;

let hub: HubProcess;
let browser: SiteBrowser | null;
beforeAll(async () => {
  browser = await startSiteBrowser();
  if (browser === null) return;
  const port = String(await freePort());
  hub = await startHubProcess({ PORT: port, HUB_BASE_URL: `http://127.0.0.1:${port}` });
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
});

const expectNoComplaints = ({ complaints }: OpenPage): void =>
  expect(complaints).toEqual({ console: [], policy: [], elsewhere: [] });

describe('in a browser', () => {
  for (const path of PATHS)
    test(`the page ${path} is accessible, keeps its policy and fits its window, on a desk and on a phone, in every colour`, async ({
      skip,
    }) => {
      if (browser === null) return skip(NO_CHROMIUM);
      const opened = await browser.open(hub.url + path);
      for (const { name, size, media } of LOOKS) {
        await opened.page.setViewportSize(size);
        await opened.page.emulateMedia(media);
        expect(await opened.checkAccessibility(), name).toEqual([]);
        expect(await opened.overflow(), name).toBeLessThanOrEqual(0);
      }
      expectNoComplaints(opened);
      await opened.close();
    });
});

test('without a script every page reads the same', async ({ skip }) => {
  if (browser === null) return skip(NO_CHROMIUM);
  for (const path of PATHS) {
    const opened = await browser.open(hub.url + path, { javaScriptEnabled: false });
    expect(await opened.page.locator('h1').count(), path).toBe(1);
    expect((await opened.page.locator('main').innerText()).length, path).toBeGreaterThan(30);
    expectNoComplaints(opened);
    await opened.close();
  }
});

test('a term is found by a German word with a typing error, with the keyboard alone', async ({ skip }) => {
  if (browser === null) return skip(NO_CHROMIUM);
  const opened = await browser.open(`${hub.url}/`);
  const { page } = opened;
  await page.keyboard.press('/');
  await page.keyboard.type('Wirkleistng', { delay: 10 });
  await page.getByRole('option').first().waitFor();
  expect(await opened.checkAccessibility()).toEqual([]);
  await page.keyboard.press('ArrowDown');
  expect(
    await page.getByRole('combobox', { name: 'Search the vocabulary' }).getAttribute('aria-activedescendant'),
  ).toBe('site-search-0');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/vocabulary/quantity/active_power');
  expect(await page.locator('h1').innerText()).toContain('Active power');
  expectNoComplaints(opened);
  await opened.close();
});

test('the search of the vocabulary answers as one types, every state has an address, and Back works', async ({
  skip,
}) => {
  if (browser === null) return skip(NO_CHROMIUM);
  const opened = await browser.open(`${hub.url}/vocabulary/`);
  const { page } = opened;
  const first = page.locator('.term-rows h3').first();
  await page.getByRole('searchbox', { name: 'Search terms' }).fill('1-0:1.8.0');
  await page.waitForURL('**/vocabulary/?q=1-0%3A1.8.0');
  await expect.poll(() => first.innerText()).toMatch(/import/i);
  await page.locator('summary', { hasText: /^Unit$/ }).click();
  await page.getByRole('link', { name: 'kWh', exact: true }).click();
  await page.waitForURL('**/vocabulary/?q=1-0%3A1.8.0&unit=kWh');
  await page.getByRole('link', { name: /^Remove Unit: kWh/ }).waitFor();
  expect(await opened.checkAccessibility()).toEqual([]);
  await page.goBack();
  await expect.poll(() => page.getByRole('link', { name: /^Remove/ }).count()).toBe(0);
  expect(await page.getByRole('searchbox', { name: 'Search terms' }).inputValue()).toBe('1-0:1.8.0');
  expectNoComplaints(opened);
  await opened.close();
});

test('what is typed while answers are on their way is not lost', async ({ skip }) => {
  if (browser === null) return skip(NO_CHROMIUM);
  const opened = await browser.open(`${hub.url}/vocabulary/`);
  const { page } = opened;
  await page.route('**/api/terms?*', async (route) => {
    await delay(200);
    await route.continue().catch(() => {});
  });
  const field = page.getByRole('searchbox', { name: 'Search terms' });
  await field.pressSequentially('state of charge', { delay: 130 });
  expect(await field.inputValue()).toBe('state of charge');
  await page.waitForURL('**/vocabulary/?q=state+of+charge');
  await expect.poll(() => page.locator('.term-rows h3').first().innerText()).toMatch(/state of charge/i);
  expect(await field.inputValue()).toBe('state of charge');
  await opened.close();
});

test('the chosen colours hold on the next page', async ({ skip }) => {
  if (browser === null) return skip(NO_CHROMIUM);
  const opened = await browser.open(`${hub.url}/`, { colorScheme: 'light' });
  const { page } = opened;
  const ground = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
  const light = await ground();
  await page.getByLabel('Colours').selectOption('dark');
  expect(await ground()).not.toBe(light);
  await page.goto(`${hub.url}/problems/`);
  expect(await ground()).not.toBe(light);
  expectNoComplaints(opened);
  await opened.close();
});

test('a page of another site can neither frame the hub nor read what is signed in', async ({ skip }) => {
  if (browser === null) return skip(NO_CHROMIUM);
  const opened = await browser.open(`${hub.url}/`);
  const { headers } = await fetch(`${hub.url}/`);
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(headers.get('content-security-policy')).not.toContain('unsafe');
  // The page's own scripts cannot be fed with markup either.
  const refused = await opened.page.evaluate(
    "(() => { try { document.body.innerHTML = '<b>x</b>'; return false; } catch { return true; } })()",
  );
  expect(refused).toBe(true);
  await opened.close();
});
