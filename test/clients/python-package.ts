import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { builtModule } from '../support/installed-package.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

interface Ran {
  readonly code: number;
  readonly out: string;
}

/** A package for Python, with an interpreter that has what it needs. */
export interface PythonPackage {
  /** For files of the tests. */
  readonly folder: string;
  /** Runs a module of Python in the folder of the package. */
  run(args: readonly string[], paths?: readonly string[]): Promise<Ran>;
  remove(): Promise<void>;
}

export interface PackageOptions {
  /** The interpreter. */
  readonly python: string;
  /** The folder of the package. */
  readonly place: string;
  /** Of the packages that it imports, with its own. */
  readonly sources: readonly string[];
  /** The address of a hub. */
  readonly hub: string;
}

export async function openPythonPackage({ python, place, sources, hub }: PackageOptions): Promise<PythonPackage> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-python-'));
  const run: PythonPackage['run'] = (args, paths = []) => {
    const env = {
      PATH: [join(python, '..'), process.env['PATH']].join(delimiter),
      PYTHONPATH: [...sources, ...paths].join(delimiter),
      // Nothing is written into the sources.
      PYTHONDONTWRITEBYTECODE: '1',
      RUFF_NO_CACHE: 'true',
      // Its cache of the packages lives as long as the environment that has them; what is in it is checked by hashes.
      MYPY_CACHE_DIR: join(python, '../../mypy'),
      VOCABULARY_HUB_COMMAND: `${process.execPath} ${builtModule('cli/main.js')}`,
      HUB_ADDRESS: hub,
    };
    return new Promise((resolve) => {
      execFile(python, args, { cwd: place, env, maxBuffer: 2 ** 26 }, (error, out, err) =>
        resolve({ code: error === null ? 0 : Number(error.code), out: out + err }),
      );
    });
  };
  return { folder, run, remove: () => rm(folder, { recursive: true }) };
}

/** Runs its own tests, of which none may be skipped. @param least fewer than there are */
export async function passItsTests({ run }: PythonPackage, warnings: 'error' | 'ignore', least: number): Promise<void> {
  const discover = ['-m', 'unittest', 'discover', '-t', '.', '-s', 'tests'];
  const { code, out } = await run(['-W', `${warnings}::ResourceWarning`, ...discover]);
  expect(code, out).toBe(0);
  expect(Number(/^Ran (\d+) tests/m.exec(out)?.[1])).toBeGreaterThan(least);
  expect(out).not.toContain('skipped');
}

/** Tests that its types hold, and its rules of style. */
export function testItsRules(opened: () => PythonPackage): void {
  test.each([
    ['its types hold', ['mypy', 'src', 'tests']],
    ['its rules of style hold', ['ruff', 'check', '.']],
    ['its form is that of the formatter', ['ruff', 'format', '--check', '.']],
  ])(
    '%s',
    async (_, command) => {
      const { code, out } = await opened().run(['-m', ...command]);
      expect(code, out).toBe(0);
    },
    300_000,
  );
}

/** Installs the wheel of a package, which is of the release of the hub and has its types; where it is, and what it says of itself. */
export async function installWheel(
  { folder, run }: PythonPackage,
  place: string,
  name: string,
): Promise<{ readonly target: string; readonly metadata: string }> {
  const target = join(folder, 'installed');
  const wheel = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--no-build-isolation', '--target', target, place];
  const { code, out } = await run(wheel);
  expect(code, out).toBe(0);
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  expect(await readdir(join(target, name))).toContain('py.typed');
  const metadata = await readFile(join(target, `${name}-${version}.dist-info`, 'METADATA'), 'utf8');
  return { target, metadata };
}
