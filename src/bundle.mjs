// A step of `npm run build`: makes the JavaScript of dist/ of the sources. `node src/bundle.mjs [FOLDER]` makes it elsewhere.
//
// Modules that are loaded together are one file: docs/decisions/0132 says why.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { Licences } from './licences.mjs';

const SOURCES = fileURLToPath(new URL('.', import.meta.url));
const OUTPUT = process.argv[2] ?? fileURLToPath(new URL('../dist', import.meta.url));

/** What is started or imported from outside by its path in dist/: programs, threads, processes, the package's exports, and what the bench measures. */
const ENTRIES = [
  'artefacts/library',
  'check/library',
  'main',
  'app',
  'config',
  'cli/main',
  'cli/documents/worker',
  'cli/documents/zstd-worker',
  'client/library',
  'client/node',
  'impact/impact-worker',
  'mapping/convert-document',
  'mapping/embed',
  'mapping/library',
  'mapping/sources/library',
  'restore/library',
  'queries/query-process',
  'queries/server-query-worker',
  'vocabulary/event-stream/step-worker',
  'vocabulary/registry/build-lexicon-file',
  'vocabulary/registry/candidate-worker',
  'vocabulary/registry/reading-worker',
  'vocabulary/shapes/groups-worker',
  'vocabulary/shapes/shapes-worker',
  'vocabulary/versions/compare-worker',
  'vocabulary/versions/term-steps-worker',
  'vocabulary/versions/version-worker',
  'workers/mapping-worker',
  'sources/build-sources',
  'streaming/spool-writer',
];

/** A thread that somebody waits for: a file of its own is loaded in a quarter of the time that thirty shared ones take. */
const ALONE = 'dumps/dump-worker';

/**
 * Packages that every start loads: as files of their own they took half of its processor time. Others stay outside, as do those that find
 * files beside theirs, or run threads, or have to be the one of another package.
 */
const BUNDLED = [
  '@apollo/server',
  '@apollo/utils.keyvaluecache',
  '@koa/cors',
  '@koa/router',
  '@modelcontextprotocol/server',
  '@traqula/parser-sparql-1-1',
  '@traqula/rules-sparql-1-1',
  'accepts',
  'content-type',
  'dataloader',
  'graphql',
  'ipaddr.js',
  'jose',
  'koa',
  'koa-helmet',
  'n3',
  'negotiator',
  'preact',
  'preact-render-to-string',
  'prom-client',
  'rate-limiter-flexible',
  'reflect-metadata',
  'type-graphql',
  'zod',
];

/** The name of a package. The runtime of the compiler, which decorators need, comes with the bundler. */
const PACKAGE = /^(?!@oxc-project\/runtime|\w:[\\/])(?:@[\w.-]+\/)?\w[\w.-]*/;

/** What bundled packages import, and is there only where somebody installs it, or has to be the one that others use. */
const OUTSIDE = ['class-validator', '@opentelemetry/api'];

/** What a bundled package imports is bundled, too. */
function isOutside(id, importer) {
  const name = PACKAGE.exec(id)?.[0];
  if (name === undefined || BUNDLED.includes(name)) return false;
  return OUTSIDE.includes(name) || importer === undefined || importer.startsWith(SOURCES);
}

/** The folder of `src/` that holds all of these modules; the top for those of several. */
function folderOf(modules) {
  const own = modules.filter((path) => path.startsWith(SOURCES));
  const folders = new Set(own.map((path) => relative(SOURCES, path).split(sep)[0]));
  const [folder = ''] = folders;
  return folders.size !== 1 || folder.endsWith('.ts') ? '' : folder;
}

const licences = new Licences();

/** Bundles modules that share what they have in common. @returns the files that were written */
async function bundleTogether(entries) {
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, join(SOURCES, `${name}.ts`)])),
    platform: 'node',
    tsconfig: join(SOURCES, 'tsconfig.json'),
    external: isOutside,
    // Its modules, of which those that nobody uses stay out of the threads that write RDF.
    resolve: { alias: { n3: 'n3/src/index.js' } },
    plugins: [licences.plugin()],
    // One package evaluates a text of its own.
    checks: { eval: false },
    optimization: { inlineConst: true },
  });
  const { output } = await bundle.write({
    dir: OUTPUT,
    format: 'esm',
    minifyInternalExports: false,
    entryFileNames: '[name].js',
    chunkFileNames: ({ moduleIds }) => join(folderOf(moduleIds), 'chunks', '[name].js'),
  });
  await bundle.close();
  return output;
}

const output = [...(await bundleTogether(ENTRIES)), ...(await bundleTogether([ALONE]))];
licences.write(join(OUTPUT, 'licences', 'programs.txt'));

const DECLARATION = '.d.ts';
const written = new Set(output.map(({ fileName }) => fileName));

/** Whether an earlier build left a file: a module that this one has not written, or the declaration of a source that is gone. */
function isLeft(name) {
  if (!name.endsWith(DECLARATION)) return name.endsWith('.js') && !written.has(name);
  const source = join(SOURCES, name.slice(0, -DECLARATION.length));
  return !existsSync(`${source}.ts`) && !existsSync(`${source}.tsx`);
}

// What browsers load has a folder and a build of its own.
for (const path of readdirSync(OUTPUT, { recursive: true })) {
  const name = path.replaceAll('\\', '/');
  if (!name.startsWith('assets/') && isLeft(name)) rmSync(join(OUTPUT, path), { force: true });
}

for (const { fileName, code } of output) {
  const renamed = /\bclass \w+\$\d+/.exec(code ?? '');
  if (renamed !== null) throw new Error(`${fileName}: two classes of one name are in one file: ${renamed[0]}`);
}
