// `npm run build`: makes dist/ of the sources. With `--if-changed`, which is what `npm start` runs first, it does so only if something that
// dist/ is made of is another than at the last build, or dist/ itself.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STAMP = 'dist/.built.json';
const COMPILER = join('node_modules', '.bin', 'tsc');
/** The build writes this one besides dist/. */
const WRITTEN = join('schema', 'checked-vocabulary.json');
/** What hubs write there, and the stamp itself. */
const NOT_BUILT = new Set(['checked-vocabulary.json', '.built.json'].map((name) => join('dist', name)));
const FOLDERS = ['src', 'schema', 'seeds'];
/** What the files of the vocabulary and of sources are made of: most builds are of other sources. */
const VOCABULARY_FOLDERS = [
  'seeds',
  'schema',
  join('src', 'vocabulary'),
  join('src', 'mapping', 'lexicon'),
  join('src', 'sources'),
];
/** What the build makes of them. The folder of sources has modules, too. */
const isOfVocabulary = (path) =>
  ['json', 'nt.gz', 'table', 'index'].some((ending) => path === join('dist', `vocabulary.${ending}`)) ||
  (path.startsWith(join('dist', 'sources')) && path.endsWith('.json'));
/** The last one says what is installed. */
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'node_modules/.package-lock.json'];

/** Paths of the files below a folder, sorted; none when it is not there. */
function filesBelow(folder) {
  const entries = readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(ROOT.length)).sort();
}

/** A hash of files, and of the version of Node. */
function hashOf(paths) {
  const hash = createHash('sha256').update(process.version);
  for (const path of paths) {
    if (path === WRITTEN) continue;
    const bytes = existing(() => readFileSync(join(ROOT, path)));
    hash.update(`\n${path} ${bytes?.length ?? 'none'}\n`).update(bytes ?? '');
  }
  return hash.digest('hex');
}

/** A hash of the names, sizes and times of files in dist/: another one was built or changed by something else. */
function hashOfOutput(isMeant = () => true) {
  const hash = createHash('sha256');
  for (const path of existing(() => filesBelow('dist')) ?? []) {
    if (NOT_BUILT.has(path) || !isMeant(path)) continue;
    const { size, mtimeMs } = statSync(join(ROOT, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** What `read` gives; undefined where there is no such file. */
function existing(read) {
  try {
    return read();
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Runs a program of the build to its end. @throws what keeps it from starting */
async function run(command, args) {
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32' });
  const [status] = await once(child, 'exit');
  if (status !== 0) process.exit(status ?? 1);
}

/** Modules, and what is made by them. */
async function buildModules(makesVocabulary) {
  await run(COMPILER, ['-p', 'src']);
  await run(process.execPath, [join('src', 'bundle.mjs')]);
  if (!makesVocabulary) return;
  await run(process.execPath, [join('dist', 'vocabulary', 'registry', 'build-lexicon-file.js')]);
  await run(process.execPath, [join('dist', 'sources', 'build-sources.js')]);
}

/** What the last build was made of; nothing of one that left another stamp. */
function readStamp() {
  try {
    return JSON.parse(existing(() => readFileSync(join(ROOT, STAMP), 'utf8')) ?? '{}');
  } catch {
    return {};
  }
}

const stamp = readStamp();
const sources = hashOf([...FILES, ...FOLDERS.flatMap(filesBelow)]);
const isCurrent = () => stamp.sources === sources && stamp.output === hashOfOutput();
if (!process.argv.includes('--if-changed') || !isCurrent()) {
  if (!existsSync(join(ROOT, COMPILER))) {
    console.error(
      'dist/ has to be built, and what builds it is not installed. Run npm ci --include=dev: npm leaves it out where NODE_ENV is\nproduction, and with --omit=dev. What was built before is started by node dist/main.js.',
    );
    process.exit(1);
  }
  const vocabulary = hashOf(VOCABULARY_FOLDERS.flatMap((folder) => existing(() => filesBelow(folder)) ?? []));
  const makesVocabulary = stamp.vocabulary !== vocabulary || stamp.vocabularyOutput !== hashOfOutput(isOfVocabulary);
  // What browsers load is bundled beside it.
  await Promise.all([buildModules(makesVocabulary), run(process.execPath, [join('src', 'web', 'build-assets.mjs')])]);
  const made = { sources, output: hashOfOutput(), vocabulary, vocabularyOutput: hashOfOutput(isOfVocabulary) };
  writeFileSync(join(ROOT, STAMP), JSON.stringify(made));
}
