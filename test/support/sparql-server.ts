import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ownFolder } from './own-folder.ts';

const run = promisify(execFile);
const START_MS = 60_000;

/** A SPARQL server in a process of its own. Stop it when done. */
export interface SparqlServer {
  readonly queryUrl: string;
  readonly updateUrl: string;
  /** Graph store protocol, with `?graph=`. */
  readonly graphsUrl: string;
  readonly port: number;
  readonly pid: number;
  /** Lets it hang, with its connections; when this resolves, it answers nothing any more. */
  pause(): Promise<void>;
  resume(): void;
  /** Ends it in order, or with SIGKILL. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface SparqlServerOptions {
  /** Where it keeps its quads; in memory when there is none. */
  readonly folder?: string;
  /** A free one when there is none. */
  readonly port?: number;
}

/** How an engine is started, or the line that says what is missing and how to get it. */
export type Engine =
  | { readonly start: (options?: SparqlServerOptions) => Promise<SparqlServer>; readonly missing: null }
  | { readonly missing: string };

/** An engine that `find` finds; without it, what is missing, as `sayMissing` puts it round the reason. */
export async function engineOf<Found>(
  find: () => Promise<Found>,
  start: (found: Found, options?: SparqlServerOptions) => Promise<SparqlServer>,
  sayMissing: (why: string) => string,
): Promise<Engine> {
  try {
    const found = await find();
    return { missing: null, start: (options) => start(found, options) };
  } catch (error) {
    const why = error instanceof Error ? error.message.trim().split('\n').at(-1)! : String(error);
    return { missing: sayMissing(why) };
  }
}

/** Tells in the log of the tests what is missing. Pass the result to `describe.skipIf`. */
export function isMissing(engine: Engine): boolean {
  if (engine.missing === null) return false;
  process.stderr.write(`Skipped: ${engine.missing}\n`);
  return true;
}

export async function startServer(
  command: readonly [string, ...string[]],
  at: {
    readonly port: number;
    readonly query: string;
    readonly update: string;
    readonly graphs: string;
    /** Whether the server at an address is ready; else, whether it answers a query. */
    readonly isReady?: (url: string) => Promise<boolean>;
  },
): Promise<SparqlServer> {
  const child = spawn(command[0], command.slice(1), { stdio: ['ignore', 'ignore', 'pipe'] });
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  let said = '';
  child.stderr.on('data', (piece: Buffer) => (said = (said + piece.toString()).slice(-2_000)));
  child.once('error', (error) => (said += error.message));
  const url = `http://127.0.0.1:${at.port}`;
  const server: SparqlServer = {
    queryUrl: url + at.query,
    updateUrl: url + at.update,
    graphsUrl: url + at.graphs,
    port: at.port,
    pid: child.pid ?? 0,
    async pause() {
      child.kill('SIGSTOP');
      // Its threads stop one after another.
      await wait(500);
    },
    resume: () => void child.kill('SIGCONT'),
    async stop(signal = 'SIGTERM') {
      process.off('exit', end);
      await stop(child, signal);
    },
  };
  const isReady = (): Promise<boolean> => (at.isReady?.(url) ?? answers(server.queryUrl)).catch(() => false);
  for (const deadline = Date.now() + START_MS; !(await isReady()); await wait(50)) {
    if (child.exitCode === null && child.pid !== undefined && Date.now() < deadline) continue;
    await server.stop('SIGKILL');
    throw new Error(`${command[0]} did not start: ${said}`);
  }
  return server;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * The folder of something that the tests install for themselves, once.
 *
 * @param install called with an empty folder when it is not there yet
 * @throws Error when it cannot be installed
 */
export async function installed(name: string, install: (folder: string) => Promise<unknown>): Promise<string> {
  const programs = ownFolder('vocabulary-hub-programs');
  const folder = join(programs, name);
  if (await isThere(folder)) return folder;
  const fresh = await mkdtemp(join(programs, 'new-'));
  try {
    await install(fresh);
    // Another run of the tests may have been faster.
    await rename(fresh, folder).catch(async (error: unknown) => {
      if (!(await isThere(folder))) throw error;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return folder;
}

/** Runs a program to its end. @throws Error when it fails */
export async function runProgram(program: string, ...args: string[]): Promise<void> {
  await run(program, args, { timeout: 120_000 });
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function answers(queryUrl: string): Promise<boolean> {
  const response = await fetch(`${queryUrl}?query=${encodeURIComponent('ASK {}')}`, {
    signal: AbortSignal.timeout(1_000),
  });
  await response.text();
  return response.ok;
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(late);
}
