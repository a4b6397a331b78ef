import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtModule } from '../support/installed-package.ts';

/** What a command said and did. */
interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The built command, and a folder for the files that it is given. */
export interface CommandLine {
  readonly folder: string;
  /** Writes a file into the folder; its path. */
  write(name: string, content: string | Uint8Array): Promise<string>;
  /** Runs the command in the folder to its end, with no other variables than those given. */
  run(args: readonly string[], stdin?: string | Uint8Array, env?: Readonly<Record<string, string>>): Promise<Ran>;
  /** Runs the command at a terminal and types each line when what is shown ends with the question before it. */
  runAtTerminal(
    args: readonly string[],
    typed: ReadonlyArray<readonly [question: string, line: string]>,
    env?: Readonly<Record<string, string>>,
  ): Promise<{ readonly code: number | null; readonly shown: string }>;
  /** Starts the command in the folder. */
  start(args: readonly string[], nodeOptions?: readonly string[]): ChildProcess;
  remove(): Promise<void>;
}

export async function buildCommandLine(): Promise<CommandLine> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-cli-'));
  const main = builtModule('cli/main.js');
  const children = new Set<ChildProcess>();
  const startProgram = (
    program: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
  ): ChildProcess => {
    const child = spawn(program, args, { cwd: folder, env: { PATH: process.env['PATH'], ...env }, stdio: 'pipe' });
    children.add(child);
    return child;
  };
  const start = (args: readonly string[], nodeOptions: readonly string[] = [], env = {}): ChildProcess =>
    startProgram(process.execPath, [...nodeOptions, main, ...args], env);
  return {
    folder,
    start,
    async write(name, content) {
      await writeFile(join(folder, name), content);
      return join(folder, name);
    },
    async run(args, stdin = '', env = {}) {
      const child = start(args, [], env);
      const said = { out: [] as Buffer[], err: [] as Buffer[] };
      child.stdout!.on('data', (bytes: Buffer) => said.out.push(bytes));
      child.stderr!.on('data', (bytes: Buffer) => said.err.push(bytes));
      // A command that fails early does not read what it is given.
      child.stdin!.on('error', () => {});
      child.stdin!.end(stdin);
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, out: Buffer.concat(said.out).toString(), err: Buffer.concat(said.err).toString() };
    },
    async runAtTerminal(args, typed, env = {}) {
      // Of util-linux: runs a command at a terminal of its own.
      const command = [process.execPath, main, ...args].map((word) => `'${word}'`).join(' ');
      const child = startProgram('script', ['-qec', command, '/dev/null'], { TERM: 'dumb', ...env });
      const waiting = [...typed];
      let [shown, seen] = ['', 0];
      child.stdout!.on('data', (bytes: Buffer) => {
        shown += bytes.toString();
        const [next] = waiting;
        if (next === undefined || !shown.slice(seen).endsWith(next[0])) return;
        seen = shown.length;
        waiting.shift();
        child.stdin!.write(next[1]);
      });
      child.stdin!.on('error', () => {});
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, shown };
    },
    async remove() {
      for (const child of children) child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
