import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const require = createRequire(import.meta.url);

/** Says at the end what was skipped and what was slow. */
const CLOSING_REPORT = fileURLToPath(new URL('support/closing-report.ts', import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  // graphql ships two module formats; without this alias Vitest loads both and every schema fails with "another realm".
  resolve: { alias: [{ find: /^graphql$/, replacement: require.resolve('graphql') }] },
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    // Many tests wait more than they work.
    maxWorkers: 2,
    // For what hangs: a busy machine is no fault.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // .ci/run closes with a line of counts that it reads from this file.
    reporters: process.env['CI']
      ? ['default', CLOSING_REPORT, ['json', { outputFile: 'coverage/test-results.json' }]]
      : ['default', CLOSING_REPORT],
    coverage: {
      provider: 'v8',
      enabled: Boolean(process.env['CI']),
      include: ['src/**/*.ts'],
      // The command line and queries run in processes of their own.
      exclude: ['src/cli/**', 'src/queries/query-process.ts', 'src/vocabulary/registry/build-lexicon-file.ts'],
      reporter: ['text-summary'],
      // What runs in threads and child processes is tested too, but not counted.
      thresholds: { statements: 93, branches: 90, functions: 93, lines: 93 },
    },
  },
});
