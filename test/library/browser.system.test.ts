import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { convert, RDF_FORMATS, readLexicon, type ConversionOptions } from '../../src/mapping/library.ts';
import { bundlePage, findChromium, findNodeParts, NO_CHROMIUM } from '../support/browser.ts';
import { installPackage, type InstalledPackage } from '../support/installed-package.ts';
import { listSamples, readSample } from '../support/fixtures.ts';
import { readGoldenCases } from '../support/golden-cases.ts';

const NOW = '2026-01-02T03:04:05Z';
/** A page of somebody's own: `run` converts each document with each of the options. */
const PAGE = `
import { convert, HubError, readLexicon } from 'vocabulary-hub/mapping';
import file from 'vocabulary-hub/vocabulary.json';
const vocabulary = readLexicon(file);
export function run(json) {
  const { documents, variants, now } = JSON.parse(json);
  return JSON.stringify(documents.flatMap((document) => variants.map((options) => {
    try {
      const { text, triples, warnings } = convert(document, { ...options, vocabulary, now: new Date(now) });
      return { text: text(), triples, warnings };
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      return { code: error.code, message: error.message };
    }
  })));
}
`;

const variants: ConversionOptions[] = RDF_FORMATS.flatMap((format) => [
  { format, semantics: 'auto-open' },
  { format, semantics: 'auto-open', skolemize: true, base: 'https://plant.example/id/' },
]);
const documents = [
  ...listSamples().map((name) => readSample(name)),
  ...readGoldenCases().map(({ document }) => document.toString()),
];
const task = JSON.stringify({ documents, variants, now: NOW });

let installed: InstalledPackage;
let bundle: string;
let expected: unknown;
beforeAll(async () => {
  installed = await installPackage();
  bundle = await bundlePage(installed.project, PAGE);
  expected = convertHere();
}, 120_000);
afterAll(() => installed?.remove());

function convertHere(): unknown {
  const file: unknown = JSON.parse(readFileSync(join(installed.folder, 'dist/vocabulary.json'), 'utf8'));
  const vocabulary = readLexicon(file);
  return documents.flatMap((document) =>
    variants.map((options) => {
      try {
        const { text, triples, warnings } = convert(document, { ...options, vocabulary, now: new Date(NOW) });
        return { text: text(), triples, warnings };
      } catch (error) {
        const { code, message } = error as { code: string; message: string };
        return { code, message };
      }
    }),
  );
}

test('a bundle for the browser asks for nothing of Node', () => {
  expect(findNodeParts(bundle)).toBeNull();
});

test('where there is nothing but the globals of the web, it gives the bytes that Node gives', () => {
  const context = createContext({ TextEncoder, TextDecoder, URL, task });
  expect(JSON.parse(runInContext(`${bundle}\npage.run(task)`, context) as string)).toEqual(expected);
});

test('in Chromium it gives the bytes that Node gives', async (context) => {
  const chromium = findChromium(installed.project);
  if (chromium === null) return context.skip(NO_CHROMIUM);
  const page = join(installed.project, 'page.html');
  const tell = `document.body.textContent = btoa(unescape(encodeURIComponent(page.run(${JSON.stringify(task)}))))`;
  await writeFile(join(installed.project, 'page.bundle.js'), `${bundle}\n${tell};`);
  await writeFile(page, '<!doctype html><meta charset="utf-8"><body><script src="page.bundle.js"></script></body>');
  const { program, flags } = chromium;
  const { stdout } = await promisify(execFile)(program, [...flags, '--dump-dom', `file://${page}`], {
    maxBuffer: 2 ** 28,
    timeout: 60_000,
  });
  const told = /<body>([A-Za-z0-9+/=]+)\s*<\/body>/.exec(stdout)?.[1];
  expect(told).toBeDefined();
  expect(JSON.parse(Buffer.from(told!, 'base64').toString())).toEqual(expected);
});
