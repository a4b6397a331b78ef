import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { installed, runProgram } from '../support/sparql-server.ts';

/** The version of `ldes-client`, the reference implementation of a client. */
export const CLIENT_VERSION = '0.3.0';

/** The folder that has the client, which npm gets once; or what is missing. */
export async function findClient(): Promise<{ readonly folder: string; readonly missing: string | null }> {
  try {
    const folder = await installed(`ldes-client-${CLIENT_VERSION}`, (fresh) =>
      runProgram('npm', 'install', '--no-audit', '--no-fund', '--prefix', fresh, `ldes-client@${CLIENT_VERSION}`),
    );
    return { folder, missing: null };
  } catch (error) {
    const [line] = (error as Error).message.split('\n', 1);
    return { folder: '', missing: `ldes-client ${CLIENT_VERSION}, which npm could not get: ${line}` };
  }
}

/** A member as the client hands it over. */
export interface ClientMember {
  readonly id: string;
  readonly isVersionOf: string;
  readonly timestamp: string;
  readonly type: string;
  /** Subject, property and object of each quad of the member's graph, as their values. */
  readonly content: readonly (readonly [subject: string, property: string, object: string])[];
}

export interface ClientRun {
  /** Those that came so far. */
  readonly members: readonly ClientMember[];
  /** Addresses that it asked for, in order. */
  readonly fetched: readonly string[];
  readonly errors: readonly string[];
  /** Resolves when it has ended by itself. */
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * What runs in a process of its own: the client keeps handlers of signals and a database open. The addresses of the hub lead to where
 * it listens.
 */
const PROGRAM = `
import { replicateLDES } from 'ldes-client';
const { url, listens, base, order, follow, state } = JSON.parse(process.argv[1]);
const say = (line) => process.stdout.write(JSON.stringify(line) + '\\n');
const client = replicateLDES({
  url,
  polling: follow,
  pollInterval: 100,
  statePath: state,
  fetch: (input, init) => {
    const asked = String(input?.url ?? input);
    say({ fetched: asked });
    return fetch(asked.replace(base, listens), init).then((response) => {
      Object.defineProperty(response, 'url', { value: response.url.replace(listens, base) });
      return response;
    });
  },
}, order);
try {
  for await (const { id, quads, isVersionOf, timestamp, type } of client.stream()) {
    const content = quads.filter(({ graph }) => graph.value === id.value);
    say({ member: {
      id: id.value, isVersionOf, timestamp: new Date(timestamp).toISOString(), type: type?.value,
      content: content.map(({ subject, predicate, object }) => [subject.value, predicate.value, object.value]),
    } });
  }
} catch (error) {
  say({ error: String(error?.stack ?? error) });
}
process.exit(0);
`;

interface RunOptions {
  readonly url: string;
  /** Address of the hub in its answers, and where it listens. */
  readonly base: string;
  readonly listens: string;
  readonly order: 'none' | 'ascending';
  readonly follow: boolean;
  /** Folder in which it remembers what it has seen. */
  readonly state?: string;
}

/** Runs the client against a hub. */
export function runClient(folder: string, options: RunOptions): ClientRun {
  const child: ChildProcessWithoutNullStreams = spawn(
    process.execPath,
    ['--input-type=module', '--eval', PROGRAM, JSON.stringify(options)],
    { cwd: join(folder) },
  );
  const [members, fetched, errors] = [[] as ClientMember[], [] as string[], [] as string[]];
  child.stderr.on('data', (text: Buffer) => errors.push(text.toString()));
  createInterface({ input: child.stdout }).on('line', (line) => {
    // It has a logger of its own.
    if (!line.startsWith('{"')) return;
    const said = JSON.parse(line) as { member?: ClientMember; fetched?: string; error?: string };
    if (said.member !== undefined) members.push(said.member);
    if (said.fetched !== undefined) fetched.push(said.fetched);
    if (said.error !== undefined) errors.push(said.error);
  });
  const ended = once(child, 'close');
  return {
    members,
    fetched,
    errors,
    ended,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
