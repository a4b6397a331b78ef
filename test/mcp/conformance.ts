import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installed, runProgram } from '../support/sparql-server.ts';

/** The version of `@modelcontextprotocol/conformance`: the first line that knows the revision without a handshake. */
export const SUITE_VERSION = '0.2.0-alpha.12';

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

/** The checks of each scenario, by its name. */
export type Checked = ReadonlyMap<string, readonly Check[]>;

const SCENARIO_MS = 30_000;

/** It wants Node 22 for one function of a command that is not run here. */
const FS = `export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = () => [];`;
const HOOKS = `export const resolve = (name, context, next) => name === 'fs' ? { url: ${JSON.stringify(asModule(FS))}, shortCircuit: true } : next(name, context);`;
const REGISTER = `import { register } from 'node:module'; register(${JSON.stringify(asModule(HOOKS))});`;

function asModule(text: string): string {
  return `data:text/javascript,${encodeURIComponent(text)}`;
}

/** The suite, which npm gets once; or what is missing. */
export async function findSuite(): Promise<{ readonly program: string; readonly missing: string | null }> {
  const name = '@modelcontextprotocol/conformance';
  try {
    const folder = await installed(`mcp-conformance-${SUITE_VERSION}`, (fresh) =>
      runProgram('npm', 'install', '--no-audit', '--no-fund', '--prefix', fresh, `${name}@${SUITE_VERSION}`),
    );
    return { program: join(folder, 'node_modules', name, 'dist', 'index.js'), missing: null };
  } catch (error) {
    const [line] = (error as Error).message.split('\n', 1);
    return { program: '', missing: `${name} ${SUITE_VERSION}, which npm could not get: ${line}` };
  }
}

/**
 * Runs scenarios against a server.
 *
 * @param which options of the suite
 * @param folder that is new, for what it writes
 */
export async function runSuite(
  program: string,
  url: string,
  which: readonly string[],
  folder: string,
): Promise<Checked> {
  const options = ['--url', url, '--timeout', String(SCENARIO_MS), '--output-dir', folder, ...which];
  const child = spawn(process.execPath, ['--import', asModule(REGISTER), program, 'server', ...options], {
    stdio: 'ignore',
  });
  // Its exit code tells that some scenario failed, as those do that need what the suite's own server has.
  await once(child, 'close');
  const checked = new Map<string, readonly Check[]>();
  for (const run of await readdir(folder)) {
    const scenario = /^server-(.*)-\d{4}-\d\d-\d\dT/.exec(run)?.[1];
    if (scenario === undefined) throw new Error(`${run} is no folder of a scenario.`);
    checked.set(scenario, JSON.parse(await readFile(join(folder, run, 'checks.json'), 'utf8')) as Check[]);
  }
  return checked;
}
