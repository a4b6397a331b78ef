import { describe, expect, test } from 'vitest';
import { NO_CHROMIUM } from '../support/browser.ts';
import { startProgram } from '../support/hub-process.ts';
import { expectNoComplaints, useSite } from '../support/site.ts';
import type { OpenPage } from '../support/site-browser.ts';

const ADA = 'ada@example.org';
const BEA = 'bea@example.org';
const PASSWORD = 'correct horse battery';
/** An accepted term is there for others within two seconds; what remains is for a machine that has other work. */
const SEEN_MS = 10_000;

const site = useSite(async ({ settings }) => {
  for (const email of [ADA, BEA]) {
    const { child, exit } = startProgram('cli/main.js', settings, {
      args: ['admin', 'create', email, '--password-file', '-'],
    });
    child.stdin!.end(`${PASSWORD}\n`);
    expect(await exit).toBe(0);
  }
});

/** Suggests a term as programs do. */
async function suggest(parameter: string, description = 'Temperature of the flue gas.'): Promise<void> {
  const { ok } = await fetch(`${site.hub.url}/api/suggest-parameter`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ parameter, description, datatype: 'xsd:double', email: 'maria@example.org' }),
  });
  expect(ok).toBe(true);
}

async function signIn({ page }: OpenPage, email = ADA): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

async function openReview(name: string, email = ADA): Promise<OpenPage> {
  const opened = await site.browser!.open(`${site.hub.url}/admin`);
  await signIn(opened, email);
  await opened.page.getByRole('link', { name, exact: true }).click();
  await opened.page.getByRole('heading', { name, exact: true }).waitFor();
  return opened;
}

describe('the page of administrators', () => {
  test('a term is suggested by a form, accepted, and found in another tab', async ({ skip }) => {
    if (site.browser === null) return skip(NO_CHROMIUM);
    const other = await site.browser.open(`${site.hub.url}/suggest`);
    await other.page.getByLabel('Name').fill('stack_temperature-degC');
    await other.page.getByLabel('What it means').fill('Temperature of the flue gas where it leaves the boiler.');
    await other.page.getByLabel('Datatype').fill('xsd:double');
    await other.page.getByLabel('Your e-mail address').fill('maria@example.org');
    await other.page.getByRole('button', { name: 'Suggest it' }).click();
    await other.page.getByRole('heading', { name: 'The suggestion was saved' }).waitFor();
    // The other tab has looked for it before: what the browser keeps of that must not be what it finds afterwards.
    await other.page.goto(`${site.hub.url}/vocabulary/`);
    const field = other.page.getByRole('searchbox', { name: 'Search terms' });
    const found = other.page.locator('.listing').getByRole('link', { name: 'stack_temperature-degC' });
    const answered = other.page.waitForResponse((answer) => answer.url().includes('q=stack+temperature+degC'));
    await field.fill('stack temperature degC');
    await (await answered).finished();
    expect(await found.count()).toBe(0);

    const opened = await openReview('stack_temperature-degC');
    const { page } = opened;
    await page.getByRole('button', { name: 'Start from it: temperature-degC' }).click();
    expect(await page.getByLabel('Unit', { exact: true }).inputValue()).toBe('unit:DEG_C');
    await page.getByLabel('Example').fill('178.50');
    await expect.poll(() => page.getByRole('region', { name: 'Its RDF' }).innerText()).toContain('178.50');
    expect(await page.getByRole('group', { name: 'Template of stack_temperature-degC' }).textContent()).toContain(
      'stack_temperature_degC_result',
    );
    expect(await page.getByRole('region', { name: 'The term in Turtle' }).innerText()).toContain('unit:DEG_C');
    await page.getByText('What documents become with it').click();
    await page.getByRole('button', { name: 'Compare' }).click();
    const triples = page.getByRole('region', { name: 'Triples of stack_temperature-degC' });
    await triples.waitFor();
    expect(await triples.innerText()).toContain('"178.50"');
    expect(await triples.innerText()).toContain('unit:DEG_C .');
    expect(await page.getByText('Nothing changes in').innerText()).toContain('09_battery_state.json');
    await page.getByText('SPARQL Update for graphs that there are').click();
    expect(await page.getByRole('region', { name: 'The update' }).innerText()).toContain('INSERT {');
    expect(await opened.checkAccessibility()).toEqual([]);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('nothing is wrong').waitFor();
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('Accepted').waitFor();
    expect(await page.locator('main').innerText()).toContain(`by ${ADA}`);

    await field.fill('');
    await other.page.waitForURL('**/vocabulary/');
    await field.fill('stack temperature degC');
    await found.first().waitFor();
    for (const each of [opened, other]) {
      expectNoComplaints(each);
      await each.close();
    }
  });

  test('a term whose words no other has begins from one with its unit', async ({ skip }) => {
    if (site.browser === null) return skip(NO_CHROMIUM);
    await suggest('chimney_draught-Pa', 'Draught in the chimney.');
    const opened = await openReview('chimney_draught-Pa');
    const { page } = opened;
    await page.getByRole('button', { name: 'Start from it: air_pressure-Pa' }).click();
    expect(await page.getByLabel('Unit', { exact: true }).inputValue()).toBe('unit:PA');
    await page.getByRole('group', { name: 'Template of chimney_draught-Pa' }).waitFor();
    expectNoComplaints(opened);
    await opened.close();
  });

  test('objections stand at their fields, and are gone when the field is mended', async ({ skip }) => {
    if (site.browser === null) return skip(NO_CHROMIUM);
    await suggest('objected_temperature-degC');
    const opened = await openReview('objected_temperature-degC');
    const { page } = opened;
    await page.getByLabel('Category').selectOption('thermal');
    await page.getByLabel('Quantity kind').fill('quantitykind:Temperature');
    await page.getByLabel('Unit', { exact: true }).fill('unit:V');
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('at the fields above').waitFor();
    expect(await page.locator('[aria-invalid="true"]').count()).toBeGreaterThan(0);
    expect(await opened.checkAccessibility()).toEqual([]);
    await page.getByLabel('Datatype').fill('xsd:doubel x');
    await expect.poll(() => page.getByLabel('Datatype').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Datatype').fill('xsd:double');
    await expect.poll(() => page.getByLabel('Datatype').getAttribute('aria-invalid')).toBeNull();
    await page.getByRole('button', { name: 'Add a row' }).click();
    await page.getByLabel('predicate of row 1').fill('sosa:nothing here');
    await expect.poll(() => page.getByLabel('predicate of row 1').getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('button', { name: 'Remove row 1' }).click();
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('is rejected with a reason').waitFor();
    await page.getByLabel('Reason').fill('Use temperature-degC.');
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Rejected').waitFor();
    expectNoComplaints(opened);
    await opened.close();
  });

  test('who reviews second is told that somebody was faster', async ({ skip }) => {
    if (site.browser === null) return skip(NO_CHROMIUM);
    await suggest('contested_temperature-degC');
    const [ada, bea] = await Promise.all([
      openReview('contested_temperature-degC'),
      openReview('contested_temperature-degC', BEA),
    ]);
    await ada.page.getByLabel('Reason').fill('Too special.');
    await ada.page.getByRole('button', { name: 'Reject' }).click();
    await ada.page.getByText('Rejected').waitFor();
    await bea.page.getByRole('button', { name: 'Start from it: temperature-degC' }).click();
    await bea.page.getByRole('button', { name: 'Accept' }).click();
    await bea.page.getByText('Somebody else has reviewed').waitFor();
    expect(await bea.page.locator('main').innerText()).toContain(`by ${ADA}`);
    expect(await bea.page.locator('main').innerText()).toContain('Too special.');
    // What became of it stands apart from what was suggested.
    const [said, suggested] = await Promise.all([
      bea.page.locator('[role="status"] > .alert').last().boundingBox(),
      bea.page.getByRole('region', { name: 'What was suggested' }).boundingBox(),
    ]);
    expect(suggested!.y - said!.y - said!.height).toBeGreaterThan(5);
    for (const each of [ada, bea]) {
      expectNoComplaints(each);
      await each.close();
    }
  });

  test('a change is suggested on the page of its term, taken on, and its receipt tells so', async ({ skip }) => {
    if (site.browser === null) return skip(NO_CHROMIUM);
    const other = await site.browser.open(`${site.hub.url}/vocabulary/voltage-V`);
    await other.page.getByRole('link', { name: 'Suggest a change' }).click();
    await other.page.getByLabel('What should change, and why').fill('Say that it is the effective value.');
    await other.page.getByLabel('Your e-mail address').fill('maria@example.org');
    await other.page.getByRole('button', { name: 'Suggest it' }).click();
    const receipt = await other.page.locator('[data-copy-label="the receipt"]').innerText();

    const opened = await site.browser.open(`${site.hub.url}/admin?kind=changes`);
    await signIn(opened);
    await opened.page.getByRole('link', { name: 'voltage-V', exact: true }).click();
    await opened.page.getByText('It does not change the term').waitFor();
    expect(await opened.page.getByRole('region', { name: 'What was suggested' }).innerText()).toContain('effective');
    expect(await opened.checkAccessibility()).toEqual([]);
    await opened.page.getByLabel('Reason').fill('With the next release.');
    await opened.page.getByRole('button', { name: 'Accept' }).click();
    await opened.page.getByText('Accepted').waitFor();

    await other.page.goto(`${site.hub.url}/suggest/status`);
    await other.page.getByLabel('Receipt').fill(receipt);
    await other.page.getByRole('button', { name: 'Ask' }).click();
    await other.page.getByText('It was accepted.').waitFor();
    expect(await other.page.locator('main').innerText()).toContain('With the next release.');
    expect(await other.checkAccessibility()).toEqual([]);
    for (const each of [opened, other]) {
      expectNoComplaints(each);
      await each.close();
    }
  });

  test('a source is suggested by a form, its keys are shown with their terms, and it is in use once it is accepted', async ({
    skip,
  }) => {
    if (site.browser === null) return skip(NO_CHROMIUM);
    const other = await site.browser.open(`${site.hub.url}/suggest/source`);
    await other.page.getByLabel('Name').fill('acme-meter');
    await other.page
      .getByLabel('What its keys mean, as JSON')
      .fill('{"title":"Acme","documentation":"https://acme.example/","keys":{"meter.power":"active_power-W"}}');
    await other.page.getByLabel('Your e-mail address').fill('maria@example.org');
    await other.page.getByRole('button', { name: 'Suggest it' }).click();
    await other.page.getByRole('heading', { name: 'The suggestion was saved' }).waitFor();

    const opened = await site.browser.open(`${site.hub.url}/admin?kind=sources`);
    const { page } = opened;
    await signIn(opened);
    await page.getByRole('link', { name: 'acme-meter', exact: true }).click();
    const keys = page.getByRole('region', { name: 'What its keys mean' });
    expect(await keys.getByRole('row', { name: 'meter.power' }).getByRole('link').getAttribute('href')).toMatch(
      /\/vocabulary\/active_power-W$/,
    );
    // What came in one line stands in lines.
    expect(await page.getByLabel('File').inputValue()).toContain('\n  "title": "Acme",\n');
    expect(await opened.checkAccessibility()).toEqual([]);
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    await expect
      .poll(async () => (await fetch(`${site.hub.url}/sources/acme-meter`)).status, { timeout: SEEN_MS * 3 })
      .toBe(200);
    await other.page.goto(`${site.hub.url}/sources/acme-meter`);
    expect(await other.page.locator('main').innerText()).toContain('meter.power');
    for (const each of [opened, other]) {
      expectNoComplaints(each);
      await each.close();
    }
  });

  test('nothing of the sign-in is stored, Back works, and reloading signs out', async ({ skip }) => {
    if (site.browser === null) return skip(NO_CHROMIUM);
    const opened = await site.browser.open(`${site.hub.url}/admin?view=accounts`);
    const { page } = opened;
    await page.getByLabel('E-mail address').fill(ADA);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('No active account');
    await signIn(opened);
    await page.getByText('This is you.').waitFor();
    // As after an hour: the token is refused once, and renewed.
    await page.route(
      '**/graphql',
      (route) => route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer x' } }),
      { times: 1 },
    );
    await page.getByRole('link', { name: 'Missing keys' }).click();
    await page.getByText('Values and senders are not kept').waitFor();
    expect(page.url()).toBe(`${site.hub.url}/admin?view=missing`);
    await page.goBack();
    await page.getByText('This is you.').waitFor();
    expect(await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]')).toEqual([0, 0, '']);
    await page.reload();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    // Chromium notes the 401 by itself.
    expect(opened.complaints.console.filter((text) => !text.includes('401'))).toEqual([]);
    expect([...opened.complaints.policy, ...opened.complaints.elsewhere]).toEqual([]);
    await opened.close();
  });

  test('an account that is disabled is signed out at once', async ({ skip }) => {
    if (site.browser === null) return skip(NO_CHROMIUM);
    const bea = await site.browser.open(`${site.hub.url}/admin`);
    await signIn(bea, BEA);
    const ada = await site.browser.open(`${site.hub.url}/admin?view=accounts`);
    await signIn(ada);
    await ada.page.getByRole('button', { name: `Disable: ${BEA}` }).click();
    await ada.page.getByText(`${BEA} may not sign in any more`).waitFor();
    expect(await ada.checkAccessibility()).toEqual([]);
    await bea.page.getByRole('link', { name: 'Missing keys' }).click();
    await bea.page.getByText('You were signed out').waitFor();
    await ada.page.getByRole('button', { name: `Enable: ${BEA}` }).click();
    await ada.page.getByText(`${BEA} may sign in again`).waitFor();
    expectNoComplaints(ada);
    await Promise.all([ada.close(), bea.close()]);
  });

  test('what is written outlives a sign-in that ends, for the same person alone', async ({ skip }) => {
    if (site.browser === null) return skip(NO_CHROMIUM);
    await suggest('duct_temperature-degC');
    const opened = await openReview('duct_temperature-degC', BEA);
    const { page } = opened;
    const label = page.getByLabel('Label, in English');
    /** As when both tokens are over. */
    const end = async (): Promise<void> => {
      await page.route('**/graphql', (route) =>
        route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer x' } }),
      );
      await page.route('**/api/v1/token/refresh', (route) => route.fulfill({ status: 401, json: {} }));
      await label.fill('Air in the duct');
      await page.getByText('You were signed out').waitFor();
      expect(await label.isVisible()).toBe(false);
      await page.unrouteAll();
    };
    await end();
    await signIn(opened, BEA);
    expect(await label.inputValue()).toBe('Air in the duct');
    // Who listens goes on at the head of what is shown.
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Review of a suggestion');
    await expect.poll(() => page.getByRole('region', { name: 'Preview' }).innerText()).not.toContain('signed');
    await end();
    await signIn(opened, ADA);
    await page.getByRole('heading', { name: 'duct_temperature-degC', exact: true }).waitFor();
    expect(await label.inputValue()).toBe('');
    await opened.close();
  });

  test('fits a phone, and shows hostile texts as text', async ({ skip }) => {
    if (site.browser === null) return skip(NO_CHROMIUM);
    const hostile = `"><img src=x onerror=alert(1)> ${'x'.repeat(300)}`;
    await suggest('hostile_temperature-degC', hostile);
    await fetch(`${site.hub.url}/api/semantic`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ '<script>alert(1)</script>': 1 }),
    });
    const opened = await site.browser.open(`${site.hub.url}/admin`, {
      viewport: { width: 320, height: 640 },
      colorScheme: 'dark',
      hasTouch: true,
    });
    const { page } = opened;
    expect(await opened.checkAccessibility()).toEqual([]);
    await signIn(opened);
    const views = {
      'Missing keys': '<script>alert(1)</script>',
      Accounts: 'This is you.',
      Sources: 'Nothing waits for review.',
      Changes: 'Nothing waits for review.',
      Terms: hostile.slice(0, 30),
    };
    for (const [name, text] of Object.entries(views)) {
      await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name }).tap();
      await expect.poll(() => page.locator('main').innerText()).toContain(text);
      expect(await opened.overflow(), name).toBeLessThanOrEqual(0);
      expect(await opened.checkAccessibility(), name).toEqual([]);
    }
    await page.getByRole('link', { name: 'hostile_temperature-degC' }).tap();
    await page
      .getByRole('button', { name: /^Start from it/ })
      .first()
      .tap();
    await page.getByRole('group', { name: /^Template of/ }).waitFor();
    expect(await opened.overflow()).toBeLessThanOrEqual(0);
    expectNoComplaints(opened);
    await opened.close();
  });
});
