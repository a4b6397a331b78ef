import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';

const CHROMIUM = [
  process.env['CHROMIUM'] ?? '',
  // Without the parts that draw windows, which take a third of the processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** What a test says that is skipped for want of Chromium. */
export const NO_CHROMIUM =
  'no Chromium here: apt-get install chromium-headless-shell, or chromium, or let CHROMIUM name one';

/** What runs Chromium with a new profile in a folder; null where there is none. */
export function findChromium(folder: string): { readonly program: string; readonly flags: readonly string[] } | null {
  const program = CHROMIUM.find((path) => path !== '' && existsSync(path));
  if (program === undefined) return null;
  const profile = `--user-data-dir=${join(folder, 'profile')}`;
  return { program, flags: ['--headless', '--no-sandbox', '--disable-gpu', profile] };
}

/** What of a bundle only Node has; null when there is nothing. */
export function findNodeParts(bundle: string): readonly string[] | null {
  return bundle.match(/.*(?:["']node:|\brequire\(|(?<!["'.\w])process\.\w|__vite-browser-external).*/g);
}

/**
 * A module as one script that defines `page`, made for browsers by a bundler that knows nothing of this project.
 *
 * @param project the folder of somebody who installed the package
 * @throws Error when it would take more than one script
 */
export async function bundlePage(project: string, text: string): Promise<string> {
  const entry = join(project, 'page.js');
  await writeFile(entry, text);
  const output = await build({
    configFile: false,
    root: project,
    logLevel: 'error',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'page' } },
  });
  const [{ output: chunks }] = output as unknown as [{ output: ReadonlyArray<{ code: string }> }];
  if (chunks.length !== 1) throw new Error(`The page became ${chunks.length} scripts`);
  return chunks[0]!.code;
}
