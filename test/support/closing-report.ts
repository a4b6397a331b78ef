import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

const SLOWEST = 10;

/** What became of a file of tests. */
export interface FileResult {
  /** Relative to the top of the project. */
  readonly file: string;
  /** What it took to import it and to run its tests and hooks. */
  readonly seconds: number;
  readonly passed: number;
  /** At least 1 for a file that could not be read. */
  readonly failed: number;
  readonly skipped: number;
  /** Each failed test, or the file where no test of it could run, with the first message of its failure. */
  readonly failures: readonly string[];
}

/**
 * What a run says at its end: each skipped test with its reason, and the slowest files. Where `HUB_TEST_RESULTS` names a file, it
 * gets the counts and the failures of the run, for who adds up several.
 */
export default class ClosingReport implements Reporter {
  #root = process.cwd();

  onInit({ config }: Parameters<NonNullable<Reporter['onInit']>>[0]): void {
    this.#root = config.root;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const results = modules.map((module) => this.#resultOf(module));
    const lines = [...modules.flatMap((module) => this.#skipped(module)), ...slowest(results)];
    if (lines.length > 0) process.stdout.write(`\n${lines.join('\n')}\n`);
    const path = process.env['HUB_TEST_RESULTS'];
    if (path !== undefined)
      writeFileSync(path, JSON.stringify({ files: results, errors: errors.map(({ message }) => message) }));
  }

  #resultOf(module: TestModule): FileResult {
    const count = (state: 'passed' | 'failed' | 'skipped'): number => [...module.children.allTests(state)].length;
    const { collectDuration, duration } = module.diagnostic();
    const file = relative(this.#root, module.moduleId);
    return {
      file,
      seconds: (collectDuration + duration) / 1_000,
      passed: count('passed'),
      failed: Math.max(count('failed'), module.ok() ? 0 : 1),
      skipped: count('skipped'),
      failures: [
        ...module.errors().map(({ message }) => `${file}: ${message}`),
        ...[...module.children.allTests('failed')].map(
          (test) => `${file} > ${test.fullName}: ${test.result().errors?.[0]?.message ?? ''}`,
        ),
      ],
    };
  }

  #skipped(module: TestModule): string[] {
    return [...module.children.allTests('skipped')].map((test) => {
      const result = test.result();
      const reason = result.state === 'skipped' && result.note !== undefined ? `: ${result.note}` : '';
      return `Skipped: ${relative(this.#root, module.moduleId)} > ${test.fullName}${reason}`;
    });
  }
}

function slowest(results: readonly FileResult[]): string[] {
  if (results.length <= SLOWEST) return [];
  const listed = results.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  return ['The slowest files:', ...listed.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)];
}
