import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MOSQUITTO_MISSING, startMosquitto, type MosquittoServer } from '../support/mosquitto-server.ts';
import { cpuMsOf } from './hub-process.ts';
import { medianOf, type Section } from './measure.ts';

const DIST = process.env['BENCH_DIST'] ?? new URL('../../dist/', import.meta.url).href;
/** The command line of the build that is measured. */
export const MAIN = fileURLToPath(new URL('cli/main.js', DIST));
const FORWARD = fileURLToPath(new URL('forward-messages.mjs', import.meta.url));
export const MESSAGES = Number(process.env['BENCH_MESSAGES'] ?? '50000');
const IN_FLIGHT = 1000;

/** What passed the broker twice. */
export interface Passed {
  readonly perSecond: number;
  /** Microseconds of processor time a message. */
  readonly ownUs: number;
  readonly brokerUs: number;
}

/** The row of the limit: what the client and the broker take for messages of that size, without a conversion. */
export const AS_LARGE = 'passed on, as large as N-Triples';

/** Bytes of the result of a small document. */
export function sizeOfResult(): number {
  const command = [MAIN, 'convert', '--from', 'ndjson', '--to', 'nt', '--skolemize', '--quiet'];
  return execFileSync(process.execPath, command, { input: documentOf(1) }).length;
}

/** Medians of the runs, what two cores could do by CPU time, and how many times the CPU time of the limit that is. */
function tableOf(passed: ReadonlyArray<readonly [string, readonly Passed[]]>): string[][] {
  const median = (runs: readonly Passed[], of: (run: Passed) => number): number => medianOf(runs.map(of));
  const wholeUs = (runs: readonly Passed[]): number => median(runs, ({ ownUs, brokerUs }) => ownUs + brokerUs);
  const limit = wholeUs(passed.find(([name]) => name === AS_LARGE)![1]);
  const rows = passed.map(([name, runs]) => [
    name,
    median(runs, ({ perSecond }) => perSecond).toFixed(0),
    median(runs, ({ ownUs }) => ownUs).toFixed(0),
    median(runs, ({ brokerUs }) => brokerUs).toFixed(0),
    (2e6 / wholeUs(runs)).toFixed(0),
    (wholeUs(runs) / limit).toFixed(2),
  ]);
  const cells = ['CPU µs a message', 'CPU µs of the broker', 'two cores, by CPU time', 'times the limit'];
  return [['', 'messages/s', ...cells], ...rows];
}

/** Has messages pass each of these commands, three times at most. */
export async function passEach(
  subjects: ReadonlyArray<readonly [string, (id: string) => readonly string[]]>,
  rounds: number,
  pass: (id: string, args: readonly string[]) => Promise<Passed>,
): Promise<string[][]> {
  const passed: Array<readonly [string, readonly Passed[]]> = [];
  for (const [name, command] of subjects) {
    const runs: Passed[] = [];
    for (let round = 0; round < Math.min(rounds, 3); round++) {
      const id = `bench-${passed.length}-${round}`;
      runs.push(await pass(id, command(id)));
    }
    passed.push([name, runs]);
  }
  return tableOf(passed);
}

/** Small documents that wait in a broker are converted and sent back; beside that, the same messages passed on as they are. */
export async function measureStreams(rounds: number): Promise<Section> {
  const title = `${MESSAGES.toLocaleString('en')} small documents from mosquitto and back, QoS 1`;
  if (MOSQUITTO_MISSING !== null) return { title, lines: [], notes: [MOSQUITTO_MISSING] };
  const server = await startMosquitto({ settings: [`max_inflight_messages ${IN_FLIGHT}`] });
  try {
    const options = ['--quiet', '--jobs', '1', '--input', server.url, '--output', server.url];
    const convert =
      (format: string, more: readonly string[] = []) =>
      (id: string) =>
        [MAIN, 'stream', ...options, '--to', format, '--client-id', id, '--input-topic', `${id}/in/+`].concat(
          ['--output-topic', '{1}/out/{3}'],
          ['--dead-letters', 'failed'],
          more,
        );
    const subjects: ReadonlyArray<readonly [string, (id: string) => readonly string[]]> = [
      ['stream, Turtle', convert('ttl')],
      ['stream, N-Triples', convert('nt')],
      ['stream, N-Triples, --no-skolemize', convert('nt', ['--no-skolemize'])],
      ['passed on as they are', (id) => [FORWARD, server.url, `${id}/in/+`, id]],
      [AS_LARGE, (id) => [FORWARD, server.url, `${id}/in/+`, id, String(sizeOfResult())]],
    ];
    return { title, lines: [], table: await passEach(subjects, rounds, (id, args) => pass(server, id, args)) };
  } finally {
    await server.stop();
  }
}

/** Has the messages wait in a session before the reader comes, so that nobody else needs the cores while it works. */
async function pass(server: MosquittoServer, id: string, args: readonly string[]): Promise<Passed> {
  const properties = { sessionExpiryInterval: 600 };
  const session = await server.connect({ clientId: id, clean: false, properties });
  await session.subscribeAsync(`${id}/in/+`, { qos: 1 });
  await session.endAsync();
  const client = await server.connect();
  await publishAll(client, id);
  await client.subscribeAsync([`${id}/out/first`, `${id}/out/last`], { qos: 0 });
  const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  try {
    const topics = (topic: string): Promise<void> =>
      new Promise((resolve, reject) => {
        client.on('message', (seen) => seen === `${id}/out/${topic}` && resolve());
        child.once('exit', (code) => reject(new Error(`It has ended with ${code}.`)));
      });
    const last = topics('last');
    last.catch(() => {});
    await topics('first');
    const before = costs(child, server);
    await last;
    const after = costs(child, server);
    const ms = after.ms - before.ms;
    return {
      perSecond: (MESSAGES / ms) * 1000,
      ownUs: ((after.own - before.own) * 1000) / MESSAGES,
      brokerUs: ((after.broker - before.broker) * 1000) / MESSAGES,
    };
  } finally {
    if (child.exitCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    await client.endAsync();
  }
}

function costs(child: ChildProcess, server: MosquittoServer): { ms: number; own: number; broker: number } {
  return { ms: performance.now(), own: cpuMsOf(child.pid!), broker: cpuMsOf(server.pid) };
}

async function publishAll(client: Awaited<ReturnType<MosquittoServer['connect']>>, id: string): Promise<void> {
  let sent = 0;
  const lane = async (): Promise<void> => {
    while (sent < MESSAGES) {
      const number = sent++;
      const topic = number === 0 ? 'first' : number === MESSAGES - 1 ? 'last' : String(number % 50);
      await client.publishAsync(`${id}/in/${topic}`, documentOf(number), { qos: 1 });
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
}

/** A small document. */
export function documentOf(number: number): string {
  return `{"timestamp":"2026-03-01T10:15:00Z","device_id":"meter-${number % 50}","voltage-V":${200 + (number % 5000) / 100}}`;
}
