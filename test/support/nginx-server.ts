import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findProgram, sayMissing } from './programs.ts';
import { freePort } from './sparql-server.ts';

/** Why there is no nginx for a test; null when there is. */
export const NGINX_MISSING = sayMissing({ nginx: 'nginx' });

const CONFIGURATION = new URL('../../docs/nginx.conf', import.meta.url);

export interface NginxServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** What it complained of so far. */
  complaints(): string;
  stop(): Promise<void>;
}

/** `docs/nginx.conf` for hubs on this machine: nothing but addresses and paths differs, and names that DNS would resolve. */
function configureNginx(port: number, hubPorts: readonly number[], folder: string, ofServer: string): string {
  let text = readFileSync(CONFIGURATION, 'utf8');
  const put = (from: RegExp, to: string): void => {
    if (!from.test(text)) throw new Error(`docs/nginx.conf has no ${from}`);
    text = text.replaceAll(from, to);
  };
  put(/^.*resolver.*\n/gm, '');
  put(/^( *)server hub:4000 resolve (.*)$/gm, hubPorts.map((hub) => `$1server 127.0.0.1:${hub} $2`).join('\n'));
  put(/listen 8080;/g, `listen 127.0.0.1:${port};\n${ofServer.replaceAll('$', '$$$$')}`);
  put(/\/tmp\//g, `${folder}/`);
  return text;
}

/** nginx before hubs that listen on these ports. @param ofServer lines of its `server` besides those of the file */
export async function startNginx(
  hubPorts: readonly number[],
  { port: given, ofServer = '' }: { readonly port?: number; readonly ofServer?: string } = {},
): Promise<NginxServer> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-nginx-'));
  const port = given ?? (await freePort());
  const file = join(folder, 'nginx.conf');
  await writeFile(file, configureNginx(port, hubPorts, folder, ofServer));
  const child = spawn(findProgram('nginx')!, ['-p', folder, '-e', 'stderr', '-c', file, '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (text: Buffer) => (complaints += text.toString()));
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`nginx has ended: ${complaints}`);
    await delay(20);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid!,
    complaints: () => complaints,
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const open = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return open;
}
