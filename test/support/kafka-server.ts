import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import kafkajs, { type Admin, type ITopicMetadata, type Kafka, type KafkaMessage, type Message } from 'kafkajs';
import { makeCertificates, type TlsFiles } from './certificates.ts';
import { findProgram, sayMissing } from './programs.ts';
import { freePort, installed, runProgram } from './sparql-server.ts';

const VERSION = '4.1.0';
const CLUSTER_ID = 'MkU3OEVBNTcwNTJENDM2Qk';
const USER = 'reader';
const PASSWORD = 'p@ss';
const CONSOLE_CONSUMER = 'org.apache.kafka.tools.consumer.ConsoleConsumer';
/** What no result has in it. */
const FIELD_END = '\u001f';
const RECORD_END = '\u001e';
/** What the mark begins with that stands last in a partition that is read to its end; readers of tests pass over it. */
const LAST_MARK = 'the last of this partition, ';
/** No topic of a test takes so long to read. */
const READ_MS = 120_000;
const GROUP_TRIES = 200;
const GROUP_PAUSE_MS = 100;
const SCRAM = ['SCRAM-SHA-256', 'SCRAM-SHA-512'];

/** A message as a reader sees it. */
export interface KafkaRead {
  readonly topic: string;
  readonly partition: number;
  readonly offset: bigint;
  readonly key: string | null;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Apache Kafka of the test's own, one broker in KRaft mode. */
export interface KafkaServer {
  readonly url: string;
  /** The same broker by TLS and SASL, with whichever mechanism, and the file of its authority; null without openssl. */
  readonly secured: { readonly url: string; readonly ca: string } | null;
  readonly pid: number;
  readonly admin: Admin;
  createTopics(topics: Readonly<Record<string, number>>, settings?: Readonly<Record<string, string>>): Promise<void>;
  publish(topic: string, messages: readonly Message[]): Promise<void>;
  /** Has Kafka's own console producer publish lines, compressed. */
  publishCompressed(topic: string, codec: string, lines: readonly string[]): Promise<void>;
  /** What committed messages the topics have, and get from now on, in the order of each partition. */
  read(topics: readonly string[]): Promise<readonly KafkaRead[]>;
  /** What committed messages a topic has by now, as Kafka's own console consumer reads them: the client of the streams has no part in it. */
  readByKafka(topic: string): Promise<ReadonlyArray<Pick<KafkaRead, 'partition' | 'offset' | 'text'>>>;
  /** Ends the broker, and starts it again with what it has on the disk. */
  restart(signal: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

/** The jars of Kafka that Maven finds, as a class path; or what is missing. */
async function findKafka(): Promise<{ readonly classPath: string } | { readonly missing: string }> {
  if (findProgram('java') === null || findProgram('mvn') === null)
    return { missing: 'Java 17 and Maven, which bring Apache Kafka (apt-get install openjdk-17-jre-headless maven)' };
  try {
    const folder = await installed(`kafka-${VERSION}-with-tools`, copyJars);
    return { classPath: join(folder, '*') };
  } catch (error) {
    return {
      missing: `Apache Kafka ${VERSION}, which Maven could not get: ${(error as Error).message.split('\n', 1)[0]}`,
    };
  }
}

const DEPENDENCIES = [
  ['org.apache.kafka', 'kafka_2.13', VERSION],
  ['org.apache.kafka', 'kafka-tools', VERSION],
  ['org.slf4j', 'slf4j-simple', '1.7.36'],
] as const;

async function copyJars(folder: string): Promise<void> {
  const pom = join(folder, 'pom.xml');
  const dependency = (group: string, name: string, version: string): string =>
    `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`;
  await writeFile(
    pom,
    `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
      <groupId>test</groupId><artifactId>kafka</artifactId><version>1</version>
      <dependencies>${DEPENDENCIES.map(([group, name, version]) => dependency(group, name, version)).join('')}</dependencies></project>`,
  );
  const scope = '-DincludeScope=runtime';
  await runProgram(
    'mvn',
    '--quiet',
    '--batch-mode',
    '-f',
    pom,
    'dependency:copy-dependencies',
    scope,
    `-DoutputDirectory=${folder}`,
  );
}

const found = await findKafka();
/** Why there is no Kafka for a test; null when there is. */
export const KAFKA_MISSING = 'missing' in found ? found.missing : null;
if (KAFKA_MISSING !== null) process.stderr.write(`Skipped: ${KAFKA_MISSING}\n`);

/** Why there is none with TLS, whose certificates are made by another program. */
export const KAFKA_TLS_MISSING = KAFKA_MISSING ?? sayMissing({ openssl: 'openssl' });

/** @param settings of the broker besides */
export async function startKafka(settings: readonly string[] = []): Promise<KafkaServer> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-kafka-'));
  const [port, controller, secure] = [await freePort(), await freePort(), await freePort()];
  const tls = KAFKA_TLS_MISSING === null ? await makeCertificates(folder) : null;
  const own = [
    ...settingsOf({ folder, port, controller, secure: tls === null ? null : secure }),
    ...(tls === null ? [] : await securedBy(tls)),
  ];
  const file = join(folder, 'server.properties');
  await writeFile(file, [...own, ...settings].join('\n'));
  // Compiling less is faster for a broker that lives for a minute.
  const java = ['-Xmx512m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-cp', classPath()];
  await promisify(execFile)(findProgram('java')!, [
    ...java,
    'kafka.tools.StorageTool',
    'format',
    '-t',
    CLUSTER_ID,
    '-c',
    file,
    ...SCRAM.flatMap((mechanism) => ['--add-scram', `${mechanism}=[name=${USER},password=${PASSWORD}]`]),
  ]);
  let broker = await startBroker([...java, 'kafka.Kafka', file]);
  const url = `127.0.0.1:${port}`;
  const kafka = new kafkajs.Kafka({
    brokers: [url],
    logLevel: kafkajs.logLevel.NOTHING,
    retry: { initialRetryTime: 50, retries: 20 },
  });
  const admin = kafka.admin();
  // Idempotent, as the client sends all partitions again where one of a new topic was not ready, and the others would have the messages twice.
  const producer = kafka.producer({ allowAutoTopicCreation: false, idempotent: true, maxInFlightRequests: 1 });
  await Promise.all([admin.connect(), producer.connect()]);
  await untilGroupsMeet(admin);
  const readers: Array<() => Promise<void>> = [];
  return {
    url: `kafka://${url}`,
    secured:
      tls === null ? null : { url: `kafkas://${USER}:${encodeURIComponent(PASSWORD)}@localhost:${secure}`, ca: tls.ca },
    get pid() {
      return broker.pid;
    },
    admin,
    async createTopics(topics, configs = {}) {
      const configEntries = Object.entries(configs).map(([name, value]) => ({ name, value }));
      const wanted = Object.entries(topics).map(([topic, numPartitions]) => ({ topic, numPartitions, configEntries }));
      await admin.createTopics({ topics: wanted, waitForLeaders: true });
    },
    async publish(topic, messages) {
      await producer.send({ topic, messages: [...messages], acks: -1 });
    },
    async publishCompressed(topic, codec, lines) {
      const options = ['--bootstrap-server', url, '--topic', topic, '--compression-codec', codec];
      // All lines are one batch.
      const batches = ['linger.ms=1000', 'batch.size=900000'].flatMap((each) => ['--producer-property', each]);
      const command = [...java, 'org.apache.kafka.tools.ConsoleProducer', ...options, ...batches];
      const producing = promisify(execFile)(findProgram('java')!, command);
      producing.child.stdin!.end(`${lines.join('\n')}\n`);
      await producing;
    },
    read: (topics) => readTopics(kafka, topics, readers),
    async readByKafka(topic) {
      // Behind all that is there: what is committed later comes after it.
      const [{ partitions }] = (await admin.fetchTopicMetadata({ topics: [topic] })).topics as [ITopicMetadata];
      const mark = LAST_MARK + randomUUID();
      const marks = partitions.map(({ partitionId }) => ({ partition: partitionId, value: mark }));
      await producer.send({ topic, messages: marks, acks: -1 });
      const options = ['--bootstrap-server', url, '--topic', topic, '--from-beginning'];
      const whole = ['--isolation-level', 'read_committed'];
      const places = ['print.partition=true', 'print.offset=true'];
      const ends = [`key.separator=${FIELD_END}`, `line.separator=${RECORD_END}`];
      const format = [...places, ...ends].flatMap((each) => ['--property', each]);
      const command = [...java, CONSOLE_CONSUMER, ...options, ...whole, ...format];
      const said = await readUntilMarked(command, mark, marks.length);
      // `Partition:0`, `Offset:1`, and the value.
      return said
        .split(RECORD_END)
        .slice(0, -1)
        .map((record) => {
          const [partition, offset, text] = record.split(FIELD_END) as [string, string, string];
          return { partition: Number(partition.split(':')[1]), offset: BigInt(offset.split(':')[1]!), text };
        })
        .filter(({ text }) => !text.startsWith(LAST_MARK));
    },
    async restart(signal) {
      await broker.end(signal);
      broker = await startBroker([...java, 'kafka.Kafka', file]);
    },
    async stop() {
      await Promise.allSettled([...readers.map((close) => close()), admin.disconnect(), producer.disconnect()]);
      await broker.end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What a consumer says until so many partitions are read to a mark. @throws Error when it ends before, or takes too long */
async function readUntilMarked(command: readonly string[], mark: string, marks: number): Promise<string> {
  const child = spawn(findProgram('java')!, command, { stdio: ['ignore', 'pipe', 'pipe'], timeout: READ_MS });
  const ended = once(child, 'exit');
  let [said, found, complained] = ['', 0, ''];
  child.stderr.on('data', (piece: Buffer) => (complained += piece.toString()));
  child.stdout.setEncoding('utf8');
  try {
    for await (const piece of child.stdout as AsyncIterable<string>) {
      // A mark may come in two pieces, but its record ends once.
      const from = said.lastIndexOf(RECORD_END) + 1;
      said += piece;
      const whole = said.slice(from, said.lastIndexOf(RECORD_END) + 1);
      found += whole.split(`${FIELD_END}${mark}${RECORD_END}`).length - 1;
      if (found >= marks) return said;
    }
    throw new Error(`a consumer of Kafka ended at ${found} of ${marks} marks: ${complained}`);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

/** Waits for the topic of the offsets of groups, which is created when it is first asked for: a member that asks amid that may be in its group twice. */
async function untilGroupsMeet(admin: Admin): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await admin.fetchOffsets({ groupId: 'none', topics: ['__consumer_offsets'] });
      return;
    } catch (error) {
      if (tries === GROUP_TRIES) throw error;
      await delay(GROUP_PAUSE_MS);
    }
}

function classPath(): string {
  if ('missing' in found) throw new Error(found.missing);
  return found.classPath;
}

interface Place {
  readonly folder: string;
  readonly port: number;
  readonly controller: number;
  /** Null where there is no such listener. */
  readonly secure: number | null;
}

function settingsOf({ folder, port, controller, secure }: Place): string[] {
  const open = [`PLAINTEXT://127.0.0.1:${port}`, ...(secure === null ? [] : [`SECURED://localhost:${secure}`])];
  const own = ['offsets.topic', 'transaction.state.log'].flatMap((name) => [
    `${name}.replication.factor=1`,
    `${name}.num.partitions=1`,
  ]);
  return [
    'process.roles=broker,controller',
    'node.id=1',
    `controller.quorum.voters=1@127.0.0.1:${controller}`,
    `listeners=${[...open, `CONTROLLER://127.0.0.1:${controller}`].join(',')}`,
    `advertised.listeners=${open.join(',')}`,
    'listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURED:SASL_SSL',
    'controller.listener.names=CONTROLLER',
    'inter.broker.listener.name=PLAINTEXT',
    `log.dirs=${folder}/data`,
    ...own,
    'transaction.state.log.min.isr=1',
    'share.coordinator.state.topic.replication.factor=1',
    'share.coordinator.state.topic.min.isr=1',
    'auto.create.topics.enable=false',
    // Groups of tests lose a member by SIGKILL again and again.
    'group.initial.rebalance.delay.ms=0',
    'group.min.session.timeout.ms=100',
  ];
}

/** Settings of the listener with TLS, whose clients show who they are. */
async function securedBy({ cert, key }: TlsFiles): Promise<string[]> {
  const store = `${cert}.store`;
  await writeFile(store, (await Promise.all([key, cert].map((path) => readFile(path, 'utf8')))).join(''));
  const security = 'org.apache.kafka.common.security';
  const listener = 'listener.name.secured';
  return [
    `sasl.enabled.mechanisms=${['PLAIN', ...SCRAM].join(',')}`,
    `${listener}.plain.sasl.jaas.config=${security}.plain.PlainLoginModule required user_${USER}="${PASSWORD}";`,
    ...SCRAM.map(
      (mechanism) =>
        `${listener}.${mechanism.toLowerCase()}.sasl.jaas.config=${security}.scram.ScramLoginModule required;`,
    ),
    `${listener}.ssl.keystore.type=PEM`,
    `${listener}.ssl.keystore.location=${store}`,
    `${listener}.ssl.client.auth=none`,
  ];
}

interface Broker {
  readonly pid: number;
  end(signal: NodeJS.Signals): Promise<void>;
}

async function startBroker(args: readonly string[]): Promise<Broker> {
  const child = spawn(findProgram('java')!, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const listen = (piece: Buffer): void => {
      said = (said + piece.toString()).slice(-4_000);
      if (said.includes('Kafka Server started')) resolve();
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', () => reject(new Error(`Kafka has ended: ${said}`)));
  });
  return {
    pid: child.pid!,
    async end(signal) {
      process.off('exit', kill);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

async function readTopics(
  kafka: Kafka,
  topics: readonly string[],
  readers: Array<() => Promise<void>>,
): Promise<KafkaRead[]> {
  const consumer = kafka.consumer({ groupId: `test-${readers.length}-${topics[0]}`, maxWaitTimeInMs: 50 });
  readers.push(() => consumer.disconnect());
  const read: KafkaRead[] = [];
  // Of a partition: what a group has not committed when its member was taken for dead, it reads again, which is no second message.
  const next = new Map<string, bigint>();
  await consumer.connect();
  await consumer.subscribe({ topics: [...topics], fromBeginning: true });
  await consumer.run({
    eachBatch: async ({ batch: { topic, partition, messages } }) => {
      const place = `${topic} ${partition}`;
      for (const message of messages) {
        const offset = BigInt(message.offset);
        if (offset < (next.get(place) ?? 0n)) continue;
        next.set(place, offset + 1n);
        if (message.value?.toString().startsWith(LAST_MARK) === true) continue;
        read.push({ topic, partition, offset, ...textsOf(message) });
      }
    },
  });
  return read;
}

function textsOf({ key, value, headers = {} }: KafkaMessage): Pick<KafkaRead, 'key' | 'text' | 'headers'> {
  const told = Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)]));
  return { key: key === null ? null : key.toString(), text: value === null ? '' : value.toString(), headers: told };
}
