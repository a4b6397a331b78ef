import type { Message, Producer, TopicMessages } from 'kafkajs';
import { checkTopics, connectKafka, kafkaError, type KafkaCluster, type KafkaSettings } from './kafka-connection.ts';
import { KafkaTransactions } from './kafka-transactions.ts';
import { keyBytes, type Sink, type StreamOutput } from './transport.ts';

/** Outputs that were handed over and are not with the broker yet: a process that was taken for dead sends them a second time. */
const MAX_HELD_BYTES = 4 * 1024 * 1024;
/** What a message has besides payload and key, and its batch before it. */
const HEAD_BYTES = 1024;
/** Lengths, times and names in a message. */
const RECORD_BYTES = 64;
/** `message.max.bytes` as brokers have it that nobody set it for. */
const DEFAULT_MAX_BYTES = 1_048_588;
/** Of Kafka's protocol: what settings are of. */
const RESOURCE = { topic: 2, broker: 4 };
/** All replicas that are in sync have what is acknowledged. */
const ALL = -1;

/** Topics of a Kafka cluster. One request at a time is under way, so that the order is kept when one is sent again. */
export class KafkaSink implements Sink {
  /** Bytes of the largest payload and its key that the topics take. */
  readonly maxPayloadBytes: number;
  /** Null where outputs are sent on their own. */
  readonly transactions: KafkaTransactions | null;
  readonly #cluster: KafkaCluster;
  readonly #producer: Producer;
  #sent: Promise<void> = Promise.resolve();
  #heldBytes = 0;
  #tellReady: Array<() => void> = [];

  private constructor(
    cluster: KafkaCluster,
    producer: Producer,
    transactions: KafkaTransactions | null,
    maxPayloadBytes: number,
  ) {
    this.#cluster = cluster;
    this.#producer = producer;
    this.transactions = transactions;
    this.maxPayloadBytes = maxPayloadBytes;
  }

  /**
   * @param topics those that outputs will go to, as far as they are known
   * @param isExactlyOnce outputs are sent in transactions alone
   * @throws CommandError when the cluster cannot be reached, or has not the topics
   */
  static async open(
    address: string,
    topics: readonly string[],
    isExactlyOnce: boolean,
    settings: KafkaSettings,
  ): Promise<KafkaSink> {
    const cluster = await connectKafka(address, settings);
    const producer = cluster.kafka.producer();
    try {
      await checkTopics(cluster, topics);
      const maxPayloadBytes = (await maxMessageBytes(cluster, topics)) - HEAD_BYTES;
      const transactions = isExactlyOnce ? await KafkaTransactions.open(cluster, settings.group!) : null;
      await producer.connect();
      return new KafkaSink(cluster, producer, transactions, maxPayloadBytes);
    } catch (error) {
      await Promise.allSettled([producer.disconnect(), cluster.admin.disconnect()]);
      throw kafkaError(`${cluster.name} cannot be written`, error);
    }
  }

  send(outputs: readonly StreamOutput[]): Promise<void> {
    const bytes = outputs.reduce((sum, output) => sum + bytesOf(output), 0);
    this.#heldBytes += bytes;
    this.#sent = this.#sendAfter(this.#sent, outputs, bytes);
    // Who waits for room is told, too: nothing more is sent, and the next one who sends gets the error.
    this.#sent.catch(() => {
      this.#heldBytes = 0;
      this.#letGo();
    });
    return this.#sent;
  }

  async ready(): Promise<void> {
    while (this.#heldBytes > MAX_HELD_BYTES) await new Promise<void>((resolve) => this.#tellReady.push(resolve));
  }

  async close(): Promise<void> {
    await this.#sent.catch(() => {});
    await this.transactions?.close();
    await this.#producer.disconnect();
    await this.#cluster.admin.disconnect();
  }

  async #sendAfter(earlier: Promise<void>, outputs: readonly StreamOutput[], bytes: number): Promise<void> {
    await earlier;
    for (const piece of piecesOf(outputs, this.maxPayloadBytes)) await this.#sendOne(piece);
    this.#heldBytes -= bytes;
    this.#letGo();
  }

  async #sendOne(outputs: readonly StreamOutput[]): Promise<void> {
    try {
      await (this.transactions ?? this.#producer).sendBatch({ topicMessages: messagesOf(outputs), acks: ALL });
    } catch (error) {
      throw kafkaError(`${this.#cluster.name} does not take ${outputs.length} messages`, error);
    }
  }

  #letGo(): void {
    for (const tell of this.#tellReady.splice(0)) tell();
  }
}

/** Outputs as far as they are one batch for the broker, which bounds a batch as it bounds a message. */
function piecesOf(outputs: readonly StreamOutput[], maxBytes: number): StreamOutput[][] {
  const pieces: StreamOutput[][] = [];
  let room = 0;
  for (const output of outputs) {
    const bytes = bytesOf(output);
    if (bytes > room) {
      pieces.push([]);
      room = maxBytes + HEAD_BYTES;
    }
    pieces.at(-1)!.push(output);
    room -= bytes;
  }
  return pieces;
}

/** Outputs by their topics, in their order. */
function messagesOf(outputs: readonly StreamOutput[]): TopicMessages[] {
  const topics = new Map<string, Message[]>();
  for (const { topic, key, payload, contentType, headers } of outputs) {
    const messages = topics.get(topic!) ?? [];
    if (messages.length === 0) topics.set(topic!, messages);
    messages.push({
      key: bufferOf(key),
      value: bufferOf(payload),
      headers: { 'content-type': contentType, ...headers },
    });
  }
  return Array.from(topics, ([topic, messages]) => ({ topic, messages }));
}

/** The package takes no other arrays of bytes. */
function bufferOf<Text extends string | null>(bytes: Uint8Array | Text): Buffer | Text {
  return bytes instanceof Uint8Array ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) : bytes;
}

function bytesOf({ payload, key, contentType, headers }: StreamOutput): number {
  let bytes = payload.length + keyBytes(key) + contentType.length + RECORD_BYTES;
  for (const name in headers) bytes += name.length + headers[name]!.length;
  return bytes;
}

/** The smallest bound of the topics; that of the brokers where they are not known, the usual one where the settings are not shown. */
async function maxMessageBytes({ admin }: KafkaCluster, topics: readonly string[]): Promise<number> {
  try {
    const { controller, brokers } = await admin.describeCluster();
    const broker = {
      type: RESOURCE.broker,
      name: String(controller ?? brokers[0]!.nodeId),
      configNames: ['message.max.bytes'],
    };
    const ofTopics = topics.map((name) => ({ type: RESOURCE.topic, name, configNames: ['max.message.bytes'] }));
    const resources = topics.length === 0 ? [broker] : ofTopics;
    const { resources: found } = await admin.describeConfigs({ resources, includeSynonyms: false });
    const values = found.flatMap(({ configEntries }) => configEntries.map(({ configValue }) => Number(configValue)));
    return values.length === 0 ? DEFAULT_MAX_BYTES : Math.min(...values);
  } catch {
    // Not everybody may read the settings.
    return DEFAULT_MAX_BYTES;
  }
}
