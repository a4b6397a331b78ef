import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const COMPILER = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
const run = promisify(execFile);

/** What other people's programs import, and the sources behind it. */
const ENTRIES = {
  'vocabulary-hub/mapping': 'src/mapping/library.ts',
  'vocabulary-hub/client': 'src/client/library.ts',
  'vocabulary-hub/client/node': 'src/client/node.ts',
};

interface Documented {
  readonly name: string;
  /** Null when its docstring has no example. */
  readonly example: string | null;
}

/** The functions and classes that an entry exports, with the examples of their docstrings. */
async function listDocumented(entry: string): Promise<Documented[]> {
  const source = await readFile(join(ROOT, entry), 'utf8');
  const own = [...source.matchAll(/^export (?:async )?(?:function|class) (\w+)/gm)].map(([, name]) =>
    find(source, name!),
  );
  const others = [...source.matchAll(/^export \{([^}]*)\} from '([^']+)';/gm)].map(async ([, names, path]) => {
    const text = await readFile(resolve(ROOT, dirname(entry), path!), 'utf8');
    const values = names!.split(',').map((name) => name.trim());
    return values
      .filter((name) => new RegExp(`^export (?:async )?(?:function|class) ${name}\\b`, 'm').test(text))
      .map((name) => find(text, name));
  });
  return [...own, ...(await Promise.all(others)).flat()];
}

function find(source: string, name: string): Documented {
  const docstring =
    new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\nexport (?:async )?(?:function|class) ${name}\\b`).exec(source)?.[1] ??
    '';
  const example = /@example\n \* ```ts\n([^]*?) \* ```/.exec(docstring)?.[1];
  return { name, example: example === undefined ? null : example.replaceAll(/^ \* ?/gm, '') };
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-docstrings-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'vocabulary.json'), '{}');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('each function and class of the public entries has an example', async () => {
  const documented = (await Promise.all(Object.values(ENTRIES).map(listDocumented))).flat();
  expect(documented.length).toBeGreaterThan(10);
  expect(documented.filter(({ example }) => example === null).map(({ name }) => name)).toEqual([]);
});

test('the examples compile as the code of somebody who uses the package', async () => {
  const documented = (await Promise.all(Object.values(ENTRIES).map(listDocumented))).flat();
  const examples = documented.filter(({ example }) => example !== null);
  await Promise.all(examples.map(({ name, example }) => writeFile(join(folder, `${name}.ts`), example!)));
  const paths = { ...ENTRIES, 'vocabulary-hub/vocabulary.json': join(folder, 'vocabulary.json') };
  const compilerOptions = {
    resolveJsonModule: true,
    noUnusedLocals: false,
    paths: Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, [resolve(ROOT, path)]])),
  };
  const config = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions,
    files: examples.map(({ name }) => `${name}.ts`),
    include: [],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const faults = await run(process.execPath, [COMPILER, '-p', folder]).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
  expect(faults).toBe('');
});
