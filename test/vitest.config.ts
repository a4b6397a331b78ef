import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config';

const require = createRequire(import.meta.url);
const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Modules in whose place tests use what was built once for all of a run. */
const BUILT_ONCE = new Map([
  [pathOf('../src/workers/module.ts'), pathOf('support/thread-modules.ts')],
  [pathOf('../src/sources/written-sources.ts'), pathOf('support/written-sources.ts')],
]);
const NAMES = [...BUILT_ONCE.keys()].map((path) => `/${basename(path)}`);

const builtOnce: NonNullable<ViteUserConfig['plugins']>[number] = {
  name: 'built-once',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!NAMES.some((name) => source.endsWith(name))) return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return BUILT_ONCE.get(found?.id ?? '') ?? null;
  },
};

export default defineConfig({
  root: pathOf('..'),
  // graphql ships two module formats; without this alias Vitest loads both and every schema fails with "another realm".
  resolve: { alias: [{ find: /^graphql$/, replacement: require.resolve('graphql') }] },
  plugins: [builtOnce],
  test: {
    pool: 'forks',
    // Many tests wait more than they work.
    maxWorkers: 2,
    // For what hangs: a busy machine is no fault.
    // At night a property has ten thousand cases.
    testTimeout: process.env['HUB_NIGHTLY'] === undefined ? 90_000 : 900_000,
    // Many hooks start a hub, or build what is tested.
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    globalSetup: pathOf('support/run-folder.ts'),
    reporters: ['default', pathOf('support/closing-report.ts')],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'test/**/*.{hub,system}.test.ts'],
          // Files of a worker share what they import.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'hub', include: ['test/**/*.hub.test.ts'], isolate: false } },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['test/**/*.system.test.ts'],
          globalSetup: ['support/run-folder.ts', 'support/build-once.ts'].map(pathOf),
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      // The command line and queries run in processes of their own.
      exclude: ['src/cli/**', 'src/queries/query-process.ts', 'src/vocabulary/registry/build-lexicon-file.ts'],
      reporter: ['text-summary'],
      // What runs in threads and child processes is tested too, but not counted.
      thresholds: { statements: 93, branches: 90, functions: 93, lines: 93 },
    },
  },
});
