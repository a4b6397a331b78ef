import { parentPort, workerData } from 'node:worker_threads';
import type { NumberedBatch, ThreadMessage, WorkerThreadData } from './batch.ts';
import { BatchConverter } from './convert-batch.ts';
import { MessagesConverter } from './convert-messages.ts';
import { DirectWriter } from './direct-writer.ts';
import { RingWriter } from './ring.ts';

// A thread of `WorkerPool`: takes batches, writes the output of each and posts its facts when they may be told.

const { plan, lexicon, output } = workerData as WorkerThreadData;
const port = parentPort!;
const post = (message: ThreadMessage): void => port.postMessage(message);

if ('ring' in output) {
  const writer = new RingWriter(output.ring, () => post({ hasBytes: true }));
  const write = (bytes: Uint8Array): true => {
    writer.write(bytes);
    // They were copied.
    return true;
  };
  const converter =
    plan.messages === null ? new BatchConverter(plan, lexicon, write) : new MessagesConverter(plan, lexicon, write);
  port.on('message', ({ batch }: NumberedBatch) => {
    const facts = converter.run(batch);
    writer.endTurn();
    post({ facts });
  });
} else {
  const writer = new DirectWriter(output.descriptor, output.order, output.between);
  const converter = new BatchConverter(plan, lexicon, (bytes) => {
    writer.write(bytes);
    return true;
  });
  const tellFault = (error: unknown): void => {
    const { code, message, syscall } = error as NodeJS.ErrnoException;
    if (syscall !== 'write') throw error;
    post({ fault: { code: code ?? '', message } });
  };
  port.on('message', ({ batch, number }: NumberedBatch) => {
    try {
      writer.begin(number);
      const facts = converter.run(batch);
      writer.end(facts.stopped, () => post({ facts }), tellFault);
    } catch (error) {
      tellFault(error);
    }
  });
}
