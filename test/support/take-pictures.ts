/** Takes the pictures of the README from the hub in `dist/`: `npm run pictures`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { startHub } from '../bench/hub-process.ts';
import { NO_CHROMIUM } from './browser.ts';
import { readSample } from './fixtures.ts';
import { startSiteBrowser } from './site-browser.ts';

const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const BATTERY = deflateRawSync(readSample('09_battery_state.json')).toString('base64url');

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly viewport: { readonly width: number; readonly height: number };
  /** Resolves when the window shows what the picture is for. */
  readonly shown: (page: Page) => Promise<unknown>;
}

const PICTURES: readonly Picture[] = [
  {
    name: 'playground',
    path: `/playground#tab=meaning&doc=${BATTERY}`,
    viewport: { width: 1280, height: 714 },
    shown: (page) => page.getByRole('tabpanel').getByRole('button', { name: 'Rename' }).first().waitFor(),
  },
  {
    name: 'term',
    path: '/vocabulary/state_of_charge-percent',
    viewport: { width: 1024, height: 888 },
    shown: (page) => page.evaluate("document.querySelector('h1').scrollIntoView(); scrollBy(0, -10)"),
  },
];

const browser = await startSiteBrowser();
if (browser === null) throw new Error(NO_CHROMIUM);
// Pages name their terms with this address.
const hub = await startHub(undefined, { HUB_BASE_URL: 'http://localhost:4000' });
try {
  mkdirSync(FOLDER, { recursive: true });
  for (const { name, path, viewport, shown } of PICTURES) {
    const { page, close } = await browser.open(hub.url + path, { viewport, colorScheme: 'light' });
    await shown(page);
    const { length } = await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled' });
    await close();
    process.stdout.write(`docs/pictures/${name}.png: ${length} bytes\n`);
  }
} finally {
  await hub.stop();
  await browser.close();
}
