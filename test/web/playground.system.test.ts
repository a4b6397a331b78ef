import { execFile } from 'node:child_process';
import { get } from 'node:http';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findChromium, NO_CHROMIUM } from '../support/browser.ts';
import { readFixture, readSample } from '../support/fixtures.ts';
import { areIsomorphic } from '../support/isomorphic.ts';
import { findProgram, sayMissing } from '../support/programs.ts';
import { readBack } from '../support/read-back.ts';
import type { OpenPage, SiteBrowser } from '../support/site-browser.ts';
import { expectNoComplaints, useSite } from '../support/site.ts';

const run = promisify(execFile);
const program = findChromium(tmpdir())?.program;
const title = program === undefined ? ` (${NO_CHROMIUM})` : '';

const site = useSite();
let folder: string;
let opened: OpenPage;
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'playground-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(async () => {
  await opened.close();
  expectNoComplaints(opened);
});

/** Opens the playground, and resolves when it has all that it loads. */
async function open(fragment = '', options: Parameters<SiteBrowser['open']>[1] = {}): Promise<void> {
  const desk = { viewport: { width: 1280, height: 900 } };
  opened = await site.browser!.open(`${site.hub.url}/playground${fragment}`, { ...desk, ...options });
  ({ page } = opened);
  await expect.poll(() => page.locator('.private output').textContent()).toBe('0');
}

/** A window that ends above the foot of the editor. */
const LOW = { viewport: { width: 1280, height: 640 } };

/** Whether all of a part of the page is in the window. */
const isInView = (part: string): Promise<boolean> =>
  page.evaluate(`(() => {
    const { top, bottom, height } = document.querySelector('[data-part="${part}"]').getBoundingClientRect();
    return height > 0 && top >= 0 && bottom <= innerHeight;
  })()`);

/** Puts a text into the place of the document, as somebody does who pastes. */
async function paste(text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Document', exact: true }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

const tab = (name: string): Promise<void> => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();

const panel = (): Promise<string> => page.getByRole('tabpanel').innerText();

/** The file that a click lets the reader keep. */
async function save(button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
}

/** How many bytes an address answers with to who takes gzip. */
function lengthAsGzip(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      let length = 0;
      answer.on('data', (chunk: Buffer) => (length += chunk.length)).on('end', () => resolve(length));
    }).on('error', reject);
  });
}

/** What the hub was asked so far. */
const asked = (): number => site.hub.log().match(/"path":"\/(?!readyz)/g)?.length ?? 0;

describe.skipIf(program === undefined)(`the playground in a browser${title}`, () => {
  test('gives the keys of a battery a meaning, and the RDF that the hub gives, without a request', async () => {
    await open();
    const before = asked();
    await paste(readSample('09_battery_state.json'));
    await expect.poll(panel).toContain('20 keys, 8 without a meaning');
    const missing = page.getByRole('listitem').filter({ hasText: 'Consumption_W in the document' });
    expect(await missing.getByRole('link', { name: 'suggest a term' }).getAttribute('href')).toContain(
      'suggest?parameter=consumption_w',
    );
    await page.getByRole('button', { name: 'Fill in Consumption_W as load-W' }).press('Enter');
    // The button goes; who uses the keyboard goes on from the results.
    expect(await page.evaluate('document.activeElement.id')).toBe('playground-panel');
    await expect.poll(panel).toContain('7 without a meaning');
    await page.getByRole('button', { name: /^Rename Fac to frequency-Hz/ }).click();
    await expect.poll(panel).toContain('6 without a meaning');
    await tab('RDF');
    const rdf = await save('Save');
    await tab('Take away');
    const described = await save('Save the described document');
    expect(asked()).toBe(before);
    expect(await page.locator('.private output').textContent()).toBe('0');

    const answer = await fetch(`${site.hub.url}/api/rdf`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: described,
    });
    expect(answer.status).toBe(200);
    expect(areIsomorphic(await readBack('ttl', rdf), await readBack('ttl', await answer.text()))).toBe(true);
  });

  test('is shared by a link, which holds document, tab and format', async () => {
    await open();
    await paste('{"voltage-V": 231.40, "größe": "<img src=x onerror=alert(1)>"}');
    await tab('RDF');
    await page.getByLabel('Format').selectOption('nt');
    await tab('Take away');
    const link = page.getByLabel('Link to this state');
    await expect.poll(() => link.inputValue()).toContain('doc=');
    const url = await link.inputValue();
    expect(url).toContain('format=nt');
    await opened.close();

    await open(url.slice(url.indexOf('#')));
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Document', exact: true }).innerText())
      .toContain('"voltage-V": 231.40');
    await tab('RDF');
    await expect.poll(() => page.getByRole('textbox', { name: 'RDF' }).innerText()).toContain('<img src=x');
    await page.goBack();
    await expect.poll(() => page.getByRole('tab', { selected: true }).innerText()).toContain('Take away');
  });

  test('says of a link that was cut that its document is lost, until another one is shown', async () => {
    await open('#tab=rdf&doc=q1bKTFGyUjI0');
    await page.getByText('The document of this link cannot be read').waitFor();
    await paste('{"voltage-V": 231.40}');
    await expect.poll(() => page.getByText('The document of this link cannot be read').count()).toBe(0);
  });

  test('opens at the head of the page on a phone, and stays there while an example is opened', async () => {
    await open('', { viewport: { width: 320, height: 640 } });
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.getByRole('button', { name: 'Battery' }).click();
    await expect.poll(panel).toContain('sonnenBatterie');
    expect(await page.evaluate('document.querySelector("button[type=button]").getBoundingClientRect().top >= 0')).toBe(
      true,
    );
  });

  test('shows hostile keys, values, file names and links as text', async () => {
    const hostile = '<script>alert(1)</script><img src=x onerror=alert(2)>';
    await open('#doc=%3Cscript%3E&tab=<script>&example=__proto__');
    const file = join(folder, '<img src=x onerror=alert(3)>.json');
    // Half of a character is no text that an address can hold.
    await writeFile(file, JSON.stringify({ [hostile]: hostile, __proto__x: 1, 'voltage-V': hostile, '\ud83d': 2 }));
    await page.getByLabel('Open a file').setInputFiles(file);
    await expect.poll(panel).toContain(hostile);
    await expect.poll(panel).toContain('Search the vocabulary');
    await tab('Warnings');
    await expect.poll(panel).toContain('datatype');
    expect(await page.locator('main img, main script').count()).toBe(0);
  });

  test('takes what is pasted and opened for what it is, and offers what can be done with it', async () => {
    await open();
    const kind = page.getByLabel('Read as');
    await page.getByRole('textbox', { name: 'Document', exact: true }).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'timestamp;active_power-kW;Uac\\n2026-03-01T10:15:00Z;1,5;230\\n');
      document.querySelector('[data-part="editor"]').shadowRoot.querySelector('.cm-content')
        .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    })()`);
    await expect.poll(panel).toContain('3 keys, 1 without a meaning');
    expect(await kind.inputValue()).toBe('csv');

    const file = join(folder, 'Zähler.csv');
    await writeFile(file, Buffer.from('Zählpunkt;Hersteller;active_power-kW\nDE1;Müller;1,5\n', 'latin1'));
    await page.getByLabel('Open a file').setInputFiles(file);
    await expect.poll(panel).toContain('metering_location_id');
    expect(await page.locator('main').innerText()).toContain('read as Windows-1252');
    const workbook = join(folder, 'Zähler.xlsx');
    await writeFile(workbook, 'PK\x03\x04\x14\0');
    await page.getByLabel('Open a file').setInputFiles(workbook);
    await page.getByText('save its sheet as CSV').waitFor();
    const compressed = join(folder, 'Zähler.csv.gz');
    await writeFile(compressed, gzipSync('Zählpunkt;Hersteller\nDE2;Müller\n'));
    await page.getByLabel('Open a file').setInputFiles(compressed);
    await expect.poll(panel).toContain('DE2');
    expect(await kind.inputValue()).toBe('csv');
    await page.getByLabel('Open a file').setInputFiles(file);
    await expect.poll(panel).toContain('DE1');
    // A term without a template can only be the name.
    expect(await page.getByRole('button', { name: 'Rename Hersteller to manufacturer' }).count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Fill in Hersteller as manufacturer' }).count()).toBe(0);

    await paste(readFixture('sources/fronius/meter_and_storage.json'));
    await kind.selectOption('json');
    await page.getByRole('button', { name: 'Describe its keys' }).click();
    await expect.poll(() => page.locator('.key.own').count()).toBeGreaterThan(10);
    expect(await page.locator('.private output').textContent()).toBe('0');
  });

  test('says what CSV lacks: a cell with an open quote, and rows below the names', async () => {
    await open('#example=table');
    await paste('name,voltage-V\n5" pipe,230\n');
    await expect.poll(panel).toContain('A cell with a quote in it stands in double quotes');
    await paste('timestamp,voltage-V\n');
    await expect.poll(panel).toContain('no row with a value below the names of its columns');
  });

  test('makes an object of an array, which no document is', async () => {
    await open('#tab=rdf');
    await paste('[{"voltage-V": 1}]\n');
    await page.getByRole('button', { name: 'Put it under the key records' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'RDF' }).innerText()).toContain('vocab:voltage-V');
  });

  test('leads from what a check finds to its place', async () => {
    await open('#tab=warnings');
    await paste('{\n  "voltage-V": 1,\n  "voltage-V": 231\n}');
    await expect.poll(panel).toContain('A record has a key twice');
    await page.getByRole('button', { name: '/voltage-V in the document' }).click();
    await page.keyboard.insertText('232');
    await tab('RDF');
    await expect.poll(() => page.getByRole('textbox', { name: 'RDF' }).innerText()).toContain('232');
    await paste('{"voltage-V": 1}');
    await tab('Warnings');
    await expect.poll(panel).toContain('no record has a key twice');
  });

  test('leads from a warning and from a fault to their places', async () => {
    await open();
    await paste('{\n  "voltage-V": 1,\n  "percent": [1, 2],\n  "state_of_charge-percent": 120\n}');
    await tab('Warnings');
    await page.getByRole('button', { name: /state_of_charge-percent/ }).click();
    await page.keyboard.insertText('12 0');
    await tab('RDF');
    await page.getByRole('button', { name: 'Go to line 4' }).click();
    await page.keyboard.press('Backspace');
    expect(await panel()).not.toBe('');
  });

  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 320],
    ['dark', 320],
  ] as const)('has nothing that axe finds in %s, %d px wide, in any tab', async (colorScheme, width) => {
    await open('#example=battery', { colorScheme, viewport: { width, height: 900 } });
    await expect.poll(panel).toContain('load-W');
    for (const name of ['Meaning', 'Warnings', 'RDF', 'Picture', 'Ask', 'Take away']) {
      await tab(name);
      await expect.poll(() => page.locator('.panel.busy').count()).toBe(0);
      await expect.poll(panel).not.toMatch(/(?:Drawing|Loading|Looking for terms).* …/);
      expect(await opened.checkAccessibility(), name).toEqual([]);
      const overflow = 'document.querySelector("main").scrollWidth - document.querySelector("main").clientWidth';
      expect(await page.evaluate(overflow), name).toBe(0);
    }
  });

  test('draws the graph, and says of what it shows a part', async () => {
    await open('#tab=picture');
    await paste(JSON.stringify({ records: Array.from({ length: 40 }, (_, i) => ({ 'voltage-V': i })) }));
    await expect.poll(panel).toContain('3 of 40 of records');
    expect(await page.getByRole('group', { name: 'The graph of the document' }).count()).toBe(1);
    expect(await save('Save as SVG')).toMatch(/^<\?xml[^]*<svg /);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as PNG' }).click(),
    ]);
    expect((await readFile(await download.path())).subarray(1, 4).toString()).toBe('PNG');
    expect(await page.locator('.private output').textContent()).toBe('0');
  });

  test('is asked by SPARQL, alone and together with the vocabulary', async () => {
    await open('#example=battery&tab=ask');
    await expect.poll(() => page.locator('.private output').textContent()).toBe('0');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    await page.getByRole('button', { name: 'Values with their units' }).click();
    const answer = page.getByRole('region', { name: 'Answer' });
    await expect.poll(() => answer.innerText()).toMatch(/vocab:battery_voltage-V\s+51\.8\s+unit:V/);
    expect(page.url()).toContain('query=');
    await page.getByRole('button', { name: /^Ask the vocabulary/ }).click();
    await page.getByRole('button', { name: 'The vocabulary is asked, too' }).waitFor();
    await page.getByRole('button', { name: 'Values in German' }).click();
    await expect.poll(() => answer.innerText()).toContain('Batteriespannung');
    const query = page.getByRole('textbox', { name: 'Query' });
    await query.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('SELECT * WHERE { ?s ?p ');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect.poll(panel).toContain('error at');
    // The engine, a script and its code, and the vocabulary are all that was asked for; the icon is read again from the cache.
    expect(sent.filter((path) => !/^\/assets\/(?:ask-worker|web_bg|mark)-/.test(path))).toEqual(['/api/vocabulary']);
    expect(await page.locator('.private output').textContent()).toBe('3');
    expect(sent.filter((path) => !path.startsWith('/assets/mark-'))).toHaveLength(3);
  });

  test('loads at most 260 KB before it converts, with gzip', async () => {
    await open();
    // Panels and texts are loaded behind the first conversion.
    const isLater =
      '/(picture|panel|zoom|aids|writing|save-bytes|mark-|sparql|namespaces|sources$|lexicon.layout=tables$)/';
    const names = await page.evaluate(
      `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => !${isLater}.test(name))`,
    );
    const sizes = await Promise.all((names as string[]).map(async (name) => [name, await lengthAsGzip(name)] as const));
    const bytes = sizes.reduce((sum, [, size]) => sum + size, 0);
    expect(bytes, JSON.stringify(sizes)).toBeLessThan(260 * 1024);
    expect(bytes).toBeGreaterThan(100_000);
  });

  test('makes the picture larger and smaller by buttons, keys, wheel and fingers', async () => {
    await open('#example=battery&tab=picture', { hasTouch: true });
    const view = page.getByRole('region', { name: 'Picture', exact: true });
    const size = page.getByRole('group', { name: 'Size of the picture' });
    const percent = async (): Promise<number> => Number.parseInt(await size.locator('output').innerText(), 10);
    await view.waitFor();
    await size.getByRole('button', { name: 'Full size' }).click();
    expect(await percent()).toBe(100);
    await size.getByRole('button', { name: 'Larger' }).click();
    expect(await percent()).toBe(125);
    await view.focus();
    await page.keyboard.press('-');
    expect(await percent()).toBe(100);
    await page.keyboard.press('0');
    const fitted = await percent();
    expect(fitted).toBeLessThan(100);
    const box = `document.querySelector('.picture-view')`;
    expect(await page.evaluate(`${box}.scrollWidth - ${box}.clientWidth`)).toBe(0);
    await page.keyboard.press('1');
    // What is under the pointer stays there.
    const under = (x: number, y: number): Promise<string> =>
      page.evaluate(`document.elementFromPoint(${x}, ${y}).closest('svg.subject').querySelector('text').textContent`);
    const card = view.locator('svg.subject').first();
    await card.hover();
    const { x, y, width, height } = (await card.boundingBox())!;
    const point = [x + width / 2, y + height / 2] as const;
    const before = await under(...point);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -200);
    await page.keyboard.up('Control');
    await expect.poll(percent).toBeGreaterThan(110);
    expect(await under(...point)).toBe(before);
    const now = await percent();
    await page.evaluate(`(() => {
      const element = ${box};
      const { left, top } = element.getBoundingClientRect();
      const fingers = (apart) => [0, apart].map((x, identifier) =>
        new Touch({ identifier, target: element, clientX: left + 40 + x, clientY: top + 40 }));
      for (const [type, apart] of [['touchstart', 50], ['touchmove', 75], ['touchmove', 100]])
        element.dispatchEvent(new TouchEvent(type, { touches: fingers(apart), bubbles: true, cancelable: true }));
    })()`);
    expect((await percent()) / now).toBeCloseTo(2, 1);
  });

  test('tells what the key at the cursor means, and what rows and lines become', async () => {
    await open();
    await paste('{"voltage-V": 231.4, "Fac": 50}');
    await expect.poll(panel).toContain('2 keys, 1 without a meaning');
    const told = (): Promise<string> => page.locator('.key-place').innerText();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(told).toContain('voltage-V Voltage (V), in V');
    // At the value, too.
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(told).toContain('Fac No meaning yet');
    await tab('Warnings');
    await expect.poll(panel).toContain('Nothing is lost. One key has no meaning yet');
    await tab('Meaning');
    await page.getByRole('button', { name: 'Table' }).click();
    await expect.poll(() => page.locator('main').innerText()).toContain('The rows are read as the items of records');
    await tab('Take away');
    const each = page.getByRole('region', { name: 'Command line for each' });
    await expect.poll(() => each.innerText()).toContain('vocabulary-hub convert records.csv');
  });

  test('gives values in other units, by choice, by a list and by a link, and warns of what stays', async () => {
    await open('#tab=rdf');
    await paste('{"active_power-W": 812400, "storage_capacity-kWh": 10}');
    const rdf = (): Promise<string> => page.getByRole('textbox', { name: 'RDF' }).innerText();
    await expect.poll(rdf).toContain('vocab:active_power-W');
    await page.getByLabel('Values in').selectOption('kW');
    await expect.poll(rdf).toContain('"812.400"');
    expect(page.url()).toContain('units=kW');
    await page.getByLabel('Values in').selectOption('several units …');
    const field = page.getByRole('textbox', { name: 'Units, with commas' });
    await field.fill('active_power=MW,GJ');
    expect(await opened.checkAccessibility()).toEqual([]);
    await field.press('Enter');
    await tab('Warnings');
    await expect.poll(panel).toContain('"storage_capacity-kWh" stays in kWh');
    // The address has the document compressed, which takes its time.
    await expect.poll(() => page.url()).toMatch(/tab=warnings.*doc=/);
    const url = page.url();
    await opened.close();
    await open(url.slice(url.indexOf('#')));
    await tab('RDF');
    await expect.poll(rdf).toContain('"0.812400"');
    expect(await page.getByLabel('Values in').inputValue()).toBe('active_power=MW,GJ');
    expect(await page.locator('.private output').textContent()).toBe('0');
    await page.goBack();
    await expect.poll(panel).toContain('stays in kWh');
  });

  test('saves the terms in another standard, of which the hub is told their names alone', async () => {
    await open('#tab=take');
    await paste('{"voltage-V": 231.40, "Fac of J. Doe": 50}');
    await expect.poll(panel).toContain('it is described first');
    await page.getByLabel('Standard').selectOption('SHACL');
    const link = page.getByRole('link', { name: 'Save as document.shapes.ttl' });
    expect(await link.getAttribute('href')).not.toContain('Doe');
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe('document.shapes.ttl');
    expect(await readFile(await download.path(), 'utf8')).toContain('sh:NodeShape');
    expect(await page.locator('.private output').textContent()).toBe('1');
  });

  test('prints keys with what they mean, and nothing to click on', async () => {
    await open('#example=battery');
    await expect.poll(panel).toContain('load-W');
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Fac in the document' }).isVisible()).toBe(true);
    for (const name of ['Fill in Fac as frequency-Hz', 'Write the meaning into the document', 'Inverter'])
      expect(await page.getByRole('button', { name, includeHidden: true }).isVisible(), name).toBe(false);
  });

  test('reads what undoing brings back as what it was', async () => {
    await open('#example=table');
    const kind = page.getByLabel('Read as');
    await page
      .getByRole('button', { name: /^Fill in Load_MW as/ })
      .first()
      .click();
    await expect.poll(() => kind.inputValue()).toBe('json');
    await page.getByRole('textbox', { name: 'Document', exact: true }).click();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => kind.inputValue()).toBe('csv');
    await expect.poll(panel).toContain('4 keys, 1 without a meaning');
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect.poll(() => kind.inputValue()).toBe('json');
    await expect.poll(panel).toContain('each with a meaning');
  });

  test('shows the value of a key in Arabic behind it', async () => {
    await open();
    await paste('{\n"الطاقة": 12\n}');
    const left = (text: string): Promise<number> =>
      page.evaluate(`(() => {
        const line = document.querySelector('[data-part="editor"]').shadowRoot.querySelectorAll('.cm-line')[1];
        const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        while (!walker.nextNode().data.includes('${text}'));
        const range = document.createRange();
        range.selectNode(walker.currentNode);
        return range.getBoundingClientRect().left;
      })()`);
    await expect.poll(async () => (await left('12')) - (await left('الطاقة'))).toBeGreaterThan(0);
  });

  test('shows all of a document that is one line', async () => {
    await open();
    await paste(JSON.stringify(Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`current_${i}-A`, i]))));
    const line = page.locator('.cm-line').first();
    const { width, height } = (await line.boundingBox())!;
    expect(width).toBeLessThanOrEqual((await page.locator('[data-part="editor"]').boundingBox())!.width);
    expect(height).toBeGreaterThan(200);
    // A long one takes its time to be measured.
    await paste(JSON.stringify({ text: 'x'.repeat(60_000) }));
    await expect.poll(async () => (await line.boundingBox())!.height).toBeLessThan(50);
  });

  test('reads the last alone of what is written while it reads', async () => {
    await open();
    // The worker is given its work when the test says so.
    await page.evaluate(`window.held = [];
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (message, ...more) {
        if (message.type === 'analyse') window.held.push({ text: message.job.text, go: () => post.call(this, message, ...more) });
        else post.call(this, message, ...more);
      }`);
    const held = (): Promise<string[]> => page.evaluate('window.held.map(({ text }) => text)');
    await paste('{"voltage-V": 1}');
    await expect.poll(held).toHaveLength(1);
    for (const value of [2, 3, 4]) {
      await paste(`{"voltage-V": ${value}}`);
      // A short document is read 80 ms after it was written.
      await page.waitForTimeout(200);
    }
    expect(await held()).toEqual(['{"voltage-V": 1}']);
    await page.evaluate('window.held[0].go()');
    await expect.poll(held).toEqual(['{"voltage-V": 1}', '{"voltage-V": 4}']);
    expect(await page.locator('.panel.busy').count()).toBe(1);
    await page.evaluate('window.held[1].go()');
    await expect.poll(panel).toContain('1 key, each with a meaning');
    expect(await page.locator('.panel.busy').count()).toBe(0);
    expect(await held()).toHaveLength(2);
  });

  test('leads back to what was shown, however soon, and to documents that no address holds', async () => {
    await open();
    const document = (): Promise<string> => page.getByRole('textbox', { name: 'Document', exact: true }).innerText();
    const shown = (): Promise<string> => page.getByRole('tab', { selected: true }).innerText();
    await paste('{"voltage-V": 231.40}');
    // Before the document can be compressed.
    await page.evaluate("document.querySelector('#tab-rdf').click(); history.back();");
    await expect.poll(shown).toContain('Meaning');
    expect(await document()).toContain('231.40');
    await page.goForward();
    await expect.poll(shown).toBe('RDF');
    expect(await document()).toContain('231.40');

    const file = join(folder, 'series.json');
    const records = Array.from({ length: 9000 }, (_, i) => ({ 'voltage-V': i / 8, device_id: `d${i}` }));
    await writeFile(file, JSON.stringify({ title: 'a long one', records }, null, 1));
    await page.getByLabel('Open a file').setInputFiles(file);
    await expect.poll(() => page.locator('.status').innerText()).toMatch(/\d{3},\d{3} triples in/);
    await tab('Warnings');
    // What is read is not read again.
    await page.evaluate("document.querySelector('.panel').classList.add('seen')");
    await page.goBack();
    await expect.poll(shown).toBe('RDF');
    expect(await page.locator('.panel.seen').count()).toBe(1);
    expect(await document()).toContain('a long one');
    await page.getByRole('button', { name: 'Meter' }).click();
    await expect.poll(document).toContain('meter_id');
    await page.goBack();
    await expect.poll(document).toContain('a long one');
    await page.goBack();
    await expect.poll(document).toContain('231.40');
  });

  test('stays as it is where a link leads to a part of the page', async () => {
    await open('#tab=picture');
    await paste(readSample('09_battery_state.json'));
    await expect.poll(() => page.url()).toContain('doc=');
    const url = page.url();
    const link = page.locator('svg.picture a[href^="#"]').first();
    const card = (await link.getAttribute('href'))!.slice(1);
    await link.focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe(card);
    await page.locator('.skip').focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    expect(page.url()).toBe(url);
    expect(await page.getByRole('textbox', { name: 'Document', exact: true }).innerText()).toContain('BESS-1');
  });

  test('keeps a query that is written, and leads back to the one before', async () => {
    await open('#example=battery&tab=ask');
    const query = page.getByRole('textbox', { name: 'Query' });
    const write = async (text: string): Promise<void> => {
      await query.click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(text);
    };
    await write('ASK { ?s ?p 270 }');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect.poll(panel).toMatch(/Yes|No/);
    await page.getByRole('button', { name: /^Ask the vocabulary/ }).click();
    await page.getByRole('button', { name: 'The vocabulary is asked, too' }).waitFor();
    await write('ASK { ?s ?p 412 }');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect.poll(() => page.url()).toContain('412');
    await write('ASK { ?unfinished');
    await tab('Picture');
    await tab('Ask');
    expect(await query.innerText()).toContain('?unfinished');
    await page.getByRole('button', { name: 'The vocabulary is asked, too' }).waitFor();
    for (let back = 0; back < 3; back++) await page.goBack();
    await expect.poll(() => query.innerText()).toContain('270');
  });

  test('goes from tab to tab by arrows', async () => {
    await open();
    await page.getByRole('tab', { name: /^Meaning/ }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('RDF');
    await page.keyboard.press('End');
    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Take away');
  });

  test('converts ten megabytes with progress that is seen, and stops when it is told to', async () => {
    await open('', LOW);
    const records = Array.from({ length: 90_000 }, (_, i) => ({
      timestamp: `2026-03-01T10:15:${String(i % 60).padStart(2, '0')}Z`,
      'voltage-V': i / 8,
      'active_power-kW': i / 4,
      device_id: `d${i}`,
    }));
    const file = join(folder, 'long.json');
    await writeFile(file, JSON.stringify({ records }, null, 1));
    // It is cancelled as soon as it was seen to go on in steps: a click from outside may come when all is over.
    await page.evaluate(`const shares = new Set();
      const observer = new MutationObserver(() => {
        const bar = document.querySelector('progress');
        if (bar === null || shares.add(bar.value).size < 4) return;
        observer.disconnect();
        const { top, bottom } = bar.getBoundingClientRect();
        window.wasSeen = top >= 0 && bottom <= innerHeight;
        bar.nextElementSibling.click();
      });
      observer.observe(document.querySelector('[data-part="status"]'), { subtree: true, childList: true, attributes: true })`);
    await page.getByLabel('Open a file').setInputFiles(file);
    await expect.poll(() => page.locator('main').innerText()).toContain('The conversion was cancelled');
    expect(await page.evaluate('window.wasSeen')).toBe(true);
    await page.getByRole('button', { name: 'Meter' }).click();
    await expect.poll(panel).toContain('metering_point_id');
    await page.getByLabel('Open a file').setInputFiles(file);
    await expect
      .poll(() => page.locator('.status').innerText(), { timeout: 60_000 })
      .toMatch(/2,\d{3},\d{3} triples in/);
  });

  test('says in a low window, too, why a file was not taken', async () => {
    await open('', LOW);
    // What stands above it comes by and by.
    await expect.poll(() => isInView('status')).toBe(false);
    const longer = join(folder, 'too-long.json');
    await writeFile(longer, `{"texts":["${'x'.repeat(21_000_000)}"]}`);
    await page.getByLabel('Open a file').setInputFiles(longer);
    await expect.poll(() => page.locator('.alert.bad').innerText()).toContain('The playground takes 20 MB');
    await expect.poll(() => isInView('notices')).toBe(true);
  });

  const missing = sayMissing({ curl: 'curl', python3: 'python3' });
  test.skipIf(missing !== null)(`has samples that do the same${missing === null ? '' : ` (${missing})`}`, async () => {
    await open('#example=battery&tab=take');
    const rdf = await save('Save the RDF');
    await writeFile(
      join(folder, 'document.json'),
      await page.getByRole('textbox', { name: 'Document', exact: true }).innerText(),
    );
    const runners: Record<string, (sample: string) => Promise<unknown>> = {
      curl: (sample) => run('sh', ['-c', sample], { cwd: folder }),
      JavaScript: (sample) => run(process.execPath, ['--input-type=module', '-e', sample], { cwd: folder }),
      Python: (sample) => run(findProgram('python3')!, ['-c', sample], { cwd: folder }),
    };
    for (const [name, start] of Object.entries(runners)) {
      await rm(join(folder, 'document.ttl'), { force: true });
      await start(await page.getByRole('region', { name, exact: true }).innerText());
      const made = await readFile(join(folder, 'document.ttl'), 'utf8');
      expect(areIsomorphic(await readBack('ttl', made), await readBack('ttl', rdf)), name).toBe(true);
    }
  });
});

test.skipIf(program === undefined)(`without scripts the page says what it needs, and finds terms${title}`, async () => {
  opened = await site.browser!.open(`${site.hub.url}/playground`, { javaScriptEnabled: false });
  ({ page } = opened);
  expect(await page.locator('main').innerText()).toContain('it needs JavaScript');
  await page.getByLabel('A key of your document').fill('Wirkleistung');
  await page.getByRole('button', { name: 'Find its term' }).click();
  expect(page.url()).toContain('/vocabulary/?q=Wirkleistung');
});
