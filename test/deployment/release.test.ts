import { accessSync, constants, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(ROOT + path, 'utf8');
const { version, engines, scripts } = JSON.parse(read('package.json')) as {
  version: string;
  engines: { node: string };
  scripts: Record<string, string>;
};

test('the changelog begins with what is not released, and knows the version of the package', () => {
  const headings = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!);
  expect(headings[0]).toBe('Unreleased');
  const released = headings.slice(1).map((heading) => /^(\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d$/.exec(heading)?.[1]);
  expect(released).not.toContain(undefined);
  expect(released[0] ?? /^Version (\S+) in the making\.$/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
});

test('the lock file has the version of the package', () => {
  const lock = JSON.parse(read('package-lock.json')) as {
    version: string;
    packages: Record<string, { version: string }>;
  };
  expect([lock.version, lock.packages['']!.version]).toEqual([version, version]);
});

test('the package is built anew before it is packed', () => {
  expect(scripts['prepack']).toBe('rm -rf dist && npm run --silent build');
});

test('where the project is hosted, every check runs on each line of Node that is maintained, from the least one on', () => {
  const { jobs } = parse(read('.github/workflows/checks.yml')) as {
    jobs: {
      checks: {
        strategy: { matrix: { node: number[] } };
        steps: Array<{ run?: string; 'continue-on-error'?: boolean }>;
      };
    };
  };
  const { strategy, steps } = jobs.checks;
  expect(strategy.matrix.node).toEqual([20, 22, 24]);
  expect(engines.node).toMatch(/^>=20\./);
  const deciding = steps.filter((step) => step['continue-on-error'] !== true).flatMap(({ run }) => run ?? []);
  expect(deciding).toEqual(['.ci/run']);
  accessSync(ROOT + deciding[0]!, constants.X_OK);
});
