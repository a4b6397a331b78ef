import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './sparql-server.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A hub in a process of its own, with a folder of its own. */
export interface HubProcess {
  readonly url: string;
  readonly port: number;
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
 * Starts `src/main.ts` with these settings over some that suit a test, and resolves when it is ready.
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
  const [program, ...words] = [...through, process.execPath, '--import', 'tsx', 'src/main.ts'];
  const child = spawn(program!, words, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...all },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (log += text.toString()));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const url = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  while (!(await isReady(url))) {
    if (child.exitCode !== null) {
      await stop();
      throw new Error(`the hub has ended: ${log}`);
    }
    await delay(50);
  }
  return {
    url,
    port,
    settings: all,
    log: () => log,
    end(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
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
