// Passes records of Kafka on as `stream` does, and does nothing else: what the client takes alone. `node forward-records.mjs ADDRESS TOPIC OUTPUT GROUP`
import kafkajs from 'kafkajs';

const [address, topic, output, groupId] = process.argv.slice(2);
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
    for (let at = 0; at < batch.messages.length; at += 500) {
      const messages = batch.messages.slice(at, at + 500);
      await producer.send({ topic: output, acks: -1, messages: messages.map(({ key, value }) => ({ key, value })) });
      resolveOffset(messages.at(-1).offset);
      await commitOffsetsIfNecessary(uncommittedOffsets());
    }
  },
});
