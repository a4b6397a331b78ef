import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect as connectSocket, createServer, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { setTimeout as delay } from 'node:timers/promises';
import type { MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  MOSQUITTO_MISSING,
  MOSQUITTO_TLS_MISSING,
  readTopics,
  startMosquitto,
  type MosquittoServer,
} from '../../support/mosquitto-server.ts';
import type { CommandLine } from '../run-cli.ts';
import {
  distinctTriples,
  end,
  KILLS,
  numberOf,
  prepareStreams,
  readingOf,
  triplesOf,
  VOCABULARY,
  WAIT,
  withoutPackage,
  type Streams,
} from './streams.ts';

let streams: Streams;
let cli: CommandLine;
let broker: MosquittoServer | null = null;
let client: MqttClient;
beforeAll(async () => {
  streams = await prepareStreams();
  cli = streams.cli;
  if (MOSQUITTO_MISSING !== null) return;
  broker = await startMosquitto();
  client = await broker.connect();
}, 120_000);
afterEach((test) => streams.endAll(test));
afterAll(async () => {
  await broker?.stop();
  await cli?.remove();
});

/** A running `stream` from one branch of topics to another. */
function start(
  name: string,
  options: readonly string[] = [],
  server: Pick<MosquittoServer, 'url'> = broker!,
): ChildProcess {
  const input = ['--input', server.url, '--input-topic', `${name}/in/#`, '--client-id', name];
  const output = ['--output', server.url, '--output-topic', `${name}/rdf/{3}`, '--dead-letters', `${name}/failed`];
  return streams.start([...input, ...output, ...options]);
}

/** Stands in front of the broker, and ends the connection of as many subscriptions before they arrive. */
async function startCutting(losses: number): Promise<{ readonly url: string; stop(): void }> {
  const [SUBSCRIBE, ofBroker] = [0x82, new URL(broker!.url)];
  let lost = 0;
  const server = createServer((socket) => {
    const to = connectSocket(Number(ofBroker.port), ofBroker.hostname);
    socket.on('data', (bytes: Buffer) => {
      if (bytes[0] === SUBSCRIBE && lost++ < losses) socket.destroy();
      else to.write(bytes);
    });
    to.on('data', (bytes: Buffer) => socket.write(bytes));
    for (const [one, other] of [
      [socket, to],
      [to, socket],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `mqtt://localhost:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}

async function publishAll(topic: string, documents: readonly (string | Buffer)[], to = client): Promise<void> {
  await Promise.all(documents.map((document) => to.publishAsync(topic, document, { qos: 1 })));
}

/** Publishes a document, again and again, until something has come out: only then a stream listens. */
async function untilResult(topic: string, read: readonly unknown[], to = client): Promise<void> {
  await expect
    .poll(async () => {
      await publishAll(topic, [readingOf(0)], to);
      return read.length;
    }, WAIT)
    .toBeGreaterThan(0);
}

describe.skipIf(MOSQUITTO_MISSING !== null)('a stream over MQTT', () => {
  test.each(['5', '3.1.1'])(
    'version %s gives results and dead letters their topics, in order',
    async (version) => {
      const name = `plain-${version}`;
      const read = await readTopics(broker!, [`${name}/rdf/#`, `${name}/failed`]);
      start(name, ['--mqtt-version', version, '--session-expiry', '60']);
      const documents = Array.from({ length: 30 }, (_, i) => readingOf(i));
      // Some come before it listens, for the broker has them for new readers, too.
      await client.publishAsync(`${name}/in/retained`, readingOf(1000), { qos: 1, retain: true });
      await expect.poll(() => read.length, WAIT).toBe(1);
      await client.publishAsync(`${name}/in/retained`, '', { retain: true });
      await publishAll(`${name}/in/plant`, [...documents, '{"nonsense":1}', Buffer.from([0x7b, 0xff])]);
      await client.publishAsync(`${name}/in`, readingOf(7), { qos: 1 });
      // The one that takes the retained message away is empty, and comes as a message, too.
      await expect.poll(() => read.length, WAIT).toBe(1 + 30 + 4);
      const results = read.filter(({ topic }) => topic === `${name}/rdf/plant`);
      expect(results.map(({ text }) => /"(\d+)\.10"/.exec(text)![1])).toEqual(documents.map((_, i) => String(i)));
      expect(distinctTriples(results.map(({ text }) => text))).toEqual(await triplesOf(cli, documents));
      const letters = read.filter(({ topic }) => topic === `${name}/failed`);
      const told = letters.map(({ text }) => JSON.parse(text) as Record<string, string>);
      expect(told.map(({ code, topic, text, base64 }) => [code, topic, text ?? base64])).toEqual([
        ['malformed-json', `${name}/in/retained`, ''],
        ['not-all-terms', `${name}/in/plant`, '{"nonsense":1}'],
        ['not-utf8', `${name}/in/plant`, 'e/8='],
        ['invalid-option', `${name}/in`, readingOf(7)],
      ]);
      for (const { vocabulary } of told) expect(vocabulary).toMatch(VOCABULARY);
      const [{ packet }] = results as [(typeof results)[0]];
      expect(packet.properties ?? null).toEqual(
        version === '5'
          ? { contentType: 'application/n-triples', userProperties: { vocabulary: expect.stringMatching(VOCABULARY) } }
          : null,
      );
    },
    120_000,
  );

  test('reads CloudEvents and archives, keeps every digit, and refuses results that are too large', async () => {
    await endOnceListening('events');
    const read = await readTopics(broker!, ['events/rdf/#', 'events/failed']);
    start('events', ['--max-result-bytes', '20000', '-t', 'ttl']);
    const structured = { contentType: 'application/cloudevents+json; charset=utf-8' };
    const event = `{"specversion":"1.0","id":"1","source":"/a","type":"b","data": {"timestamp":"2026-03-01T10:15:00Z","voltage-V":230.100000000000000000001} }`;
    const series = Array.from({ length: 500 }, (_, i) => `"${new Date(i * 900_000).toISOString()}"`).join(',');
    const publish = (payload: string | Buffer, properties = {}) =>
      client.publishAsync('events/in/a', payload, { qos: 1, properties });
    await publish(event, structured);
    await publish(readingOf(5), {
      contentType: 'application/json',
      userProperties: { specversion: '1.0', id: '2', source: '/a', type: 'b' },
    });
    await publish(gzipSync(readingOf(6)));
    await publish(event.replace('specversion', 'version'), structured);
    await publish(gzipSync(readingOf(7)).subarray(0, 30));
    await publish(gzipSync(Buffer.alloc(65 * 1024 * 1024, ' ')));
    await publish(`[${event}]`, { contentType: 'application/cloudevents-batch+json' });
    await publish(`{"timestamp":[${series}]}`);
    const base64 = Buffer.from(readingOf(8)).toString('base64');
    await publish(`{"specversion":"1.0","id":"1","source":"/a","type":"b","data_base64":"${base64}"}`, structured);
    await expect.poll(() => read.length, WAIT).toBe(9);
    const texts = read.filter(({ topic }) => topic === 'events/rdf/a').map(({ text }) => text);
    expect(texts.map((text) => /numericValue "([\d.]+)"/.exec(text)![1])).toEqual([
      '230.100000000000000000001',
      '5.10',
      '6.10',
      '8.10',
    ]);
    const letters = read
      .filter(({ topic }) => topic === 'events/failed')
      .map(({ text }) => JSON.parse(text) as { code: string; base64?: string });
    expect(letters.map(({ code }) => code).toSorted()).toEqual([
      'answer-too-large',
      'body-too-large',
      'malformed-encoding',
      'malformed-request',
      'unsupported-media-type',
    ]);
    const archive = letters.find(({ code }) => code === 'malformed-encoding')!;
    expect(Buffer.from(archive.base64!, 'base64')).toEqual(gzipSync(readingOf(7)).subarray(0, 30));
  }, 120_000);

  test('shares a subscription between processes, and ends at SIGTERM with all delivered', async () => {
    const read = await readTopics(broker!, ['shared/rdf/#']);
    const documents = Array.from({ length: 2000 }, (_, i) => readingOf(i));
    const both = ['shared-1', 'shared-2'].map((id) =>
      start('shared', ['--input-topic', '$share/hub/shared/all/+', '--client-id', id]),
    );
    await expect
      .poll(async () => {
        await publishAll('shared/in/probe', ['{"timestamp":"2026-03-01T10:15:00Z"}']);
        return read.length;
      }, WAIT)
      .toBeGreaterThanOrEqual(2);
    const publishing = publishAll('shared/all/x', documents);
    await expect.poll(() => read.filter(({ topic }) => topic === 'shared/rdf/x').length, WAIT).toBeGreaterThan(0);
    // Half of the messages are another's then, or come to this one when it is back.
    const codes = await end(both[0]!, 'SIGTERM');
    expect(codes).toBe(0);
    start('shared', ['--input-topic', '$share/hub/shared/all/+', '--client-id', 'shared-1']);
    await publishing;
    const results = () => read.filter(({ topic }) => topic === 'shared/rdf/x').map(({ text }) => text);
    await expect.poll(() => new Set(results()).size, WAIT).toBe(documents.length);
    expect(distinctTriples(results())).toEqual(await triplesOf(cli, documents));
    expect(await end(both[1]!, 'SIGTERM')).toBe(0);
  }, 180_000);

  test('has settings of variables, and refuses what cannot work', async () => {
    const run = (args: readonly string[], env: Record<string, string> = {}) => cli.run(['stream', ...args], '', env);
    const topics = {
      HUB_STREAM_INPUT_TOPIC: 'a/#',
      HUB_STREAM_OUTPUT_TOPIC: 'b/{topic}',
      HUB_STREAM_DEAD_LETTERS: 'c',
    };
    const both = {
      HUB_STREAM_INPUT: broker!.url,
      HUB_STREAM_OUTPUT: broker!.url,
      HUB_STREAM_CLIENT_ID: 'refused',
      ...topics,
    };
    for (const [env, said] of [
      [{ ...both, HUB_STREAM_OUTPUT_TOPIC: 'a/{topic}' }, 'read again'],
      [{ ...both, HUB_STREAM_OUTPUT_TOPIC: 'b/{key}' }, '{key}'],
      [{ ...both, HUB_STREAM_CLIENT_ID: '' }, '--client-id'],
      [{ ...both, HUB_STREAM_DEAD_LETTERS: '' }, '--dead-letters'],
      [{ ...both, HUB_STREAM_MAX_IN_FLIGHT: '0' }, 'HUB_STREAM_MAX_IN_FLIGHT'],
      [{ ...both, HUB_STREAM_SKOLEMIZE: 'perhaps' }, 'HUB_STREAM_SKOLEMIZE'],
      [{ HUB_STREAM_INPUT: 'amqp://localhost' }, '--input'],
    ] as const)
      expect(await run([], env)).toMatchObject({ code: 2, err: expect.stringContaining(said) });
    expect(await run(['--input', 'mqtt://localhost:1'], { ...both, HUB_STREAM_INPUT: '' })).toMatchObject({
      code: 3,
      err: expect.stringContaining('mqtt://localhost:1 cannot be reached'),
    });
  }, 60_000);

  test('tells how to get the package that it needs', async () => {
    const child = cli.start(
      ['stream', '--input', broker!.url, '--input-topic', 'a', '--client-id', 'b'],
      withoutPackage('mqtt'),
    );
    let err = '';
    child.stderr!.on('data', (text: Buffer) => (err += text.toString()));
    expect(await once(child, 'close')).toEqual([3, null]);
    expect(err).toContain('npm install mqtt@5');
  });

  test('goes on when the broker comes back', async () => {
    const restarting = await startMosquitto({ isKept: true });
    try {
      // Their sessions are kept, too.
      const kept = { clean: false, properties: { sessionExpiryInterval: 600 } };
      const read = await readTopics(restarting, ['restarted/rdf/#'], { clientId: 'reader', ...kept });
      const sender = await restarting.connect({ clientId: 'sender', ...kept });
      const child = start('restarted', ['--max-in-flight', '20'], restarting);
      await untilResult('restarted/in/x', read, sender);
      const documents = Array.from({ length: 1000 }, (_, i) => readingOf(i));
      const before = read.length;
      const publishing = publishAll('restarted/in/x', documents, sender);
      await expect.poll(() => read.length, { ...WAIT, interval: 2 }).toBeGreaterThan(before);
      await restarting.restart();
      await publishing;
      await expect.poll(() => new Set(read.map(({ text }) => numberOf(text))).size, WAIT).toBe(documents.length);
      expect(streams.saidBy(child)).toContain('is back.');
      expect(await end(child, 'SIGTERM')).toBe(0);
    } finally {
      await restarting.stop();
    }
  }, 180_000);

  test('tells of two processes with one name, which the broker connects in turn, and loses nothing', async () => {
    const read = await readTopics(broker!, ['twice/rdf/#']);
    const both = [start('twice'), start('twice')] as const;
    const said = (): string => both.map(streams.saidBy).join('');
    const documents = Array.from({ length: 500 }, (_, i) => readingOf(i));
    await expect.poll(said, WAIT).toContain('is back.');
    await publishAll('twice/in/x', documents);
    await expect.poll(said, WAIT).toContain('Perhaps another process has the same --client-id');
    await end(both[0], 'SIGTERM');
    await expect.poll(() => new Set(read.map(({ text }) => numberOf(text))).size, WAIT).toBe(documents.length);
    expect(await end(both[1], 'SIGTERM')).toBe(0);
  }, 180_000);

  test.each([
    [3, 'subscribes when the connection is back'],
    [Infinity, 'ends when it is lost each time'],
  ])(
    'of whose first %f subscriptions the connection is lost, %s',
    async (losses) => {
      const cutting = await startCutting(losses);
      try {
        const read = await readTopics(broker!, ['cut/rdf/#']);
        const child = start('cut', [], { url: cutting.url });
        if (losses === Infinity) {
          expect(await once(child, 'close')).toEqual([3, null]);
          expect(streams.saidBy(child)).toMatch(
            /refuses the subscription: Connection closed, 5 times\. Perhaps .* one of its own\.\n/,
          );
        } else {
          await untilResult('cut/in/x', read);
          expect(await end(child, 'SIGTERM')).toBe(0);
          expect(streams.saidBy(child)).toContain('is back.');
        }
      } finally {
        cutting.stop();
      }
    },
    120_000,
  );

  test('subscribes again at a broker that has forgotten the session', async () => {
    const forgetting = await startMosquitto();
    try {
      const child = start('forgotten', [], forgetting);
      const arrives = async (): Promise<void> => {
        const read = await readTopics(forgetting, ['forgotten/rdf/#']);
        const sender = await forgetting.connect();
        await untilResult('forgotten/in/x', read, sender);
        await sender.endAsync();
      };
      await arrives();
      await forgetting.restart();
      await expect.poll(() => streams.saidBy(child), WAIT).toContain('is back.');
      await arrives();
      expect(await end(child, 'SIGTERM')).toBe(0);
    } finally {
      await forgetting.stop();
    }
  }, 120_000);

  test('does not wait for a broker that is away longer than --drain-timeout when a signal ends it', async () => {
    const leaving = await startMosquitto();
    const output = ['--output', leaving.url, '--output-topic', 'rdf', '--dead-letters', 'failed'];
    const child = streams.start([...output, '--drain-timeout', '1']);
    const read = await readTopics(leaving, ['rdf']);
    child.stdin!.write(`${readingOf(1)}\n`);
    await expect.poll(() => read.length, WAIT).toBe(1);
    await leaving.stop();
    await expect.poll(() => streams.saidBy(child), WAIT).toContain('is lost. It is tried again.');
    child.stdin!.write(`${readingOf(2)}\n`);
    expect(await end(child, 'SIGTERM')).toBe(3);
    expect(streams.saidBy(child)).toContain('was not delivered within 1 s.');
  }, 120_000);

  test(`loses no result and keeps the order of a topic, however often it is killed`, async () => {
    const documents = Array.from({ length: KILLS * 300 }, (_, i) => readingOf(i));
    const topicOf = (number: number): string => `killed/in/${number % 5}`;
    const read = await readTopics(broker!, ['killed/rdf/#']);
    // The session is there before the first message.
    expect(await endOnceListening('killed')).toBe(0);
    let published = 0;
    const publishSome = (count: number) =>
      Promise.all(
        documents
          .slice(published, published + count)
          .map((document) => client.publishAsync(topicOf(published++), document, { qos: 1 })),
      );
    for (let kill = 0; kill < KILLS; kill++) {
      await publishSome(300);
      const before = read.length;
      const child = start('killed', ['--max-in-flight', '20']);
      // Some are killed before they have done anything, most amid their work.
      const isAmidWork = kill % 4 > 0;
      if (isAmidWork) await expect.poll(() => read.length, { ...WAIT, interval: 2 }).toBeGreaterThan(before);
      await delay(Math.random() * (isAmidWork ? 40 : 1000));
      await end(child, 'SIGKILL');
    }
    const last = start('killed');
    const seen = () => new Set(read.map(({ text }) => numberOf(text)));
    await expect.poll(() => seen().size, { timeout: 300_000, interval: 200 }).toBe(documents.length);
    expect(await end(last, 'SIGTERM')).toBe(0);
    // At least once: what was under way came again.
    expect(read.length).toBeGreaterThan(documents.length);
    expect(distinctTriples(read.map(({ text }) => text))).toEqual(await triplesOf(cli, documents));
    for (const lane of ['0', '1', '2', '3', '4']) {
      const numbers = read.filter(({ topic }) => topic === `killed/rdf/${lane}`).map(({ text }) => numberOf(text));
      const first = [...new Set(numbers)];
      expect(first).toEqual(first.toSorted((a, b) => a - b));
    }
  }, 3_600_000);
});

/** Runs a stream until it has made its subscription; its exit code. */
async function endOnceListening(name: string): Promise<number | null> {
  const probe = await readTopics(broker!, [`${name}/failed`]);
  const child = start(name);
  await expect
    .poll(async () => {
      await client.publishAsync(`${name}/in/probe`, 'no document', { qos: 1 });
      return probe.length;
    }, WAIT)
    .toBeGreaterThan(0);
  return end(child, 'SIGTERM');
}

test.skipIf(MOSQUITTO_TLS_MISSING !== null)(
  'brokers that want TLS and a certificate get both',
  async () => {
    const secured = await startMosquitto({ withTls: true });
    try {
      const { ca, cert, key } = secured.tls!;
      const refused = ['stream', '--input', secured.url, '--input-topic', 'a', '--client-id', 'b'];
      expect(await cli.run(refused)).toMatchObject({ code: 3, err: expect.stringContaining('certificate') });
      const files = await Promise.all([ca, cert, key].map((path) => readFile(path)));
      const pem = { ca: files[0]!, cert: files[1]!, key: files[2]! };
      const own = await secured.connect(pem);
      const read = await readTopics(secured, ['tls/rdf/#'], pem);
      start('tls', ['--tls-ca', ca, '--tls-cert', cert, '--tls-key', key], secured);
      await expect
        .poll(async () => {
          await publishAll('tls/in/a', [readingOf(1)], own);
          return read.length;
        }, WAIT)
        .toBeGreaterThan(0);
      expect(read[0]!.text).toContain('"1.10"');
    } finally {
      await secured.stop();
    }
  },
  60_000,
);
