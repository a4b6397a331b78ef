import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { findChromium } from './browser.ts';

const require = createRequire(import.meta.url);
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** WCAG 2.2 AA and what axe calls best practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** How long a page is waited for: less than a test may take, so that it is told what did not come. */
const PATIENT_MS = 80_000;

/** What a browser said against a page while it was open. */
interface Complaints {
  /** Errors and warnings of its console, and exceptions of scripts. */
  readonly console: string[];
  /** What the policy of the page refused. */
  readonly policy: string[];
  /** Requests to other origins. */
  readonly elsewhere: string[];
}

export interface OpenPage {
  readonly page: Page;
  readonly complaints: Complaints;
  /** Opens another page in the same window; what was said against the one before is forgotten. */
  go(url: string): Promise<void>;
  /** Violations that axe finds in the page as it is now, of all rules or of these. */
  checkAccessibility(rules?: readonly string[]): Promise<string[]>;
  /** How far parts of the page moved by themselves since it was opened; 0 where nothing jumped (web.dev: cumulative layout shift). */
  shift(): Promise<number>;
  /** By how many pixels the page is wider than the window. */
  overflow(): Promise<number>;
  close(): Promise<void>;
}

/** A Chromium that opens pages of a hub and notes what it has against them. */
export interface SiteBrowser {
  open(url: string, options?: BrowserContextOptions): Promise<OpenPage>;
  close(): Promise<void>;
}

/** Starts Chromium; null where there is none (`NO_CHROMIUM` of `browser.ts` says how to get it). */
export async function startSiteBrowser(): Promise<SiteBrowser | null> {
  const found = findChromium('/tmp');
  if (found === null) return null;
  const browser = await chromium.launch({ executablePath: found.program, args: ['--disable-gpu'] });
  return {
    open: (url, options = {}) => openPage(browser, url, options),
    close: () => browser.close(),
  };
}

/** Has everything laid out; false where it was so. */
const LAY_OUT_ALL = `(() => {
  const isFar = (piece) => getComputedStyle(piece).contentVisibility === 'auto';
  if (![...document.querySelectorAll('main *')].some(isFar)) return false;
  document.adoptedStyleSheets.push(new CSSStyleSheet());
  document.adoptedStyleSheets.at(-1).replaceSync('* { content-visibility: visible !important }');
  return true;
})()`;

/** Which rules axe runs. */
interface Only {
  readonly type: 'tag' | 'rule';
  readonly values: readonly string[];
}

/** Violations of these rules in the page as it is. */
function runAxe(page: Page, only: Only): Promise<string[]> {
  return page.evaluate(
    // Nobody reads what was found to be right, and axe would describe it.
    `axe.run({ runOnly: ${JSON.stringify(only)}, resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) =>
      id + ': ' + nodes.map(({ target, failureSummary }) => target + ' ' + failureSummary).join(' | ').slice(0, 500)))`,
  );
}

async function openPage(browser: Browser, url: string, options: BrowserContextOptions): Promise<OpenPage> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENT_MS);
  const page = await context.newPage();
  const complaints: Complaints = { console: [], policy: [], elsewhere: [] };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.console.push(message.text());
  });
  page.on('dialog', (dialog) => {
    complaints.console.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', ({ message }) => complaints.console.push(message));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== new URL(url).origin && protocol !== 'data:' && protocol !== 'blob:')
      complaints.elsewhere.push(request.url());
  });
  await page.exposeFunction('notePolicy', (words: string) => complaints.policy.push(words));
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    window.notePolicy(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample))`);
  await page.addInitScript(`window.shifts = [];
    new PerformanceObserver((list) => window.shifts.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true })`);
  await page.goto(url, { waitUntil: 'networkidle' });
  return {
    page,
    complaints,
    async go(next) {
      for (const said of Object.values(complaints) as string[][]) said.length = 0;
      // Scripts of pages have run then; what they ask for afterwards is waited for by who needs it.
      await page.goto(next, { waitUntil: 'load' });
    },
    shift: () =>
      page.evaluate(
        `window.shifts.filter(({ hadRecentInput }) => !hadRecentInput).reduce((sum, { value }) => sum + value, 0)`,
      ),
    async checkAccessibility(rules) {
      if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
      const only: Only = rules === undefined ? { type: 'tag', values: RULES } : { type: 'rule', values: rules };
      const found = await runAxe(page, only);
      // What is far below is not laid out yet; axe takes it for hidden, so that it is shown and looked at as well.
      return (await page.evaluate(LAY_OUT_ALL)) ? [...found, ...(await runAxe(page, only))] : found;
    },
    overflow: () => page.evaluate('document.documentElement.scrollWidth - innerWidth') as Promise<number>,
    close: () => context.close(),
  };
}
