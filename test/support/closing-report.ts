import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const SLOWEST = 10;

/** What a run of the tests says at its end: each skipped test with the reason, and the slowest files. */
export default class ClosingReport implements Reporter {
  #root = process.cwd();

  onInit({ config }: Parameters<NonNullable<Reporter['onInit']>>[0]): void {
    this.#root = config.root;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = [...this.#skipped(modules), ...this.#slowest(modules)];
    if (lines.length > 0) process.stdout.write(`\n${lines.join('\n')}\n`);
  }

  #skipped(modules: readonly TestModule[]): string[] {
    return modules.flatMap((module) =>
      [...module.children.allTests('skipped')].map((test) => {
        const result = test.result();
        const reason = result.state === 'skipped' && result.note !== undefined ? `: ${result.note}` : '';
        return `Skipped: ${relative(this.#root, module.moduleId)} > ${test.fullName}${reason}`;
      }),
    );
  }

  /** By the time that tests and hooks took; files run beside each other. */
  #slowest(modules: readonly TestModule[]): string[] {
    if (modules.length <= SLOWEST) return [];
    const seconds = (module: TestModule): number => {
      const { collectDuration, duration } = module.diagnostic();
      return (collectDuration + duration) / 1_000;
    };
    return [
      'The slowest files:',
      ...modules
        .toSorted((a, b) => seconds(b) - seconds(a))
        .slice(0, SLOWEST)
        .map((module) => `${seconds(module).toFixed(1).padStart(7)} s  ${relative(this.#root, module.moduleId)}`),
    ];
  }
}
