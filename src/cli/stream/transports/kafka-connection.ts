import { setTimeout as delay } from 'node:timers/promises';
import type { Admin, Kafka, KafkaConfig, SASLOptions } from 'kafkajs';
import { CommandError, EXIT } from '../../shared/exit-codes.ts';
import { addCodecs } from './kafka-codecs.ts';
import { quietQueues } from './kafka-queue.ts';
import { readTls, type TlsPaths } from './tls-files.ts';

/** How a cluster is reached. */
export interface KafkaSettings extends TlsPaths {
  /** The name in the broker's log and quotas. */
  readonly clientId: string | undefined;
  readonly sasl: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  /** Consumers of one group share the partitions; undefined where nothing is read. */
  readonly group: string | undefined;
  /** After which the group goes on without a member that says nothing. */
  readonly sessionTimeoutMs: number;
  /** Gets what operators want to know. */
  readonly tell: (message: string) => void;
}

/** A client of a cluster that was reached. */
export interface KafkaCluster {
  readonly kafka: Kafka;
  readonly admin: Admin;
  /** The address without credentials. */
  readonly name: string;
}

const CONNECT_MS = 10_000;
const TOPIC_TRIES = 5;
const TOPIC_PAUSE_MS = 200;
/** Waits of 0.1 s, 0.2 s … between tries at the start. */
const FIRST_TRIES = { initialRetryTime: 100, retries: 5 };
/** Of a broker that was reached before, for two minutes or so: it may be on its way up again. */
export const PATIENCE = { initialRetryTime: 50, maxRetryTime: 2_000, retries: 65 };

/** @throws CommandError when the package of the client is not there, or no broker of the address can be reached */
export async function connectKafka(address: string, settings: KafkaSettings): Promise<KafkaCluster> {
  const { Kafka } = await loadPackage();
  const { name, brokers, isSecure, credentials } = readAddress(address);
  const tls = await readTls(settings);
  const config: KafkaConfig = {
    clientId: settings.clientId ?? 'vocabulary-hub',
    brokers,
    ...(isSecure ? { ssl: tls } : {}),
    ...(credentials === null ? {} : { sasl: { mechanism: settings.sasl, ...credentials } as SASLOptions }),
    connectionTimeout: CONNECT_MS,
    // What goes wrong comes as an error.
    logCreator: () => () => {},
  };
  const kafka = new Kafka({ ...config, retry: PATIENCE });
  const admin = new Kafka({ ...config, retry: FIRST_TRIES }).admin();
  await admin.connect().catch((error: unknown) => {
    throw kafkaError(`${name} cannot be reached`, error);
  });
  return { kafka, admin, name };
}

/** A failure of the client as the command tells it. */
export function kafkaError(what: string, error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  return new CommandError(EXIT.unavailable, `${what}: ${(error as Error).message.replace(/\.?$/, '.')}`, error);
}

/** Has the broker create topics where it does that. @throws CommandError for one that is not there */
export async function checkTopics({ admin, name }: KafkaCluster, topics: readonly string[]): Promise<void> {
  for (const topic of new Set(topics))
    for (let tries = 1; ; tries++)
      try {
        await admin.fetchTopicMetadata({ topics: [topic] });
        break;
      } catch (error) {
        // One that is being created is not there at once.
        if (tries === TOPIC_TRIES) throw kafkaError(`${name} has no topic ${topic}, or does not show it`, error);
        await delay(TOPIC_PAUSE_MS);
      }
}

async function loadPackage(): Promise<{ readonly Kafka: new (config: KafkaConfig) => Kafka }> {
  try {
    const { default: kafkajs } = await import('kafkajs');
    const { default: queues } = await import('kafkajs/src/network/requestQueue/index.js');
    addCodecs(kafkajs);
    quietQueues(queues);
    return kafkajs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new CommandError(
      EXIT.unavailable,
      'Kafka needs the package kafkajs, which is not installed: npm install kafkajs@2 (with -g, if vocabulary-hub was installed so).',
      error,
    );
  }
}

interface KafkaAddress {
  readonly name: string;
  readonly brokers: string[];
  readonly isSecure: boolean;
  readonly credentials: { readonly username: string; readonly password: string } | null;
}

/** Reads `kafka://user:password@host:9092,host:9092`. @throws CommandError */
function readAddress(address: string): KafkaAddress {
  const [scheme, rest] = address.split('://') as [string, string];
  const at = rest.lastIndexOf('@');
  const hosts = rest.slice(at + 1).replace(/\/$/, '');
  const brokers = hosts.split(',').map((host) => (host.includes(':') ? host : `${host}:9092`));
  const wrong = brokers.find((broker) => !/^[\w.-]+:\d{1,5}$/.test(broker));
  if (wrong !== undefined)
    throw new CommandError(
      EXIT.usage,
      `${JSON.stringify(wrong)} is no broker of Kafka: write kafka://host:9092,host:9092.`,
    );
  const [username, password = ''] = at < 0 ? [] : rest.slice(0, at).split(':').map(decoded);
  return {
    name: `${scheme}://${hosts}`,
    brokers,
    isSecure: scheme === 'kafkas',
    credentials: username === undefined ? null : { username, password },
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    // The text itself may be a password.
    throw new CommandError(
      EXIT.usage,
      'The credentials in the address of Kafka have a % that begins no code: write %25.',
      error,
    );
  }
}
