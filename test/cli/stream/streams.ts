import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { buildCommandLine, type CommandLine } from '../run-cli.ts';

/** The address of a version of the vocabulary, as headers and dead letters name it. */
export const VOCABULARY = /^http:\/\/localhost:4000\/vocabulary\/v\/[0-9a-f]{64}\/$/;
/** How often streams are killed: `HUB_STREAM_KILLS`, else 200 times at night. */
export const KILLS = Number(process.env['HUB_STREAM_KILLS'] ?? (process.env['HUB_NIGHTLY'] === undefined ? 20 : 200));
/** Brokers take their time on a busy machine. */
export const WAIT = { timeout: 60_000, interval: 50 };

/** Characters of what a stream said that are shown. */
const SHOWN = 4_000;

/** The command line, and processes of it that run until they are ended. */
export interface Streams {
  readonly cli: CommandLine;
  /** Starts `stream`, with one thread. */
  start(options: readonly string[], nodeOptions?: readonly string[]): ChildProcess;
  /** What one has said on standard error, its end if that is long. */
  saidBy(child: ChildProcess): string;
  /** Kills those that still run, and shows what all of them said if the test has failed. */
  endAll(test?: { readonly task: { readonly result?: { readonly state: string } | undefined } }): Promise<void>;
}

export async function prepareStreams(): Promise<Streams> {
  const cli = await buildCommandLine();
  const children: ChildProcess[] = [];
  const said = new Map<ChildProcess, string>();
  return {
    cli,
    start(options, nodeOptions) {
      const child = cli.start(['stream', '--jobs', '1', ...options], nodeOptions);
      child.stderr!.setEncoding('utf8');
      child.stderr!.on('data', (text: string) => said.set(child, ((said.get(child) ?? '') + text).slice(-SHOWN)));
      children.push(child);
      return child;
    },
    saidBy: (child) => said.get(child) ?? '',
    async endAll(test) {
      for (const child of children.splice(0)) {
        const wasRunning = child.exitCode === null && child.signalCode === null;
        await end(child, 'SIGKILL');
        if (test?.task.result?.state !== 'fail') continue;
        const state = wasRunning ? 'still ran' : `had ended with ${child.exitCode ?? child.signalCode}`;
        process.stderr.write(`A stream that ${state} said: ${said.get(child) ?? 'nothing'}\n`);
      }
      said.clear();
    },
  };
}

/** Sends a signal to a process; its exit code. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, 'close');
  child.kill(signal);
  return ((await ended) as [number | null])[0];
}

/** A document with a number in it, which the result has, too. */
export function readingOf(number: number): string {
  return `{"timestamp":"2026-03-01T10:15:00Z","device_id":"meter-${number}","voltage-V":${number}.10}`;
}

/** The number in the result of a reading in N-Triples. */
export function numberOf(result: string): number {
  return Number(/"(\d+)\.10"/.exec(result)![1]);
}

/** What the command makes of documents, triple by triple. The date of the run is left out. */
export async function triplesOf(cli: CommandLine, documents: readonly string[]): Promise<string[]> {
  const { out } = await cli.run(['convert', '-f', 'ndjson', '-t', 'nt', '--skolemize', '-q'], documents.join('\n'));
  return distinctTriples([out]);
}

export function distinctTriples(texts: readonly string[]): string[] {
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => !/^$|terms\/created/.test(line));
  return [...new Set(lines)].toSorted();
}

/** Has a process run without a package. */
export function withoutPackage(name: string): string[] {
  const hooks = `export const resolve = (name, context, next) => { if (name === '${name}') throw Object.assign(new Error(name), { code: 'ERR_MODULE_NOT_FOUND' }); return next(name, context); }`;
  const register = `import { register } from 'node:module'; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hooks)}`)});`;
  return ['--import', `data:text/javascript,${encodeURIComponent(register)}`];
}
