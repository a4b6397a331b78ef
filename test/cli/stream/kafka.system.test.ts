import { execFile, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  KAFKA_MISSING,
  KAFKA_TLS_MISSING,
  startKafka,
  type KafkaRead,
  type KafkaServer,
} from '../../support/kafka-server.ts';
import { MOSQUITTO_MISSING, startMosquitto } from '../../support/mosquitto-server.ts';
import { findProgram } from '../../support/programs.ts';
import { PROMETHEUS_MISSING } from '../../support/prometheus-server.ts';
import { freePort } from '../../support/sparql-server.ts';
import { readTable } from '../../docs/read-documents.ts';
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

const MONITORING = fileURLToPath(new URL('../../../docs/monitoring.md', import.meta.url));

let streams: Streams;
let cli: CommandLine;
let broker: KafkaServer;
beforeAll(async () => {
  streams = await prepareStreams();
  cli = streams.cli;
  if (KAFKA_MISSING === null) broker = await startKafka();
}, 240_000);
afterEach((test) => streams.endAll(test));
afterAll(async () => {
  await broker?.stop();
  await cli?.remove();
});

/** Topics `NAME`, `rdf.NAME` and `failed.NAME`; the last one has one partition, so that its order is known. */
async function createTopics(name: string, partitions: number): Promise<void> {
  await broker.createTopics({ [name]: partitions, [`rdf.${name}`]: partitions, [`failed.${name}`]: 1 });
}

/** The options of a stream between these topics. */
function between(name: string, url = broker.url): string[] {
  const input = ['--input', url, '--input-topic', name, '--group', `group-${name}`];
  return [...input, '--output', url, '--output-topic', 'rdf.{topic}', '--dead-letters', 'failed.{topic}'];
}

/** Documents whose order counts within each of five keys. */
function keyed(from: number, count: number): Array<{ key: string; value: string }> {
  return Array.from({ length: count }, (_, i) => ({ key: `lane-${(from + i) % 5}`, value: readingOf(from + i) }));
}

/** The numbers of the results of each key, in the order of the topic. */
function lanesOf(read: readonly KafkaRead[]): Map<string | null, number[]> {
  const lanes = new Map<string | null, number[]>();
  for (const { key, text } of read) lanes.set(key, [...(lanes.get(key) ?? []), numberOf(text)]);
  return lanes;
}

/** Of each key, what stands there for the first time is in the order of the inputs. */
function expectOrder(read: readonly KafkaRead[]): void {
  for (const numbers of lanesOf(read).values()) {
    const first = [...new Set(numbers)];
    expect(first).toEqual(first.toSorted((a, b) => a - b));
  }
}

/** The exit code of a process, and what it said. */
async function untilEnd(child: ChildProcess): Promise<{ readonly code: number | null; readonly err: string }> {
  let err = '';
  child.stderr!.on('data', (text: Buffer) => (err += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, err };
}

/** Which result it is, and where it stands. */
function placeOf({ partition, offset, text }: Pick<KafkaRead, 'partition' | 'offset' | 'text'>): string {
  return `${numberOf(text)} at ${partition}:${offset}`;
}

/** The places of each result that stands in a topic more than once. */
function repeatedOf(read: readonly KafkaRead[]): string[][] {
  const places = new Map<number, string[]>();
  for (const message of read) {
    const number = numberOf(message.text);
    places.set(number, [...(places.get(number) ?? []), placeOf(message)]);
  }
  return [...places.values()].filter(({ length }) => length > 1);
}

const distinct = (read: readonly KafkaRead[]): number => new Set(read.map(({ text }) => numberOf(text))).size;

describe.skipIf(KAFKA_MISSING !== null)('a stream over Kafka', () => {
  test('gives results and dead letters their topics, keys and headers, in order', async () => {
    await createTopics('plain', 2);
    await broker.publish('plain', [
      ...keyed(0, 30),
      { key: 'lane-0', value: '{"nonsense":1}' },
      { key: 'lane-0', value: Buffer.from([0x7b, 0xff]) },
      { key: 'lane-0', value: null },
      { key: 'lane-0', value: '' },
    ]);
    const read = await broker.read(['rdf.plain', 'failed.plain']);
    const child = streams.start(between('plain'));
    await expect.poll(() => read.length, WAIT).toBe(34);
    const results = read.filter(({ topic }) => topic === 'rdf.plain');
    expect(distinctTriples(results.map(({ text }) => text))).toEqual(
      await triplesOf(
        cli,
        keyed(0, 30).map(({ value }) => value),
      ),
    );
    expect(lanesOf(results).get('lane-3')).toEqual([3, 8, 13, 18, 23, 28]);
    expect(results[0]!.headers).toEqual({
      'content-type': 'application/n-triples',
      vocabulary: expect.stringMatching(VOCABULARY),
    });
    const letters = read.filter(({ topic }) => topic === 'failed.plain');
    const told = letters.map(({ text }) => JSON.parse(text) as Record<string, string | number | null>);
    expect(told.map(({ code, text, base64 }) => [code, base64 ?? text])).toEqual([
      ['not-all-terms', '{"nonsense":1}'],
      ['not-utf8', 'e/8='],
      ['not-an-object', null],
      ['malformed-json', ''],
    ]);
    expect(told[2]).toMatchObject({ message: 'The message has no value: it is a tombstone.' });
    expect(told[0]).toMatchObject({
      topic: 'plain',
      partition: expect.any(Number),
      offset: expect.any(Number),
      vocabulary: expect.stringMatching(VOCABULARY),
    });
    expect(letters[0]).toMatchObject({ key: 'lane-0', headers: { code: 'not-all-terms' } });
    expect(await end(child, 'SIGTERM')).toBe(0);
    // Everything is acknowledged, and nothing comes again.
    const [group] = await broker.admin.fetchOffsets({ groupId: 'group-plain', topics: ['plain'] });
    expect(group!.partitions.reduce((sum, { offset }) => sum + Number(offset), 0)).toBe(34);
  });

  test('reads CloudEvents and archives, and refuses results that are too large for the topic', async () => {
    await broker.createTopics({ events: 1 });
    await broker.createTopics({ 'rdf.events': 1, 'failed.events': 1 }, { 'max.message.bytes': '20000' });
    const event = `{"specversion":"1.0","id":"1","source":"/a","type":"b","data": {"timestamp":"2026-03-01T10:15:00Z","voltage-V":1.10} }`;
    const seriesOf = (length: number): string =>
      `{"timestamp":[${Array.from({ length }, (_, i) => `"${new Date(i * 900_000).toISOString()}"`).join(',')}]}`;
    await broker.publish('events', [
      { value: event, headers: { 'content-type': 'application/cloudevents+json' } },
      { value: readingOf(2), headers: { 'content-type': 'application/json', ce_specversion: '1.0', ce_id: '2' } },
      { value: gzipSync(readingOf(3)) },
      { value: seriesOf(500) },
      { value: seriesOf(1000) },
      { key: 'k'.repeat(19_000), value: readingOf(4) },
      { value: readingOf(5) },
    ]);
    const read = await broker.read(['rdf.events', 'failed.events']);
    streams.start(between('events'));
    await expect.poll(() => read.length, WAIT).toBe(7);
    const results = read.filter(({ topic }) => topic === 'rdf.events');
    expect(results.map(({ text }) => numberOf(text))).toEqual([1, 2, 3, 5]);
    const letters = read.filter(({ topic }) => topic === 'failed.events');
    const told = letters.map(({ text }) => JSON.parse(text) as Record<string, string | null>);
    expect(told.map(({ code, message }) => [code, message])).toEqual([
      ['answer-too-large', expect.stringContaining('are the most of one')],
      ['answer-too-large', expect.stringContaining('are the most of one')],
      ['answer-too-large', expect.stringContaining('its key 19,000')],
    ]);
    expect(told.map(({ text }) => text)).toEqual([seriesOf(500), null, readingOf(4)]);
  });

  test('tells Prometheus what it has done, and how far it is behind', async () => {
    await broker.createTopics({ measured: 2 });
    await broker.publish('measured', [{ key: 'lane-0', value: '{"nonsense":1}' }, ...keyed(0, 5000)]);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/metrics`;
    const input = ['--input', broker.url, '--input-topic', 'measured', '--group', 'measured'];
    const child = streams.start([...input, '--metrics-port', String(port)]);
    const metric = async (name: string): Promise<number | null> => {
      const text = await fetch(url).then(
        (response) => response.text(),
        () => '',
      );
      const line = text.split('\n').find((found) => found.startsWith(`${name} `));
      return line === undefined ? null : Number(line.slice(name.length));
    };
    // Nobody reads the results: they fill the pipe, and what is behind waits.
    await expect.poll(() => metric('hub_stream_in_flight_messages')).toBeGreaterThan(0);
    expect(await metric('hub_stream_lag_messages')).toBeGreaterThan(0);
    child.stdout!.resume();
    await expect.poll(() => metric('hub_stream_lag_messages')).toBe(0);
    expect(await metric('hub_stream_documents_total{outcome="ok"}')).toBe(5000);
    expect(await metric('hub_stream_documents_total{outcome="not-all-terms"}')).toBe(1);
    const text = await (await fetch(url)).text();
    const told = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!);
    const documented = readTable(await readFile(MONITORING, 'utf8'), 'Metric of a stream').map(([name]) => name!);
    expect(told.toSorted()).toEqual(documented.toSorted());
    if (PROMETHEUS_MISSING === null) {
      const check = promisify(execFile)(findProgram('promtool')!, ['check', 'metrics']);
      check.child.stdin!.end(text);
      expect((await check).stdout).toBe('');
    }
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    expect((await fetch(url, { method: 'POST', body: 'x' })).status).toBe(405);
    const taken = await cli.run(['stream', '--metrics-port', String(port)]);
    expect(taken).toMatchObject({ code: 3, err: expect.stringContaining('Metrics cannot be served at 127.0.0.1') });
  });

  test('goes to standard output and comes from standard input', async () => {
    await createTopics('lines', 1);
    const output = ['--output', broker.url, '--output-topic', 'lines', '--dead-letters', 'failed.lines', '-q'];
    const written = await cli.run(['stream', ...output, '-t', 'jsonld'], `${readingOf(1)}\n{"nonsense":1}\n`);
    expect(written).toEqual({ code: 0, out: '', err: '' });
    const read = await broker.read(['lines', 'failed.lines']);
    await expect.poll(() => read.length, WAIT).toBe(2);
    expect(read.map(({ headers }) => headers['content-type']).toSorted()).toEqual([
      'application/json',
      'application/ld+json',
    ]);
    await broker.publish('rdf.lines', keyed(0, 3));
    const child = streams.start(['--input', broker.url, '--input-topic', 'rdf.lines', '--group', 'lines', '-t', 'nt']);
    let out = '';
    child.stdout!.on('data', (text: Buffer) => (out += text.toString()));
    await expect.poll(() => out.match(/numericValue> "\d\.10"/g), WAIT).toHaveLength(3);
    expect(await end(child, 'SIGTERM')).toBe(0);
  });

  test.skipIf(MOSQUITTO_MISSING !== null)('comes from MQTT, and goes back to it', async () => {
    await broker.createTopics({ 'rdf.p1': 2, unreadable: 1 });
    const mosquitto = await startMosquitto();
    try {
      const client = await mosquitto.connect();
      const back: string[] = [];
      client.on('message', (_, payload) => back.push(payload.toString()));
      await client.subscribeAsync('back/+', { qos: 1 });
      const read = await broker.read(['rdf.p1']);
      const there = ['--input', mosquitto.url, '--input-topic', 'plants/#', '--client-id', 'there', '-t', 'jsonld'];
      streams.start([...there, '--output', broker.url, '--output-topic', 'rdf.{2}', '--dead-letters', 'unreadable']);
      await expect
        .poll(async () => {
          await client.publishAsync('plants/p1/readings', readingOf(1), { qos: 1 });
          return read.length;
        }, WAIT)
        .toBeGreaterThan(0);
      expect(read[0]!.key).toBe('plants/p1/readings');
      const input = ['--input', broker.url, '--input-topic', 'rdf.p1', '--group', 'back'];
      // JSON-LD is JSON without terms of the vocabulary.
      const output = ['--output', mosquitto.url, '--output-topic', 'rdf/{2}', '--dead-letters', 'back/letters'];
      streams.start([...input, ...output]);
      await expect.poll(() => back[0], WAIT).toContain('"topic":"rdf.p1","partition":');
    } finally {
      await mosquitto.stop();
    }
  });

  test('says what is wrong with options and brokers', async () => {
    await createTopics('options', 1);
    const err = async (options: readonly string[], env: Readonly<Record<string, string>> = {}) => {
      const { code, err: said } = await cli.run(['stream', ...options], '', env);
      return `${code} ${said}`;
    };
    const to = (url: string, topic: string): string[] => [
      '--output',
      url,
      '--output-topic',
      topic,
      '--dead-letters',
      'failed.options',
    ];
    const from = (topic: string): string[] => ['--input', broker.url, '--input-topic', topic];
    expect(await err(from('options'))).toMatch(/^2 .*--group is missing/);
    expect(await err([...from('options'), '--exactly-once'])).toMatch(/^2 .*for Kafka on both sides/);
    expect(await err([...from('options/+'), '--group', 'a'])).toMatch(/^2 .*which has no filters/);
    expect(await err(to(broker.url, 'rdf/a'))).toMatch(/^2 .*name of a topic of Kafka/);
    expect(await err([...between('options'), '--output-topic', '{topic}'])).toMatch(/^2 .*would be read again/);
    expect(await err(to('kafka://a:b:c', 'rdf'))).toMatch(/^2 .*is no broker of Kafka/);
    expect(await err(to('kafka://a:%zz@b', 'rdf'))).toMatch(/^2 The credentials in the address/);
    expect(await err(to('kafka://127.0.0.1:1', 'rdf'))).toMatch(/^3 kafka:\/\/127\.0\.0\.1:1 cannot be reached/);
    expect(await err(to(broker.url, 'nowhere'))).toMatch(/^3 .*has no topic nowhere/);
    expect(await err([...from('nowhere'), '--group', 'a'])).toMatch(/^3 .*has no topic nowhere/);
    expect(await err(['-q'], { HUB_STREAM_SASL: 'guess' })).toMatch(/^2 .*HUB_STREAM_SASL/);
    const lacking = await untilEnd(cli.start(['stream', ...to(broker.url, 'rdf.options')], withoutPackage('kafkajs')));
    expect(lacking).toEqual({ code: 3, err: expect.stringContaining('npm install kafkajs@2') });
  });

  test.skipIf(KAFKA_TLS_MISSING !== null)('reaches brokers by TLS, and shows who it is by each mechanism', async () => {
    await createTopics('secured', 1);
    const { url, ca } = broker.secured!;
    const trusting = ['--tls-ca', ca];
    const output = (to: string, sasl: string, ...options: readonly string[]): string[] => {
      const topics = ['--output-topic', 'rdf.secured', '--dead-letters', 'failed.secured'];
      return ['stream', '-q', '--output', to, ...topics, '--sasl', sasl, ...options];
    };
    const read = await broker.read(['rdf.secured']);
    const wrong = url.replace('p%40ss', 'guess');
    const runs = await Promise.all([
      cli.run(output(url, 'plain', ...trusting), readingOf(1)),
      cli.run(output(url, 'scram-sha-256', ...trusting), readingOf(2)),
      cli.run(output(url, 'plain'), readingOf(3)),
      cli.run(output(wrong, 'plain', ...trusting), readingOf(3)),
      cli.run(output(wrong, 'scram-sha-512', ...trusting), readingOf(3)),
    ]);
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 3, 3, 3]);
    expect(runs[2]!.err).toMatch(/kafkas:\/\/localhost:\d+ cannot be reached: .*certificate/);
    for (const { err } of runs.slice(3)) expect(err).toMatch(/ cannot be reached: .*uthentication/);
    await broker.publish('secured', [{ value: readingOf(4) }]);
    const child = streams.start([...between('secured', url), '--sasl', 'scram-sha-512', ...trusting]);
    await expect.poll(() => read.map(({ text }) => numberOf(text)).toSorted(), WAIT).toEqual([1, 2, 4]);
    expect(await end(child, 'SIGTERM')).toBe(0);
  });

  test('reads what producers compressed in whichever way, and names the package that it lacks', async () => {
    const codecs = ['gzip', 'snappy', 'lz4', 'zstd'];
    const topics = codecs.map((codec) => `packed-${codec}`);
    await broker.createTopics({ ...Object.fromEntries(topics.map((topic) => [topic, 1])), 'rdf.packed': 1 });
    // More than one block of Snappy and of LZ4.
    const documentsOf = (codec: number): string[] =>
      Array.from({ length: 1000 }, (_, i) => readingOf(codec * 1000 + i));
    await Promise.all(codecs.map((codec, at) => broker.publishCompressed(topics[at]!, codec, documentsOf(at))));
    const read = await broker.read(['rdf.packed']);
    const input = [...topics.flatMap((topic) => ['--input-topic', topic]), '--input', broker.url];
    const output = ['--output', broker.url, '--output-topic', 'rdf.packed', '--dead-letters', 'rdf.packed'];
    const child = streams.start([...input, ...output, '--group', 'packed']);
    await expect.poll(() => read.length, WAIT).toBe(4000);
    expect(new Set(read.map(({ text }) => numberOf(text))).size).toBe(4000);
    expect(await end(child, 'SIGTERM')).toBe(0);
    const lacking = ['stream', '--input', broker.url, '--input-topic', 'packed-lz4', '--group', 'lacking'];
    const { code, err } = await untilEnd(cli.start(lacking, withoutPackage('lz4-napi')));
    expect([code, err]).toEqual([3, expect.stringContaining('npm install lz4-napi@2')]);
  });

  test.each([
    ['shared', []],
    ['shared-exactly', ['--exactly-once']],
  ])(
    'hands the partitions of a group over without a gap, and exactly once without a repetition: %s',
    async (name, options) => {
      await createTopics(name, 4);
      const read = await broker.read([`rdf.${name}`]);
      const start = (): ChildProcess => streams.start([...between(name), '--session-timeout', '60000', ...options]);
      const first = start();
      let published = 0;
      const publishSome = async (): Promise<void> => {
        await broker.publish(name, keyed(published, 500));
        published += 500;
      };
      const someMore = async (): Promise<void> => {
        const before = read.length;
        await publishSome();
        await expect.poll(() => read.length, WAIT).toBeGreaterThan(before);
      };
      await someMore();
      start();
      for (let i = 0; i < 3; i++) await someMore();
      await publishSome();
      expect(await end(first, 'SIGTERM')).toBe(0);
      await someMore();
      await expect.poll(() => distinct(read), WAIT).toBe(published);
      // A member that answers the group before all of its partitions are done cannot commit what it is at.
      if (options.length > 0) expect(read).toHaveLength(published);
      expectOrder(read);
    },
  );

  test('ends a process that was taken for dead, for it cannot commit any more, and has nothing twice exactly once', async () => {
    await createTopics('fenced', 2);
    const read = await broker.read(['rdf.fenced']);
    await broker.publish('fenced', keyed(0, 5000));
    const options = [...between('fenced'), '--exactly-once', '--session-timeout', '6000'];
    const stopped = streams.start(options);
    const ended = untilEnd(stopped);
    await expect.poll(() => read.length, { ...WAIT, interval: 2 }).toBeGreaterThan(0);
    stopped.kill('SIGSTOP');
    const other = streams.start(options);
    await expect.poll(() => distinct(read), WAIT).toBe(5000);
    stopped.kill('SIGCONT');
    // It has inputs that it can neither convert nor acknowledge, and leaves them.
    expect(await ended).toEqual({ code: 3, err: expect.stringContaining('old epoch') });
    await broker.publish('fenced', keyed(5000, 100));
    await expect.poll(() => distinct(read), WAIT).toBe(5100);
    expect(repeatedOf(read)).toEqual([]);
    expect(await end(other, 'SIGTERM')).toBe(0);
  }, 240_000);

  test('goes on when the broker comes back', async () => {
    await createTopics('restarted', 2);
    const read = await broker.read(['rdf.restarted']);
    streams.start([...between('restarted'), '--session-timeout', '6000']);
    await broker.publish('restarted', keyed(0, 1000));
    await expect.poll(() => read.length, WAIT).toBeGreaterThan(0);
    await broker.restart('SIGKILL');
    await broker.publish('restarted', keyed(1000, 1000));
    await expect.poll(() => distinct(read), { ...WAIT, timeout: 120_000 }).toBe(2000);
    expectOrder(read);
  }, 240_000);

  test('loses no result and keeps the order of a key, however often it is killed, and has none twice exactly once', async () => {
    const topics = ['a', 'b'].flatMap((lane) => [
      [`killed-${lane}`, 3],
      ...['least', 'exact'].flatMap((name) => [
        [`rdf.${name}-${lane}`, 3],
        [`failed.${name}-${lane}`, 1],
      ]),
    ]);
    await broker.createTopics(Object.fromEntries(topics) as Record<string, number>);
    // Two at the same time, for most of the time the groups wait for the member that was killed.
    const half = Math.ceil(KILLS / 2);
    await Promise.all([killAgainAndAgain('a', half), killAgainAndAgain('b', KILLS - half)]);
  }, 3_600_000);
});

/** Kills a stream at least once and one exactly once, so often each, between topics of its own, and looks at what both have written. */
async function killAgainAndAgain(lane: string, kills: number): Promise<void> {
  const topic = `killed-${lane}`;
  const [least, exact] = [await broker.read([`rdf.least-${lane}`]), await broker.read([`rdf.exact-${lane}`])];
  const letters = await broker.read([`failed.exact-${lane}`]);
  const start = (name: string, options: readonly string[]): ChildProcess => {
    const input = ['--input', broker.url, '--input-topic', topic, '--group', name];
    const output = ['--output', broker.url, '--output-topic', `rdf.${name}`, '--dead-letters', `failed.${name}`];
    // The group waits so long for the one that was killed.
    return streams.start([...input, ...output, '--session-timeout', '1500', ...options]);
  };
  const startBoth = () => [
    { name: `least-${lane}`, read: least, child: start(`least-${lane}`, []) },
    { name: `exact-${lane}`, read: exact, child: start(`exact-${lane}`, ['--exactly-once']) },
  ];
  let published = 0;
  for (let kill = 0; kill < kills; kill++) {
    await broker.publish(topic, [...keyed(published, 300), { key: 'lane-0', value: `{"nonsense":${kill}}` }]);
    published += 300;
    const lengths = [least.length, exact.length];
    // Some are killed before they have done anything, most amid their work.
    const isAmidWork = kill % 4 > 0;
    await Promise.all(
      startBoth().map(async ({ read, child }, i) => {
        const wait = { timeout: 180_000, interval: 2 };
        if (isAmidWork) await expect.poll(() => read.length, wait).toBeGreaterThan(lengths[i]!);
        await delay(Math.random() * (isAmidWork ? 40 : 1000));
        await end(child, 'SIGKILL');
      }),
    );
  }
  const last = startBoth();
  const documents = keyed(0, published).map(({ value }) => value);
  const triples = await triplesOf(cli, documents);
  for (const { name, read, child } of last) {
    await expect.poll(() => distinct(read), { timeout: 300_000, interval: 200 }).toBe(published);
    expect(await end(child, 'SIGTERM')).toBe(0);
    expect(distinctTriples(read.map(({ text }) => text))).toEqual(triples);
    expectOrder(read);
    // The reader of the test has what the topic has, at the same offsets: it has passed over nothing, and read nothing twice.
    const whole = await broker.readByKafka(`rdf.${name}`);
    expect(read.map(placeOf).toSorted()).toEqual(whole.map(placeOf).toSorted());
  }
  expect(repeatedOf(exact)).toEqual([]);
  const told = letters.map(({ text }) => (JSON.parse(text) as { text: string }).text);
  expect(told).toEqual(Array.from({ length: kills }, (_, kill) => `{"nonsense":${kill}}`));
}
