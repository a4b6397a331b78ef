import { afterAll, beforeAll, expect } from 'vitest';
import { startHubProcess, type HubProcess } from './hub-process.ts';
import { startSiteBrowser, type OpenPage, type SiteBrowser } from './site-browser.ts';
import { freePort } from './sparql-server.ts';

/** A hub, and a browser to look at its pages. */
export interface Site {
  readonly hub: HubProcess;
  /** Null where there is no Chromium; there is no hub, then, either. */
  readonly browser: SiteBrowser | null;
}

/**
 * Has a hub of its own run while the tests of a file do, and a browser.
 *
 * @param prepare what is done with the hub before the first test
 */
export function useSite(prepare: (hub: HubProcess) => Promise<void> = async () => {}): Site {
  let browser: SiteBrowser | null = null;
  let hub: HubProcess | null = null;
  beforeAll(async () => {
    browser = await startSiteBrowser();
    if (browser === null) return;
    const port = String(await freePort());
    hub = await startHubProcess({ PORT: port, HUB_BASE_URL: `http://127.0.0.1:${port}` });
    await prepare(hub);
  });
  afterAll(async () => {
    await browser?.close();
    await hub?.stop();
  });
  return {
    get hub() {
      return hub!;
    },
    get browser() {
      return browser;
    },
  };
}

/** What every page keeps: no error, nothing that its policy refused, no request to elsewhere. */
export function expectNoComplaints({ complaints }: OpenPage): void {
  expect(complaints).toEqual({ console: [], policy: [], elsewhere: [] });
}
