import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { builtModule } from './installed-package.ts';
import { freePort } from './sparql-server.ts';

/** A program of the package that was built for this run, in a process of its own. */
export interface Program {
  readonly child: ChildProcess;
  /** All that it has written so far. */
  readonly written: { readonly out: string; readonly err: string };
  /** Resolves to the code that it ends with; null when a signal ended it. */
  readonly exit: Promise<number | null>;
}

export interface ProgramOptions {
  /** Words behind the program's name. */
  readonly args?: readonly string[];
  /** A program, with its first words, that runs it. */
  readonly through?: readonly string[];
}

/** Starts a module of `dist/`, such as `main.js`, with no other variables than these and the PATH. Its input is open. */
export function startProgram(
  module: string,
  settings: Readonly<Record<string, string>>,
  { args = [], through = [] }: ProgramOptions = {},
): Program {
  const [program, ...words] = [...through, process.execPath, builtModule(module), ...args];
  const child = spawn(program!, words, { env: { PATH: process.env['PATH'], ...settings }, stdio: 'pipe' });
  const written = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => (written.out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (written.err += text.toString()));
  // A program that ends early does not read what it is given.
  child.stdin.on('error', () => {});
  return { child, written, exit: once(child, 'close').then(([code]) => code as number | null) };
}

/** Starts a hub, or what `args` name, on a free port, with settings that suit a test under those given. */
export function startMain(settings: Readonly<Record<string, string>>, options?: ProgramOptions): Program {
  const usual = { HUB_BASE_URL: 'http://localhost:4000', HUB_WORKERS: '1', PORT: '0' };
  return startProgram('main.js', { ...usual, ...settings }, options);
}

/**
 * The port that a program listens on, once it says that it is ready.
 *
 * @throws Error with what it said when it ends before
 */
export async function portOf({ child, written }: Program): Promise<number> {
  // The two may come in pieces.
  while (!written.out.includes('is ready at') || !/"port":\d+/.test(written.out)) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the program has ended: ${written.out}${written.err}`);
    await delay(10);
  }
  return Number(/"port":(\d+)/.exec(written.out)![1]);
}

/** A hub in a process of its own, with a folder of its own. */
export interface HubProcess {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** The settings that it was started with; `startHubProcess` takes them for another like it. */
  readonly settings: Readonly<Record<string, string>>;
  /** What it has logged so far. */
  log(): string;
  /** Sends SIGTERM, or another signal, and resolves to the code that it ends with. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
  /** Ends it if it still runs, and removes its folder. */
  stop(): Promise<void>;
}

/**
 * Starts a hub on a port that stays its own, and resolves when it is ready.
 *
 * @param through a program, with its first words, that runs it
 * @throws Error with what it said when it ends before
 */
export async function startHubProcess(
  settings: Readonly<Record<string, string>> = {},
  through: readonly string[] = [],
): Promise<HubProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-process-'));
  const port = Number(settings['PORT'] ?? (await freePort()));
  const all: Record<string, string> = {
    HUB_HOST: '127.0.0.1',
    HUB_BASE_URL: 'http://localhost:4000',
    HUB_DATA: folder,
    HUB_WORKERS: '1',
    ...settings,
    PORT: String(port),
  };
  const { child, written, exit } = startMain(all, { through });
  const log = (): string => written.out + written.err;
  const url = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exit;
    await rm(folder, { recursive: true, force: true });
  };
  while (!(await isReady(url))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      await stop();
      throw new Error(`the hub has ended: ${log()}`);
    }
    await delay(20);
  }
  return {
    url,
    port,
    pid: child.pid!,
    settings: all,
    log,
    end(signal = 'SIGTERM') {
      child.kill(signal);
      return exit;
    },
    stop,
  };
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );
}
