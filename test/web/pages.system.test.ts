import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { NO_CHROMIUM } from '../support/browser.ts';
import { expectNoComplaints, useSite } from '../support/site.ts';
import type { OpenPage } from '../support/site-browser.ts';

/** Every kind of page of the site. */
const PATHS = [
  '/',
  '/vocabulary/',
  '/vocabulary/?q=wirkleistng&language=de',
  '/vocabulary/?category=power&facet=direction/import',
  '/vocabulary/?q=xyzzyqq',
  '/vocabulary/active_power-kW',
  '/vocabulary/timestamp',
  '/vocabulary/extraterrestrial_horizontal_irradiation-kWh_per_m2',
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
  '/api/schemas',
  '/sparql',
  '/vocabulary/prefix/qudt?page=2',
  '/versions',
  '/changes',
  '/history?term=active_power-kW',
  '/sources',
  '/sources/fronius',
  '/sources/sunspec?page=2',
  '/status',
  '/graphql/schema',
  '/graphql/schema/objects',
  '/accessibility',
  '/suggest',
  '/suggest/source',
  '/suggest/change?term=active_power-kW',
  '/suggest/status',
  '/problems/',
  '/problems/not-all-terms',
  '/account',
  '/account/register',
  '/admin',
];
const DESK = { viewport: { width: 1280, height: 900 }, colorScheme: 'light' } as const;
/** A phone is touched, and its owner wants no motion. */
const PHONE = {
  viewport: { width: 320, height: 640 },
  colorScheme: 'dark',
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const;

/** The first cells of tables that are wider than their places. */
const WIDE_TABLES = `[...document.querySelectorAll('table')]
  .filter((table) => {
    const { paddingLeft, paddingRight } = getComputedStyle(table.parentElement);
    return table.scrollWidth > table.parentElement.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) + 1;
  })
  .map((table) => table.innerText.slice(0, 80))`;

/** The words of names in headings and in tables of terms that go on in another line. */
const BROKEN_WORDS = `[...document.querySelectorAll(':is(h1, h2, table.terms td) code')].flatMap((code) =>
  [...code.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).flatMap((text) =>
    [...text.data.matchAll(/[^_-]+/g)].filter((word) => {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      return range.getClientRects().length > 1;
    }).map(([word]) => word)))`;

const site = useSite();

describe('in a browser', () => {
  let desk: OpenPage;
  let phone: OpenPage;
  beforeAll(async () => {
    if (site.browser === null) return;
    // What takes seconds the first time is not asked for twice at a time.
    await fetch(`${site.hub.url}/changes`);
    const first = `${site.hub.url}/accessibility`;
    [desk, phone] = await Promise.all([site.browser.open(first, DESK), site.browser.open(first, PHONE)]);
  });

  /** All rules once in each layout; in other colours the rules that look at colours. */
  const checkDesk = async (url: string): Promise<void> => {
    await desk.page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
    await desk.go(url);
    expect(await desk.shift(), 'what moved on a desk').toBe(0);
    expect(await desk.checkAccessibility(), 'a desk, light').toEqual([]);
    expect(await desk.overflow(), 'a desk').toBeLessThanOrEqual(0);
    await desk.page.emulateMedia({ colorScheme: 'dark' });
    expect(await desk.checkAccessibility(['color-contrast', 'link-in-text-block']), 'a desk, dark').toEqual([]);
    await desk.page.emulateMedia({ forcedColors: 'active' });
    expect(await desk.checkAccessibility(['color-contrast', 'link-in-text-block']), 'forced colours').toEqual([]);
    expect(await desk.overflow(), 'forced colours').toBeLessThanOrEqual(0);
    expectNoComplaints(desk);
  };

  const checkPhone = async (url: string): Promise<void> => {
    await phone.page.emulateMedia({ colorScheme: 'dark' });
    await phone.go(url);
    expect(await phone.shift(), 'what moved on a phone').toBe(0);
    expect(await phone.checkAccessibility(), 'a phone, dark').toEqual([]);
    expect(await phone.overflow(), 'a phone').toBeLessThanOrEqual(0);
    expect(await phone.page.evaluate(WIDE_TABLES), 'tables that a phone has to scroll').toEqual([]);
    expect(await phone.page.evaluate(BROKEN_WORDS), 'words that a phone breaks').toEqual([]);
    await phone.page.emulateMedia({ colorScheme: 'light' });
    expect(await phone.checkAccessibility(['color-contrast', 'link-in-text-block']), 'a phone, light').toEqual([]);
    expectNoComplaints(phone);
  };

  for (const path of PATHS)
    test(`the page ${path} is accessible, keeps its policy, fits its window and does not jump, on a desk and on a phone, in every colour`, async ({
      skip,
    }) => {
      if (site.browser === null) return skip(NO_CHROMIUM);
      const url = site.hub.url + path;
      // Both to their ends, so that no page is still being looked at when the next test begins.
      const checks = await Promise.allSettled([checkDesk(url), checkPhone(url)]);
      for (const check of checks) if (check.status === 'rejected') throw check.reason;
    });
});

test('without a script every page reads the same', async ({ skip }) => {
  if (site.browser === null) return skip(NO_CHROMIUM);
  const opened = await site.browser.open(`${site.hub.url}/`, { javaScriptEnabled: false });
  for (const path of PATHS) {
    await opened.go(site.hub.url + path);
    expect(await opened.page.locator('h1').count(), path).toBe(1);
    expect((await opened.page.locator('main').innerText()).length, path).toBeGreaterThan(30);
    expectNoComplaints(opened);
  }
  await opened.close();
});

test('a term is found by a German word with a typing error, with the keyboard alone', async ({ skip }) => {
  if (site.browser === null) return skip(NO_CHROMIUM);
  const opened = await site.browser.open(`${site.hub.url}/`);
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

test('a document that is too long for an address leads from the first page to the playground', async ({ skip }) => {
  if (site.browser === null) return skip(NO_CHROMIUM);
  const opened = await site.browser.open(`${site.hub.url}/`, DESK);
  const { page } = opened;
  const noise = Array.from({ length: 2000 }, (_, i) => createHash('sha256').update(String(i)).digest('hex'));
  await page.getByLabel('A JSON document').fill(JSON.stringify(noise));
  await page.getByRole('button', { name: 'See what it means' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'The document takes more than the 8 KB of an address.' });
  await alert.getByRole('link', { name: 'Open the playground' }).click();
  await page.waitForURL('**/playground*');
  expectNoComplaints(opened);
  await opened.close();
});

test('the search of the vocabulary answers as one types, every state has an address, and Back works', async ({
  skip,
}) => {
  if (site.browser === null) return skip(NO_CHROMIUM);
  const opened = await site.browser.open(`${site.hub.url}/vocabulary/`);
  const { page } = opened;
  const first = page.locator('.listing h3').first();
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

test('a search shows what was found and nothing of before', async ({ skip }) => {
  if (site.browser === null) return skip(NO_CHROMIUM);
  const opened = await site.browser.open(`${site.hub.url}/vocabulary/`);
  const { page } = opened;
  const field = page.getByRole('searchbox', { name: 'Search terms' });
  const shown = (): Promise<number[]> =>
    Promise.all(['.listing h3', '.narrow details', '.empty'].map((part) => page.locator(part).count()));
  const [rows, filters] = await shown();
  expect([rows, filters! > 5]).toEqual([30, true]);
  await field.fill('xyzzyqq');
  await page.getByText('No term was found.').waitFor();
  await expect.poll(shown).toEqual([0, 0, 1]);
  await field.fill('boiler');
  await page.getByText('1 term.').waitFor();
  await expect.poll(async () => (await shown())[0]).toBe(1);
  expect((await shown())[2]).toBe(0);
  expectNoComplaints(opened);
  await page.route('**/api/terms?*', (route) => route.abort());
  await field.fill('power');
  await page.getByText('The search failed, and the terms are those of before. The hub cannot be reached.').waitFor();
  expect((await shown())[0]).toBe(1);
  await page.unroute('**/api/terms?*');
  await field.fill('xyzzyqq');
  await page.getByText('No term was found.').waitFor();
  await page.route('**/api/terms?*', (route) => route.abort());
  await field.fill('voltage');
  await page.getByText('The hub cannot be reached.').waitFor();
  // Nobody knows whether something would be found.
  expect((await shown())[2]).toBe(0);
  await opened.close();
});

test('a category opens at an address of its own, and stays open in the language that is chosen', async ({ skip }) => {
  if (site.browser === null) return skip(NO_CHROMIUM);
  const opened = await site.browser.open(`${site.hub.url}/vocabulary/`);
  const { page } = opened;
  await page.getByRole('searchbox', { name: 'Search terms' }).fill('voltage');
  await page.waitForURL('**/vocabulary/?q=voltage');
  const asset = page.locator('li#asset');
  await asset.getByRole('link', { expanded: false }).click();
  await page.waitForURL('**/vocabulary/?q=voltage&open=asset#asset');
  await asset.getByRole('link', { expanded: true }).waitFor();
  await asset.getByText('its terms in the search').waitFor();
  expect(await page.locator('#categories ~ div [aria-expanded="true"]').count()).toBe(1);
  await page.getByLabel('Language').selectOption('de');
  await asset.locator('.branch', { hasText: 'Anlagen und Geräte' }).waitFor();
  await page.waitForURL('**/vocabulary/?q=voltage&language=de&open=asset');
  expect(await asset.locator('[aria-expanded="true"]').count()).toBe(1);
  expect(await opened.checkAccessibility()).toEqual([]);
  await page.getByLabel('Language').selectOption('en');
  await asset.locator('.branch', { hasText: 'Asset' }).waitFor();
  await asset.getByRole('link', { expanded: true }).click();
  await asset.getByRole('link', { expanded: false }).waitFor();
  expect(page.url()).toBe(`${site.hub.url}/vocabulary/?q=voltage#asset`);
  expectNoComplaints(opened);
  await opened.close();
});

test('all values of a filter have an address, which the search as one types keeps', async ({ skip }) => {
  if (site.browser === null) return skip(NO_CHROMIUM);
  const opened = await site.browser.open(`${site.hub.url}/vocabulary/`);
  const { page } = opened;
  const filter = page.locator('.narrow details', { hasText: 'Unit' }).first();
  await filter.locator('summary').click();
  expect(await filter.getByRole('listitem').count()).toBe(8);
  await filter.getByRole('link', { name: /^\d+ more$/ }).click();
  await page.waitForURL('**/vocabulary/?values=unit');
  await expect.poll(() => filter.getByRole('listitem').count()).toBeGreaterThan(20);
  await page.getByRole('searchbox', { name: 'Search terms' }).fill('power');
  await page.waitForURL('**/vocabulary/?q=power&values=unit');
  expect(await filter.getAttribute('open')).not.toBeNull();
  await filter.getByRole('link', { name: 'Fewer' }).click();
  await page.waitForURL('**/vocabulary/?q=power');
  await page.goBack();
  await page.waitForURL('**/vocabulary/?q=power&values=unit');
  await filter.getByRole('link', { name: 'Fewer' }).waitFor();
  expectNoComplaints(opened);
  await opened.close();
});

test('Back while one has just typed leads to the list of before, which stays', async ({ skip }) => {
  if (site.browser === null) return skip(NO_CHROMIUM);
  const opened = await site.browser.open(`${site.hub.url}/vocabulary/?q=voltage`);
  const { page } = opened;
  await page.getByRole('columnheader', { name: 'Label' }).getByRole('link').click();
  await page.waitForURL('**/vocabulary/?q=voltage&sort=label');
  await page.evaluate(`(() => {
    const field = document.querySelector('#finder-q');
    field.value = 'boiler';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    history.back();
  })()`);
  await page.waitForURL('**/vocabulary/?q=voltage');
  await delay(300);
  expect(page.url()).toBe(`${site.hub.url}/vocabulary/?q=voltage`);
  expect(await page.getByRole('searchbox', { name: 'Search terms' }).inputValue()).toBe('voltage');
  await opened.close();
});

test('what a page of terms links to in itself is there', async ({ skip }) => {
  if (site.browser === null) return skip(NO_CHROMIUM);
  const opened = await site.browser.open(`${site.hub.url}/vocabulary/?q=power`, { javaScriptEnabled: false });
  const addresses = await opened.page.evaluate<string[]>(
    `[...new Set([...document.querySelectorAll('main a[href^="?"]')].map(({ href }) => href))]`,
  );
  expect(addresses.length).toBeGreaterThan(20);
  for (const address of addresses)
    expect([address, (await fetch(address, { method: 'HEAD' })).status]).toEqual([address, 200]);
  await opened.close();
});

test('what is typed while answers are on their way is not lost', async ({ skip }) => {
  if (site.browser === null) return skip(NO_CHROMIUM);
  const opened = await site.browser.open(`${site.hub.url}/vocabulary/`);
  const { page } = opened;
  await page.route('**/api/terms?*', async (route) => {
    await delay(200);
    await route.continue().catch(() => {});
  });
  const field = page.getByRole('searchbox', { name: 'Search terms' });
  await field.pressSequentially('state of charge', { delay: 130 });
  expect(await field.inputValue()).toBe('state of charge');
  await page.waitForURL('**/vocabulary/?q=state+of+charge');
  await expect.poll(() => page.locator('.listing h3').first().innerText()).toMatch(/state of charge/i);
  expect(await field.inputValue()).toBe('state of charge');
  await opened.close();
});

test('on paper nothing stands beside what is read, and it has the width of the page', async ({ skip }) => {
  if (site.browser === null) return skip(NO_CHROMIUM);
  const opened = await site.browser.open(`${site.hub.url}/`);
  const { page } = opened;
  await page.emulateMedia({ media: 'print' });
  for (const [path, part] of [
    ['/vocabulary/', '.found'],
    ['/api', '.reference-body'],
    ['/graphql/schema', '.reference-body'],
  ] as const) {
    await opened.go(site.hub.url + path);
    const [whole, read] = await Promise.all(['main', part].map((name) => page.locator(name).boundingBox()));
    expect(read!.width / whole!.width, path).toBeGreaterThan(0.9);
  }
  await opened.go(`${site.hub.url}/vocabulary/active_power-kW`);
  const cut = `[...document.querySelectorAll('pre')].filter((pre) => pre.scrollWidth > pre.clientWidth + 1).length`;
  expect(await page.evaluate(cut), 'texts that go on behind the edge of the sheet').toBe(0);
  // On a sheet of A4, whatever a unit is called.
  await page.setViewportSize({ width: 720, height: 1000 });
  for (const path of ['/vocabulary/category/emissions', '/vocabulary/prefix/qudt']) {
    await opened.go(site.hub.url + path);
    expect(await page.locator('table.terms').count(), path).toBeGreaterThan(0);
    const wider = `[...document.querySelectorAll('table.terms td')].filter((td) => td.scrollWidth > td.clientWidth + 1)
      .map((td) => td.innerText)`;
    expect(await page.evaluate(wider), path).toEqual([]);
  }
  await opened.close();
});

test('of a long page what is in view is laid out, and a link to what stands far below leads there', async ({
  skip,
}) => {
  if (site.browser === null) return skip(NO_CHROMIUM);
  for (const path of ['/graphql/schema/objects', '/api']) {
    const opened = await site.browser.open(site.hub.url + path);
    const { page } = opened;
    const isLaidOut = (): Promise<boolean> =>
      page.evaluate(
        "[...document.querySelectorAll('article h3')].at(-1).checkVisibility({ contentVisibilityAuto: true })",
      );
    expect(await isLaidOut(), path).toBe(false);
    const link = page.locator('nav.contents li a[href^="#"]').last();
    const heading = page.locator(`h3${await link.getAttribute('href')}`);
    await link.click();
    await expect.poll(async () => (await heading.boundingBox())!.y, { message: path }).toBeGreaterThanOrEqual(0);
    const { y } = (await heading.boundingBox())!;
    expect(y, path).toBeLessThan(page.viewportSize()!.height);
    expect(await isLaidOut(), path).toBe(true);
    expectNoComplaints(opened);
    await opened.close();
  }
});

test('a table stays a table where its rows are blocks, for those who are read to', async ({ skip }) => {
  if (site.browser === null) return skip(NO_CHROMIUM);
  const opened = await site.browser.open(`${site.hub.url}/vocabulary/?q=voltage`, PHONE);
  const reader = await opened.page.context().newCDPSession(opened.page);
  /** How many nodes of these roles Chromium tells a screen reader. */
  const countRoles = async (...roles: string[]): Promise<number[]> => {
    const { nodes } = await reader.send('Accessibility.getFullAXTree');
    return roles.map((role) => nodes.filter((node) => !node.ignored && node.role?.value === role).length);
  };
  const rows = await opened.page.locator('.listing tbody tr').count();
  expect(await opened.page.evaluate("getComputedStyle(document.querySelector('.listing tbody td')).display")).toBe(
    'block',
  );
  expect(await countRoles('table', 'row', 'columnheader', 'rowheader')).toEqual([1, rows + 1, 4, rows]);
  await opened.go(`${site.hub.url}/problems/`);
  const errors = await opened.page.locator('tbody tr').count();
  expect(await countRoles('table', 'row', 'columnheader')).toEqual([2, errors + 2, 6]);
  await opened.go(`${site.hub.url}/vocabulary/quantity/active_power`);
  const terms = await opened.page.locator('table.terms tbody tr').count();
  expect(terms).toBeGreaterThan(1);
  const languages = await opened.page.locator('table.names tbody tr').count();
  const heads = [3 + 4, 1 + languages];
  expect(await countRoles('table', 'row', 'columnheader', 'rowheader')).toEqual([2, terms + languages + 2, ...heads]);
  await opened.close();
});

test('heads of columns put the list in another order, which has an address', async ({ skip }) => {
  if (site.browser === null) return skip(NO_CHROMIUM);
  const opened = await site.browser.open(`${site.hub.url}/vocabulary/?q=voltage`);
  const { page } = opened;
  expect(await page.locator('[aria-sort]').count()).toBe(0);
  await page.getByRole('columnheader', { name: 'Label' }).getByRole('link').click();
  await page.waitForURL('**/vocabulary/?q=voltage&sort=label');
  await page.locator('[aria-sort="ascending"]', { hasText: 'Label' }).waitFor();
  expect(await page.getByLabel('Order').inputValue()).toBe('label');
  await page.goBack();
  await expect.poll(() => page.locator('[aria-sort]').count()).toBe(0);
  expect(await page.getByLabel('Order').inputValue()).toBe('relevance');
  expectNoComplaints(opened);
  await opened.close();
});

test('in forced colours the page that one is on is told from the others', async ({ skip }) => {
  if (site.browser === null) return skip(NO_CHROMIUM);
  const opened = await site.browser.open(`${site.hub.url}/sparql`, { forcedColors: 'active' });
  const lines = await opened.page.evaluate(`['[aria-current]', ':not([aria-current])'].map((which) => {
    const link = document.querySelector('header.site nav a' + which);
    return getComputedStyle(link).borderBottomColor === getComputedStyle(document.body).backgroundColor;
  })`);
  expect(lines).toEqual([false, true]);
  await opened.close();
});

test('the chosen colours hold on the next page', async ({ skip }) => {
  if (site.browser === null) return skip(NO_CHROMIUM);
  const opened = await site.browser.open(`${site.hub.url}/`, { colorScheme: 'light' });
  const { page } = opened;
  const ground = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
  const light = await ground();
  await page.getByLabel('Colours').selectOption('dark');
  expect(await ground()).not.toBe(light);
  await page.goto(`${site.hub.url}/problems/`);
  expect(await ground()).not.toBe(light);
  expectNoComplaints(opened);
  await opened.close();
});

test('a page of another site can neither frame the hub nor read what is signed in', async ({ skip }) => {
  if (site.browser === null) return skip(NO_CHROMIUM);
  const opened = await site.browser.open(`${site.hub.url}/`);
  const response = await fetch(`${site.hub.url}/`);
  const { headers } = response;
  const html = await response.text();
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  // One script stands in the page: the policy admits its very text.
  const [, source] = /script-src 'self' '(sha256-[^']+)';/.exec(headers.get('content-security-policy')!)!;
  const inline = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text]) => text!);
  expect(inline.map((text) => `sha256-${createHash('sha256').update(text).digest('base64')}`)).toEqual([source]);
  expect(headers.get('content-security-policy')).not.toContain('unsafe');
  // The page's own scripts cannot be fed with markup either.
  const refused = await opened.page.evaluate(
    "(() => { try { document.body.innerHTML = '<b>x</b>'; return false; } catch { return true; } })()",
  );
  expect(refused).toBe(true);
  await opened.close();
});
