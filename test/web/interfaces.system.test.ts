import { gunzipSync } from 'node:zlib';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { NO_CHROMIUM } from '../support/browser.ts';
import { expectNoComplaints, useSite } from '../support/site.ts';
import type { OpenPage } from '../support/site-browser.ts';
import { NO_ANSWER } from '../../src/web/browser/page/no-answer.ts';

const site = useSite();

/** Takes the first completion, which has this name. */
async function chooseFirst(page: OpenPage['page'], name: string): Promise<void> {
  const first = page.locator('.cm-tooltip-autocomplete').getByRole('option').first();
  await expect.poll(() => first.innerText()).toContain(name);
  await first.click();
}

describe('the reference', () => {
  test('sends the request that it shows, and shows the answer', async ({ skip }) => {
    if (site.browser === null) return skip(NO_CHROMIUM);
    const opened = await site.browser.open(`${site.hub.url}/api`);
    const { page } = opened;
    const choice = page.getByRole('navigation', { name: 'Language of the samples' });
    await choice.getByRole('link', { name: 'Python' }).click();
    expect(page.url()).toBe(`${site.hub.url}/api?language=python`);
    expect(await choice.locator('[aria-current]').innerText()).toBe('Python');
    const sample = page.getByRole('region', { name: 'Python: Convert a document whose keys are all terms' });
    const written = await sample.textContent();
    expect(written).toContain('urllib.request');
    // The page of this address has what the script wrote.
    const read = await (await fetch(page.url(), { headers: { Accept: 'text/html' } })).text();
    expect(read).toContain(written!.split('\n')[0]!);
    const name = 'Try it: Convert a document whose keys are all terms';
    await page.getByRole('button', { name }).click();
    const form = page.getByRole('form', { name });
    await form.getByLabel('format').selectOption('nt');
    await form
      .getByRole('textbox', { name: 'Body' })
      .fill('{"active_power-kW": 1.50, "x": "</pre><script>alert(1)</script>"}');
    expect(await form.getByRole('region', { name: 'Request' }).innerText()).toContain(
      `POST ${site.hub.url}/api/json-to-rdf?format=nt`,
    );
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText('422 Unprocessable Entity').waitFor();
    expect(await form.getByRole('region', { name: 'Body of the answer' }).innerText()).toContain('"notTerms": [');
    await form.getByRole('textbox', { name: 'Body' }).fill('{"active_power-kW": 1.50}');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText('200 OK').waitFor();
    expect(await form.getByRole('region', { name: 'Body of the answer' }).innerText()).toContain('"1.50"');
    expect(await opened.checkAccessibility()).toEqual([]);
    // Chromium notes the 422 by itself.
    expect(opened.complaints.console.filter((text) => !text.includes('422'))).toEqual([]);
    expect(opened.complaints.policy).toEqual([]);
    await opened.close();
  });

  test('says what to do where nothing comes back', async ({ skip }) => {
    if (site.browser === null) return skip(NO_CHROMIUM);
    const opened = await site.browser.open(`${site.hub.url}/api#listTerms`);
    const { page } = opened;
    const name = 'Try it: List terms';
    await page.getByRole('button', { name }).click();
    const form = page.getByRole('form', { name });
    await page.context().setOffline(true);
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText(NO_ANSWER, { exact: true }).waitFor();
    await opened.close();
  });

  test('cuts a long body, and says so', async ({ skip }) => {
    if (site.browser === null) return skip(NO_CHROMIUM);
    const opened = await site.browser.open(`${site.hub.url}/api#readVocabulary`);
    const name = 'Try it: Read the whole vocabulary as RDF';
    await opened.page.getByRole('button', { name }).click();
    const form = opened.page.getByRole('form', { name });
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText('its first 100,000 bytes').waitFor();
    expectNoComplaints(opened);
    await opened.close();
  });

  test.for<[path: string, words: string, found: string, other: string]>([
    ['/api', 'sparql-query', 'Ask a SPARQL query that is too long for an address', 'Read a term at its own address'],
    ['/graphql/schema/objects', 'didYouMean', 'TermConnection', 'Account'],
  ])('of %s is searched in the page', async ([path, words, found, other], { skip }) => {
    if (site.browser === null) return skip(NO_CHROMIUM);
    const opened = await site.browser.open(`${site.hub.url}${path}`);
    const { page } = opened;
    await page.getByRole('searchbox', { name: 'Find in this page' }).fill(words);
    const heading = (name: string) => page.getByRole('heading', { name, exact: true });
    await heading(other).waitFor({ state: 'hidden' });
    expect(await heading(found).isVisible()).toBe(true);
    expect(page.url()).toContain(`?q=${words}`);
    await page.reload();
    await heading(other).waitFor({ state: 'hidden' });
    expect(await opened.checkAccessibility()).toEqual([]);
    expectNoComplaints(opened);
    await opened.close();
  });
});

test('an anchor of the schema as it was one page leads to the page that has it, and a search goes on there', async ({
  skip,
}) => {
  if (site.browser === null) return skip(NO_CHROMIUM);
  const opened = await site.browser.open(`${site.hub.url}/graphql/schema#field-TermConnection-didYouMean`);
  const { page } = opened;
  const field = '#field-TermConnection-didYouMean';
  await page.waitForURL(`**/graphql/schema/objects${field}`);
  await page.locator(field).waitFor();
  await page.getByRole('link', { name: 'Operations' }).click();
  await page.getByRole('searchbox', { name: 'Find in this page' }).fill('didYouMean');
  await page.getByRole('link', { name: 'Search in objects, interfaces' }).click();
  await page.getByRole('heading', { name: 'TermConnection', exact: true }).waitFor();
  expect(await page.getByRole('searchbox', { name: 'Find in this page' }).inputValue()).toBe('didYouMean');
  expectNoComplaints(opened);
  await opened.close();
});

describe('the page of SPARQL', () => {
  test('answers a question as a table with links and bars, and Back leads to the query before', async ({ skip }) => {
    if (site.browser === null) return skip(NO_CHROMIUM);
    const opened = await site.browser.open(`${site.hub.url}/sparql`);
    const { page } = opened;
    await page.getByRole('link', { name: 'How many terms has each category?' }).click();
    const table = page.getByRole('region', { name: 'Result' });
    await table.waitFor();
    expect(await table.getByRole('row').count()).toBe(25);
    expect(await table.locator('svg rect').count()).toBe(24);
    const { width, height } = page.viewportSize()!;
    const hiddenWidth = (): Promise<number> =>
      table.evaluate((element) => {
        const { scrollWidth, clientWidth } = element as unknown as Record<'scrollWidth' | 'clientWidth', number>;
        return scrollWidth - clientWidth;
      });
    // On a phone the longest bar has the whole width, and nothing has to be scrolled to.
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await hiddenWidth()).toBeLessThanOrEqual(1);
    expect((await table.locator('svg rect').first().boundingBox())!.width).toBeGreaterThan(250);
    await page.setViewportSize({ width, height });
    await page.getByRole('link', { name: 'Which terms are in kilowatts?' }).click();
    const link = table.getByRole('link', { name: 'vocab:active_power-kW', exact: true });
    await link.waitFor();
    expect(await link.evaluate((element) => (element as unknown as { href: string }).href)).toBe(
      `${site.hub.url}/vocabulary/active_power-kW`,
    );
    expect(await opened.checkAccessibility()).toEqual([]);
    // On a phone each row is a block, whose cells say what they are.
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await hiddenWidth()).toBeLessThanOrEqual(1);
    expect((await table.locator('tbody tr').first().boundingBox())!.height).toBeLessThan(100);
    await page.setViewportSize({ width, height });
    await page.goBack();
    await expect.poll(() => page.getByRole('textbox', { name: 'Query' }).innerText()).toContain('?category');
    expectNoComplaints(opened);
    await opened.close();
  });

  test('of a long answer draws the first hundred rows, and says so', async ({ skip }) => {
    if (site.browser === null) return skip(NO_CHROMIUM);
    const query = 'SELECT * WHERE { ?s ?p ?o } LIMIT 300';
    const opened = await site.browser.open(`${site.hub.url}/sparql#query=${encodeURIComponent(query)}`);
    const { page } = opened;
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByText('300 rows, of which the first 100 are shown; the downloads have all').waitFor();
    expect(await page.getByRole('region', { name: 'Result' }).locator('tbody tr').count()).toBe(100);
    expectNoComplaints(opened);
    await opened.close();
  });

  test('completes a term and declares its prefix; Ctrl and Enter ask, and Tab leaves the editor', async ({ skip }) => {
    if (site.browser === null) return skip(NO_CHROMIUM);
    const opened = await site.browser.open(`${site.hub.url}/sparql#query=`);
    const { page } = opened;
    const editor = page.getByRole('textbox', { name: 'Query' });
    await editor.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('ASK { active_power-k');
    await chooseFirst(page, 'vocab:active_power-kW');
    await expect
      .poll(() => editor.innerText())
      .toContain(`PREFIX vocab: <${site.hub.url}/vocabulary/>\nASK { vocab:active_power-kW`);
    await page.keyboard.type(' skos:no');
    await chooseFirst(page, 'skos:notation');
    await page.keyboard.type(' ?n ');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Yes', { exact: true }).waitFor();
    await editor.focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Ask');
    expectNoComplaints(opened);
    await opened.close();
  });

  test('marks a mistake at its line, and shows hostile texts as texts', async ({ skip }) => {
    if (site.browser === null) return skip(NO_CHROMIUM);
    const query = `SELECT ?x WHERE {\n  ?x ?y )\n}`;
    const opened = await site.browser.open(`${site.hub.url}/sparql#${new URLSearchParams({ query })}`);
    const { page } = opened;
    const ask = page.getByRole('button', { name: 'Ask' });
    // A link asks nothing by itself.
    expect(await page.getByRole('region', { name: 'Answer' }).innerText()).toBe('');
    await ask.click();
    await page.getByRole('button', { name: 'Go to line 2' }).click();
    expect(await page.locator('.hub-error-line').innerText()).toContain('?x ?y )');
    expect(await opened.checkAccessibility()).toEqual([]);

    const hostile = `<img src=x onerror="alert(1)">`;
    const fragment = new URLSearchParams({ query: `SELECT ("""${hostile}""" AS ?a) {}` });
    await page.goto(`${site.hub.url}/sparql#${fragment}`);
    await ask.click();
    await page.getByRole('cell', { name: hostile }).waitFor();
    expect(opened.complaints.console.filter((text) => !text.includes('400'))).toEqual([]);
    expect(opened.complaints.policy).toEqual([]);
    await opened.close();
  });

  test('keeps its query where a link leads to a part of the page', async ({ skip }) => {
    if (site.browser === null) return skip(NO_CHROMIUM);
    const fragment = new URLSearchParams({ query: 'ASK { ?kept ?p ?o }' }).toString();
    const opened = await site.browser.open(`${site.hub.url}/sparql#${fragment}`);
    const { page } = opened;
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    expect(page.url()).toContain('kept');
    expect(await page.getByRole('textbox', { name: 'Query' }).innerText()).toContain('?kept');
    expectNoComplaints(opened);
    await opened.close();
  });

  test('says what to do where the hub does not answer, of files, too', async ({ skip }) => {
    if (site.browser === null) return skip(NO_CHROMIUM);
    const opened = await site.browser.open(`${site.hub.url}/sparql`);
    const { page } = opened;
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('button', { name: 'Save as CSV' }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    await page.getByText(NO_ANSWER, { exact: true }).waitFor();
    // What was asked before is still in the browser.
    await page.getByRole('textbox', { name: 'Query' }).click();
    await page.keyboard.insertText('# offline\n');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.locator('.alert.bad').getByText(NO_ANSWER, { exact: true }).waitFor();
    await opened.close();
  });

  test('says so where a graph has nothing', async ({ skip }) => {
    if (site.browser === null) return skip(NO_CHROMIUM);
    const query = 'CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o . FILTER(false) }';
    const opened = await site.browser.open(`${site.hub.url}/sparql#${new URLSearchParams({ query })}`);
    const { page } = opened;
    await page.getByRole('button', { name: 'Ask' }).click();
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByText('Nothing fits the query.').waitFor();
    expect(await answer.getByRole('button', { name: 'Draw it' }).count()).toBe(0);
    expectNoComplaints(opened);
    await opened.close();
  });

  test('draws a graph, and saves it', async ({ skip }) => {
    if (site.browser === null) return skip(NO_CHROMIUM);
    const opened = await site.browser.open(`${site.hub.url}/sparql`);
    const { page } = opened;
    await page.getByRole('link', { name: 'What does a value of active power become?' }).click();
    await page.getByRole('button', { name: 'Draw it' }).click();
    await page.getByRole('group', { name: 'The graph as cards' }).waitFor();
    expect(await opened.checkAccessibility()).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as N-Triples' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('answer.nt');
    expect(readFileSync(await download.path(), 'utf8')).toContain('<http://www.w3.org/ns/sosa/Observation> .');
    expectNoComplaints(opened);
    await opened.close();
  });
});

/** Opened from another page: beside the workers of GraphiQL, Playwright does not always notice that the network is idle. */
async function openGraphiql(url: string): Promise<OpenPage> {
  const opened = await site.browser!.open(`${site.hub.url}/accessibility`);
  await opened.go(url);
  return opened;
}

describe('the page of GraphQL', () => {
  test('asks with GraphiQL, under its policy, and keeps nothing in the browser', async ({ skip }) => {
    if (site.browser === null) return skip(NO_CHROMIUM);
    const opened = await openGraphiql(`${site.hub.url}/graphql`);
    const { page } = opened;
    // A click waits until the button can be clicked, which is when there is something to execute.
    await page.getByRole('button', { name: /Execute query/ }).click();
    await page.getByText('"wirkleistung"').waitFor();
    await page.getByRole('tab', { name: 'TermsForKeys' }).getByRole('button').first().click();
    await expect.poll(() => page.url()).toContain('TermsForKeys');
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
    expectNoComplaints(opened);
    const linked = await openGraphiql(page.url());
    await linked.page.getByRole('tab', { name: 'TermsForKeys' }).first().waitFor();
    await linked.page.getByRole('button', { name: /Execute query/ }).click();
    await linked.page.getByText('0.995').waitFor();
    expectNoComplaints(linked);
    await linked.close();
    await opened.close();
  });

  test('says in words, and without a stack, what to do where the hub does not answer', async ({ skip }) => {
    if (site.browser === null) return skip(NO_CHROMIUM);
    const opened = await openGraphiql(`${site.hub.url}/graphql`);
    const { page } = opened;
    const ask = page.getByRole('button', { name: /Execute query/ });
    const answer = page.locator('.result-window');
    await ask.click();
    await page.getByText('"wirkleistung"').waitFor();
    await page.context().setOffline(true);
    await ask.click();
    // The editor wraps its lines, and draws spaces as ones that do not break.
    const read = async (): Promise<string> => (await answer.innerText()).replaceAll(/\s+/g, ' ');
    await expect.poll(read).toContain(`"${NO_ANSWER}"`);
    expect(await read()).not.toContain('stack');
    await opened.close();
  });

  test('breaks no rule of axe but those that its statement names', async ({ skip }) => {
    if (site.browser === null) return skip(NO_CHROMIUM);
    const opened = await openGraphiql(`${site.hub.url}/graphql`);
    await opened.page.getByRole('button', { name: /Execute query/ }).waitFor();
    const rules = (await opened.checkAccessibility()).map((violation) => violation.split(':', 1)[0]);
    expect(rules.filter((rule) => !['nested-interactive', 'color-contrast', 'target-size'].includes(rule!))).toEqual(
      [],
    );
    await opened.close();
  });
});

const assetsFolder = (): string => join(inject('packageFolder'), 'dist/assets');

/** The files of script that a page of the built package loads before anybody does anything. */
function scriptsOf(script: string): Set<string> {
  const folder = assetsFolder();
  const { entries } = JSON.parse(readFileSync(join(folder, 'assets.json'), 'utf8')) as {
    entries: Readonly<Record<string, string>>;
  };
  const loaded = new Set(['site.js', script].map((name) => entries[name]!));
  for (const file of loaded) {
    const text = gunzipSync(readFileSync(join(folder, `${file}.gz`))).toString();
    for (const [, name] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) loaded.add(name!);
  }
  return loaded;
}

/** Their bytes as gzip. */
function scriptBytes(script: string): number {
  return [...scriptsOf(script)].reduce((sum, file) => sum + readFileSync(join(assetsFolder(), `${file}.gz`)).length, 0);
}

test.each(['suggest.js', 'finder.js'])(
  'a page that is read loads %s with the scripts of all pages and one file that they share',
  (script) => {
    const names = [...scriptsOf(script)].map((file) => file.slice(0, file.indexOf('-')));
    expect(names.toSorted()).toEqual([script.replace('.js', ''), 'shared', 'site'].toSorted());
  },
);

test.each([
  ['api.js', 15_000],
  ['sparql.js', 140_000],
])('a page with %s loads at most %i bytes of script', (script, budget) => {
  expect(scriptBytes(script)).toBeLessThanOrEqual(budget);
});

test('browsers compile the scripts of pages beside the page, while they come', () => {
  const { entries } = JSON.parse(readFileSync(join(assetsFolder(), 'assets.json'), 'utf8')) as {
    readonly entries: Readonly<Record<string, string>>;
  };
  const pages = Object.keys(entries).filter((name) => name.endsWith('.js') && name !== 'graphiql.js');
  const files = new Set(pages.flatMap((name) => [...scriptsOf(name)]));
  expect(files.size).toBeGreaterThan(10);
  for (const file of files)
    expect(readFileSync(join(assetsFolder(), file), 'utf8').split('\n', 1), file).toEqual([
      '//# allFunctionsCalledOnLoad',
    ]);
});

test('no page evaluates more than 600 KB of script in one task: what is larger comes in files that are evaluated apart', () => {
  const folder = assetsFolder();
  // Workers have threads of their own.
  const files = readdirSync(folder).filter((name) => name.endsWith('.js') && !name.includes('worker'));
  const sizes = files.map((name) => [name, readFileSync(join(folder, name)).length] as const);
  expect(sizes.length).toBeGreaterThan(20);
  expect(sizes.filter(([, bytes]) => bytes > 600_000)).toEqual([]);
});
