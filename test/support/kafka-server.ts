import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import kafkajs, { type Admin, type Kafka, type KafkaMessage, type Message } from 'kafkajs';
import { findProgram } from './programs.ts';
import { freePort, installed, runProgram } from './sparql-server.ts';

const VERSION = '4.1.0';
const CLUSTER_ID = 'MkU3OEVBNTcwNTJENDM2Qk';

/** A message as a reader sees it. */
export interface KafkaRead {
  readonly topic: string;
  readonly partition: number;
  readonly key: string | null;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Apache Kafka of the test's own, one broker in KRaft mode. */
export interface KafkaServer {
  readonly url: string;
  /** With credentials: the same broker by SASL. */
  readonly saslUrl: string;
  readonly pid: number;
  readonly admin: Admin;
  createTopics(topics: Readonly<Record<string, number>>, settings?: Readonly<Record<string, string>>): Promise<void>;
  publish(topic: string, messages: readonly Message[]): Promise<void>;
  /** What committed messages the topics have, and get from now on, in the order of each partition. */
  read(topics: readonly string[]): Promise<readonly KafkaRead[]>;
  /** Ends the broker, and starts it again with what it has on the disk. */
  restart(signal: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

/** The jars of Kafka that Maven finds, as a class path; or what is missing. */
async function findKafka(): Promise<{ readonly classPath: string } | { readonly missing: string }> {
  if (findProgram('java') === null || findProgram('mvn') === null)
    return { missing: 'Java 17 and Maven, which bring Apache Kafka (apt-get install openjdk-17-jre-headless maven)' };
  try {
    const folder = await installed(`kafka-${VERSION}`, copyJars);
    return { classPath: join(folder, '*') };
  } catch (error) {
    return {
      missing: `Apache Kafka ${VERSION}, which Maven could not get: ${(error as Error).message.split('\n', 1)[0]}`,
    };
  }
}

async function copyJars(folder: string): Promise<void> {
  const pom = join(folder, 'pom.xml');
  const dependency = (group: string, name: string, version: string): string =>
    `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`;
  await writeFile(
    pom,
    `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
      <groupId>test</groupId><artifactId>kafka</artifactId><version>1</version>
      <dependencies>${dependency('org.apache.kafka', 'kafka_2.13', VERSION)}${dependency('org.slf4j', 'slf4j-simple', '1.7.36')}</dependencies></project>`,
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

/** @param settings of the broker besides */
export async function startKafka(settings: readonly string[] = []): Promise<KafkaServer> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-kafka-'));
  const [port, controller, sasl] = [await freePort(), await freePort(), await freePort()];
  const file = join(folder, 'server.properties');
  await writeFile(file, settingsOf({ folder, port, controller, sasl }, settings).join('\n'));
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
  ]);
  let broker = await startBroker([...java, 'kafka.Kafka', file]);
  const url = `127.0.0.1:${port}`;
  const kafka = new kafkajs.Kafka({
    brokers: [url],
    logLevel: kafkajs.logLevel.NOTHING,
    retry: { initialRetryTime: 50, retries: 20 },
  });
  const admin = kafka.admin();
  const producer = kafka.producer({ allowAutoTopicCreation: false });
  await Promise.all([admin.connect(), producer.connect()]);
  const readers: Array<() => Promise<void>> = [];
  return {
    url: `kafka://${url}`,
    saslUrl: `kafka://reader:p%40ss@127.0.0.1:${sasl}`,
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
    read: (topics) => readTopics(kafka, topics, readers),
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

function classPath(): string {
  if ('missing' in found) throw new Error(found.missing);
  return found.classPath;
}

interface Place {
  readonly folder: string;
  readonly port: number;
  readonly controller: number;
  readonly sasl: number;
}

function settingsOf({ folder, port, controller, sasl }: Place, more: readonly string[]): string[] {
  const module = 'org.apache.kafka.common.security.plain.PlainLoginModule';
  const own = ['offsets.topic', 'transaction.state.log'].flatMap((name) => [
    `${name}.replication.factor=1`,
    `${name}.num.partitions=1`,
  ]);
  return [
    'process.roles=broker,controller',
    'node.id=1',
    `controller.quorum.voters=1@127.0.0.1:${controller}`,
    `listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controller},SASL://127.0.0.1:${sasl}`,
    `advertised.listeners=PLAINTEXT://127.0.0.1:${port},SASL://127.0.0.1:${sasl}`,
    'listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SASL:SASL_PLAINTEXT',
    'controller.listener.names=CONTROLLER',
    'inter.broker.listener.name=PLAINTEXT',
    'sasl.enabled.mechanisms=PLAIN',
    `listener.name.sasl.plain.sasl.jaas.config=${module} required user_reader="p@ss";`,
    `log.dirs=${folder}/data`,
    ...own,
    'transaction.state.log.min.isr=1',
    'share.coordinator.state.topic.replication.factor=1',
    'share.coordinator.state.topic.min.isr=1',
    'auto.create.topics.enable=false',
    // Groups of tests lose a member by SIGKILL again and again.
    'group.initial.rebalance.delay.ms=0',
    'group.min.session.timeout.ms=100',
    ...more,
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
  await consumer.connect();
  await consumer.subscribe({ topics: [...topics], fromBeginning: true });
  await consumer.run({
    eachBatch: async ({ batch: { topic, partition, messages } }) => {
      for (const message of messages) read.push({ topic, partition, ...textsOf(message) });
    },
  });
  return read;
}

function textsOf({ key, value, headers = {} }: KafkaMessage): Pick<KafkaRead, 'key' | 'text' | 'headers'> {
  const told = Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)]));
  return { key: key === null ? null : key.toString(), text: value === null ? '' : value.toString(), headers: told };
}
