// Passes records of Kafka on as `stream` does, and does nothing else: what the client takes alone. `node forward-records.mjs ADDRESS TOPIC OUTPUT GROUP [BYTES]`, with BYTES and the headers of a result in place of each record
import kafkajs from 'kafkajs';

const [address, topic, output, groupId, bytes] = process.argv.slice(2);
const result = bytes === undefined ? null : Buffer.alloc(Number(bytes), 'x');
const vocabulary = `http://localhost:4000/vocabulary/v/${'0'.repeat(64)}/`;
const headers = result === null ? undefined : { 'content-type': 'application/n-triples', vocabulary };
// `stream` sends batches of a megabyte.
const AT_ONCE = result === null ? 500 : Math.max(1, Math.min(500, Math.floor(1_000_000 / result.length)));
const kafka = new kafkajs.Kafka({ brokers: [address], logLevel: kafkajs.logLevel.NOTHING, retry: { retries: 20 } });
const producer = kafka.producer();
const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 500 });
process.once('SIGTERM', async () => {
  await consumer.disconnect();
  await producer.disconnect();
});
await producer.connect();
await consumer.connect();
await consumer.subscribe({ topics: [topic], fromBeginning: true });
await consumer.run({
  autoCommit: false,
  eachBatchAutoResolve: false,
  eachBatch: async ({ batch, resolveOffset, commitOffsetsIfNecessary, uncommittedOffsets }) => {
    for (let at = 0; at < batch.messages.length; at += AT_ONCE) {
      const messages = batch.messages.slice(at, at + AT_ONCE);
      await producer.send({
        topic: output,
        acks: -1,
        messages: messages.map(({ key, value }) => ({ key, value: result ?? value, headers })),
      });
      resolveOffset(messages.at(-1).offset);
      await commitOffsetsIfNecessary(uncommittedOffsets());
    }
  },
});
