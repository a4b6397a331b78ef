// A step of `npm run build`: makes what browsers load of src/web/browser and src/web/style. `node src/web/build-assets.mjs [FOLDER]` makes
// it elsewhere.
//
// Every file has its content's hash in its name, and stands there as it is, as brotli and as gzip. `assets.json` lists them.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { Licences } from '../licences.mjs';
import { compress, readCompressed } from './compress-asset.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const OUTPUT = process.argv[2] ?? fileURLToPath(new URL('../../dist/assets', import.meta.url));

/** What pages name. The scheme is a script of its own, which stands in each page, as it runs before the page is drawn. */
const MODULES = [
  'site.ts',
  'start.ts',
  'suggest.tsx',
  'finder.tsx',
  'api.tsx',
  'sparql.tsx',
  'playground.tsx',
  'admin.tsx',
];
const STYLES = ['site.css', 'admin.css'];
const COPIED = ['mark.svg'];

/** Browsers that know `light-dark()` and `:has()`. */
const TARGET = ['chrome123', 'edge123', 'firefox121', 'safari17.5'];

const licences = new Licences();
const shared = {
  configFile: false,
  root: HERE,
  base: './',
  logLevel: 'warn',
  publicDir: false,
  plugins: [licences.plugin()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
};
const options = {
  outDir: OUTPUT,
  target: TARGET,
  cssTarget: TARGET,
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  reportCompressedSize: false,
  chunkSizeWarningLimit: 10_000,
};
const names = {
  entryFileNames: '[name]-[hash].js',
  chunkFileNames: '[name]-[hash].js',
  assetFileNames: '[name]-[hash][extname]',
};

const compressed = readCompressed(OUTPUT);
rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(OUTPUT, { recursive: true });

/** The file of each entry. */
const entries = {};
const note = ({ output }) => {
  for (const { type, isEntry, fileName, facadeModuleId, names: sources } of output) {
    if (isEntry) entries[`${basename(facadeModuleId, extname(facadeModuleId))}.js`] = fileName;
    else if (type === 'asset' && sources?.length === 1 && STYLES.includes(sources[0])) entries[sources[0]] = fileName;
  }
};

/**
 * What most pages load, as one file: as files of their own its modules, of 50 bytes to 10 KB, are up to seven requests more, which a browser
 * makes while it draws the page.
 */
const SHARED = {
  name: 'shared',
  test: /node_modules\/preact\/|vite\/preload-helper|src\/web\/browser\/page\/|src\/web\/parts\/(?:grouped|suggestion-link)\./,
};

/** Has browsers compile all functions of a file while it comes, beside the page: else the page waits for each that is called. */
const COMPILED_AT_ONCE = '//# allFunctionsCalledOnLoad\n';

const input = [
  ...MODULES.map((name) => join(HERE, 'browser', name)),
  ...STYLES.map((name) => join(HERE, 'style', name)),
];
const pages = await build({
  ...shared,
  plugins: [...shared.plugins, { name: 'compiled-at-once', augmentChunkHash: () => COMPILED_AT_ONCE }],
  worker: { format: 'es', plugins: () => [licences.plugin()], rolldownOptions: { output: names } },
  build: {
    ...options,
    emptyOutDir: false,
    rolldownOptions: { input, output: { ...names, codeSplitting: { groups: [SHARED] } } },
  },
});
note(pages);
// Behind Vite, which writes before what plugins say: the comment is read at the beginning of a file alone.
for (const { type, fileName, code } of pages.output)
  if (type === 'chunk') writeFileSync(join(OUTPUT, fileName), COMPILED_AT_ONCE + code);
note(
  await build({
    ...shared,
    build: {
      ...options,
      emptyOutDir: false,
      rolldownOptions: { input: join(HERE, 'browser', 'theme.ts'), output: { ...names, format: 'iife' } },
    },
  }),
);
// GraphiQL, which is React's, is on one page and loaded by no other: its modules are bundled apart, its style sheets as one.
note(
  await build({
    ...shared,
    // Its packages carry directives for another bundler, of each of which a line would warn.
    logLevel: 'error',
    oxc: {},
    worker: { format: 'es', plugins: () => [licences.plugin()], rolldownOptions: { output: names } },
    build: {
      ...options,
      emptyOutDir: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: join(HERE, 'browser', 'graphiql.ts'),
        output: {
          ...names,
          assetFileNames: ({ names }) => (names[0].endsWith('.css') ? 'graphiql-[hash].css' : '[name]-[hash][extname]'),
        },
      },
    },
  }),
);
licences.write(join(OUTPUT, '..', 'licences', 'pages.txt'));
entries['graphiql.css'] = readdirSync(OUTPUT).find((name) => /^graphiql-.*\.css$/.test(name));
for (const name of COPIED) {
  const bytes = readFileSync(join(HERE, 'style', name));
  const end = extname(name);
  entries[name] = `${basename(name, end)}-${hashOf(bytes).slice(0, 8)}${end}`;
  writeFileSync(join(OUTPUT, entries[name]), bytes);
}
for (const name of STYLES) delete entries[`${name}.js`];

/** What stands in pages, by the name that they have for it. */
const inline = { 'theme.js': readFileSync(join(OUTPUT, entries['theme.js']), 'utf8').trim() };
for (const [name, text] of Object.entries(inline)) {
  if (/<\/script|<!--/i.test(text)) throw new Error(`${name} would end where it stands in a page`);
  rmSync(join(OUTPUT, entries[name]));
  delete entries[name];
}

function hashOf(bytes) {
  return createHash('sha256').update(bytes).digest('base64url');
}

const files = {};
for (const name of readdirSync(OUTPUT)) {
  const bytes = readFileSync(join(OUTPUT, name));
  files[name] = hashOf(bytes).slice(0, 27);
  writeFileSync(join(OUTPUT, `${name}.br`), compress(bytes, compressed.get(`${name}.br`)));
  writeFileSync(join(OUTPUT, `${name}.gz`), gzipSync(bytes, { level: 9 }));
}
writeFileSync(join(OUTPUT, 'assets.json'), JSON.stringify({ entries, inline, files }, null, 1));
