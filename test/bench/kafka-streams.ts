import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { KAFKA_MISSING, startKafka, type KafkaServer } from '../support/kafka-server.ts';
import { cpuMsOf } from './hub-process.ts';
import type { Section } from './measure.ts';
import { AS_LARGE, documentOf, MAIN, MESSAGES, passEach, sizeOfResult, type Passed } from './streams.ts';

const FORWARD = fileURLToPath(new URL('forward-records.mjs', import.meta.url));
const POLL_MS = 50;
/** Records that are published at a time. */
const AT_ONCE = 2000;

/** Small documents that wait in a topic are converted into another one; beside that, the same records passed on as they are. */
export async function measureKafkaStreams(rounds: number): Promise<Section> {
  const title = `${MESSAGES.toLocaleString('en')} small documents from Kafka and back`;
  if (KAFKA_MISSING !== null) return { title, lines: [], notes: [KAFKA_MISSING] };
  const server = await startKafka();
  try {
    const convert =
      (...more: readonly string[]) =>
      (id: string): readonly string[] => {
        const input = ['--input', server.url, '--input-topic', id, '--group', id];
        const output = ['--output', server.url, '--output-topic', `${id}.out`, '--dead-letters', `${id}.out`];
        return [MAIN, 'stream', '--quiet', '--jobs', '1', ...input, ...output, ...more];
      };
    const address = server.url.replace('kafka://', '');
    const subjects: ReadonlyArray<readonly [string, (id: string) => readonly string[]]> = [
      ['stream, Turtle', convert('--to', 'ttl')],
      ['stream, N-Triples', convert('--to', 'nt')],
      ['stream, N-Triples, --exactly-once', convert('--to', 'nt', '--exactly-once')],
      ['stream, N-Triples, --no-skolemize', convert('--to', 'nt', '--no-skolemize')],
      ['passed on as they are', (id) => [FORWARD, address, id, `${id}.out`, id]],
      [AS_LARGE, (id) => [FORWARD, address, id, `${id}.out`, id, String(sizeOfResult())]],
    ];
    return { title, lines: [], table: await passEach(subjects, rounds, (id, args) => pass(server, id, args)) };
  } finally {
    await server.stop();
  }
}

/** Measured from the first results on, so that neither the start nor the way into the group counts. */
async function pass(server: KafkaServer, id: string, args: readonly string[]): Promise<Passed> {
  await server.createTopics({ [id]: 1, [`${id}.out`]: 1 });
  for (let at = 0; at < MESSAGES; at += AT_ONCE) {
    const count = Math.min(AT_ONCE, MESSAGES - at);
    await server.publish(
      id,
      Array.from({ length: count }, (_, i) => ({ key: String((at + i) % 50), value: documentOf(at + i) })),
    );
  }
  const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  try {
    const first = await costsAt(server, child, `${id}.out`, 1);
    const last = await costsAt(server, child, `${id}.out`, MESSAGES);
    const passed = last.written - first.written;
    return {
      perSecond: (passed / (last.ms - first.ms)) * 1000,
      ownUs: ((last.own - first.own) * 1000) / passed,
      brokerUs: ((last.broker - first.broker) * 1000) / passed,
    };
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
}

/** What was spent when so many results are there, at least. */
async function costsAt(server: KafkaServer, child: ChildProcess, topic: string, least: number) {
  for (;;) {
    const [end] = await server.admin.fetchTopicOffsets(topic);
    // With transactions their marks are counted, too: one in 500.
    const written = Number(end!.high);
    if (written >= least)
      return { written, ms: performance.now(), own: cpuMsOf(child.pid!), broker: cpuMsOf(server.pid) };
    if (child.exitCode !== null) throw new Error(`It has ended with ${child.exitCode}.`);
    await delay(POLL_MS);
  }
}
