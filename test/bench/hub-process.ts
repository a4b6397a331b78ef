import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const DIST = process.env['BENCH_DIST'] ?? new URL('../../dist/', import.meta.url).href;

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Resident size now. */
  residentBytes(): number;
  /** CPU time that it has taken so far, with all its threads and without its children; in steps of 10 ms. */
  cpuMs(): number;
  /** The same in nanoseconds, without threads that have ended. */
  cpuNs(): number;
  openFiles(): number;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/**
 * Starts the built hub on a free port, without rate limit and with a log of warnings only, and waits until it is ready.
 *
 * @param settings over these; with `HUB_DATA`, the folder stays when the hub is stopped
 */
export async function startHub(
  main = new URL('main.js', DIST),
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess & { readonly readyMs: number; readonly readyCpuMs: number }> {
  const folder = settings['HUB_DATA'] ?? (await mkdtemp(join(tmpdir(), 'hub-bench-')));
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, [fileURLToPath(main)], {
    cwd: fileURLToPath(new URL('..', DIST)),
    env: {
      ...process.env,
      PORT: String(port),
      HUB_HOST: '127.0.0.1',
      HUB_BASE_URL: 'https://hub.example',
      HUB_DATA: folder,
      HUB_RATE_LIMIT: '1000000',
      HUB_LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const server = await whenReady(child, port, '/readyz');
  return {
    ...server,
    readyMs: performance.now() - startedAt,
    readyCpuMs: server.cpuMs(),
    stop: async (signal) => {
      await server.stop(signal);
      if (settings['HUB_DATA'] === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a module that takes a port and answers `GET /` when it is ready. */
export async function startServer(module: URL): Promise<ServerProcess> {
  const port = await freePort();
  const argv = [...process.execArgv, fileURLToPath(module), String(port)];
  return whenReady(spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'inherit'] }), port, '/');
}

/** The largest size seen until `stop` is called; looks every 20 ms. */
export function watchSize(server: ServerProcess): { stop: () => number } {
  let peak = server.residentBytes();
  const timer = setInterval(() => {
    peak = Math.max(peak, server.residentBytes());
  }, 20);
  return {
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}

async function whenReady(child: ChildProcess, port: number, path: string): Promise<ServerProcess> {
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`a server has ended with ${child.exitCode}`);
    const status = await fetch(url + path).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) break;
    await delay(10);
  }
  return {
    url,
    port,
    pid: child.pid!,
    residentBytes: () => residentBytesOf(child.pid!),
    cpuMs: () => cpuMsOf(child.pid!),
    cpuNs: () => cpuNsOf(child.pid!),
    openFiles: () => readdirSync(`/proc/${child.pid}/fd`).length,
    stop: (signal) => end(child, signal),
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function end(child: ChildProcess, signal?: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

/** From `/proc`: the memory rows need Linux. */
function residentBytesOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;
}

/** Resident size of a process and, together, of those that it started. */
export function residentBytesByPid(pid: number): { readonly own: number; readonly children: number } {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return {
    own: residentBytesOf(pid),
    children: children.reduce((sum, child) => sum + residentBytesOf(Number(child)), 0),
  };
}

export function cpuMsOf(pid: number): number {
  const [, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields!.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

function cpuNsOf(pid: number): number {
  const nsOf = (task: string): number => {
    try {
      return Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      return 0;
    }
  };
  return readdirSync(`/proc/${pid}/task`).reduce((sum, task) => sum + nsOf(task), 0);
}
