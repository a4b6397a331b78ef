import type { Producer, ProducerBatch, RecordMetadata, Transaction } from 'kafkajs';
import { CommandError, EXIT } from '../../shared/exit-codes.ts';
import { kafkaError, PATIENCE, type KafkaCluster } from './kafka-connection.ts';
import type { StreamInput } from './transport.ts';

/** Behind a transaction the broker is not ready for the next one at once. */
const RETRY = { ...PATIENCE, initialRetryTime: 5 };

/**
 * Outputs and the offset of their inputs in one transaction. Each partition has a transactional id of its own: who gets the partition ends
 * what the one before has open under it, before it reads how far that came.
 */
export class KafkaTransactions {
  readonly clusterId: string;
  readonly #cluster: KafkaCluster;
  readonly #group: string;
  readonly #producers = new Map<string, Producer>();
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
   * @returns the offset that the group goes on at, if the partition was not this process's; null where there is none, or it was
   * @throws CommandError
   */
  async claim(topic: string, partition: number): Promise<bigint | null> {
    const id = this.#idOf(topic, partition);
    if (this.#producers.has(id)) return null;
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
      this.#producers.set(id, producer);
      const [found] = await this.#cluster.admin.fetchOffsets({ groupId: this.#group, topics: [topic] });
      const offset = found?.partitions.find((entry) => entry.partition === partition)?.offset ?? '-1';
      return offset === '-1' ? null : BigInt(offset);
    } catch (error) {
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
    const gone = [...this.#producers].filter(([id]) => !kept.has(id));
    for (const [id] of gone) this.#producers.delete(id);
    await Promise.allSettled(gone.map(([, producer]) => producer.disconnect()));
  }

  /**
   * Has what `work` sends, and the offset behind inputs of one partition, be there both or neither.
   *
   * @throws CommandError
   */
  async run(inputs: readonly StreamInput[], work: () => Promise<void>): Promise<void> {
    const { topic, partition, next } = positionBehind(inputs);
    const id = this.#idOf(topic, partition);
    const producer = this.#producers.get(id);
    if (producer === undefined)
      throw new CommandError(EXIT.unavailable, `The group took partition ${partition} of ${topic} away amid its work.`);
    try {
      this.#current = await producer.transaction();
      await work();
      await this.#current.sendOffsets({
        consumerGroupId: this.#group,
        topics: [{ topic, partitions: [{ partition, offset: next }] }],
      });
      await this.#current.commit();
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
