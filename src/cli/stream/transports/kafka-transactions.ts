import type { Producer, ProducerBatch, RecordMetadata, Transaction } from 'kafkajs';
import { CommandError, EXIT } from '../../shared/exit-codes.ts';
import { kafkaError, PATIENCE, type KafkaCluster } from './kafka-connection.ts';
import type { StreamInput } from './transport.ts';

/** Behind a transaction the broker is not ready for the next one at once. */
const RETRY = { ...PATIENCE, initialRetryTime: 5 };

/** A partition that is this process's. */
interface Owned {
  readonly producer: Producer;
  /** The offset behind its last transaction, or where the group was when it came; null where the group had none. */
  next: bigint | null;
}

/**
 * Outputs and the offset of their inputs in one transaction. Each partition has a transactional id of its own: who gets the partition ends
 * what the one before has open under it, before it reads how far that came.
 */
export class KafkaTransactions {
  readonly clusterId: string;
  readonly #cluster: KafkaCluster;
  readonly #group: string;
  /** By the transactional id. */
  readonly #owned = new Map<string, Owned>();
  #current: Transaction | null = null;

  private constructor(cluster: KafkaCluster, group: string, clusterId: string) {
    this.#cluster = cluster;
    this.#group = group;
    this.clusterId = clusterId;
  }

  static async open(cluster: KafkaCluster, group: string): Promise<KafkaTransactions> {
    const { clusterId } = await cluster.admin.describeCluster();
    return new KafkaTransactions(cluster, group, clusterId);
  }

  /**
   * Makes a partition this process's own.
   *
   * @returns the offset that it goes on at; null where there is none. Behind a change of the group, what the client reads may be older: a
   *   broker applies offsets of a transaction a moment after it has said that it is committed
   * @throws CommandError
   */
  async claim(topic: string, partition: number): Promise<bigint | null> {
    const id = this.#idOf(topic, partition);
    const known = this.#owned.get(id);
    if (known !== undefined) return known.next;
    const producer = this.#cluster.kafka.producer({
      transactionalId: id,
      idempotent: true,
      maxInFlightRequests: 1,
      retry: RETRY,
    });
    try {
      await producer.connect();
      // The first transaction asks for the id; one without anything in it ends without a word to the broker.
      await (await producer.transaction()).abort();
      // The group may take it away while this asks where it is.
      const owned: Owned = { producer, next: null };
      this.#owned.set(id, owned);
      const [found] = await this.#cluster.admin.fetchOffsets({ groupId: this.#group, topics: [topic] });
      const offset = found?.partitions.find((entry) => entry.partition === partition)?.offset ?? '-1';
      return (owned.next = offset === '-1' ? null : BigInt(offset));
    } catch (error) {
      this.#owned.delete(id);
      await producer.disconnect();
      throw kafkaError(`${this.#cluster.name} takes no transactions of ${id}`, error);
    }
  }

  /** Gives up the partitions that are not in an assignment: they are another's, who has to be asked when they come back. */
  async keep(assignment: Readonly<Record<string, readonly number[]>>): Promise<void> {
    const kept = new Set(
      Object.entries(assignment).flatMap(([topic, partitions]) =>
        partitions.map((partition) => this.#idOf(topic, partition)),
      ),
    );
    const gone = [...this.#owned].filter(([id]) => !kept.has(id));
    for (const [id] of gone) this.#owned.delete(id);
    await Promise.allSettled(gone.map(([, { producer }]) => producer.disconnect()));
  }

  /**
   * Has what `work` sends, and the offset behind inputs of one partition, be there both or neither.
   *
   * @throws CommandError
   */
  async run(inputs: readonly StreamInput[], work: () => Promise<void>): Promise<void> {
    const { topic, partition, next } = positionBehind(inputs);
    const id = this.#idOf(topic, partition);
    const owned = this.#owned.get(id);
    if (owned === undefined)
      throw new CommandError(EXIT.unavailable, `The group took partition ${partition} of ${topic} away amid its work.`);
    try {
      this.#current = await owned.producer.transaction();
      await work();
      await this.#current.sendOffsets({
        consumerGroupId: this.#group,
        topics: [{ topic, partitions: [{ partition, offset: next }] }],
      });
      await this.#current.commit();
      owned.next = BigInt(next);
    } catch (error) {
      // Nothing more is done here: the next process of the group begins behind the last transaction that was committed.
      await this.#current?.abort().catch(() => {});
      throw kafkaError(`${this.#cluster.name} did not commit the transaction of ${id}`, error);
    } finally {
      this.#current = null;
    }
  }

  /** Sends outputs in the transaction that runs. */
  sendBatch(batch: ProducerBatch): Promise<RecordMetadata[]> {
    return this.#current!.sendBatch(batch);
  }

  async close(): Promise<void> {
    await this.keep({});
  }

  #idOf(topic: string, partition: number): string {
    return `vocabulary-hub-${this.#group}-${topic}-${partition}`;
  }
}

function positionBehind(inputs: readonly StreamInput[]): { topic: string; partition: number; next: string } {
  const { topic, partition, offset } = inputs.at(-1)!.place;
  return { topic: String(topic), partition: Number(partition), next: (BigInt(offset!) + 1n).toString() };
}
