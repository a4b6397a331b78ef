import { setTimeout as delay } from 'node:timers/promises';
import type { Consumer, EachBatchPayload, KafkaMessage } from 'kafkajs';
import { CommandError, EXIT } from '../../shared/exit-codes.ts';
import {
  checkTopics,
  connectKafka,
  kafkaError,
  PATIENCE,
  type KafkaCluster,
  type KafkaSettings,
} from './kafka-connection.ts';
import type { KafkaTransactions } from './kafka-transactions.ts';
import { takeBatch, type Source, type StreamInput } from './transport.ts';

/** Of one answer of a broker, and of one partition in it. */
const MAX_FETCH_BYTES = 8 * 1024 * 1024;
const MAX_PARTITION_BYTES = 1024 * 1024;
/** How long a broker may wait for the first message before it answers that there is none. */
const MAX_WAIT_MS = 500;
/** Partitions that are worked on at the same time. */
const PARTITIONS = 256;
const COMMIT_TRIES = 60;
const COMMIT_PAUSE_MS = 1000;

/** Errors of a member that the group goes on without: its partitions are another's. */
const EXPELLED: ReadonlySet<string> = new Set(['UNKNOWN_MEMBER_ID', 'ILLEGAL_GENERATION']);
/** Errors behind which the messages are another member's, or come again: what was not acknowledged is read anew. */
const LOST: ReadonlySet<string> = new Set(['REBALANCE_IN_PROGRESS', ...EXPELLED]);

/** Messages of a partition that came together. The next ones are asked for when all of them are acknowledged. */
interface Fetched {
  readonly payload: EachBatchPayload;
  left: number;
  finish(): void;
}

interface KafkaInput extends StreamInput {
  readonly fetched: Fetched;
  readonly offset: string;
}

/** Topics that a consumer of a group reads: the offset that the group commits is behind what is acknowledged. */
export class KafkaSource implements Source {
  readonly #cluster: KafkaCluster;
  readonly #consumer: Consumer;
  readonly #group: string;
  readonly #heartbeatMs: number;
  /** They commit the offsets; null where the source does. */
  readonly #transactions: KafkaTransactions | null;
  /** The partitions of this process. */
  #assignment: Readonly<Record<string, readonly number[]>> = {};
  #waiting: KafkaInput[] = [];
  readonly #open = new Set<Fetched>();
  #hasStopped = false;
  #wake: () => void = () => {};
  #fault: Error | null = null;

  private constructor(
    cluster: KafkaCluster,
    transactions: KafkaTransactions | null,
    { group, sessionTimeoutMs }: KafkaSettings,
  ) {
    this.#cluster = cluster;
    this.#transactions = transactions;
    this.#group = group!;
    this.#heartbeatMs = Math.floor(sessionTimeoutMs / 3);
    this.#consumer = cluster.kafka.consumer({
      groupId: group!,
      sessionTimeout: sessionTimeoutMs,
      heartbeatInterval: this.#heartbeatMs,
      rebalanceTimeout: Math.max(60_000, sessionTimeoutMs),
      maxBytes: MAX_FETCH_BYTES,
      maxBytesPerPartition: MAX_PARTITION_BYTES,
      maxWaitTimeInMs: MAX_WAIT_MS,
      retry: PATIENCE,
    });
  }

  /**
   * @param transactions that outputs and offsets are committed in; null without
   * @throws CommandError when the cluster cannot be reached, has not the topics, or is not that of the transactions
   */
  static async open(
    address: string,
    topics: readonly string[],
    isFromBeginning: boolean,
    transactions: KafkaTransactions | null,
    settings: KafkaSettings,
  ): Promise<KafkaSource> {
    const cluster = await connectKafka(address, settings);
    const source = new KafkaSource(cluster, transactions, settings);
    try {
      await checkTopics(cluster, topics);
      await source.#checkCluster();
      await source.#run(topics, isFromBeginning, settings.tell);
      return source;
    } catch (error) {
      await source.close();
      throw kafkaError(`${cluster.name} refuses the group ${settings.group}`, error);
    }
  }

  async next(): Promise<readonly KafkaInput[] | null> {
    while (this.#waiting.length === 0 && !this.#hasStopped && this.#fault === null)
      await new Promise<void>((resolve) => (this.#wake = resolve));
    if (this.#fault !== null) throw this.#fault;
    if (this.#hasStopped) return null;
    const inputs = takeBatch(this.#waiting);
    if (this.#transactions === null) return inputs;
    // A transaction is of one partition.
    const end = inputs.findIndex(({ fetched }) => fetched !== inputs[0]!.fetched);
    if (end > 0) this.#waiting.unshift(...inputs.splice(end));
    return inputs;
  }

  async acknowledge(inputs: readonly StreamInput[]): Promise<void> {
    const last = new Map<Fetched, string>();
    for (const { fetched, offset } of inputs as readonly KafkaInput[]) last.set(fetched, offset);
    for (const [{ payload }, offset] of last) payload.resolveOffset(offset);
    if (this.#transactions === null) for (const { payload } of last.keys()) await this.#commit(payload);
    this.#release(inputs as readonly KafkaInput[]);
  }

  async lag(): Promise<number | null> {
    const { admin } = this.#cluster;
    const topics = Object.keys(this.#assignment);
    const committed = topics.length === 0 ? [] : await admin.fetchOffsets({ groupId: this.#group, topics });
    let lag = 0;
    for (const { topic, partitions } of committed) {
      const ends = new Map((await admin.fetchTopicOffsets(topic)).map((end) => [end.partition, end]));
      for (const { partition, offset } of partitions) {
        const end = ends.get(partition);
        if (end === undefined || !this.#assignment[topic]?.includes(partition)) continue;
        // A group that has committed nothing begins at the first message.
        lag += Number(end.high) - Number(offset === '-1' ? end.low : offset);
      }
    }
    return lag;
  }

  stop(): void {
    this.#hasStopped = true;
    this.#letGo();
    this.#wake();
  }

  async close(): Promise<void> {
    // Whoever waits for messages of a partition has to leave before the consumer can, also where they will never be acknowledged.
    this.stop();
    for (const fetched of this.#open) this.#finish(fetched);
    await this.#consumer.disconnect();
    await this.#cluster.admin.disconnect();
  }

  async #checkCluster(): Promise<void> {
    if (this.#transactions === null) return;
    const { clusterId } = await this.#cluster.admin.describeCluster();
    if (clusterId === this.#transactions.clusterId) return;
    throw new CommandError(
      EXIT.usage,
      '--exactly-once is for one cluster: --input and --output are two, and no transaction has both.',
    );
  }

  async #run(topics: readonly string[], isFromBeginning: boolean, tell: (message: string) => void): Promise<void> {
    const consumer = this.#consumer;
    const { name } = this.#cluster;
    consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
      if (restart) return tell(`Nothing can be read of ${name}: ${error.message}. It is tried again.`);
      this.#fault = kafkaError(`Nothing can be read of ${name}`, error);
      this.#wake();
    });
    consumer.on(consumer.events.GROUP_JOIN, ({ payload: { memberAssignment } }) => {
      this.#assignment = memberAssignment as Record<string, number[]>;
      return this.#transactions?.keep(this.#assignment);
    });
    await consumer.connect();
    await consumer.subscribe({ topics: [...topics], fromBeginning: isFromBeginning });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: PARTITIONS,
      eachBatch: (payload) => this.#take(payload),
    });
  }

  /** Resolves when all messages are acknowledged, also while the group changes: it waits for its members. */
  async #take(payload: EachBatchPayload): Promise<void> {
    const beat = setInterval(() => {
      // Without it the group would take the partition away.
      payload.heartbeat().catch((error: unknown) => {
        if (EXPELLED.has(typeOf(error))) this.#letGo();
      });
    }, this.#heartbeatMs);
    try {
      const messages = await this.#own(payload.batch);
      const { topic, partition } = payload.batch;
      if (this.#hasStopped) return;
      if (messages.length === 0) return payload.resolveOffset(payload.batch.messages.at(-1)!.offset);
      await new Promise<void>((finish) => {
        const fetched: Fetched = { payload, left: messages.length, finish };
        this.#open.add(fetched);
        for (const message of messages) this.#waiting.push(inputOf(message, topic, partition, fetched));
        this.#wake();
      });
    } catch (error) {
      // The client would ask again and again.
      this.#fault ??= kafkaError(`Nothing can be read of ${this.#cluster.name}`, error);
      this.#hasStopped = true;
      this.#wake();
    } finally {
      clearInterval(beat);
    }
  }

  /** The messages that are not done: what another process did was perhaps not committed yet when the client read how far it came. */
  async #own({ topic, partition, messages }: EachBatchPayload['batch']): Promise<KafkaMessage[]> {
    const next = (await this.#transactions?.claim(topic, partition)) ?? null;
    return next === null ? messages : messages.filter(({ offset }) => BigInt(offset) >= next);
  }

  async #commit({ commitOffsetsIfNecessary, uncommittedOffsets }: EachBatchPayload): Promise<void> {
    for (let tries = 1; ; tries++)
      try {
        return await commitOffsetsIfNecessary(uncommittedOffsets());
      } catch (error) {
        if (LOST.has(typeOf(error))) return this.#letGo();
        if (tries === COMMIT_TRIES)
          throw new CommandError(
            EXIT.unavailable,
            `${this.#cluster.name} does not take the offsets of the group: ${(error as Error).message}`,
            error,
          );
        await delay(COMMIT_PAUSE_MS);
      }
  }

  /** Leaves what waits to the next member that reads it: it would be converted twice. */
  #letGo(): void {
    this.#release(this.#waiting.splice(0));
  }

  #release(inputs: readonly KafkaInput[]): void {
    for (const { fetched } of inputs) if (--fetched.left === 0) this.#finish(fetched);
  }

  #finish(fetched: Fetched): void {
    this.#open.delete(fetched);
    fetched.finish();
  }
}

/** What Kafka's protocol calls an error; an empty text for another one. */
function typeOf(error: unknown): string {
  return (error as { readonly type?: string }).type ?? '';
}

function inputOf(
  { key, value, headers, offset }: KafkaMessage,
  topic: string,
  partition: number,
  fetched: Fetched,
): KafkaInput {
  const type = headers?.['content-type'];
  return {
    payload: value,
    contentType: type === undefined ? null : String(type),
    topic,
    key,
    place: { topic, partition, offset: Number.isSafeInteger(Number(offset)) ? Number(offset) : offset },
    fetched,
    offset,
  };
}
