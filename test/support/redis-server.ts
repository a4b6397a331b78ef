import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { findProgram, sayMissing } from './programs.ts';
import { freePort } from './sparql-server.ts';

/** Why there is no Redis for a test; null when there is. */
export const REDIS_MISSING = sayMissing({ 'redis-server': 'redis-server' });

/** A Redis of the test's own, in memory alone. */
export interface RedisServer {
  readonly port: number;
  readonly url: string;
  /** Says nothing any more, and holds its connections. */
  hang(): void;
  resume(): void;
  /** Ends it at once, and all that it held with it. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
  /** What it answers to one command, as it is on the wire. */
  say(...words: string[]): Promise<string>;
}

/** Not yet started: `start` does. */
export async function createRedisServer(options: { readonly password?: string } = {}): Promise<RedisServer> {
  const port = await freePort();
  const { password } = options;
  let child: ChildProcess | null = null;
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  if (password !== undefined) settings.push('--requirepass', password);

  const say = async (...words: string[]): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    if (password !== undefined) socket.write(inWords(['AUTH', password]));
    socket.end(inWords(words));
    await once(socket, 'close');
    return password === undefined ? answer : answer.slice(answer.indexOf('\r\n') + 2);
  };

  return {
    port,
    url: `redis://${password === undefined ? '' : `:${password}@`}127.0.0.1:${port}`,
    hang: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async kill() {
      if (child === null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      child = null;
    },
    async start() {
      child = spawn(findProgram('redis-server')!, settings, { stdio: 'ignore' });
      while ((await say('PING').catch(() => '')) !== '+PONG\r\n') await delay(20);
    },
    say,
  };
}

function inWords(words: readonly string[]): string {
  return `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;
}
