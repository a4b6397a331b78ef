import { expect, test } from 'vitest';
import type { KafkaCluster } from '../../../src/cli/stream/transports/kafka-connection.ts';
import { KafkaTransactions } from '../../../src/cli/stream/transports/kafka-transactions.ts';
import type { StreamInput } from '../../../src/cli/stream/transports/transport.ts';

/** A cluster whose group stays at one offset, as a broker answers before it has applied those of a transaction. */
function clusterAt(offset: string): KafkaCluster {
  const transaction = { abort: async () => {}, sendOffsets: async () => {}, commit: async () => {} };
  const producer = { connect: async () => {}, disconnect: async () => {}, transaction: async () => transaction };
  const admin = {
    describeCluster: async () => ({ clusterId: 'one' }),
    fetchOffsets: async () => [{ topic: 'in', partitions: [{ partition: 0, offset }] }],
  };
  return { name: 'kafka', kafka: { producer: () => producer }, admin } as unknown as KafkaCluster;
}

const inputAt = (offset: string): StreamInput =>
  ({ place: { topic: 'in', partition: 0, offset } }) as unknown as StreamInput;

test("a partition that stays this process's goes on behind its last transaction, whatever the group still says", async () => {
  const transactions = await KafkaTransactions.open(clusterAt('40'), 'group');
  expect(await transactions.claim('in', 0)).toBe(40n);
  await transactions.run([inputAt('40'), inputAt('99')], async () => {});
  expect(await transactions.claim('in', 0)).toBe(100n);
  await transactions.keep({ in: [0] });
  expect(await transactions.claim('in', 0)).toBe(100n);
});

test("a partition that was another's meanwhile goes on where the group is", async () => {
  const transactions = await KafkaTransactions.open(clusterAt('40'), 'group');
  await transactions.claim('in', 0);
  await transactions.run([inputAt('99')], async () => {});
  await transactions.keep({});
  expect(await transactions.claim('in', 0)).toBe(40n);
});
